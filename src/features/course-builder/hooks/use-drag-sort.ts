import { useCallback, useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react'
import { followPointer } from '#src/shared/lib/follow-pointer.ts'

export type DropSide = 'before' | 'after'
export type Drop = { target: string; side: DropSide }
/** The dragged row and its drop position; both are null when nothing is dragged. */
export type Dragging = { source: string | null; over: Drop | null }

/** More than a shaking finger moves. */
const DRAG_THRESHOLD_PX = 5
/** The distance from the scroll container's edge at which it scrolls. */
const SCROLL_EDGE_PX = 72
const SCROLL_STEP_PX = 12
export const NOT_DRAGGING: Dragging = { source: null, over: null }

type Options = {
  /** Whether the source may be dropped there. Other positions are never highlighted. */
  canDrop: (source: string, drop: Drop) => boolean
  onDrop: (source: string, drop: Drop) => void
}

/**
 * Sorts rows by mouse or finger. Rows carry `data-sort`, and their handle gets `handleProps(key)`. The
 * parent of a row and its children carries `data-sort-group`: its siblings drop before or after the whole
 * group. Without dragging, the row's buttons and keys do the same.
 */
export const useDragSort = (options: Options) => {
  const [dragging, setDragging] = useState<Dragging>(NOT_DRAGGING)
  const latest = useRef(options)
  const cancel = useRef<(() => void) | null>(null)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => () => cancel.current?.(), [])

  const start = useCallback((source: string, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    cancel.current = startDrag(source, event, {
      canDrop: (drop) => latest.current.canDrop(source, drop),
      onDrop: (drop) => latest.current.onDrop(source, drop),
      onOver: (over) =>
        setDragging((previous) =>
          previous.source === source && sameDrop(previous.over, over) ? previous : { source, over },
        ),
      onEnd: () => {
        cancel.current = null
        setDragging(NOT_DRAGGING)
      },
    })
  }, [])

  const handleProps = useCallback(
    (source: string) => ({
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => start(source, event),
    }),
    [start],
  )
  return { dragging, handleProps }
}

interface Drag {
  canDrop: (drop: Drop) => boolean
  onOver: (drop: Drop | null) => void
  onDrop: (drop: Drop) => void
  onEnd: () => void
}

/** One drag from the press to the release; at the edges of the list it scrolls. Returns a function that ends it. */
const startDrag = (source: string, event: ReactPointerEvent<HTMLElement>, drag: Drag) => {
  const handle = event.currentTarget
  const scroller = scrollerOf(handle)
  const from = { x: event.clientX, y: event.clientY }
  let point = from
  let over: Drop | null = null
  let isDragging = false
  let frame = 0

  const updateDropTarget = () => {
    const candidate = dropAt(point.x, point.y, source)
    over = candidate && candidate.target !== source && drag.canDrop(candidate) ? candidate : null
    drag.onOver(over)
  }
  const scroll = () => {
    const { top, bottom } = visiblePart(scroller)
    const step = scrollStep(point.y - top, bottom - top)
    if (step !== 0) {
      scrollBoth(scroller, step)
      updateDropTarget()
    }
    frame = requestAnimationFrame(scroll)
  }
  return followPointer(handle, event.pointerId, {
    move: (next) => {
      point = { x: next.clientX, y: next.clientY }
      if (!isDragging && Math.hypot(point.x - from.x, point.y - from.y) < DRAG_THRESHOLD_PX) return
      if (!isDragging) {
        isDragging = true
        frame = requestAnimationFrame(scroll)
      }
      updateDropTarget()
    },
    end: () => {
      cancelAnimationFrame(frame)
      drag.onEnd()
    },
    drop: () => {
      if (!isDragging) return
      swallowNextClick(handle)
      if (over) drag.onDrop(over)
    },
  })
}

const sameDrop = (a: Drop | null, b: Drop | null) => a?.target === b?.target && a?.side === b?.side

/** A click on the handle opens its menu, but not the click that ends a drag. */
const swallowNextClick = (handle: HTMLElement) => {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  handle.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => handle.removeEventListener('click', swallow, true), 0)
}

/** The row under the pointer, or a group of the same kind, and which half of it. */
const dropAt = (x: number, y: number, source: string): Drop | null => {
  const [kind] = source.split('-', 1)
  const element = document.elementFromPoint(x, y)
  const row =
    element?.closest<HTMLElement>(`[data-sort-group^="${kind}-"]`) ??
    element?.closest<HTMLElement>('[data-sort]')
  const target = row?.dataset['sortGroup'] ?? row?.dataset['sort']
  if (!row || target === undefined) return null
  const box = row.getBoundingClientRect()
  return { target, side: y < box.top + box.height / 2 ? 'before' : 'after' }
}

/** The scroll container of the list: its own column on wide screens, or the page (null). */
const scrollerOf = (handle: HTMLElement): HTMLElement | null => {
  for (
    let element = handle.parentElement;
    element && element !== document.body;
    element = element.parentElement
  )
    if (
      element.scrollHeight > element.clientHeight &&
      /auto|scroll/.test(getComputedStyle(element).overflowY)
    )
      return element
  return null
}

/** Scrolls the column to its end, then the page, because the column may extend below the window. */
const scrollBoth = (scroller: HTMLElement | null, step: number) => {
  const before = scroller?.scrollTop
  scroller?.scrollBy(0, step)
  if (scroller?.scrollTop === before) window.scrollBy(0, step)
}

/** The visible part of the scroll container. */
const visiblePart = (scroller: HTMLElement | null): { top: number; bottom: number } => {
  const box = scroller?.getBoundingClientRect()
  return {
    top: Math.max(0, box?.top ?? 0),
    bottom: Math.min(window.innerHeight, box?.bottom ?? window.innerHeight),
  }
}

/** Pixels to scroll per frame: none in the middle, up or down at the edges. */
export const scrollStep = (y: number, height: number): number => {
  if (y < SCROLL_EDGE_PX) return -SCROLL_STEP_PX
  return y > height - SCROLL_EDGE_PX ? SCROLL_STEP_PX : 0
}
