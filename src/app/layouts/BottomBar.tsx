import { Link, useLocation } from 'react-router-dom'
import { cx } from '#src/shared/lib/cx.ts'
import { isActiveLink, type NavItem } from './nav-items.ts'
import { NavIcon } from './NavIcon.tsx'
import { useShortNavLabel } from './use-nav-label.ts'

/** Navigation on phones: at most five entries, within reach of the thumb, clear of the home indicator. */
export const BottomBar = ({ items, label }: { items: readonly NavItem[]; label: string }) => {
  const { pathname } = useLocation()
  const labelOf = useShortNavLabel()
  if (items.length === 0) return null
  return (
    <nav
      aria-label={label}
      className="safe-bottom fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised md:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {items.map((item) => {
          const isActive = isActiveLink(item.to, pathname)
          return (
            // Equal widths would cut "Assessments" on the narrowest phones.
            <li key={item.slug} className="min-w-0 flex-1 max-[389px]:flex-auto">
              <Link
                to={item.to}
                aria-current={isActive ? 'page' : undefined}
                className={cx(
                  'flex h-16 flex-col items-center justify-center gap-1 text-xs tracking-tight -outline-offset-2',
                  isActive ? 'font-semibold text-primary-text' : 'text-ink-muted',
                )}
              >
                <span
                  className={cx('rounded-full px-4 py-0.5 max-[359px]:px-3', isActive && 'bg-primary-soft')}
                >
                  <NavIcon slug={item.slug} />
                </span>
                <span dir="auto" className="max-w-full truncate">
                  {labelOf(item)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
