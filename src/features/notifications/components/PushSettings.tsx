import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '#contract/notifications/notifications.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useTestPush } from '../api/notifications.mutations.ts'
import { notificationKeys } from '../api/notifications.queries.ts'
import { disablePush, enablePush, isSubscribed, pushSupportWhenReady } from '../live/push.ts'

/** Push for this device, with the reason if it is not available. */
export const PushSettings = ({
  publicKey,
  devices,
}: {
  publicKey: string
  devices: Preferences['push_devices']
}) => {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const notify = useNotify()
  const online = useOnline()
  const test = useTestPush()
  const [pending, setPending] = useState(false)
  const device = useQuery({
    queryKey: ['notifications', 'this-browser'],
    queryFn: async () => ({ support: await pushSupportWhenReady(), on: await isSubscribed() }),
    staleTime: 0,
  })
  if (!device.data)
    return (
      <div role="status" aria-busy="true">
        <h3 className="mb-2 font-semibold">{t('push.title')}</h3>
        <SkeletonText lines={2} />
        <span className="sr-only">{t('settings.loading')}</span>
      </div>
    )
  const { support, on: isOn } = device.data

  const change = async (action: () => Promise<unknown>) => {
    setPending(true)
    try {
      await action()
    } catch {
      notify({ kind: 'error', title: t('push.failed'), message: t('push.failedText') })
    } finally {
      setPending(false)
      await device.refetch()
      await client.invalidateQueries({ queryKey: notificationKeys.preferences })
    }
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{t('push.title')}</h3>
        {isOn && <Badge tone="success">{t('push.on')}</Badge>}
      </div>
      <p className="mt-1 max-w-reading text-sm text-ink-muted">{t(`push.${support}`)}</p>
      {support === 'ready' && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          {isOn ? (
            <>
              <Button variant="secondary" pending={pending} onClick={() => void change(disablePush)}>
                {t('push.disable')}
              </Button>
              <Button variant="ghost" pending={test.isPending} onClick={() => test.mutate()}>
                {t('push.test')}
              </Button>
            </>
          ) : (
            <Button
              pending={pending}
              disabled={!online}
              onClick={() => void change(() => enablePush(publicKey))}
            >
              {t('push.enable')}
            </Button>
          )}
        </div>
      )}
      {devices > 0 && <p className="mt-2 text-sm text-ink-muted">{t('push.devices', { count: devices })}</p>}
    </div>
  )
}
