import { useCallback, useEffect, useState } from 'react'
import { UNDO_MS } from '#contract/community/community.ts'

export interface Undoable {
  id: number
  title: string
  message?: string | undefined
  undo: () => void
}

/** The last deletion can be undone for ten seconds; the next one replaces it. */
export const useUndo = () => {
  const [offer, setOffer] = useState<Undoable | null>(null)
  useEffect(() => {
    if (!offer) return
    const timer = setTimeout(() => setOffer(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [offer])
  return { offer, propose: setOffer, close: useCallback(() => setOffer(null), []) }
}
