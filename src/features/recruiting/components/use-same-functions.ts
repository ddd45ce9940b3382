import { useEffect, useRef, useState } from 'react'
import type { BoardParts } from './board-parts.ts'

type Functions = Pick<BoardParts, 'onSelect' | 'onOpen' | 'onMove'>

/** The same functions in every render: a press on one card renders that card alone again. */
export const useSameFunctions = (current: Functions): Functions => {
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })
  const [same] = useState<Functions>(() => ({
    onSelect: (id, isOn) => latest.current.onSelect(id, isOn),
    onOpen: (id) => latest.current.onOpen(id),
    onMove: (id, to) => latest.current.onMove(id, to),
  }))
  return same
}
