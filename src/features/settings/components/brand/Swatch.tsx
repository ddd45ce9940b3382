/** A spot of a colour that is not the page's own. */
export const Swatch = ({ colour, className }: { colour: string; className: string }) => (
  <span aria-hidden="true" className={`inline-block ${className}`} style={{ backgroundColor: colour }} />
)
