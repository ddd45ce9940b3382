interface Box {
  readonly top: number
  readonly bottom: number
}

/** Where a row pulled so far would stand: past every other row whose middle its own middle has passed. */
export const dropIndex = (rows: readonly Box[], from: number, by: number): number => {
  const own = rows[from]
  if (!own) return from
  const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2
  const middle = middleOf(own) + by
  const before = rows.filter((row, at) => at < from && middleOf(row) < middle).length
  const after = rows.filter((row, at) => at > from && middleOf(row) < middle).length
  return before + after
}
