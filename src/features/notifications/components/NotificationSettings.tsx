import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { preferencesQuery } from '../api/notifications.queries.ts'
import { MailRhythm } from './MailRhythm.tsx'
import { PreferenceGrid } from './PreferenceGrid.tsx'
import { PushSettings } from './PushSettings.tsx'
import { QuietHours } from './QuietHours.tsx'

const ID = 'notifications'

/** Spec §2 "Profile": what one is told, where, and when not. */
export const NotificationSettings = () => {
  const { t } = useTranslation('notifications')
  const online = useOnline()
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, isError, refetch } = useQuery(preferencesQuery())
  const wanted = hash === `#${ID}`
  const there = data !== undefined
  // The bell leads here: to this part, not to the top of the page.
  useEffect(() => {
    if (!wanted || !there) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [wanted, there])
  return (
    <Card as="section" aria-labelledby={ID}>
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
        {([known]) =>
          known && (
            <div className="grid gap-8">
              <PreferenceGrid kinds={known.kinds} mail={known.mail} />
              <MailRhythm mail={known.mail} quiet={known.quiet} zone={known.time_zone} />
              <QuietHours quiet={known.quiet} zone={known.time_zone} />
              <PushSettings publicKey={known.push_key} devices={known.push_devices} />
            </div>
          )
        }
      </ListState>
    </Card>
  )
}
