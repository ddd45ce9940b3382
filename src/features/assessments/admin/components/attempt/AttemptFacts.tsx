import { useTranslation } from 'react-i18next'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { formatDate, formatDuration } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

const MINUTE_MS = 60_000

export const AttemptFacts = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language, number, percent } = useLocalized()
  const { row } = detail
  const formatTime = (iso: string | null) => (iso === null ? null : formatDate(iso, language, { time: true }))
  const timeTaken =
    row.finished_at === null
      ? null
      : formatDuration((Date.parse(row.finished_at) - Date.parse(row.started_at)) / MINUTE_MS, language)
  const facts: readonly (readonly [string, string | null])[] = [
    [t('row.percentile'), row.percentile === null ? null : number(row.percentile, 1)],
    [t('row.band'), row.scholarship_percent === null ? null : percent(row.scholarship_percent)],
    [t('facts.passed'), row.passed === null ? null : t(row.passed ? 'facts.yes' : 'facts.no')],
    [t('facts.answered'), t('row.right', { right: number(row.answered), questions: number(row.questions) })],
    [t('facts.started'), formatTime(row.started_at)],
    [t('facts.finished'), formatTime(row.finished_at)],
    [t('facts.took'), timeTaken],
    [t('facts.deadline'), formatTime(detail.deadline_at)],
    [t('facts.lastSeen'), row.state === 'open' ? formatTime(detail.last_seen_at) : null],
    [t('facts.phone'), detail.phone === null ? null : isolated(detail.phone)],
    [t('facts.ref'), row.ref === null ? null : isolated(row.ref)],
  ]
  return (
    <Card as="section" aria-labelledby="attempt-facts">
      <h2 id="attempt-facts" className="text-lg font-semibold text-ink">
        {t('facts.title')}
      </h2>
      {row.percent !== null && (
        <p className="mt-2 flex flex-wrap items-baseline gap-2 tabular-nums">
          <span className="text-3xl font-bold text-ink">{percent(row.percent)}</span>
          <span className="text-sm text-ink-muted">
            {t('row.right', { right: number(row.right ?? 0), questions: number(row.questions) })}
          </span>
        </p>
      )}
      <dl className="mt-3 text-sm">
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4 border-t border-line py-2">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="min-w-0 text-end tabular-nums text-ink">{value}</dd>
            </div>
          ))}
        {detail.extra.map((each) => (
          <div key={each.at} className="border-t border-line py-2">
            <dt className="text-ink-muted">{t('facts.extra', { count: each.minutes })}</dt>
            <dd className="text-ink">
              <span dir="auto" className="block">
                {each.reason}
              </span>
              <span className="text-ink-muted">
                <bdi>{each.by}</bdi> · {formatTime(each.at)}
              </span>
            </dd>
          </div>
        ))}
        {detail.answers_hash !== null && (
          <div className="border-t border-line py-2">
            <dt className="text-ink-muted">{t('facts.hash')}</dt>
            <dd dir="ltr" className="font-mono text-xs break-all text-ink">
              {detail.answers_hash}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
