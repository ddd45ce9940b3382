import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
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
    const grip = event.currentTarget
    const [startY, startScroll] = [event.clientY, window.scrollY]
    const gap = secondRow.top - (rows[0]?.bottom ?? secondRow.top)
    setRowSpace(dragged.height + gap)
    let current: Drag = { from, to: from, by: 0 }
    const move = ({ clientY }: PointerEvent) => {
      const offset = clientY - startY + window.scrollY - startScroll
      current = { from, to: dropIndex(rows, from, offset), by: offset }
      setDrag(current)
    }
    const end = () => {
      grip.removeEventListener('pointermove', move)
      grip.removeEventListener('pointerup', drop)
      grip.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', onKey, true)
      cancel.current = null
      setDrag(null)
    }
    const drop = () => {
      end()
      if (current.to !== from) onMove(from, current.to)
    }
    const onKey = (keyEvent: KeyboardEvent) => {
      if (keyEvent.key !== 'Escape') return
      keyEvent.stopPropagation()
      end()
    }
    grip.setPointerCapture(event.pointerId)
    grip.addEventListener('pointermove', move)
    grip.addEventListener('pointerup', drop)
    grip.addEventListener('pointercancel', end)
    window.addEventListener('keydown', onKey, true)
    cancel.current = end
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
