import type { ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { KindIcon, type MessageKind } from '../content/KindIcon.tsx'

const COLOURS: Record<MessageKind, string> = {
  success: 'bg-success-soft text-success-text',
  error: 'bg-error-soft text-error-text',
  warning: 'bg-warning-soft text-warning-text',
  info: 'bg-info-soft text-info-text',
}

type Props = {
  kind?: MessageKind
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
  id?: string
}

/** A message that stays in the page. Errors are assertive for screen readers, the others polite. */
export const Alert = ({ kind = 'info', title, children, action, className, id }: Props) => (
  <div
    id={id}
    role={kind === 'error' ? 'alert' : 'status'}
    className={cx('flex items-start gap-3 rounded-lg px-4 py-3 text-sm', COLOURS[kind], className)}
  >
    <KindIcon kind={kind} className="mt-0.5 shrink-0" />
    <div className="min-w-0 flex-1">
      {title && <p className="font-semibold">{title}</p>}
      {children && <div className={cx('text-ink', Boolean(title) && 'mt-0.5')}>{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  </div>
)
