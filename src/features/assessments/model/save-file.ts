/** Downloads a text as a JSON file. */
export const saveFile = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL asynchronously, so revoke it later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
