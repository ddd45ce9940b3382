/** Spreadsheets recognise UTF-8 only by this mark. Other readers, JSON among them, do not expect it. */
const BYTE_ORDER_MARK = '\uFEFF'
/** The browser reads the URL asynchronously, so it is revoked later. */
const REVOKE_AFTER_MS = 10_000

/** Downloads a text as a file. */
export const saveFile = (name: string, text: string, type = 'text/plain'): void => {
  const needsMark = type === 'text/csv' && !text.startsWith(BYTE_ORDER_MARK)
  const content = needsMark ? BYTE_ORDER_MARK + text : text
  saveBlob(name, new Blob([content], { type: `${type};charset=utf-8` }))
}

/** The browser downloads the address itself: the file can be larger than the page's memory. */
export const saveAddress = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Downloads anything as a file. */
export const saveBlob = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob)
  saveAddress(url, name)
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
