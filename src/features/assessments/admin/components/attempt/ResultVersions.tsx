import { useTranslation } from 'react-i18next'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

/** All results of an attempt: a new result never overwrites an earlier one. */
export const ResultVersions = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language, local, number, percent } = useLocalized()
  if (detail.results.length === 0) return null
  return (
    <Card as="section" aria-labelledby="attempt-results">
      <h2 id="attempt-results" className="text-lg font-semibold text-ink">
        {t('versions.title')}
      </h2>
      <ol className="mt-2">
        {detail.results.map((each, index) => (
          <li key={each.version} className="border-t border-line py-3 text-sm first:border-t-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium text-ink">{t('versions.number', { version: each.version })}</span>
              {index === 0 && <Badge tone="primary">{t('versions.valid')}</Badge>}
              <span className="flex flex-wrap gap-x-3 tabular-nums text-ink">
                <span>{percent(each.percent)}</span>
                <span>
                  {t('row.right', { right: number(each.right), questions: number(each.questions) })}
                </span>
                <span>{t('versions.band', { percent: isolated(percent(each.scholarship_percent)) })}</span>
              </span>
            </p>
            <p className="mt-1 text-ink-muted">
              {formatDate(each.at, language, { time: true })}
              {each.by !== null && (
                <>
                  {' · '}
                  <bdi>{each.by}</bdi>
                </>
              )}
            </p>
            <p dir="auto" className="mt-1 text-ink">
              {each.reason ?? t('versions.first')}
            </p>
            <ul className="mt-2 flex flex-wrap gap-2">
              {each.topics.map((topic) => (
                <li key={topic.topic.id}>
                  <Badge>
                    <bdi>{local(topic.topic.name)}</bdi> <bdi>{percent(topic.percent)}</bdi>
                  </Badge>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  )
}
