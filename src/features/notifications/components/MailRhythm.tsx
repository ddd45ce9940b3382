import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailRhythms, type Preferences } from '#contract/notifications/notifications.ts'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSetPreferences } from '../api/notifications.mutations.ts'
import { clockOf, isWithin, minuteOf } from '../model/minutes.ts'

/** When to send mails: at once, once a day at a chosen time, or never. */
export const MailRhythm = ({ mail, quiet, zone }: Pick<Preferences, 'mail' | 'quiet'> & { zone: string }) => {
  const { t } = useTranslation('notifications')
  const name = useId()
  const set = useSetPreferences()
  /** The field's value: a half-typed time is not saved. */
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? clockOf(mail.at)

  const save = () => {
    const at = minuteOf(value)
    if (at !== null && at !== mail.at) set.mutate({ mail: { ...mail, at } })
    setTyped(null)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('mail.title')}</legend>
      {mailRhythms.map((rhythm) => (
        <label key={rhythm} className="flex min-h-11 cursor-pointer items-start gap-3 py-2 text-sm">
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-5 shrink-0 cursor-pointer accent-primary"
            checked={mail.rhythm === rhythm}
            onChange={() => set.mutate({ mail: { ...mail, rhythm } })}
          />
          <span className="min-w-0 text-ink">
            {t(`mail.${rhythm}`)}
            <span className="block text-ink-muted">{t(`mail.${rhythm}Hint`)}</span>
          </span>
        </label>
      ))}
      {mail.rhythm === 'daily' && (
        <div className="mt-1 ms-8 flex flex-wrap items-end gap-x-4 gap-y-1">
          <label className="text-sm font-medium text-ink">
            <span className="mb-1.5 block">{t('mail.at')}</span>
            <TextInput
              type="time"
              dir="ltr"
              className="w-36"
              value={value}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={save}
            />
          </label>
          <p className="pb-3 text-sm text-ink-muted">
            {t('quiet.zone')} <bdi>{zone}</bdi>
          </p>
          {quiet !== null && isWithin(quiet, mail.at) && (
            <p className="basis-full text-sm text-ink-muted">
              {t('mail.quiet', { time: clockOf(quiet.to) })}
            </p>
          )}
        </div>
      )}
    </fieldset>
  )
}
