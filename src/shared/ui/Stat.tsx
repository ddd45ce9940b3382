import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = { label: ReactNode; value: ReactNode; note?: ReactNode; icon?: ReactNode; className?: string }

/** A number and what it counts. Put several into a `<dl>`. */
export const Stat = ({ label, value, note, icon, className }: Props) => (
  <div className={cx('card flex items-start gap-4 p-4 sm:p-5', className)}>
    {icon && (
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-text"
      >
        {icon}
      </span>
    )}
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className="text-2xl font-bold tabular-nums text-ink">
        {value}
        {note && <span className="ms-2 text-sm font-normal text-ink-muted">{note}</span>}
      </dd>
    </div>
  </div>
)
