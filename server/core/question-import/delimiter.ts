const DELIMITERS = [',', ';', '\t', '|'] as const

/** The most frequent delimiter in the header line of a table, outside quotes. */
export const delimiterOf = (text: string): string => {
  const line = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''
  const unquoted = line.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length }))
  return counts.reduce((max, next) => (next.count > max.count ? next : max)).delimiter
}
