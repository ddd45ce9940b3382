import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'error' | 'info'

const TONES: Record<Tone, string> = {
  neutral: 'bg-surface-sunken text-ink-muted',
  primary: 'bg-primary-soft text-primary-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  error: 'bg-error-soft text-error-text',
  info: 'bg-info-soft text-info-text',
}

type Props = { tone?: Tone; icon?: ReactNode; className?: string; children: ReactNode }

/** A short status label; never a control. */
export const Badge = ({ tone = 'neutral', icon, className, children }: Props) => (
  <span
    className={cx(
      'inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-medium',
      TONES[tone],
      className,
    )}
  >
    {icon}
    <span className="truncate">{children}</span>
  </span>
)
