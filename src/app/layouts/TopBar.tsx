import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { shallowEqual } from 'react-redux'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useAfterInteractive } from '#src/core/after-interactive.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { paths } from '#src/core/paths.ts'
import { selectRoleFlags } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { StreakBadge } from '#src/features/leaderboard/index.ts'
import { loadWhenOnline } from '#src/core/load-when-online.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'
import { Bell } from './Bell.tsx'
import { useClient } from './use-client.ts'

/** The streak is no page's purpose: it comes once the page can be used. */
const StreakPlace = () => {
  const skeleton = <Skeleton width={72} height={36} />
  return useAfterInteractive() ? (
    <Suspense fallback={skeleton}>
      <StreakBadge />
    </Suspense>
  ) : (
    skeleton
  )
}

const SearchButton = lazyPart(
  async () => (await loadWhenOnline(() => import('./search/SearchButton.tsx'))).SearchButton,
)

/** The first page is there to be read: the search comes once that can be used, in the room that was kept for it. */
const SearchPlace = () => {
  const skeleton = <Skeleton className="size-11 rounded-lg md:w-80 md:max-w-full" />
  return useAfterInteractive() ? (
    <Suspense fallback={skeleton}>
      <SearchButton />
    </Suspense>
  ) : (
    skeleton
  )
}

/** An exam is answered without leaving it. */
const isExam = (path: string) => path === '/assessment/quiz'

/** `alone`: there is no side navigation (course player), so the logo also shows on wide screens. */
export const TopBar = ({ alone }: { alone: boolean }) => {
  const { t } = useTranslation('app')
  const { name, logoUrl, iconUrl } = useClient()
  const { pathname } = useLocation()
  const { mayEnterAdmin } = useAppSelector(selectRoleFlags, shallowEqual)
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface-raised">
      <div className="flex h-14 items-center gap-1 px-3 md:h-16 md:gap-2 md:px-6">
        <Link
          to={paths.home}
          aria-label={t('shell.homeOf', { name })}
          className={cx('flex h-11 min-w-0 items-center rounded-lg', !alone && 'md:hidden')}
        >
          <Logo name={name} src={logoUrl} narrowSrc={iconUrl} />
        </Link>
        <div className="flex min-w-fit flex-1 items-center justify-end gap-1 md:gap-2">
          {!isExam(pathname) && (
            <div className="flex md:me-auto md:min-w-0 md:flex-1">
              <SearchPlace />
            </div>
          )}
          <StreakPlace />
          {mayEnterAdmin && (
            <Link
              to={adminPaths.dashboard}
              aria-label={t('shell.admin')}
              className={buttonClass({
                variant: 'secondary',
                size: 'sm',
                className: 'min-w-11 px-2 sm:px-3',
              })}
            >
              <ShieldCheck aria-hidden="true" size={18} />
              <span className="hidden sm:inline">{t('shell.admin')}</span>
            </Link>
          )}
          <Bell />
          <AvatarMenu />
        </div>
      </div>
    </header>
  )
}
