import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences, QuietHours as Hours } from '#contract/notifications/notifications.ts'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSetPreferences } from '../api/notifications.mutations.ts'
import { clockOf, minuteOf } from '../model/minutes.ts'

/** The default: ten in the evening to seven in the morning. */
const DEFAULT_HOURS: Hours = { from: 22 * 60, to: 7 * 60 }

/** Hours without pushes and mails; the bell makes no noise anyway. */
export const QuietHours = ({ quiet, zone }: { quiet: Preferences['quiet']; zone: string }) => {
  const { t } = useTranslation('notifications')
  const set = useSetPreferences()
  /** The fields' values: a half-typed time is not saved. */
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null)
  const hours = quiet ?? DEFAULT_HOURS
  const values = typed ?? { from: clockOf(hours.from), to: clockOf(hours.to) }
  const areEqual = values.from === values.to

  // Saved on blur: typing passes through times that nobody means.
  const save = () => {
    const [from, to] = [minuteOf(values.from), minuteOf(values.to)]
    if (typed === null || from === null || to === null || from === to) return
    if (from !== quiet?.from || to !== quiet.to) set.mutate({ quiet: { from, to } })
  }
  const fields = [
    { name: 'from', label: t('quiet.from') },
    { name: 'to', label: t('quiet.to') },
  ] as const
  return (
    <div className="max-w-3xl">
      <Switch
        checked={quiet !== null}
        label={<span className="font-semibold">{t('quiet.title')}</span>}
        hint={t('quiet.text')}
        onChange={(on) => {
          setTyped(null)
          set.mutate({ quiet: on ? DEFAULT_HOURS : null })
        }}
      />
      {quiet !== null && (
        <div className="mt-2 flex flex-wrap items-end gap-4">
          {fields.map(({ name, label }) => (
            <label key={name} className="text-sm font-medium text-ink">
              <span className="mb-1.5 block">{label}</span>
              <TextInput
                type="time"
                dir="ltr"
                className="w-36"
                value={values[name]}
                aria-invalid={areEqual || undefined}
                onChange={(event) => setTyped({ ...values, [name]: event.target.value })}
                onBlur={save}
              />
            </label>
          ))}
          <p className="pb-3 text-sm text-ink-muted">
            {t('quiet.zone')} <bdi>{zone}</bdi>
          </p>
        </div>
      )}
      {quiet !== null && areEqual && (
        <p role="alert" className="mt-2 text-sm text-error-text">
          {t('quiet.same')}
        </p>
      )}
    </div>
  )
}
