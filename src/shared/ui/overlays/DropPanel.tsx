import { useDeferredValue, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
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
  /** Name of the handle that closes the sheet on phones. */
  closeLabel: string
  /** On phones a sheet at the bottom of the screen, within reach of the thumb; otherwise it hangs below the bar there too. */
  isSheet?: boolean
  /** Also opens on hover (spec 2: the streak badge), but not as a sheet: its backdrop would cover the button. */
  opensOnHover?: boolean
  className?: string
}

const SHEET =
  'max-sm:safe-bottom max-sm:rounded-b-none max-sm:rounded-t-2xl max-sm:border-x-0 max-sm:border-b-0'

/**
 * A panel under a button of the top bar, a sheet on phones. It closes on an outside press, on Escape (focus returns to the
 * button) and when focus leaves it. It uses no library: the top bar is part of the first view after sign-in.
 */
export const DropPanel = (props: Props) => {
  const { label, trigger, children, closeLabel, isSheet = true, opensOnHover = false, className } = props
  const id = useId()
  const [innerOpen, setInnerOpen] = useState(false)
  const open = props.open ?? innerOpen
  /** Deferred, so that rendering the content does not delay the response to the press. */
  const isRendered = useDeferredValue(open)
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

  useDismiss({ open, container, button, close })

  return (
    <div
      ref={container}
      className="sm:relative"
      onPointerEnter={(event) => {
        const isCovering = isSheet && !matchMedia('(min-width: 40rem)').matches
        if (opensOnHover && !open && !isCovering && event.pointerType === 'mouse') setOpen(true, true)
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
      {open && isRendered && (
        <Body
          id={id}
          label={label}
          closeLabel={closeLabel}
          isSheet={isSheet}
          className={className}
          onDismiss={close}
          onClose={() => {
            close()
            button.current?.focus()
          }}
        >
          {typeof children === 'function' ? children(close) : children}
        </Body>
      )}
    </div>
  )
}

type DismissOptions = {
  open: boolean
  container: RefObject<HTMLDivElement | null>
  button: RefObject<HTMLButtonElement | null>
  close: () => void
}

/** Closes on an outside press and on Escape. Escape returns the focus to the button. */
const useDismiss = ({ open, container, button, close }: DismissOptions) => {
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
  }, [open, container, button])
}

type BodyProps = {
  id: string
  label: string
  closeLabel: string
  isSheet: boolean
  className: string | undefined
  onDismiss: () => void
  /** The handle was pressed. */
  onClose: () => void
  children: ReactNode
}

const Body = ({ id, label, closeLabel, isSheet, className, onDismiss, onClose, children }: BodyProps) => (
  <>
    {isSheet && (
      <div aria-hidden="true" className="fixed inset-0 bg-scrim sm:hidden" onPointerDown={onDismiss} />
    )}
    {/* The gap to the button belongs to the panel, so that the pointer can cross it. */}
    <div
      className={cx(
        'z-40 sm:absolute sm:inset-x-auto sm:inset-y-auto sm:end-0 sm:top-full sm:pt-2',
        isSheet ? 'fixed inset-x-0 bottom-0' : 'absolute inset-x-2 top-full',
      )}
    >
      <div
        id={id}
        role="group"
        aria-label={label}
        className={cx(
          'floating rise overflow-y-auto sm:max-h-[75dvh] sm:w-80',
          isSheet ? `max-h-[85dvh] ${SHEET}` : 'max-h-[75dvh]',
          className,
        )}
      >
        {isSheet && (
          // A keyboard closes it by Escape.
          <button
            type="button"
            tabIndex={-1}
            aria-label={closeLabel}
            className="sticky top-0 z-10 flex h-11 w-full items-center justify-center bg-surface-raised sm:hidden"
            onClick={onClose}
          >
            <span className="h-1 w-10 rounded-full bg-line-strong" />
          </button>
        )}
        {children}
      </div>
    </div>
  </>
)
