import { useEffect, useRef, type RefObject } from 'react'
import type { PipelineState } from '#contract/job-applications/pipeline.ts'
import { isPipelineState } from '../model/board.ts'

const CARD_TYPE = 'application/x-job-application'

const closest = (event: DragEvent, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null

type Move = (id: number, to: PipelineState) => void

/** Listens on the whole board: cards come and go. */
const followDrags = (board: HTMLElement, onMove: Move): (() => void) => {
  const listeners = new AbortController()
  const { signal } = listeners
  let over: HTMLElement | null = null
  const mark = (column: HTMLElement | null) => {
    if (over) delete over.dataset['over']
    over = column
    if (over) over.dataset['over'] = ''
  }
  board.addEventListener(
    'dragstart',
    (event) => {
      const id = closest(event, '[data-card]')?.dataset['card']
      if (id !== undefined) event.dataTransfer?.setData(CARD_TYPE, id)
    },
    { signal },
  )
  board.addEventListener(
    'dragover',
    (event) => {
      if (!event.dataTransfer?.types.includes(CARD_TYPE)) return
      const column = closest(event, '[data-column]')
      if (column !== over) mark(column)
      if (column) event.preventDefault()
    },
    { signal },
  )
  board.addEventListener(
    'drop',
    (event) => {
      const to = closest(event, '[data-column]')?.dataset['column']
      const id = Number(event.dataTransfer?.getData(CARD_TYPE))
      mark(null)
      if (id <= 0 || !isPipelineState(to)) return
      event.preventDefault()
      onMove(id, to)
    },
    { signal },
  )
  board.addEventListener('dragend', () => mark(null), { signal })
  return () => listeners.abort()
}

/** Moves cards by mouse; the menu of each card does the same by keyboard and touch. */
export const useCardDrag = (board: RefObject<HTMLElement | null>, onMove: Move): void => {
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  useEffect(
    () => (board.current ? followDrags(board.current, (id, to) => latest.current(id, to)) : undefined),
    [board],
  )
}
