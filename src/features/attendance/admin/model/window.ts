/** Which part of a long line of equal boxes is in view. */
export interface Span {
  readonly from: number
  /** Not included. */
  readonly to: number
}

/** Boxes beyond the edges that are there already when somebody scrolls. Each more costs a slow phone time in every frame. */
const MARGIN = 2

export const visibleSpan = (offset: number, viewport: number, size: number, count: number): Span => {
  const from = Math.max(0, Math.floor(offset / size) - MARGIN)
  return { from, to: Math.min(count, Math.ceil((offset + viewport) / size) + MARGIN) }
}

/** How far to scroll so that a box is in view; null if it is. */
export const scrollToShow = (
  index: number,
  { offset, viewport, size }: { offset: number; viewport: number; size: number },
): number | null => {
  if (index * size < offset) return index * size
  const end = (index + 1) * size
  return end > offset + viewport ? end - viewport : null
}
