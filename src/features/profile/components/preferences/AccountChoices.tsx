import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile, ProfileChange } from '#contract/profile/profile.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { offeredLanguages } from '#src/core/i18n/language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { useProfile, useSaveProfile } from '../../api/profile.queries.ts'
import { languageOptions } from './language-options.ts'

/** What belongs to the account and not to the device: the language of mails, and the time zone. */
export const AccountChoices = () => {
  const { t } = useTranslation('profile')
  const { data, isError, refetch } = useProfile()
  if (data) return <Choices profile={data} />
  if (!isError)
    return (
      <div role="status" aria-busy="true">
        <span className="sr-only">{t('about.loading')}</span>
        <Skeleton height={152} />
      </div>
    )
  return (
    <Alert
      kind="error"
      title={t('about.error')}
      action={
        <Button size="sm" variant="secondary" onClick={() => void refetch()}>
          {t('devices.retry')}
        </Button>
      }
    />
  )
}

const Choices = ({ profile }: { profile: OwnProfile }) => {
  const { t } = useTranslation('profile')
  const notify = useNotify()
  const save = useSaveProfile()
  const choose = (change: ProfileChange) =>
    save.mutate(change, {
      onSuccess: () => notify({ kind: 'success', title: t('form.saved') }),
      onError: (error) => notify({ kind: 'error', title: errorText(error, t('form.failed')) }),
    })
  // Shown as chosen at once; a refusal shows what is saved.
  const shown = save.isPending ? { ...profile, ...save.variables } : profile
  return (
    <>
      <Segmented
        legend={t('preferences.mailLanguage')}
        value={shown.language ?? profile.language}
        options={languageOptions(offeredLanguages())}
        onChange={(language) => choose({ language })}
      />
      <ZoneField profile={profile} onChoose={(zone) => choose({ time_zone: zone })} />
    </>
  )
}

const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
const readable = (zone: string) => zone.replaceAll('_', ' ')

interface ZoneProps {
  profile: Pick<OwnProfile, 'time_zone' | 'follows_device_zone'>
  onChoose: (zone: string | null) => void
}

const ZoneField = ({ profile, onChoose }: ZoneProps) => {
  const { t } = useTranslation('profile')
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone')
    return known.includes(profile.time_zone) ? known : [profile.time_zone, ...known]
  }, [profile.time_zone])
  return (
    <Field label={t('preferences.zone')} hint={t('preferences.zoneHint')}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={profile.follows_device_zone ? '' : profile.time_zone}
          onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
        >
          <option value="">
            {t('preferences.zoneOfDevice', { zone: isolated(readable(deviceZone())) })}
          </option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {readable(zone)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
