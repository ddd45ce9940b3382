import type { ReactNode } from 'react'
import { Button } from '#src/shared/ui/Button.tsx'

interface Props {
  texts: { label: string; chosen: (count: number) => string; clear: string }
  /** How many rows are chosen; without any there is no bar. */
  count: number
  onClear: () => void
  /** The buttons of the actions. */
  children: ReactNode
}

/** At the bottom of the screen while rows of a list are chosen: how many, and what can be done with them. */
export const BulkBar = ({ texts, count, onClear, children }: Props) => {
  if (count === 0) return null
  return (
    <div
      role="region"
      aria-label={texts.label}
      className="floating sticky bottom-20 z-10 flex flex-col gap-3 p-4 sm:bottom-4"
    >
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="font-semibold text-ink">
          {texts.chosen(count)}
        </p>
        <Button variant="ghost" size="sm" onClick={onClear}>
          {texts.clear}
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
