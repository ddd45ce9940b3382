import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationChannels, type Preferences } from '#contract/notifications/notifications.ts'
import { selectFeatures } from '#src/core/client-config/client-config-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { useSetPreferences } from '../api/notifications.mutations.ts'
import { kindGroups } from '../model/groups.ts'

/** A checkbox for each kind and channel; changes apply at once. */
export const PreferenceGrid = ({ kinds, mail }: Pick<Preferences, 'kinds' | 'mail'>) => {
  const { t } = useTranslation('notifications')
  const features = useAppSelector(selectFeatures)
  const set = useSetPreferences()
  return (
    <table className="w-full max-w-3xl border-collapse text-sm">
      <caption className="sr-only">{t('settings.grid')}</caption>
      <thead>
        <tr>
          <th scope="col" className="pb-2 text-start font-medium text-ink-muted">
            {t('settings.kind')}
          </th>
          {notificationChannels.map((channel) => (
            <th
              key={channel}
              scope="col"
              className="w-14 pb-2 text-center font-medium text-ink-muted sm:w-24"
            >
              {t(`channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kindGroups(features).map(({ group, kinds: names }) => (
          <Fragment key={group}>
            <tr className="border-t border-line">
              <th scope="colgroup" colSpan={4} className="pt-4 pb-1 text-start font-semibold text-ink">
                {t(`groups.${group}`)}
              </th>
            </tr>
            {names.map((kind) => {
              const row = kinds.find((preference) => preference.kind === kind)
              return (
                <tr key={kind} className="border-t border-line first:border-t-0">
                  <th scope="row" className="py-1 pe-2 text-start font-normal text-ink">
                    {t(`settings.kinds.${kind}`)}
                  </th>
                  {notificationChannels.map((channel) => (
                    <td key={channel} className="text-center">
                      <label className="inline-flex size-11 cursor-pointer items-center justify-center">
                        <input
                          type="checkbox"
                          aria-label={t('settings.box', {
                            kind: t(`settings.kinds.${kind}`),
                            channel: t(`channels.${channel}`),
                          })}
                          className="size-6 cursor-pointer accent-primary disabled:cursor-not-allowed disabled:opacity-40"
                          checked={row?.[channel] ?? false}
                          // The values are kept for when mails are turned on again.
                          disabled={channel === 'email' && mail.rhythm === 'never'}
                          onChange={(event) =>
                            set.mutate({ kinds: [{ kind, channel, on: event.target.checked }] })
                          }
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              )
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
