/** Byte order mark: without it spreadsheets do not recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** A browser may still read the URL right after the click. */
const RELEASE_AFTER_MS = 10_000

/** Downloads a text as a file. */
export const saveFile = (name: string, text: string, type: string): void => {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text : BYTE_ORDER_MARK + text
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS)
}
