import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { afterPaint } from '#src/shared/lib/after-paint.ts'

/** A lazy page may take this long to render its heading; after that the focus stays. */
const HEADING_WAIT_MS = 8000

const focusHeading = (container: HTMLElement): void => {
  const heading = container.querySelector('h1')
  // Do not move the focus of somebody who is already doing something.
  if (!heading || document.activeElement !== container) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Does what a full page load does after a navigation: updates the title from the page's heading, scrolls to
 * the top and focuses the heading, so that screen readers announce the new page.
 */
export const usePageChange = (main: RefObject<HTMLElement | null>, clientName: string): void => {
  const { pathname } = useLocation()
  const action = useNavigationType()
  const lastPath = useRef(pathname)

  // A layout effect, so that a page can still set its own scroll position afterwards.
  useLayoutEffect(() => {
    const container = main.current
    if (!container) return
    const isNavigation = lastPath.current !== pathname
    lastPath.current = pathname
    if (isNavigation && action !== 'POP') window.scrollTo(0, 0)
    if (isNavigation) container.focus({ preventScroll: true })
    const deadline = Date.now() + HEADING_WAIT_MS
    let isFocusPending = isNavigation

    const update = () => {
      const heading = container.querySelector('h1')
      const headingText = heading?.textContent.trim()
      if (!heading || !headingText) return
      document.title = clientName ? `${headingText} · ${clientName}` : headingText
      if (!isFocusPending) return
      isFocusPending = false
      // Focusing computes the layout: before the paint, a large page would be rendered and laid out in one task.
      if (Date.now() <= deadline) afterPaint(() => focusHeading(container))
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(container, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [main, pathname, action, clientName])
}
