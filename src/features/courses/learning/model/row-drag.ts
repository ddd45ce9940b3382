interface Box {
  readonly top: number
  readonly bottom: number
}

/** The index at which a dragged row would be dropped: after every row whose middle its own middle has passed. */
export const dropIndex = (rows: readonly Box[], from: number, offset: number): number => {
  const dragged = rows[from]
  if (!dragged) return from
  const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2
  const middle = middleOf(dragged) + offset
  const before = rows.filter((row, index) => index < from && middleOf(row) < middle).length
  const after = rows.filter((row, index) => index > from && middleOf(row) < middle).length
  return before + after
}
