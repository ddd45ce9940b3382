import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { dropIndex } from '../../model/row-drag.ts'

interface Drag {
  from: number
  to: number
  /** How far the row was pulled, in pixels. */
  by: number
}

/** Rows of a list sorted by pulling one, with a mouse or a finger alike; the others make room. Escape lets go. */
export const useRowDrag = (
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  /** Height of the pulled row with its gap: what the others give way by. */
  const [room, setRoom] = useState(0)
  const cancel = useRef<(() => void) | null>(null)
  useEffect(() => () => cancel.current?.(), [])

  const start = (from: number, event: ReactPointerEvent<HTMLElement>) => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const [own, second] = [rows[from], rows[1]]
    const shut = event.currentTarget.closest('fieldset:disabled') !== null
    if (event.button !== 0 || shut || !own || !second) return
    event.preventDefault()
    const grip = event.currentTarget
    const [began, scrolled] = [event.clientY, window.scrollY]
    const gap = second.top - (rows[0]?.bottom ?? second.top)
    setRoom(own.height + gap)
    let now: Drag = { from, to: from, by: 0 }
    const move = ({ clientY }: PointerEvent) => {
      const by = clientY - began + window.scrollY - scrolled
      now = { from, to: dropIndex(rows, from, by), by }
      setDrag(now)
    }
    const end = () => {
      grip.removeEventListener('pointermove', move)
      grip.removeEventListener('pointerup', drop)
      grip.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', key, true)
      cancel.current = null
      setDrag(null)
    }
    const drop = () => {
      end()
      if (now.to !== from) onMove(from, now.to)
    }
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      end()
    }
    grip.setPointerCapture(event.pointerId)
    grip.addEventListener('pointermove', move)
    grip.addEventListener('pointerup', drop)
    grip.addEventListener('pointercancel', end)
    window.addEventListener('keydown', key, true)
    cancel.current = end
    setDrag(now)
  }

  const shiftOf = (at: number): number => {
    if (!drag) return 0
    if (at === drag.from) return drag.by
    if (at > drag.from && at <= drag.to) return -room
    return at < drag.from && at >= drag.to ? room : 0
  }
  return {
    from: drag?.from ?? null,
    start,
    styleOf: (at: number) => (drag ? { transform: `translateY(${shiftOf(at)}px)` } : undefined),
  }
}
