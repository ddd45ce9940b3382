import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  text: ReactNode
  action?: ReactNode
}

/** One line of the card: what it is, its state, and its button. */
export const SectionRow = ({ title, text, action }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
    <div className="min-w-0">
      <h3 className="font-medium">{title}</h3>
      <p className="mt-0.5 text-sm text-ink-muted">{text}</p>
    </div>
    {action}
  </div>
)
