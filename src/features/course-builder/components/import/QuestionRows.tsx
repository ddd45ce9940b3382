import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTranslation } from 'react-i18next'
import type { readQuestionFile } from '#contract/course-import/course-import.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { isQuestionError, type QuestionIssue } from '#contract/question-bank/question-import.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'

type Row = ResponseOf<typeof readQuestionFile>['rows'][number]
type Props = {
  rows: readonly Row[]
  chosen: ReadonlySet<number>
  onChoose: (rows: ReadonlySet<number>) => void
}

/** The rows of a file. A row with an error cannot be chosen. */
export const QuestionRows = ({ rows, chosen, onChoose }: Props) => {
  const { t } = useTranslation('course-builder/import')
  const validRows = rows.filter(({ question }) => question)
  const duplicates = validRows.filter(({ issues }) => issues.some(({ code }) => code === 'duplicate'))
  const choose = (row: number, isChosen: boolean) => {
    const newChoice = new Set(chosen)
    if (isChosen) newChoice.add(row)
    else newChoice.delete(row)
    onChoose(newChoice)
  }
  if (rows.length === 0) return null
  const areAllChosen = validRows.every(({ row }) => chosen.has(row))
  return (
    <section aria-label={t('questions.rows')}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-ink-muted">
          {t('questions.whole', { count: validRows.length })} ·{' '}
          {t('questions.broken', { count: rows.length - validRows.length })} ·{' '}
          {t('questions.duplicates', { count: duplicates.length })}
        </p>
        {validRows.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => onChoose(new Set(areAllChosen ? [] : validRows.map(({ row }) => row)))}
          >
            {t(areAllChosen ? 'questions.none' : 'questions.all')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col divide-y divide-line">
        {rows.map((row) => (
          <li key={row.row} className="py-2">
            <Checkbox
              disabled={!row.question}
              checked={row.question !== undefined && chosen.has(row.row)}
              onChange={(event) => choose(row.row, event.target.checked)}
              label={<RowText row={row} />}
            />
            <Issues issues={row.issues} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const RowText = ({ row: { row, question, begins } }: { row: Row }) => {
  const { t } = useTranslation(['course-builder/import', 'course-builder'])
  const prompt = typeof question?.['prompt'] === 'string' ? question['prompt'] : ''
  return (
    <>
      <span className="me-2 text-ink-muted">{t('questions.row', { number: row })}</span>{' '}
      {typeof question?.['kind'] === 'string' && (
        <Badge className="me-2 align-middle">{t(`course-builder:quiz.kinds.${question['kind']}`)}</Badge>
      )}
      {!question && <Badge tone="error">{t('questions.notTaken')}</Badge>}{' '}
      <span dir="auto" className="line-clamp-2 font-medium">
        {prompt || begins}
      </span>
    </>
  )
}

const Issues = ({ issues }: { issues: readonly QuestionIssue[] }) => {
  const { t } = useTranslation('shared/question-files')
  if (issues.length === 0) return null
  return (
    <ul className="ms-8 flex flex-col gap-1 pb-1 text-sm">
      {issues.map((issue) => {
        const isError = isQuestionError(issue)
        const Icon = isError ? CircleAlert : TriangleAlert
        return (
          <li
            key={`${issue.code}-${issue.field}-${issue.detail}`}
            className={`flex items-start gap-2 ${isError ? 'text-error-text' : 'text-warning-text'}`}
          >
            <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0">
              {t(`issue.${issue.code}`)}{' '}
              {issue.detail && (
                <bdi dir="auto" className="break-words text-ink-muted">
                  {issue.detail}
                </bdi>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
