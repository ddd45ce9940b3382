import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { seriesScopes, type SeriesScope } from '#contract/live/admin/sessions.ts'

type Props = { scope: SeriesScope; onChange: (scope: SeriesScope) => void }

/** This one, this and the following ones, or all of a series. */
export const ScopeChoice = ({ scope, onChange }: Props) => {
  const { t } = useTranslation('live-admin')
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">{t('ask.which')}</legend>
      {seriesScopes.map((value) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 text-sm text-ink"
        >
          <input
            type="radio"
            name={name}
            className="size-5 shrink-0 accent-primary"
            checked={value === scope}
            onChange={() => onChange(value)}
          />
          <span>
            {t(`ask.${value}`)}
            {value === 'all' && <span className="block text-ink-muted">{t('ask.allHint')}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
