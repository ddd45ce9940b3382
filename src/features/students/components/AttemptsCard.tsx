import { useTranslation } from 'react-i18next'
import type { Student } from '#contract/students/students.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'

type Attempt = Student['attempts'][number]

/** The newest attempts at assessments. */
export const AttemptsCard = ({ attempts }: { attempts: readonly Attempt[] }) => {
  const { t } = useTranslation('students')
  return (
    <section aria-labelledby="student-attempts">
      <Card>
        <h2 id="student-attempts" className="text-lg font-semibold text-ink">
          {t('attempts.title')}
        </h2>
        {attempts.length === 0 ? (
          <p className="mt-2 text-ink-muted">{t('attempts.empty')}</p>
        ) : (
          <ul className="mt-2 divide-y divide-line">
            {attempts.map((attempt) => (
              <Line key={attempt.id} attempt={attempt} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

const Line = ({ attempt }: { attempt: Attempt }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <bdi className="block font-medium text-ink">{attempt.assessment.title}</bdi>
        <p className="text-sm text-ink-muted">
          {t('attempts.number', { number: formatNumber(attempt.number, language) })} ·{' '}
          {formatDate(attempt.started_at, language, { time: true })}
        </p>
      </div>
      <p className="flex items-center gap-3">
        {attempt.percent !== null && (
          <span className="font-semibold tabular-nums text-ink">
            {formatPercent(attempt.percent / 100, language)}
          </span>
        )}
        {!attempt.is_submitted && <Badge tone="info">{t('attempts.open')}</Badge>}
        {attempt.is_passed !== null && (
          <Badge tone={attempt.is_passed ? 'success' : 'neutral'}>
            {t(attempt.is_passed ? 'attempts.passed' : 'attempts.failed')}
          </Badge>
        )}
      </p>
    </li>
  )
}
