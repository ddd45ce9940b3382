import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { MouseEvent } from 'react'

/** Share of the row that one press goes on. */
const STEP = 0.7

/**
 * Arrows over the faded ends of the row before them, for finger and mouse; who uses keys or a screen reader goes from tool
 * to tool.
 */
export const EdgeSigns = () => (
  <>
    <button {...common} className="edge-before start-0" onClick={(event) => goOn(event, -STEP)}>
      <ChevronLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
    </button>
    <button {...common} className="edge-after end-0" onClick={(event) => goOn(event, STEP)}>
      <ChevronRight aria-hidden="true" size={18} className="rtl:-scale-x-100" />
    </button>
  </>
)

const common = {
  type: 'button',
  tabIndex: -1,
  'aria-hidden': true,
  // The text keeps its selection.
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
} as const

const goOn = ({ currentTarget }: MouseEvent<HTMLElement>, share: number) => {
  const row = currentTarget.parentElement?.querySelector('.edges')
  if (!row) return
  const forwards = getComputedStyle(row).direction === 'rtl' ? -1 : 1
  row.scrollBy({ left: row.clientWidth * share * forwards, behavior: 'smooth' })
}
