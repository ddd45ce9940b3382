/** Hands a text to the browser's downloads. */
export const saveText = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun when the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
