export const toBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })

/** Guesses the format from the file extension. Tables are the usual case. */
export const formatOfName = (name: string): 'csv' | 'gift' | 'qti' => {
  if (/\.(?:xml|zip)$/i.test(name)) return 'qti'
  return /\.(?:gift|txt)$/i.test(name) ? 'gift' : 'csv'
}
