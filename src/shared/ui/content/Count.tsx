/**
 * A digit beside an icon in a control whose name says the number in words ("no votes"): drawn, not text, because the
 * name does not hold the digit in every language (Arabic says one and two without one; WCAG 2.5.3).
 */
export const Count = ({ children }: { children: string | number }) => (
  <span aria-hidden="true" data-count={children} className="before:content-[attr(data-count)]" />
)
