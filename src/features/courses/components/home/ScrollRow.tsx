import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Props = {
  id: string
  title: string
  /** Where all of them are. */
  more: { to: string; text: string }
  /** A line below the title. */
  text?: ReactNode
  children: ReactNode
}

/** A titled row of tiles that scrolls sideways; on phones it reaches the edges of the screen. */
export const ScrollRow = ({ id, title, more, text, children }: Props) => (
  <section aria-labelledby={id} className="min-w-0">
    <div className="flex items-baseline justify-between gap-4">
      <h2 id={id} className="text-lg font-semibold text-ink">
        {title}
      </h2>
      <Link
        to={more.to}
        className="inline-flex min-h-11 shrink-0 items-center text-sm font-medium text-primary-text hover:underline"
      >
        {more.text}
      </Link>
    </div>
    {text}
    <ul className="-mx-4 mt-1 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-3 pt-1 sm:-mx-1 sm:scroll-px-1 sm:px-1">
      {children}
    </ul>
  </section>
)

/** The width of a tile, and how it stands in the row. */
export const TILE = 'card relative flex w-60 shrink-0 snap-start flex-col overflow-hidden sm:w-68'
