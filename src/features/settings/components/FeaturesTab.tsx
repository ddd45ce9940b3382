import { useTranslation } from 'react-i18next'
import type { ClientSettings } from '#contract/client-info/settings-endpoints.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { useSwitchFeature } from '../api/settings.queries.ts'
import { SettingsPart } from './SettingsPart.tsx'

/** What the client offers. A switch moves once the server has stored it. */
export const FeaturesTab = () => {
  const { t } = useTranslation('settings')
  return (
    <SettingsPart>
      {(settings) => (
        <div className="flex flex-col gap-6">
          <p className="max-w-reading text-ink-muted">{t('features.text')}</p>
          <div className="grid items-start gap-6 lg:grid-cols-2">
            {(['student', 'admin'] as const).map((area) => (
              <Card key={area} as="section">
                <h2 className="mb-3 text-lg font-semibold text-ink">{t(`features.areas.${area}`)}</h2>
                <ul className="divide-y divide-line">
                  {settings.features
                    .filter((feature) => feature.area === area)
                    .map((feature) => (
                      <li key={feature.slug} className="py-1">
                        <FeatureSwitches feature={feature} version={settings.version} />
                      </li>
                    ))}
                </ul>
              </Card>
            ))}
          </div>
        </div>
      )}
    </SettingsPart>
  )
}

type SwitchesProps = { feature: ClientSettings['features'][number]; version: number }

const FeatureSwitches = ({ feature, version }: SwitchesProps) => {
  const { t } = useTranslation(['settings', 'app'])
  const notify = useNotify()
  const isSuperadmin = useAppSelector((state) => selectUser(state).role === 'superadmin')
  const { mutate, isPending } = useSwitchFeature()
  const { slug, is_on: isOn, is_allowed: isAllowed } = feature
  const name = t(`app:shell.nav.${slug}`)
  const change = (changes: Partial<typeof feature>) =>
    mutate(
      { version, slug, is_on: isOn, is_allowed: isAllowed, ...changes },
      {
        onSuccess: () => notify({ kind: 'success', title: t('features.saved', { name }) }),
        onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
      },
    )
  return (
    <>
      <Switch
        label={<span className="font-medium">{name}</span>}
        hint={isAllowed ? undefined : t('features.forbidden')}
        checked={isOn}
        disabled={isPending || !isAllowed}
        onChange={(next) => change({ is_on: next })}
      />
      {isSuperadmin && (
        <Switch
          label={<span className="text-ink-muted">{t('features.allow', { name })}</span>}
          checked={isAllowed}
          disabled={isPending}
          onChange={(next) => change(next ? { is_allowed: true } : { is_allowed: false, is_on: false })}
        />
      )}
    </>
  )
}
