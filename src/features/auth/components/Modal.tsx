import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

interface Props {
  labelledBy: string
  describedBy?: string
  /** Called on Escape; without it the dialog stays until it is answered. */
  onClose?: () => void
  className?: string
  children: ReactNode
}

/**
 * The browser's modal dialog: above every other layer, with the focus inside and the rest inert. It needs no
 * library on the pages before sign-in. On a phone it is a sheet at the bottom.
 */
export const Modal = ({ labelledBy, describedBy, onClose, className, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const previousFocus = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={cx(
        'floating m-auto flex max-h-[85dvh] w-[min(36rem,100%-2rem)] flex-col overflow-hidden backdrop:bg-scrim max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none',
        className,
      )}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // Before the browser closes it: a further Escape would clear a search field below.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onClose?.()
      }}
      // The second gesture for "back" closes the dialog whatever the page does: report it, or open it again.
      onClose={({ currentTarget }) => {
        if (onClose) onClose()
        else if (currentTarget.isConnected) currentTarget.showModal()
      }}
    >
      {children}
    </dialog>
  )
}
