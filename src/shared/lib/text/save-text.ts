/** A browser may still read the address right after the press. */
const RELEASE_AFTER_MS = 10_000

/** Hands a text to the browser's downloads. */
export const saveText = (name: string, text: string, type = 'text/plain'): void => {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS)
}
