import type { KeyboardEvent } from 'react'

/** Marks the link of a row for the keyboard. */
export const ROW_LINK = 'data-row-link'

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/**
 * On the list: the arrow keys, Home and End go from row to row while a row has the focus, and X selects it. Everything
 * works with Tab and the space bar as well.
 */
export const onRowKey =
  (toggle: (id: number) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const id = event.target.getAttribute(ROW_LINK)
    if (id === null) return
    const step = STEPS[event.key]
    if (step) {
      const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`)]
      links[step(links.indexOf(event.target), links.length - 1)]?.focus()
    } else if (event.code === 'KeyX') toggle(Number(id))
    else return
    event.preventDefault()
  }
