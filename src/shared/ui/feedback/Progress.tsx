import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = {
  /** 0 to 100. */
  value: number
  label: string
  /** Read instead of the percentage, such as "3 of 8 lessons". */
  valueText?: string
  tone?: 'primary' | 'success'
  size?: 'sm' | 'md'
  className?: string
}

const clampPercent = (value: number) => Math.min(100, Math.max(0, Number.isFinite(value) ? value : 0))

/** A progress bar; it fills from the right in Arabic. */
export const Progress = ({ value, label, valueText, tone = 'primary', size = 'md', className }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(clampPercent(value))}
    aria-valuetext={valueText}
    className={cx('overflow-hidden rounded-full bg-line', size === 'sm' ? 'h-1.5' : 'h-2.5', className)}
  >
    <div
      style={{ width: `${clampPercent(value)}%` }}
      className={cx('h-full rounded-full', tone === 'success' ? 'bg-success' : 'bg-primary')}
    />
  </div>
)

type RingProps = Omit<Props, 'size'> & { size?: number; children?: ReactNode }

/** A progress ring with room for a number inside. */
export const ProgressRing = ({
  value,
  label,
  valueText,
  tone = 'primary',
  size = 96,
  className,
  children,
}: RingProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(clampPercent(value))}
    aria-valuetext={valueText}
    style={{ width: size, height: size }}
    className={cx('relative inline-flex shrink-0 items-center justify-center', className)}
  >
    <svg aria-hidden="true" viewBox="0 0 100 100" className="absolute inset-0 -rotate-90 rtl:-scale-y-100">
      <circle cx="50" cy="50" r="44" fill="none" stroke="var(--line)" strokeWidth="9" />
      <circle
        cx="50"
        cy="50"
        r="44"
        fill="none"
        stroke={tone === 'success' ? 'var(--success)' : 'var(--primary)'}
        strokeWidth="9"
        strokeLinecap="round"
        pathLength={100}
        strokeDasharray={`${clampPercent(value)} 100`}
        opacity={clampPercent(value) > 0 ? 1 : 0}
      />
    </svg>
    <div className="relative text-center">{children}</div>
  </div>
)
