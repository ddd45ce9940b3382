/**
 * A ref for a row that scrolls sideways: marks the sides where more content is hidden, for `.edges`
 * (rich-text.css). Sides follow the reading direction.
 */
export const markScrollEdges = (row: HTMLElement | null) => {
  if (!row) return
  const update = () => {
    // `scrollLeft` is negative in right-to-left. A difference of one pixel is rounding.
    const scrolled = Math.abs(row.scrollLeft)
    row.toggleAttribute('data-more-before', scrolled > 1)
    row.toggleAttribute('data-more-after', row.scrollWidth - row.clientWidth - scrolled > 1)
  }
  const resizeObserver = new ResizeObserver(update)
  resizeObserver.observe(row)
  row.addEventListener('scroll', update, { passive: true })
  return () => {
    resizeObserver.disconnect()
    row.removeEventListener('scroll', update)
  }
}
