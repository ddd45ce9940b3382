/** Pages to offer: first, last and current plus or minus one, `null` where pages are left out (spec §9 "Community"). */
export const pageWindow = (current: number, last: number): (number | null)[] => {
  const pages = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const shown = [...new Set(pages)].sort((a, b) => a - b)
  return shown.flatMap((page, index) => {
    const before = shown[index - 1] ?? 0
    // A gap of one page is that page: an ellipsis would be no shorter.
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? [null, page] : [page]
  })
}
