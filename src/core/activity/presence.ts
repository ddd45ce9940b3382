/** Since when the page is visible. The tracker loads after the page and counts from there. */

export interface Presence {
  /** On the page's own clock; null while it is hidden or another window has the focus. */
  since: () => number | null
  stop: () => void
}

/** Where the browser keeps no record the page counts as seen from its beginning. */
const visibleSince = () =>
  performance
    .getEntriesByType('visibility-state')
    .filter(({ name }) => name === 'visible')
    .at(-1)?.startTime ?? 0

const isPresent = () => document.visibilityState === 'visible' && document.hasFocus()

/** `from`: nobody was signed in before. */
export const watchPresence = (from: number): Presence => {
  let since = isPresent() ? Math.max(from, visibleSince()) : null
  const judge = () => {
    since = isPresent() ? (since ?? performance.now()) : null
  }
  // In the next task: focus that moved into a frame has settled by then.
  const soon = () => void setTimeout(judge)
  document.addEventListener('visibilitychange', judge)
  window.addEventListener('focus', soon)
  window.addEventListener('blur', soon)
  return {
    since: () => since,
    stop: () => {
      document.removeEventListener('visibilitychange', judge)
      window.removeEventListener('focus', soon)
      window.removeEventListener('blur', soon)
    },
  }
}
