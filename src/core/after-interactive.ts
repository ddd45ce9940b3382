/** What the first page does not need waits until that page can be used, so that nothing competes with it. */
import { useEffect, useState } from 'react'
import { afterPaint } from '#src/shared/lib/after-paint.ts'

const LOOK_EVERY_MS = 100
/** A page that never settles (no connection, a failure) holds nothing back for longer. */
const WAIT_AT_MOST_MS = 5000

/** React hides a page whose parts are still fetched. */
const isVisible = (element: Element): boolean => element.checkVisibility?.() ?? true

/** Its heading is visible and nothing in it says that it is still loading. */
export const isInteractive = (page: ParentNode): boolean =>
  [...page.querySelectorAll('h1')].some(isVisible) && page.querySelector('[aria-busy="true"]') === null

/** Fulfilled when the page that is shown now can be used. */
export const untilInteractive = (): Promise<void> =>
  new Promise((resolve) => {
    const asked = Date.now()
    const look = () => {
      // The page went before it was useful: only where pages are simulated does anything still run then.
      if (typeof document === 'undefined') return
      const page = document.querySelector('main') ?? document.body
      // Rendered behind the start-up loader it is not in use yet.
      if (!document.getElementById('loader') && isInteractive(page)) afterPaint(resolve)
      else if (Date.now() - asked >= WAIT_AT_MOST_MS) resolve()
      else setTimeout(look, LOOK_EVERY_MS)
    }
    look()
  })

let interactive: Promise<void> | null = null
let isOver = false

/** Fulfilled once per page load, for whoever asks. */
export const afterInteractive = (): Promise<void> =>
  (interactive ??= untilInteractive().then(() => {
    isOver = true
  }))

/** False until then, for parts of a page that it is not opened for. */
export const useAfterInteractive = (): boolean => {
  const [over, setOver] = useState(() => isOver)
  useEffect(() => {
    if (over) return
    let isMounted = true
    void afterInteractive().then(() => {
      if (isMounted) setOver(true)
    })
    return () => {
      isMounted = false
    }
  }, [over])
  return over
}
