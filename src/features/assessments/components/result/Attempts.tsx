import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ResultPage } from '#contract/assessments/results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { percentText } from '../../model/labels.ts'

/** All attempts at this assessment, newest first. Renders nothing for a single attempt. */
export const Attempts = ({ page }: { page: ResultPage }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  if (page.attempts.length < 2) return null
  const percents = page.attempts.flatMap(({ percent }) => percent ?? [])
  const best = percents.length > 1 ? Math.max(...percents) : null
  return (
    <Card as="section" aria-labelledby="attempts-title">
      <h2 id="attempts-title" className="mb-2 text-lg font-semibold text-ink">
        {t('attempts.title')}
      </h2>
      <ol>
        {page.attempts.map((each) => {
          const isCurrent = each.id === page.attempt.id
          const name = t('attempts.number', { number: each.number })
          return (
            <li
              key={each.id}
              className="relative flex min-h-14 items-center gap-x-4 border-t border-line py-2 first:border-t-0"
            >
              <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-x-4">
                {isCurrent ? (
                  <span aria-current="page" className="font-medium text-ink">
                    {name}
                  </span>
                ) : (
                  <Link
                    to={
                      each.state === 'open' ? paths.assessmentQuiz(each.id) : paths.assessmentResult(each.id)
                    }
                    className="font-medium text-primary-text after:absolute after:inset-0 after:rounded-lg hover:underline"
                  >
                    {name}
                  </Link>
                )}
                <span className="text-sm text-ink-muted">
                  {formatDate(each.finished_at ?? each.started_at, language, { time: true })}
                </span>
              </span>
              <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
                {isCurrent && <Badge tone="primary">{t('attempts.here')}</Badge>}
                {each.percent !== null && each.percent === best && (
                  <Badge tone="success">{t('attempts.best')}</Badge>
                )}
                <span className="text-end tabular-nums text-ink">
                  {each.percent === null
                    ? t(each.state === 'open' ? 'attempts.running' : 'attempts.waiting')
                    : percentText(each.percent, language, each.bounds)}
                </span>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
