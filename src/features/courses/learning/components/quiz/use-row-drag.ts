import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { followPointer } from '#src/shared/lib/follow-pointer.ts'
import { dropIndex } from '../../model/row-drag.ts'

interface Drag {
  from: number
  to: number
  /** How far the row was dragged, in pixels. */
  by: number
}

/** Sorts the rows of a list by dragging, with mouse or touch; the other rows make room. Escape cancels. */
export const useRowDrag = (
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  /** Height of the dragged row with its gap: how far the others move. */
  const [rowSpace, setRowSpace] = useState(0)
  const cancel = useRef<(() => void) | null>(null)
  useEffect(() => () => cancel.current?.(), [])

  const start = (from: number, event: ReactPointerEvent<HTMLElement>) => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const [dragged, secondRow] = [rows[from], rows[1]]
    const isDisabled = event.currentTarget.closest('fieldset:disabled') !== null
    if (event.button !== 0 || isDisabled || !dragged || !secondRow) return
    event.preventDefault()
    const [startY, startScroll] = [event.clientY, window.scrollY]
    const gap = secondRow.top - (rows[0]?.bottom ?? secondRow.top)
    setRowSpace(dragged.height + gap)
    let current: Drag = { from, to: from, by: 0 }
    cancel.current = followPointer(event.currentTarget, event.pointerId, {
      move: ({ clientY }) => {
        const offset = clientY - startY + window.scrollY - startScroll
        current = { from, to: dropIndex(rows, from, offset), by: offset }
        setDrag(current)
      },
      end: () => {
        cancel.current = null
        setDrag(null)
      },
      drop: () => {
        if (current.to !== from) onMove(from, current.to)
      },
    })
    setDrag(current)
  }

  const shiftOf = (index: number): number => {
    if (!drag) return 0
    if (index === drag.from) return drag.by
    if (index > drag.from && index <= drag.to) return -rowSpace
    return index < drag.from && index >= drag.to ? rowSpace : 0
  }
  return {
    from: drag?.from ?? null,
    start,
    styleOf: (index: number) => (drag ? { transform: `translateY(${shiftOf(index)}px)` } : undefined),
  }
}
