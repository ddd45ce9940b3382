import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import X from 'lucide-react/icons/x'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { KindIcon, type MessageKind } from '../content/KindIcon.tsx'

export type ToastItem<Action extends string = string> = {
  id: string
  kind: MessageKind
  title: string
  message?: string | undefined
  /** A page of the app; the toast closes when it is opened. */
  link?: { to: string; label: string } | undefined
  /** An action offered in the toast; such a toast stays until it is answered. */
  action?: { id: Action; label: string } | undefined
}

type Props<Action extends string> = {
  toasts: readonly ToastItem<Action>[]
  /** How long a toast stays (spec 9: 5000 ms). */
  durationMs: number
  onDismiss: (id: string) => void
  onAction?: ((action: Action) => void) | undefined
  texts: { region: string; dismiss: string }
}

const COLOURS: Record<MessageKind, string> = {
  success: 'text-success-text',
  error: 'text-error-text',
  warning: 'text-warning-text',
  info: 'text-info-text',
}

/**
 * Toasts at the top end corner (on phones below the bar: pages.css). Each closes after its time, which pauses
 * while a pointer or the focus is on them. The live region is always in the page, so that screen readers
 * announce additions.
 */
export const Toaster = <Action extends string>({
  toasts,
  durationMs,
  onDismiss,
  onAction,
  texts,
}: Props<Action>) => {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pauses the timer while somebody reads
    <section
      aria-label={texts.region}
      data-notices
      className="pointer-events-none fixed inset-x-3 top-3 z-60 sm:inset-x-auto sm:end-4 sm:w-96"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false)
      }}
    >
      <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-2">
        {toasts.map((toast) => (
          <Toast
            key={toast.id}
            toast={toast}
            durationMs={durationMs}
            paused={toasts.length > 0 && (hovered || focused)}
            dismissLabel={texts.dismiss}
            onDismiss={onDismiss}
            onAction={onAction}
          />
        ))}
      </ol>
    </section>
  )
}

type ToastProps<Action extends string> = {
  toast: ToastItem<Action>
  paused: boolean
  durationMs: number
  dismissLabel: string
  onDismiss: (id: string) => void
  onAction: ((action: Action) => void) | undefined
}

const Toast = <Action extends string>(props: ToastProps<Action>) => {
  const { toast, paused, onDismiss } = props
  const { id, action } = toast
  const remainingMs = useRef(props.durationMs)
  const isPersistent = action !== undefined
  useEffect(() => {
    if (paused || isPersistent) return
    const started = Date.now()
    const timer = setTimeout(() => onDismiss(id), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= Date.now() - started
    }
  }, [paused, isPersistent, id, onDismiss])
  return (
    <li className="floating rise pointer-events-auto flex items-start gap-3 py-1 ps-4 pe-1">
      <KindIcon kind={toast.kind} className={cx('mt-3 shrink-0', COLOURS[toast.kind])} />
      <div role={toast.kind === 'error' ? 'alert' : undefined} className="min-w-0 flex-1 py-2.5 text-sm">
        <p dir="auto" className="font-semibold">
          {toast.title}
        </p>
        {toast.message && (
          <p dir="auto" className="mt-0.5 text-ink-muted">
            {toast.message}
          </p>
        )}
        {toast.link && (
          <Link
            to={toast.link.to}
            className="-mb-2 inline-flex min-h-11 items-center font-semibold text-primary-text hover:underline"
            onClick={() => onDismiss(id)}
          >
            {toast.link.label}
          </Link>
        )}
        {action && (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              props.onAction?.(action.id)
              onDismiss(id)
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton
        label={props.dismissLabel}
        icon={<X aria-hidden="true" size={18} />}
        onClick={() => onDismiss(id)}
      />
    </li>
  )
}
