/** A browser may still read the URL right after the click. */
const RELEASE_AFTER_MS = 10_000

/** Downloads a text as a file, without a byte order mark. */
export const saveText = (name: string, text: string, type = 'text/plain'): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS)
}
