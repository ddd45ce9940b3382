/**
 * Parses a question's plain text with its markup: `code`, $maths$ (TeX) and rows of | cells |. Incomplete
 * markup stays as typed. Pure.
 */

export interface TextPart {
  /** `sum`: an arithmetic expression, which reads from left to right in every script. */
  readonly kind: 'words' | 'code' | 'maths' | 'sum'
  readonly text: string
}
export type TextBlock =
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'table'; readonly head: Row | null; readonly rows: readonly Row[] }
type Row = readonly (readonly TextPart[])[]

const OPERAND = String.raw`[(\[]*[-−]?(?:\d+(?:[.,]\d+)*[a-zA-Z]?|[a-zA-Z](?![a-zA-Z]))\s?[%°]?[)\]]*`
const SIGN = '[-+−–×·÷/*=<>≤≥≠≈^:]'
const INLINE = new RegExp(
  [
    '`(?<code>[^`\n]+)`',
    // The dollar signs touch the formula on both sides, so "$5 and $6" is no formula.
    String.raw`\$(?<maths>[^\s$](?:[^$\n]*[^\s$])?)\$(?!\d)`,
    String.raw`(?<sum>(?<![\p{L}\d])(?:${OPERAND}(?:\s?${SIGN}\s?${OPERAND})+|[-−]\d+(?:[.,]\d+)*)(?![\p{L}\d]))`,
  ].join('|'),
  'gu',
)

export const textParts = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: 'words', text: text.slice(end, match.index) })
    const { code, maths, sum = '' } = match.groups ?? {}
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (maths === undefined) parts.push({ kind: 'sum', text: sum })
    else parts.push({ kind: 'maths', text: maths })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'words', text: text.slice(end) })
  return parts
}

const ROW = /^\s*\|(?<cells>.*)\|\s*$/
const DELIMITER = /^\s*:?-+:?\s*$/
const cellsOf = (line: string): string[] | null => ROW.exec(line)?.groups?.['cells']?.split('|') ?? null

const tableOf = (tableRows: readonly string[][]): TextBlock => {
  const [first, second, ...rest] = tableRows
  const hasHead = second !== undefined && second.every((cell) => DELIMITER.test(cell))
  const row = (cells: readonly string[]): Row => cells.map((cell) => textParts(cell.trim()))
  return hasHead && first
    ? { kind: 'table', head: row(first), rows: rest.map(row) }
    : { kind: 'table', head: null, rows: tableRows.map(row) }
}

/** At least two rows make a table; a single line between bars stays text. */
export const questionBlocks = (text: string): TextBlock[] => {
  const blocks: TextBlock[] = []
  let lines: string[] = []
  let rows: string[][] = []
  let rowLines: string[] = []
  const flushText = () => {
    const joined = lines.join('\n').replace(/^\n+|\n+$/g, '')
    if (joined !== '') blocks.push({ kind: 'text', parts: textParts(joined) })
    lines = []
  }
  const flushTable = () => {
    if (rows.length > 1) {
      flushText()
      blocks.push(tableOf(rows))
    } else lines.push(...rowLines)
    rows = []
    rowLines = []
  }
  for (const line of text.split('\n')) {
    const cells = cellsOf(line)
    if (cells) {
      rows.push(cells)
      rowLines.push(line)
    } else {
      flushTable()
      lines.push(line)
    }
  }
  flushTable()
  flushText()
  return blocks
}

/** Whether the text contains code, maths or a table. */
export const isMarked = (text: string): boolean =>
  questionBlocks(text).some(
    (block) => block.kind === 'table' || block.parts.some(({ kind }) => kind === 'code' || kind === 'maths'),
  )
