import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { preferencesQuery } from '../api/notifications.queries.ts'
import { MailRhythm } from './MailRhythm.tsx'
import { PreferenceGrid } from './PreferenceGrid.tsx'
import { PushSettings } from './PushSettings.tsx'
import { QuietHours } from './QuietHours.tsx'

const ID = 'notifications'

/** Notification settings: what, by which channel, and quiet hours (spec 2: Profile). */
export const NotificationSettings = () => {
  const { t } = useTranslation('notifications')
  const online = useOnline()
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, isError, refetch } = useQuery(preferencesQuery())
  const isTarget = hash === `#${ID}`
  const isLoaded = data !== undefined
  // The bell links to this section, not to the top of the page.
  useEffect(() => {
    if (!isTarget || !isLoaded) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [isTarget, isLoaded])
  return (
    <section aria-labelledby={ID}>
      <h2 ref={heading} id={ID} tabIndex={-1} className="scroll-mt-20 text-lg font-semibold outline-none">
        {t('settings.title')}
      </h2>
      <p className="mt-1 mb-5 max-w-reading text-sm text-ink-muted">{t('settings.text')}</p>
      <ListState
        items={data && [data]}
        failed={isError}
        offline={!online}
        filtered={false}
        loadingLabel={t('settings.loading')}
        skeleton={<Skeleton height={360} />}
        empty={{ title: t('settings.error') }}
        emptyFiltered={{
          title: t('settings.error'),
          clearLabel: t('list.retry'),
          onClear: () => void refetch(),
        }}
        error={{ title: t('settings.error'), retryLabel: t('list.retry'), onRetry: () => void refetch() }}
        offlineMessage={{ title: t('settings.offline') }}
      >
        {([preferences]) =>
          preferences && (
            <div className="grid gap-8">
              <PreferenceGrid kinds={preferences.kinds} mail={preferences.mail} />
              <MailRhythm mail={preferences.mail} quiet={preferences.quiet} zone={preferences.time_zone} />
              <QuietHours quiet={preferences.quiet} zone={preferences.time_zone} />
              <PushSettings publicKey={preferences.push_key} devices={preferences.push_devices} />
            </div>
          )
        }
      </ListState>
    </section>
  )
}
