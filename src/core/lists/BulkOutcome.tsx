import type { ReactNode } from 'react'
import { Button } from '#src/shared/ui/Button.tsx'
import type { BulkOutcomeOf } from './bulk-outcome.ts'

interface Props<Reason extends string> {
  outcome: BulkOutcomeOf<Reason>
  texts: {
    done: (count: number) => string
    unchanged: (count: number) => string
    refused: (reason: Reason | 'not_found') => string
    close: string
  }
  /** A button that takes back what was done. */
  action?: ReactNode
  onClose: () => void
}

/** How many rows changed, and by name those that did not. */
export const BulkOutcome = <Reason extends string>({ outcome, texts, action, onClose }: Props<Reason>) => {
  const nameOf = (id: number) => outcome.rows.find((row) => row.id === id)?.name ?? String(id)
  const countOf = (kind: string) => outcome.results.filter(({ result }) => result === kind).length
  const refused = outcome.results.filter(({ result }) => result === 'refused')
  const unchanged = countOf('unchanged')
  return (
    <div
      role="status"
      className="floating sticky bottom-20 z-10 flex max-h-[50dvh] flex-col gap-3 overflow-y-auto p-4 sm:bottom-4"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold text-ink">
          {texts.done(countOf('done'))}
          {unchanged > 0 && (
            <span className="ms-2 font-normal text-ink-muted">{texts.unchanged(unchanged)}</span>
          )}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          {action}
          <Button variant="ghost" size="sm" onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </div>
      {refused.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {refused.map(({ id, reason }) => (
            <li key={id} className="flex flex-wrap gap-x-2">
              <bdi className="font-medium text-ink">{nameOf(id)}</bdi>
              <span className="text-error-text">{texts.refused(reason ?? 'not_found')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
