import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A lazy page may take this long to bring its heading; after that the focus stays where it is. */
const HEADING_WAIT_MS = 8000

/**
 * What a full page load would do after a change of address: the title follows the page's heading, the view starts at
 * the top, and the focus goes to the heading, so that screen readers say where one has arrived.
 */
export const useArrival = (main: RefObject<HTMLElement | null>, clientName: string): void => {
  const { pathname } = useLocation()
  const action = useNavigationType()
  const arrivedAt = useRef(pathname)

  // Before the painting: what a page does about its own place afterwards is the last word.
  useLayoutEffect(() => {
    const room = main.current
    if (!room) return
    const moved = arrivedAt.current !== pathname
    arrivedAt.current = pathname
    if (moved && action !== 'POP') window.scrollTo(0, 0)
    if (moved) room.focus({ preventScroll: true })
    const until = Date.now() + HEADING_WAIT_MS
    let waiting = moved

    const look = () => {
      const heading = room.querySelector('h1')
      const words = heading?.textContent.trim()
      if (!heading || !words) return
      document.title = clientName ? `${words} · ${clientName}` : words
      if (!waiting) return
      waiting = false
      // Somebody who began to do something meanwhile is not pulled away.
      if (document.activeElement !== room || Date.now() > until) return
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(room, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [main, pathname, action, clientName])
}
