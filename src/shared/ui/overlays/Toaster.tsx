import { useEffect, useRef, useState } from 'react'
import X from 'lucide-react/icons/x'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { KindIcon, type Kind } from '../content/KindIcon.tsx'

export type ToastItem<Action extends string = string> = {
  id: string
  kind: Kind
  title: string
  message?: string | undefined
  /** A deed offered in the toast; such a toast stays until it is answered. */
  action?: { id: Action; label: string } | undefined
}

type Props<Action extends string> = {
  toasts: readonly ToastItem<Action>[]
  /** How long a notice stays (spec §9: 5000 ms). */
  durationMs: number
  onDismiss: (id: string) => void
  onAction?: ((action: Action) => void) | undefined
  texts: { region: string; dismiss: string }
}

const COLOURS: Record<Kind, string> = {
  success: 'text-success-text',
  error: 'text-error-text',
  warning: 'text-warning-text',
  info: 'text-info-text',
}

/**
 * Notices at the top, at the end of the line (on phones below the bar: pages.css). Each goes after its time; time stands still while a pointer rests
 * on them or the focus is inside. The list is in the page from the start, so that screen readers hear what arrives.
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only holds the clock while somebody reads
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
  const left = useRef(props.durationMs)
  const stays = action !== undefined
  useEffect(() => {
    if (paused || stays) return
    const started = Date.now()
    const timer = setTimeout(() => onDismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - started
    }
  }, [paused, stays, id, onDismiss])
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
