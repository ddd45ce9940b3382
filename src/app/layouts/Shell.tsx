import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { cx } from '#src/shared/lib/cx.ts'
import { BottomBar } from './BottomBar.tsx'
import { isPlayerPath, type NavItem } from './nav-items.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { SideNav } from './SideNav.tsx'
import { TopBar } from './TopBar.tsx'
import { usePageChange } from './use-page-change.ts'
import { useClient } from './use-client.ts'

type Props = {
  side: readonly NavItem[]
  bottom: readonly NavItem[]
  label: string
  children: ReactNode
}

/** Side navigation, top bar, page and bottom bar; the course player uses the full screen. */
export const Shell = ({ side, bottom, label, children }: Props) => {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  const { name } = useClient()
  const isPlayer = isPlayerPath(pathname)
  const main = useRef<HTMLElement>(null)
  usePageChange(main, name)
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-60 focus:rounded-lg focus:bg-primary focus:px-4 focus:py-2.5 focus:font-semibold focus:text-on-primary"
        onClick={(event) => {
          // The URL stays unchanged: "back" must not lead through the skip link.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t('shell.skip')}
      </a>
      {!isPlayer && <SideNav items={side} label={label} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar alone={isPlayer} />
        <OfflineBanner />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className={cx(
            'w-full flex-1 outline-none',
            !isPlayer && 'mx-auto max-w-page px-4 pt-6 pb-28 sm:px-6 md:pb-12 md:pt-8',
          )}
        >
          {children}
        </main>
      </div>
      {!isPlayer && <BottomBar items={bottom} label={label} />}
    </div>
  )
}
