import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { enterAttempt, type LiveAttempt } from '../../attempt/live.ts'
import type { Attempt } from '../../attempt/machine.ts'
import type { AttemptView } from '../../attempt/types.ts'

interface AttemptSnapshot {
  exam: Attempt
  view: AttemptView
  /** Another tab of this browser continues the attempt. */
  isInOtherTab: boolean
}

/** An external store that enters the attempt while it has subscribers. */
const createAttemptStore = (paper: AttemptPage) => {
  let live: LiveAttempt | null = null
  let snapshot: AttemptSnapshot | null = null
  return {
    subscribe: (listener: () => void) => {
      const entered = enterAttempt(paper)
      live = entered
      const unsubscribe = entered.subscribe(listener)
      return () => {
        unsubscribe()
        entered.leave()
        live = null
      }
    },
    /** Returns the same object until something changes. */
    getSnapshot: (): AttemptSnapshot | null => {
      if (!live) return snapshot
      const [view, isInOtherTab] = [live.exam.view(), live.taken()]
      if (snapshot?.view !== view || snapshot.isInOtherTab !== isInOtherTab || snapshot.exam !== live.exam)
        snapshot = { exam: live.exam, view, isInOtherTab }
      return snapshot
    },
  }
}

/**
 * The attempt's current state, null until entered. `reenter` takes it back from another tab of this
 * browser.
 */
export const useAttempt = (paper: AttemptPage) => {
  const [round, setRound] = useState(0)
  // A new round makes a new store, which enters the attempt again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => createAttemptStore(paper), [paper, round])
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const reenter = useCallback(() => setRound((previous) => previous + 1), [])
  return { snapshot, reenter }
}
