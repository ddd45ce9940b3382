import type { ReactNode, RefObject } from 'react'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  closeLabel: string
  children?: ReactNode
  /** Buttons; the first is the primary one and stands last on wide screens. */
  actions?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  /** A press outside does not close it: the question must be answered. */
  stubborn?: boolean
  className?: string
}
