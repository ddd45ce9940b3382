/**
 * Words of a question as its author types them: plain text in which `code`, $maths$ (TeX) and rows of | cells | mean
 * something. What is not whole stays as it was typed. Pure.
 */

export interface TextPart {
  /** `sum`: figures and signs that read from left to right in every script. */
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
    // A price is no formula: what encloses one touches it on both sides.
    String.raw`\$(?<maths>[^\s$](?:[^$\n]*[^\s$])?)\$(?!\d)`,
    String.raw`(?<sum>(?<![\p{L}\d])(?:${OPERAND}(?:\s?${SIGN}\s?${OPERAND})+|[-−]\d+(?:[.,]\d+)*)(?![\p{L}\d]))`,
  ].join('|'),
  'gu',
)

export const textParts = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const found of text.matchAll(INLINE)) {
    if (found.index > from) parts.push({ kind: 'words', text: text.slice(from, found.index) })
    const { code, maths, sum = '' } = found.groups ?? {}
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (maths === undefined) parts.push({ kind: 'sum', text: sum })
    else parts.push({ kind: 'maths', text: maths })
    from = found.index + found[0].length
  }
  if (from < text.length) parts.push({ kind: 'words', text: text.slice(from) })
  return parts
}

const ROW = /^\s*\|(?<cells>.*)\|\s*$/
const RULE = /^\s*:?-+:?\s*$/
const cellsOf = (line: string): string[] | null => ROW.exec(line)?.groups?.['cells']?.split('|') ?? null

const tableOf = (lines: readonly string[][]): TextBlock => {
  const [first, second, ...rest] = lines
  const headed = second !== undefined && second.every((cell) => RULE.test(cell))
  const row = (cells: readonly string[]): Row => cells.map((cell) => textParts(cell.trim()))
  return headed && first
    ? { kind: 'table', head: row(first), rows: rest.map(row) }
    : { kind: 'table', head: null, rows: lines.map(row) }
}

/** At least two rows make a table; a single line between bars is a line. */
export const questionBlocks = (text: string): TextBlock[] => {
  const blocks: TextBlock[] = []
  let words: string[] = []
  let rows: string[][] = []
  let typed: string[] = []
  const endWords = () => {
    const whole = words.join('\n').replace(/^\n+|\n+$/g, '')
    if (whole !== '') blocks.push({ kind: 'text', parts: textParts(whole) })
    words = []
  }
  const endTable = () => {
    if (rows.length > 1) {
      endWords()
      blocks.push(tableOf(rows))
    } else words.push(...typed)
    rows = []
    typed = []
  }
  for (const line of text.split('\n')) {
    const cells = cellsOf(line)
    if (cells) {
      rows.push(cells)
      typed.push(line)
    } else {
      endTable()
      words.push(line)
    }
  }
  endTable()
  endWords()
  return blocks
}

/** Whether anything is drawn otherwise than it was typed. */
export const isMarked = (text: string): boolean =>
  questionBlocks(text).some(
    (block) => block.kind === 'table' || block.parts.some(({ kind }) => kind === 'code' || kind === 'maths'),
  )
