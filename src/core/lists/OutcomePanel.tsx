import type { ReactNode } from 'react'
import { Button } from '#src/shared/ui/Button.tsx'

interface Props {
  title: string
  /** Beside the title: how many stayed as they were. */
  unchanged?: string | undefined
  refused: readonly { readonly id: number; readonly name: string; readonly why: string }[]
  /** Below the names, if there are more. */
  more?: string | undefined
  /** A button that takes back what was done. */
  action?: ReactNode
  close: string
  onClose: () => void
}

/** At the bottom of the screen: what came of an action on several rows, and by name who stayed as they were. */
export const OutcomePanel = ({ title, unchanged, refused, more, action, close, onClose }: Props) => (
  <div
    role="status"
    className="floating sticky bottom-20 z-10 flex max-h-[50dvh] flex-col gap-3 overflow-y-auto p-4 sm:bottom-4"
  >
    <div className="flex items-start justify-between gap-3">
      <p className="font-semibold text-ink">
        {title}
        {unchanged !== undefined && <span className="ms-2 font-normal text-ink-muted">{unchanged}</span>}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {action}
        <Button variant="ghost" size="sm" onClick={onClose}>
          {close}
        </Button>
      </div>
    </div>
    {refused.length > 0 && (
      <ul className="flex flex-col gap-1 text-sm">
        {refused.map(({ id, name, why }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <bdi className="font-medium text-ink">{name}</bdi>
            <span className="text-error-text">{why}</span>
          </li>
        ))}
        {more !== undefined && <li className="text-ink-muted">{more}</li>}
      </ul>
    )}
  </div>
)
