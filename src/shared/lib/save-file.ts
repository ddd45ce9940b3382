/** Spreadsheets take UTF-8 for what it is only when it says so. */
const MARK = '\uFEFF'
/** A browser may still read the address right after the press. */
const RELEASE_AFTER_MS = 10_000

/** Hands a text to the person as a file. */
export const saveFile = (name: string, text: string, type: string): void => {
  const whole = text.startsWith(MARK) ? text : MARK + text
  const address = URL.createObjectURL(new Blob([whole], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS)
}
