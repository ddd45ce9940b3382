import { useTranslation } from 'react-i18next'
import type { Board } from '#contract/job-applications/pipeline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'

/** How many applications ever came how far: the bars start at zero. */
export const Funnel = ({ funnel }: Pick<Board, 'funnel'>) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  const steps = funnel.filter(({ state }) => state !== 'rejected')
  const most = Math.max(1, ...steps.map(({ count }) => count))
  return (
    <section aria-labelledby="funnel">
      <h2 id="funnel" className="mb-2 text-sm font-medium text-ink-muted">
        {t('funnel.title')}
      </h2>
      <ol className="grid grid-cols-5 gap-2 sm:gap-4">
        {steps.map(({ state, count }) => (
          <li key={state} className="flex min-w-0 flex-col">
            <span className="text-lg font-bold text-ink tabular-nums sm:text-2xl">
              {formatNumber(count, language)}
            </span>
            <span className="grow text-xs wrap-anywhere text-ink-muted sm:text-sm">
              {t(`states.${state}`)}
            </span>
            <span aria-hidden="true" className="mt-2 h-2 overflow-hidden rounded-full bg-surface-sunken">
              <span
                className="block h-full rounded-full bg-primary"
                style={{ inlineSize: `${(100 * count) / most}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
