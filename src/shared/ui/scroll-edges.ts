/**
 * Ref of a row that scrolls sideways: says on which sides more of it waits, so that `.edges` (rich-text.css) can show it.
 * Sides are of the reading direction.
 */
export const showsEdges = (row: HTMLElement | null) => {
  if (!row) return
  const tell = () => {
    // Negative where it is read from the right. A pixel of rounding is no tool.
    const gone = Math.abs(row.scrollLeft)
    row.toggleAttribute('data-more-before', gone > 1)
    row.toggleAttribute('data-more-after', row.scrollWidth - row.clientWidth - gone > 1)
  }
  const sizes = new ResizeObserver(tell)
  sizes.observe(row)
  row.addEventListener('scroll', tell, { passive: true })
  return () => {
    sizes.disconnect()
    row.removeEventListener('scroll', tell)
  }
}
