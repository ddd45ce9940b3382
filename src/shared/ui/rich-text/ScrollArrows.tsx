import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { MouseEvent } from 'react'

/** The share of the row's width that one press scrolls. */
const SCROLL_SHARE = 0.7

/**
 * Scroll arrows over the faded ends of the row before them, for finger and mouse. Keyboards and screen
 * readers move from tool to tool instead.
 */
export const ScrollArrows = () => (
  <>
    <button
      {...arrowProps}
      className="edge-before start-0"
      onClick={(event) => scrollRow(event, -SCROLL_SHARE)}
    >
      <ChevronLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
    </button>
    <button {...arrowProps} className="edge-after end-0" onClick={(event) => scrollRow(event, SCROLL_SHARE)}>
      <ChevronRight aria-hidden="true" size={18} className="rtl:-scale-x-100" />
    </button>
  </>
)

const arrowProps = {
  type: 'button',
  tabIndex: -1,
  'aria-hidden': true,
  // Keeps the text selection.
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
} as const

const scrollRow = ({ currentTarget }: MouseEvent<HTMLElement>, share: number) => {
  const row = currentTarget.parentElement?.querySelector('.edges')
  if (!row) return
  const sign = getComputedStyle(row).direction === 'rtl' ? -1 : 1
  row.scrollBy({ left: row.clientWidth * share * sign, behavior: 'smooth' })
}
