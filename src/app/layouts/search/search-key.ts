type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'
>

const FIELDS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="application"]'
const isField = (target: EventTarget | null) => target instanceof Element && target.closest(FIELDS) !== null

/**
 * Ctrl or Cmd with K anywhere, by its place on the keyboard too, because Hindi and Arabic keyboards have no K; "/" outside
 * of fields. A field that uses the key itself, such as an editor, and an open dialog keep it.
 */
export const isSearchKey = (event: Key, page: ParentNode = document): boolean => {
  if (event.defaultPrevented || event.altKey) return false
  const isOpened = page.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  const hasModifier = event.ctrlKey || event.metaKey
  const isCommand = hasModifier && (event.key.toLowerCase() === 'k' || event.code === 'KeyK')
  const isSlash = !hasModifier && event.key === '/' && !isField(event.target)
  return (isCommand || isSlash) && !isOpened
}
