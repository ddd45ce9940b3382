import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { cx } from '#src/shared/lib/cx.ts'

type Props = { to: string; children: ReactNode; className?: string }

/** The way back above a page's title: the same on every page. */
export const BackLink = ({ to, children, className }: Props) => (
  <Link
    to={to}
    className={cx(
      'inline-flex min-h-11 min-w-0 max-w-full items-center gap-2 text-sm font-medium text-primary-text hover:underline',
      className,
    )}
  >
    <ArrowLeft aria-hidden="true" size={18} className="shrink-0 rtl:-scale-x-100" />
    <span className="truncate">{children}</span>
  </Link>
)
