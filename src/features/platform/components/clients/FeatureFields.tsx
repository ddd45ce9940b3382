import { useTranslation } from 'react-i18next'
import type { SwitchableFeature } from '#contract/client-info/feature-slugs.ts'
import { switchableFeatures } from '#contract/client-info/settings-endpoints.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'

type Props = { value: readonly SwitchableFeature[]; onChange: (value: SwitchableFeature[]) => void }

/** What the client gets. Names of staff features say so, because both areas have a "Dashboard" and a "Live". */
export const FeatureFields = ({ value, onChange }: Props) => {
  const { t } = useTranslation(['platform', 'app'])
  return (
    <fieldset>
      <legend className="mb-1 text-base font-semibold text-ink">{t('create.features')}</legend>
      <p className="text-sm text-ink-muted">{t('create.featuresHint')}</p>
      <div className="mt-2 grid gap-x-4 sm:grid-cols-2">
        {switchableFeatures.map((slug) => (
          <Checkbox
            key={slug}
            label={
              <>
                {t(`app:shell.nav.${slug}`)}
                {slug.startsWith('admin_') && <span className="text-ink-muted"> · {t('forStaff')}</span>}
              </>
            }
            checked={value.includes(slug)}
            onChange={({ target }) =>
              onChange(
                switchableFeatures.filter((each) => (each === slug ? target.checked : value.includes(each))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
