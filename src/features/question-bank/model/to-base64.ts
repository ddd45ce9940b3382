/** A file's bytes as base64. */
export const toBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(new Error('unreadable'))
    reader.readAsDataURL(file)
  })

/** What a file's name says about its format; tables are the usual case. */
export const formatOfName = (name: string): 'csv' | 'gift' | 'qti' => {
  if (/\.(?:xml|zip)$/i.test(name)) return 'qti'
  return /\.(?:gift|txt)$/i.test(name) ? 'gift' : 'csv'
}
