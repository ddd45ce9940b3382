import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { enterAttempt, type LiveAttempt } from '../../attempt/live.ts'
import type { Attempt } from '../../attempt/machine.ts'
import type { AttemptView } from '../../attempt/types.ts'

interface Seen {
  exam: Attempt
  view: AttemptView
  /** Another tab of this browser goes on with it. */
  taken: boolean
}

/** Enters the attempt while somebody looks at it. */
const seatAt = (paper: AttemptPage) => {
  let live: LiveAttempt | null = null
  let seen: Seen | null = null
  return {
    subscribe: (listener: () => void) => {
      const entered = enterAttempt(paper)
      live = entered
      const off = entered.subscribe(listener)
      return () => {
        off()
        entered.leave()
        live = null
      }
    },
    /** Stable between changes. */
    look: (): Seen | null => {
      if (!live) return seen
      const [view, taken] = [live.exam.view(), live.taken()]
      if (seen?.view !== view || seen.taken !== taken || seen.exam !== live.exam)
        seen = { exam: live.exam, view, taken }
      return seen
    },
  }
}

/** The attempt as it stands, null until it is entered; `again` takes it back from another tab of this browser. */
export const useAttempt = (paper: AttemptPage) => {
  const [round, setRound] = useState(0)
  // A new round is a new seat.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const seat = useMemo(() => seatAt(paper), [paper, round])
  const seen = useSyncExternalStore(seat.subscribe, seat.look)
  const again = useCallback(() => setRound((now) => now + 1), [])
  return { seen, again }
}
