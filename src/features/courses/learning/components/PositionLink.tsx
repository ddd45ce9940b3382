import type { ComponentProps, MouseEvent } from 'react'
import { usePageTurn, type PlayerPosition } from './use-page-turn-position.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string; position: PlayerPosition }

/** False when the browser should handle the click: new tab, new window, download. */
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link to a position in the course. Unlike the router's, it does not subscribe to URL changes: an outline has hundreds. */
export const PositionLink = ({ to, position, onClick, children, ...rest }: Props) => {
  const turnTo = usePageTurn()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        turnTo(to, position)
      }}
    >
      {children}
    </a>
  )
}
