import type { ComponentProps, MouseEvent } from 'react'
import { useTurn, type Place } from './turn-context.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string; place: Place }

/** A new tab, a new window, a download: the browser's own business. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link to another place of the course. Unlike the router's own it hears nothing of changed addresses: an outline has hundreds. */
export const PlaceLink = ({ to, place, onClick, children, ...rest }: Props) => {
  const turn = useTurn()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        turn(to, place)
      }}
    >
      {children}
    </a>
  )
}
