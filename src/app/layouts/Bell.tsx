import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import BellIcon from 'lucide-react/icons/bell'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { DropPanel } from '#src/shared/ui/DropPanel.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { useCommunityNotice } from './use-community-notice.ts'

/** Notifications: the community notice where the client has a community, else an honest "none yet". */
export const Bell = ({ communityExists }: { communityExists?: boolean }) => {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  const { available, open, onOpenChange, setReading, unseen } = useCommunityNotice(pathname, communityExists)
  return (
    <DropPanel
      label={t('shell.notifications')}
      open={open}
      trigger={({ ref, ...props }) => (
        <IconButton
          ref={ref}
          label={t('shell.notifications')}
          icon={
            <>
              <BellIcon aria-hidden="true" size={22} />
              {unseen && (
                <span className="absolute end-2 top-2 size-2.5 rounded-full border-2 border-surface-raised bg-primary" />
              )}
            </>
          }
          {...props}
        />
      )}
      onOpenChange={onOpenChange}
    >
      {available ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only holds the clock while somebody reads
        <div
          role="status"
          className="p-4"
          onPointerEnter={() => setReading(true)}
          onPointerLeave={() => setReading(false)}
          onFocus={() => setReading(true)}
          onBlur={() => setReading(false)}
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
            onClick={() => onOpenChange(false)}
          >
            {t('shell.community.action')}
          </Link>
        </div>
      ) : (
        <div className="flex flex-col items-center gap-2 px-4 py-8 text-center">
          <BellIcon aria-hidden="true" size={28} className="text-ink-muted" />
          <p className="text-sm text-ink-muted">{t('shell.noNotifications')}</p>
        </div>
      )}
    </DropPanel>
  )
}
