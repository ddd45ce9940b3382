import type { ReactNode } from 'react'
import type { BulkOutcomeOf } from './bulk-outcome.ts'
import { OutcomePanel } from './OutcomePanel.tsx'

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
  const unchanged = countOf('unchanged')
  return (
    <OutcomePanel
      title={texts.done(countOf('done'))}
      unchanged={unchanged > 0 ? texts.unchanged(unchanged) : undefined}
      refused={outcome.results
        .filter(({ result }) => result === 'refused')
        .map(({ id, reason }) => ({ id, name: nameOf(id), why: texts.refused(reason ?? 'not_found') }))}
      action={action}
      close={texts.close}
      onClose={onClose}
    />
  )
}
