/** The page as plain text, for a message to whoever looks into a problem. */
export interface Row {
  label: string
  value: string
  /** Names, addresses and codes are the same in every language and stand from left to right. */
  code?: boolean
}
export interface Group {
  title: string
  rows: readonly Row[]
}

export const reportText = (title: string, groups: readonly Group[]): string =>
  [title, ...groups.flatMap((group) => ['', `## ${group.title}`, ...group.rows.map(line)])].join('\n')

const line = ({ label, value }: Row) => `${label}: ${value}`

export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
