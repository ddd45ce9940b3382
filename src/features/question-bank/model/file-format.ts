/** Guesses the format from the file extension. Tables are the usual case. */
export const formatOfName = (name: string): 'csv' | 'gift' | 'qti' => {
  if (/\.(?:xml|zip)$/i.test(name)) return 'qti'
  return /\.(?:gift|txt)$/i.test(name) ? 'gift' : 'csv'
}
