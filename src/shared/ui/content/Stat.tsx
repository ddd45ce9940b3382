import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = { label: ReactNode; value: ReactNode; note?: ReactNode; icon?: ReactNode; className?: string }

/** A number and its label. Put several into a `<dl>`; a group in it may hold only terms and values. */
export const Stat = ({ label, value, note, icon, className }: Props) => (
  <div
    className={cx(
      'card relative flex flex-col-reverse justify-end p-4 sm:p-5',
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
    <dd className="text-2xl font-bold tabular-nums text-ink">
      {value}
      {note && <span className="ms-2 text-sm font-normal text-ink-muted">{note}</span>}
    </dd>
  </div>
)
