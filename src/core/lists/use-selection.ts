import { useState } from 'react'

export interface Selection {
  /** Among the rows that are shown. */
  readonly ids: readonly number[]
  readonly isAll: boolean
  readonly has: (id: number) => boolean
  readonly toggle: (id: number) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** The chosen rows of a list. A row that the filters no longer show is no longer chosen. */
export const useSelection = (shown: readonly number[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const ids = shown.filter((id) => chosen.has(id))
  const isAll = shown.length > 0 && ids.length === shown.length
  return {
    ids,
    isAll,
    has: (id) => chosen.has(id),
    toggle: (id) => setChosen(new Set(chosen.has(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(isAll ? [] : shown)),
    clear: () => setChosen(new Set()),
  }
}
