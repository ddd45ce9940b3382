/** The direction in which an arrow key turns the page; null when the focused element uses the key itself. */
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

/** Elements that use arrow keys themselves. */
const USES_ARROW_KEYS =
  'input, textarea, select, video, audio, [contenteditable]:not([contenteditable="false"]), [role="slider"], [role="radiogroup"], [role="menu"], [role="tablist"], [role="listbox"], [role="dialog"], [data-own-keys], pre[tabindex], table[tabindex]'

export const pageTurnForKey = (press: KeyPress, direction: 'ltr' | 'rtl'): PageTurn | null => {
  if (press.defaultPrevented || press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return null
  if (press.key !== 'ArrowLeft' && press.key !== 'ArrowRight') return null
  if (press.target instanceof Element && press.target.closest(USES_ARROW_KEYS)) return null
  const forwardKey = direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft'
  return press.key === forwardKey ? 'next' : 'previous'
}
