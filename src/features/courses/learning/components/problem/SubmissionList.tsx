import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownProblem, Submission, SubmissionLine } from '#contract/problems/problems.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { submissionQuery } from '../../api/problem.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { CodeBlock } from './sheet/ScrollBox.tsx'
import { Verdict } from './Verdict.tsx'

const TONES = { accepted: 'success', failed: 'error', waiting: 'info', replaced: 'neutral' } as const

type Props = {
  submissions: readonly SubmissionLine[]
  kind: ShownProblem['kind']
  call: string | null
  /** Puts an earlier answer back into the editor. */
  onReuse: (submission: Submission) => void
}

/** The submissions so far, newest first; each opens with its results. */
export const SubmissionList = ({ submissions, kind, call, onReuse }: Props) => {
  const { t } = useTranslation('courses/learning/problem')
  const language = useLanguage()
  const [openId, setOpenId] = useState<number | null>(null)
  if (submissions.length === 0) return <p className="text-sm text-ink-muted">{t('history.empty')}</p>
  return (
    <ul className="flex flex-col gap-2">
      {submissions.map((line) => (
        <li key={line.id} className="rounded-lg border border-line">
          <button
            type="button"
            aria-expanded={openId === line.id}
            className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-start"
            onClick={() => setOpenId(openId === line.id ? null : line.id)}
          >
            <Badge tone={TONES[line.state]}>{t(`state.${line.state}`)}</Badge>
            <span className="text-sm text-ink">{formatDate(line.created_at, language, { time: true })}</span>
            {line.total > 0 && (
              <span className="text-sm text-ink-muted">
                {t('history.tests', { passed: line.passed, total: line.total })}
              </span>
            )}
          </button>
          {openId === line.id && <SubmissionDetails id={line.id} kind={kind} call={call} onReuse={onReuse} />}
        </li>
      ))}
    </ul>
  )
}

const SubmissionDetails = ({ id, kind, call, onReuse }: { id: number } & Omit<Props, 'submissions'>) => {
  const { t } = useTranslation('courses/learning/problem')
  const { data, error, refetch } = useQuery(submissionQuery(id, usePlayerContext()))
  if (error && !data)
    return (
      <div className="p-4">
        <Alert
          kind="error"
          title={errorText(error, t('page.failed'))}
          action={
            <Button size="sm" variant="secondary" onClick={() => void refetch()}>
              {t('page.retry')}
            </Button>
          }
        />
      </div>
    )
  if (!data) return <SkeletonText lines={3} className="p-4" />
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4">
      {'code' in data.answer && <CodeBlock label={t('editor.title')}>{data.answer.code}</CodeBlock>}
      {data.answer.kind === 'text' && (
        <p dir="auto" className="whitespace-pre-wrap text-ink">
          {data.answer.text}
        </p>
      )}
      <Verdict submission={data} kind={kind} call={call} />
      <div>
        <Button size="sm" variant="secondary" onClick={() => onReuse(data)}>
          {t('history.reuse')}
        </Button>
      </div>
    </div>
  )
}
