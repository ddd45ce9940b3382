import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { DropPanel } from '#src/shared/ui/overlays/DropPanel.tsx'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'

// In one file with the toasts, which loads after the page can be used.
const AvatarPanel = lazy(async () => ({ default: (await import('./AvatarPanel.tsx')).AvatarPanel }))

/** The account menu: profile, language, appearance and sign-out. */
export const AvatarMenu = () => {
  const { t } = useTranslation('app')
  const user = useAppSelector(selectUser)
  const name = user.full_name ?? user.username ?? ''
  return (
    <DropPanel
      label={t('shell.account')}
      closeLabel={t('shell.closePanel')}
      trigger={(props) => (
        <button
          type="button"
          aria-label={t('shell.accountOf', { name })}
          {...props}
          className={iconButtonClass()}
        >
          <Avatar name={name} src={user.profile_picture} size={36} />
        </button>
      )}
    >
      {(close) => (
        <Suspense fallback={<Skeleton className="m-4 h-72" />}>
          <AvatarPanel onLeave={close} />
        </Suspense>
      )}
    </DropPanel>
  )
}
