import { useTranslation } from 'react-i18next'
import {
  derivedColours,
  repairsOf,
  type BrandSettings,
  type DerivedColour,
  type Repair,
} from '#contract/client-info/brand.ts'
import { colourSteps, type ThemeSettings } from '#contract/client-info/client-info.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { ColourField } from './ColourField.tsx'
import { Swatch } from './Swatch.tsx'

type Props = {
  settings: BrandSettings
  theme: ThemeSettings
  onChange: (changes: Partial<BrandSettings>) => void
}

const shownColour = (theme: ThemeSettings, name: DerivedColour): string =>
  ({
    secondary: theme.secondary['600'],
    accent: theme.accent['400'],
    background: theme.background,
    course_cta: theme.course_cta,
    nav_background: theme.nav.background,
    nav_selected: theme.nav.selected,
    nav_font_dark: theme.nav.font_dark,
    nav_font_light: theme.nav.font_light,
    font_dark: theme.font.dark,
    font_light: theme.font.light,
  })[name]

/** One colour is enough; what derives from it can be set, and what would be illegible is repaired. */
export const Colours = ({ settings, theme, onChange }: Props) => {
  const { t } = useTranslation('settings')
  const { colours } = settings
  const set = (name: DerivedColour, value: string | null) =>
    onChange({ colours: { ...colours, [name]: value } })
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold text-ink">{t('colours.title')}</h2>
      <ColourField
        label={t('colours.brand')}
        hint={t('colours.brandHint')}
        value={settings.colour}
        onChange={(colour) => onChange({ colour })}
      />
      <div role="img" aria-label={t('colours.scale')} className="flex overflow-hidden rounded-lg">
        {colourSteps.map((step) => (
          <Swatch key={step} colour={theme.primary[step]} className="h-8 flex-1" />
        ))}
      </div>
      <Repairs repairs={repairsOf(theme)} />
      <details className="rounded-lg border border-line">
        <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-medium text-ink">
          {t('colours.more')}
        </summary>
        <div className="grid gap-5 p-4 pt-1 sm:grid-cols-2">
          {derivedColours.map((name) => (
            <ColourField
              key={name}
              label={t(`colours.names.${name}`)}
              value={colours[name]}
              derived={shownColour(theme, name)}
              onDerive={() => set(name, null)}
              onChange={(colour) => set(name, colour)}
            />
          ))}
        </div>
      </details>
    </Card>
  )
}

const Repairs = ({ repairs }: { repairs: readonly Repair[] }) => {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  // Rounded down: 4.49 is not 4.5.
  const ratio = (value: number) =>
    formatNumber(Math.floor(value * 10) / 10, language, { maximumFractionDigits: 1 })
  if (repairs.length === 0) return <p className="text-sm text-success-text">{t('repairs.none')}</p>
  return (
    <section aria-labelledby="repairs" className="rounded-lg bg-surface-sunken p-4 text-sm">
      <h3 id="repairs" className="font-semibold text-ink">
        {t('repairs.title', { count: repairs.length })}
      </h3>
      <p className="mt-1 text-ink-muted">{t('repairs.text')}</p>
      <ul className="mt-3 flex flex-col gap-2.5">
        {repairs.map(({ part, mode, from, to, before, after }) => (
          <li key={`${mode}-${part}`} className="flex items-start gap-2.5 text-ink">
            <span aria-hidden="true" className="mt-0.5 flex shrink-0 items-center gap-1">
              <Swatch colour={from} className="size-4 rounded border border-line" />
              <span className="text-ink-muted rtl:-scale-x-100">→</span>
              <Swatch colour={to} className="size-4 rounded border border-line" />
            </span>
            <span>
              <span className="font-medium">
                {t(`repairs.parts.${part}`)} · {t(`preview.${mode}`)}
              </span>
              <span className="block text-ink-muted">
                {t('repairs.change', {
                  from: isolated(from),
                  to: isolated(to),
                  before: ratio(before),
                  after: ratio(after),
                })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
