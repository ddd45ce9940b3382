/** Which way an arrow key turns the pages; null where the key belongs to something else. */
export type PageTurn = 'previous' | 'next'

interface KeyPress {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  defaultPrevented: boolean
  target: EventTarget | null
}

/** Arrow keys mean something of their own in these. */
const OWN_ARROWS =
  'input, textarea, select, video, audio, [contenteditable]:not([contenteditable="false"]), [role="slider"], [role="radiogroup"], [role="menu"], [role="tablist"], [role="listbox"], [role="dialog"], [data-own-keys], pre[tabindex], table[tabindex]'

export const pageTurnForKey = (press: KeyPress, direction: 'ltr' | 'rtl'): PageTurn | null => {
  if (press.defaultPrevented || press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return null
  if (press.key !== 'ArrowLeft' && press.key !== 'ArrowRight') return null
  if (press.target instanceof Element && press.target.closest(OWN_ARROWS)) return null
  const onwards = direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft'
  return press.key === onwards ? 'next' : 'previous'
}
