import { useTranslation } from 'react-i18next'
import type { RiskLearner } from '#contract/dashboard/at-risk.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatPercent } from '#src/shared/lib/format.ts'

/** Why a learner is at risk, one line for each reason. */
export const RiskReasons = ({ reasons }: Pick<RiskLearner, 'reasons'>) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  return (
    <ul className="flex flex-col gap-0.5 text-sm text-ink-muted">
      {reasons.map(({ reason, course, value, expected }) => (
        <li key={`${reason}-${course?.id}`}>
          {reason === 'inactive' || reason === 'quizzes' || reason === 'payment'
            ? t(`risk.because.${reason}`, { count: value })
            : t(`risk.because.${reason}`, {
                value: formatPercent(value / 100, language),
                expected: formatPercent((expected ?? 100) / 100, language),
              })}
          {course && (
            <>
              {' · '}
              <bdi className="font-medium text-ink">{course.title}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
