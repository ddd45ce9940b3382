/** Shares an address: the device's own sheet, else a copy of the link. */
export type Shared = 'shared' | 'copied' | 'dismissed' | 'failed'

export const share = async (data: { title: string; text: string; url: string }): Promise<Shared> => {
  if (typeof navigator.share === 'function')
    try {
      await navigator.share(data)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
    }
  try {
    await navigator.clipboard.writeText(data.url)
    return 'copied'
  } catch {
    return 'failed'
  }
}
