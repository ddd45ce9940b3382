import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cx } from '#src/shared/lib/cx.ts'

/** A link in a line of text, tall enough for a thumb. */
export const TextLink = ({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) => (
  <Link
    to={to}
    className={cx(
      'inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline',
      className,
    )}
  >
    {children}
  </Link>
)
