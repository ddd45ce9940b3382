/** Hands a text to the person as a file of their own. */
export const saveFile = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it in its own time.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
