import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import PanelLeft from 'lucide-react/icons/panel-left'
import { cx } from '#src/shared/lib/cx.ts'
import { Logo } from '#src/shared/ui/content/Logo.tsx'
import { paths } from '#src/core/paths.ts'
import { isActiveLink, type NavItem } from './nav-items.ts'
import { NavIcon } from './NavIcon.tsx'
import { useClient } from './use-client.ts'
import { useNavCollapsed } from './use-nav-collapsed.ts'
import { useNavLabel } from './use-nav-label.ts'

/** 250 px, 210 px on small screens, 80 px collapsed (spec 9). */
const WIDTH = { open: 'w-[210px] xl:w-[250px]', collapsed: 'w-[80px]' }
const ROW =
  'relative flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-sm font-medium outline-nav-ink transition-colors duration-150'

/** The navigation of staff may be higher than the window. */
const showCurrent = (link: HTMLElement | null) => link?.scrollIntoView?.({ block: 'nearest' })

/** The side navigation in the client's colours, on tablets and larger screens. */
export const SideNav = ({ items, label }: { items: readonly NavItem[]; label: string }) => {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  const { name, navLogoUrl, iconUrl } = useClient()
  const [isCollapsed, toggle] = useNavCollapsed()
  const labelOf = useNavLabel()
  const inactiveClass = cx(ROW, 'text-nav-muted hover:bg-nav-selected hover:text-nav-selected-ink')
  return (
    <aside
      data-collapsed={isCollapsed}
      className={cx(
        'hidden shrink-0 border-e border-line bg-nav text-nav-ink md:block',
        isCollapsed ? WIDTH.collapsed : WIDTH.open,
      )}
    >
      <div className="sticky top-0 flex h-[calc(100dvh-var(--banner-height,0px))] flex-col">
        <Link
          to={paths.home}
          aria-label={t('shell.homeOf', { name })}
          className={cx(
            'mx-3 my-2.5 flex h-11 items-center overflow-hidden rounded-lg outline-nav-ink',
            isCollapsed ? 'justify-center' : 'px-2',
          )}
        >
          <Logo name={name} src={isCollapsed ? iconUrl : navLogoUrl} shape={isCollapsed ? 'icon' : 'full'} />
        </Link>
        <nav aria-label={label} className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
          <ul className="flex flex-col gap-1">
            {items.map((item) => {
              const isActive = isActiveLink(item.to, pathname)
              return (
                <li key={item.slug}>
                  <Link
                    ref={isActive ? showCurrent : undefined}
                    to={item.to}
                    title={isCollapsed ? labelOf(item) : undefined}
                    aria-current={isActive ? 'page' : undefined}
                    className={cx(
                      isActive
                        ? cx(ROW, 'bg-nav-selected font-semibold text-nav-selected-ink')
                        : inactiveClass,
                      isCollapsed && 'justify-center px-0',
                    )}
                  >
                    {isActive && (
                      <span
                        aria-hidden="true"
                        className="absolute inset-y-2 start-0 w-1 rounded-full bg-nav-mark"
                      />
                    )}
                    <NavIcon slug={item.slug} className={isActive ? 'text-nav-mark' : undefined} />
                    <span dir="auto" className={isCollapsed ? 'sr-only' : 'truncate'}>
                      {labelOf(item)}
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        <div className="p-3">
          <button
            type="button"
            aria-expanded={!isCollapsed}
            title={isCollapsed ? t('shell.expand') : undefined}
            className={cx(inactiveClass, isCollapsed && 'justify-center px-0')}
            onClick={toggle}
          >
            <PanelLeft aria-hidden="true" size={20} className="shrink-0 rtl:-scale-x-100" />
            <span className={isCollapsed ? 'sr-only' : 'truncate'}>
              {isCollapsed ? t('shell.expand') : t('shell.collapse')}
            </span>
          </button>
        </div>
      </div>
    </aside>
  )
}
