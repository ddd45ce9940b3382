import { useCallback, useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react'

export type DropSide = 'before' | 'after'
export type Drop = { target: string; side: DropSide }
/** What is being dragged and where it would go; both null at rest. */
export type Dragging = { source: string | null; over: Drop | null }

/** Farther than a shaking finger. */
const STARTS_AFTER_PX = 5
/** This near to the edge of what scrolls it scrolls along. */
const EDGE_PX = 72
const SCROLL_PX = 12
/** Nothing is dragged. */
export const REST: Dragging = { source: null, over: null }

type Options = {
  /** Whether the one may go there; what may not is never marked. */
  mayDrop: (source: string, drop: Drop) => boolean
  onDrop: (source: string, drop: Drop) => void
}

/**
 * Sorting by pointer, mouse and finger alike: rows carry `data-sort`, their handle gets `handleProps(key)`. What holds
 * a row and all below it carries `data-sort-group`: its like goes before or behind all of it. Whoever does not drag
 * has the buttons and keys of the row.
 */
export const useDragSort = (options: Options) => {
  const [dragging, setDragging] = useState<Dragging>(REST)
  const latest = useRef(options)
  const cancel = useRef<(() => void) | null>(null)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => () => cancel.current?.(), [])

  const start = useCallback((source: string, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    const scroller = scrollerOf(handle)
    const from = { x: event.clientX, y: event.clientY }
    let point = from
    let over: Drop | null = null
    let moving = false
    let frame = 0

    const look = () => {
      const found = dropAt(point.x, point.y, source)
      over = found && found.target !== source && latest.current.mayDrop(source, found) ? found : null
      setDragging((now) => (now.source === source && sameDrop(now.over, over) ? now : { source, over }))
    }
    const scroll = () => {
      const { top, bottom } = seenOf(scroller)
      const step = scrollStep(point.y - top, bottom - top)
      if (step !== 0) {
        scrollAlong(scroller, step)
        look()
      }
      frame = requestAnimationFrame(scroll)
    }
    const move = (next: PointerEvent) => {
      point = { x: next.clientX, y: next.clientY }
      if (!moving && Math.hypot(point.x - from.x, point.y - from.y) < STARTS_AFTER_PX) return
      if (!moving) {
        moving = true
        frame = requestAnimationFrame(scroll)
      }
      look()
    }
    const end = () => {
      cancelAnimationFrame(frame)
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', drop)
      handle.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', key, true)
      cancel.current = null
      setDragging(REST)
    }
    const drop = () => {
      const settled = over
      const moved = moving
      end()
      if (!moved) return
      swallowNextClick(handle)
      if (settled) latest.current.onDrop(source, settled)
    }
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      end()
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', drop)
    handle.addEventListener('pointercancel', end)
    window.addEventListener('keydown', key, true)
    cancel.current = end
  }, [])

  const handleProps = useCallback(
    (source: string) => ({
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => start(source, event),
    }),
    [start],
  )
  return { dragging, handleProps }
}

const sameDrop = (one: Drop | null, other: Drop | null) =>
  one?.target === other?.target && one?.side === other?.side

/** The handle opens its menu when pressed; after a drag it does not. */
const swallowNextClick = (handle: HTMLElement) => {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  handle.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => handle.removeEventListener('click', swallow, true), 0)
}

/** What is under the pointer, a group of the same kind or else a row, and which half of it. */
const dropAt = (x: number, y: number, source: string): Drop | null => {
  const [kind] = source.split('-', 1)
  const there = document.elementFromPoint(x, y)
  const row =
    there?.closest<HTMLElement>(`[data-sort-group^="${kind}-"]`) ?? there?.closest<HTMLElement>('[data-sort]')
  const target = row?.dataset['sortGroup'] ?? row?.dataset['sort']
  if (!row || target === undefined) return null
  const box = row.getBoundingClientRect()
  return { target, side: y < box.top + box.height / 2 ? 'before' : 'after' }
}

/** What scrolls the list: a column of its own where there is room for one, else the page (null). */
const scrollerOf = (handle: HTMLElement): HTMLElement | null => {
  for (let one = handle.parentElement; one && one !== document.body; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return null
}

/** The column as far as it goes, then the page: its end may lie below the window. */
const scrollAlong = (scroller: HTMLElement | null, step: number) => {
  const before = scroller?.scrollTop
  scroller?.scrollBy(0, step)
  if (scroller?.scrollTop === before) window.scrollBy(0, step)
}

/** The part of it that is in the window. */
const seenOf = (scroller: HTMLElement | null): { top: number; bottom: number } => {
  const box = scroller?.getBoundingClientRect()
  return {
    top: Math.max(0, box?.top ?? 0),
    bottom: Math.min(window.innerHeight, box?.bottom ?? window.innerHeight),
  }
}

/** Pixels to scroll a frame: none in the middle, up and down at the edges. */
export const scrollStep = (y: number, height: number): number => {
  if (y < EDGE_PX) return -SCROLL_PX
  return y > height - EDGE_PX ? SCROLL_PX : 0
}
