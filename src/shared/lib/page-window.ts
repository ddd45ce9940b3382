/** The pages to offer: first, last, current and its neighbours; `null` marks a gap (spec 9: Community). */
export const pageWindow = (current: number, last: number): (number | null)[] => {
  const pages = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const shown = [...new Set(pages)].sort((a, b) => a - b)
  return shown.flatMap((page, index) => {
    const previous = shown[index - 1] ?? 0
    // A gap of one page shows that page: an ellipsis would be no shorter.
    if (page - previous === 2) return [page - 1, page]
    return page - previous > 2 ? [null, page] : [page]
  })
}
