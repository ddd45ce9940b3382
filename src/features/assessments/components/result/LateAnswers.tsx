import { useTranslation } from 'react-i18next'
import type { LateAnswer } from '#contract/assessments/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'

/**
 * Answers that arrived after the end or from a replaced device. They are kept for review and shown to the
 * learner.
 */
export const LateAnswers = ({ late }: { late: readonly LateAnswer[] }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  if (late.length === 0) return null
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  return (
    <Card as="section" aria-labelledby="late-title">
      <h2 id="late-title" className="text-lg font-semibold text-ink">
        {t('late.title')}
      </h2>
      <p className="mt-1 text-ink-muted">{t('late.text')}</p>
      <ul className="mt-3 divide-y divide-line">
        {late.map((answer) => (
          <li key={answer.id} className="flex flex-wrap items-center justify-between gap-2 py-2.5 text-sm">
            <span className="text-ink">
              {t('late.line', { position: answer.position, choice: answer.choice ?? '–' })}{' '}
              <span className="text-ink-muted">
                {t(`late.why.${answer.why}`, {
                  given: formatTime(answer.given_at),
                  received: formatTime(answer.received_at),
                })}
              </span>
            </span>
            <Badge tone={answer.counted ? 'success' : 'neutral'}>
              {t(answer.counted ? 'late.counted' : 'late.notCounted')}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
