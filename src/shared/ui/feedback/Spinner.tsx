import { cx } from '#src/shared/lib/cx.ts'

type Props = { size?: number; label?: string; className?: string }

/** A spinner; screen readers ignore it unless it has a label. */
export const Spinner = ({ size = 20, label, className }: Props) => (
  <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      className="animate-spin"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" strokeWidth="3" />
    </svg>
    {label && <span className="sr-only">{label}</span>}
  </span>
)
