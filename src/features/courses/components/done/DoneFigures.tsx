import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration, formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import type { ShownCompletion } from '../../model/completion.ts'

const Figure = ({ value, label }: { value: string; label: string }) => (
  <li className="flex flex-col items-center text-center">
    <span className="text-2xl font-bold tabular-nums text-ink sm:text-3xl">{value}</span>
    <span className="text-sm text-ink-muted">{label}</span>
  </li>
)

/** Lessons, days, length and quizzes; a figure that is not known is left out. */
export const DoneFigures = ({ done }: { done: ShownCompletion }) => {
  const { t } = useTranslation('courses/done')
  const language = useLanguage()
  return (
    <ul
      aria-label={t('figures')}
      className="mx-auto grid max-w-2xl grid-cols-2 gap-x-6 gap-y-5 sm:flex sm:justify-around"
    >
      <Figure value={formatNumber(done.lessons, language)} label={t('lessons', { count: done.lessons })} />
      {done.days !== null && (
        <Figure value={formatNumber(done.days, language)} label={t('days', { count: done.days })} />
      )}
      <Figure value={formatDuration(done.minutes, language)} label={t('material')} />
      {done.quiz_percent !== null && (
        <Figure value={formatPercent(done.quiz_percent / 100, language)} label={t('quizzes')} />
      )}
    </ul>
  )
}
