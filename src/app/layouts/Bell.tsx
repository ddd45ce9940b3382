import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import BellIcon from 'lucide-react/icons/bell'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { paths } from '#src/core/paths.ts'
import { NotificationList, useBellState } from '#src/features/notifications/index.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Count } from '#src/shared/ui/content/Count.tsx'
import { DropPanel } from '#src/shared/ui/overlays/DropPanel.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useCommunityNotice } from './use-community-notice.ts'

/** Higher numbers show as "99+". */
const SHOWN_MAX = 99

/** The community notice first (spec 2: Top bar), then the notifications. */
export const Bell = ({ communityExists }: { communityExists?: boolean }) => {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  const { unread, label } = useBellState()
  const notice = useCommunityNotice(pathname, communityExists)
  const name = t('shell.notifications')
  const close = () => notice.onOpenChange(false)
  return (
    <>
      <DropPanel
        label={name}
        open={notice.open}
        className="sm:w-96"
        closeLabel={t('shell.closePanel')}
        isSheet={!notice.isAutomatic}
        trigger={({ ref, ...props }) => (
          <IconButton
            ref={ref}
            label={label === null ? name : `${name}: ${label}`}
            icon={
              <>
                <BellIcon aria-hidden="true" size={22} />
                {unread > 0 ? (
                  <span className="absolute end-0 top-0.5 min-w-5 rounded-full border-2 border-surface-raised bg-primary px-1 text-center text-xs font-semibold text-on-primary">
                    <Count>{unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}</Count>
                  </span>
                ) : (
                  notice.isUnseen && (
                    <span className="absolute end-2 top-2 size-2.5 rounded-full border-2 border-surface-raised bg-primary" />
                  )
                )}
              </>
            }
            {...props}
            // A press while the notice is open automatically shows the notifications instead of closing it.
            onClick={notice.isAutomatic ? () => notice.onOpenChange(true) : props.onClick}
          />
        )}
        onOpenChange={notice.onOpenChange}
      >
        {notice.isAvailable && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pauses the timer while somebody reads
          <div
            role="status"
            className="border-b border-line p-4 last:border-b-0"
            onPointerEnter={() => notice.setReading(true)}
            onPointerLeave={() => notice.setReading(false)}
            onFocus={() => notice.setReading(true)}
            onBlur={() => notice.setReading(false)}
          >
            <div className="flex gap-3">
              <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-text">
                <MessagesSquare aria-hidden="true" size={20} />
              </span>
              <div>
                <p className="font-semibold">{t('shell.community.title')}</p>
                <p className="mt-0.5 text-sm text-ink-muted">{t('shell.community.text')}</p>
              </div>
            </div>
            <Link
              to={paths.community}
              className={buttonClass({ size: 'sm', block: true, className: 'mt-4' })}
              onClick={close}
            >
              {t('shell.community.action')}
            </Link>
          </div>
        )}
        {!notice.isAutomatic && (
          <Suspense fallback={<Skeleton className="m-4 h-40" />}>
            <NotificationList onLeave={close} />
          </Suspense>
        )}
      </DropPanel>
      <span aria-live="polite" className="sr-only">
        {label}
      </span>
    </>
  )
}
