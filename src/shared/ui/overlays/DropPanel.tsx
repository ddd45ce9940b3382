import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>
  'aria-expanded': boolean
  'aria-controls': string
  onClick: () => void
}

type Props = {
  /** Accessible name of the panel. */
  label: string
  /** Renders the button; spread the given props on it. */
  trigger: (props: TriggerProps) => ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Also opens on hover (spec 2: the streak badge). */
  opensOnHover?: boolean
  className?: string
}

/**
 * A panel under a button of the top bar. It closes on an outside press, on Escape (focus returns to the
 * button) and when focus leaves it. It uses no library: the top bar is part of the first view after sign-in.
 */
export const DropPanel = (props: Props) => {
  const { label, trigger, children, opensOnHover = false, className } = props
  const id = useId()
  const [innerOpen, setInnerOpen] = useState(false)
  const open = props.open ?? innerOpen
  const container = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Opened by hover: leaving closes it again, a press keeps it open. */
  const [openedByHover, setOpenedByHover] = useState(false)

  const setOpen = (next: boolean, isHover = false) => {
    setOpenedByHover(next && isHover)
    setInnerOpen(next)
    props.onOpenChange?.(next)
  }
  const close = () => setOpen(false)

  const closeRef = useRef(close)
  useEffect(() => {
    closeRef.current = close
  })
  useEffect(() => {
    if (!open) return
    const closeOnOutsidePress = (event: PointerEvent) => {
      if (!container.current?.contains(event.target as Node)) closeRef.current()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const hasFocus = container.current?.contains(document.activeElement)
      closeRef.current()
      if (hasFocus) button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOnOutsidePress)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsidePress)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open])

  return (
    <div
      ref={container}
      className="sm:relative"
      onPointerEnter={(event) => {
        if (opensOnHover && !open && event.pointerType === 'mouse') setOpen(true, true)
      }}
      onPointerLeave={() => {
        if (openedByHover) close()
      }}
      onBlur={(event) => {
        const nextFocus = event.relatedTarget
        if (open && nextFocus && !container.current?.contains(nextFocus)) close()
      }}
    >
      {trigger({
        ref: button,
        'aria-expanded': open,
        'aria-controls': id,
        onClick: () => {
          // The hover has already opened it: a press keeps it open instead of closing it.
          if (open && openedByHover) setOpenedByHover(false)
          else setOpen(!open)
        },
      })}
      {open && (
        // The gap to the button belongs to the panel, so that the pointer can cross it.
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
