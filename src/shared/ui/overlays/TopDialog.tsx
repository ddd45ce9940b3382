import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name; the content says it in its own way. */
  title: string
  initialFocus: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A modal panel near the top of the page for something that is typed; it needs no button to close it. */
export const TopDialog = ({ open, onOpenChange, title, initialFocus, children }: Props) => (
  <Base.Root open={open} onOpenChange={onOpenChange}>
    <Base.Portal>
      <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <Base.Popup
        initialFocus={initialFocus}
        className="fixed inset-x-0 top-0 z-50 mx-auto flex max-h-dvh w-full flex-col overflow-hidden border border-line bg-surface-raised text-ink shadow-float outline-none transition duration-150 ease-out data-ending-style:-translate-y-2 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0 sm:top-[10dvh] sm:max-h-[76dvh] sm:max-w-2xl sm:rounded-2xl"
      >
        <Base.Title className="sr-only">{title}</Base.Title>
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)
