/**
 * A number beside an icon, in a control whose accessible name says it in words ("no votes"). It is drawn by
 * CSS: Arabic says one and two without a digit, so text would break label-in-name (WCAG 2.5.3).
 */
export const Count = ({ children }: { children: string | number }) => (
  <span aria-hidden="true" data-count={children} className="before:content-[attr(data-count)]" />
)
