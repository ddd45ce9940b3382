import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import type { ScormItem } from '#contract/courses/topic-page.ts'
import type { ScormAttempt } from '#contract/scorm/scorm.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'

const TONES = {
  not_attempted: 'neutral',
  incomplete: 'neutral',
  completed: 'success',
  passed: 'success',
  failed: 'warning',
} as const

type Props = { item: ScormItem; attempt: ScormAttempt | null; attempts: readonly ScormAttempt[] }

/** Status and score of the current attempt, the pass mark, and the best score so far. */
export const AttemptBadges = ({ item, attempt, attempts }: Props) => {
  const { t } = useTranslation('courses/learning/scorm')
  const scores = attempts.flatMap(({ percent }) => percent ?? [])
  const isDone = attempt?.status === 'completed' || attempt?.status === 'passed'
  return (
    <div role="status" className="flex flex-wrap items-center gap-2">
      {attempt && (
        <>
          <Badge>{t('attempt', { number: attempt.number })}</Badge>
          <Badge
            tone={TONES[attempt.status]}
            icon={isDone ? <CircleCheck aria-hidden="true" size={14} /> : undefined}
          >
            {t(`status.${attempt.status}`)}
          </Badge>
        </>
      )}
      {attempt && attempt.percent !== null && <Badge>{t('score', { percent: attempt.percent })}</Badge>}
      {attempts.length > 1 && scores.length > 0 && (
        <Badge tone="primary">{t('best', { percent: Math.max(...scores) })}</Badge>
      )}
      {item.pass_percent !== null && <Badge>{t('toPass', { percent: item.pass_percent })}</Badge>}
    </div>
  )
}

/** Earlier attempts, newest first; hidden for a single one. */
export const AttemptList = ({ attempts }: { attempts: readonly ScormAttempt[] }) => {
  const { t } = useTranslation('courses/learning/scorm')
  const language = useLanguage()
  if (attempts.length < 2) return <span />
  const time = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <details className="min-w-0 flex-1">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-primary-text">
        {t('attempts', { count: attempts.length })}
      </summary>
      <ol className="mt-2 flex flex-col gap-2">
        {attempts.map((entry) => (
          <li
            key={entry.number}
            className="flex flex-wrap justify-between gap-x-4 rounded-lg border border-line px-4 py-2 text-sm"
          >
            <span className="text-ink">
              {t('attempt', { number: entry.number })} · {time.format(new Date(entry.started_at))}
            </span>
            <span className="text-ink-muted">
              {t(`status.${entry.status}`)}
              {entry.percent !== null && ` · ${t('score', { percent: entry.percent })}`}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
