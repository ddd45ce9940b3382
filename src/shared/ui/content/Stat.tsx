import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = { label: ReactNode; value: ReactNode; note?: ReactNode; icon?: ReactNode; className?: string }

/** Several numbers side by side in one card; three fit on a phone. */
export const StatRow = ({
  columns,
  className,
  children,
}: {
  columns: 3 | 4
  className?: string
  children: ReactNode
}) => (
  <dl
    className={cx('card grid px-1', columns === 3 ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4', className)}
  >
    {children}
  </dl>
)

/** A number and its label, in a {@link StatRow} or a `<dl>`; a group in it may hold only terms and values. */
export const Stat = ({ label, value, note, icon, className }: Props) => (
  <div
    className={cx(
      'relative flex min-w-0 flex-col-reverse justify-end px-3 py-4 sm:p-5',
      // The icon is above the number on phones, beside it on wider screens.
      Boolean(icon) && 'pt-16 sm:ps-19 sm:pt-5',
      className,
    )}
  >
    <dt className="text-sm text-ink-muted">
      {icon && (
        <span
          aria-hidden="true"
          className="absolute start-4 top-4 flex size-10 items-center justify-center rounded-lg bg-primary-soft text-primary-text sm:start-5 sm:top-5"
        >
          {icon}
        </span>
      )}
      {label}
    </dt>
    <dd className="text-xl font-bold tabular-nums text-ink wrap-anywhere sm:text-2xl">
      {value}
      {note && <span className="ms-2 text-sm font-normal text-ink-muted">{note}</span>}
    </dd>
  </div>
)
