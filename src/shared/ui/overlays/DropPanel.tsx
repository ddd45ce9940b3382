import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>
  'aria-expanded': boolean
  'aria-controls': string
  onClick: () => void
}

type Props = {
  /** Name of the panel for screen readers. */
  label: string
  /** Draws the button; spread the given props on it. */
  trigger: (props: TriggerProps) => ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Also opens while a mouse rests on it (spec §2: the streak badge). */
  hover?: boolean
  className?: string
}

/**
 * A panel that drops from a button of the top bar. Closes on an outside press, on Escape (focus goes back to the
 * button) and when focus leaves it. Light on purpose: the top bar is part of the first view behind sign-in.
 */
export const DropPanel = (props: Props) => {
  const { label, trigger, children, hover = false, className } = props
  const id = useId()
  const [ownOpen, setOwnOpen] = useState(false)
  const open = props.open ?? ownOpen
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Opened by the mouse resting there: then leaving closes it again, while a press keeps it. */
  const [hovering, setHovering] = useState(false)

  const change = (next: boolean, byHover = false) => {
    setHovering(next && byHover)
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const close = () => change(false)

  const closeRef = useRef(close)
  useEffect(() => {
    closeRef.current = close
  })
  useEffect(() => {
    if (!open) return
    const pressed = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) closeRef.current()
    }
    const typed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const inside = box.current?.contains(document.activeElement)
      closeRef.current()
      if (inside) button.current?.focus()
    }
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('keydown', typed)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('keydown', typed)
    }
  }, [open])

  return (
    <div
      ref={box}
      className="sm:relative"
      onPointerEnter={(event) => {
        if (hover && !open && event.pointerType === 'mouse') change(true, true)
      }}
      onPointerLeave={() => {
        if (hovering) close()
      }}
      onBlur={(event) => {
        const to = event.relatedTarget
        if (open && to && !box.current?.contains(to)) close()
      }}
    >
      {trigger({
        ref: button,
        'aria-expanded': open,
        'aria-controls': id,
        onClick: () => {
          // The mouse already opened it: pressing keeps it open instead of closing it under the finger.
          if (open && hovering) setHovering(false)
          else change(!open)
        },
      })}
      {open && (
        // The gap to the button belongs to the panel, so that the mouse can travel across it.
        <div className="absolute inset-x-2 top-full z-40 sm:inset-x-auto sm:end-0 sm:pt-2">
          <div
            id={id}
            role="group"
            aria-label={label}
            className={cx('floating rise max-h-[75dvh] overflow-y-auto sm:w-80', className)}
          >
            {typeof children === 'function' ? children(close) : children}
          </div>
        </div>
      )}
    </div>
  )
}
