/** Values of a sheet's cells: what was typed, how it counts, compares and shows. Pure. */

export interface CellError {
  readonly error: '#DIV/0!' | '#VALUE!' | '#REF!' | '#NAME?' | '#N/A' | '#NUM!' | '#CYCLE!' | '#ERROR!'
}
/** Null is an empty cell. */
export type Scalar = number | string | boolean | null | CellError
/** Rows of a range. */
export type Area = readonly (readonly Scalar[])[]
export type Operand = Scalar | { readonly area: Area }

export const isCellError = (value: unknown): value is CellError =>
  typeof value === 'object' && value !== null && 'error' in value
export const isArea = (value: Operand): value is { readonly area: Area } =>
  typeof value === 'object' && value !== null && 'area' in value

const asciiDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))

/** What was typed, when it is no formula. */
export const literal = (typed: string): Scalar => {
  if (typed === '') return null
  if (typed.startsWith("'")) return typed.slice(1)
  const plain = asciiDigits(typed.trim())
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain)) return Number(plain)
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)%$/.test(plain)) return Number(plain.slice(0, -1)) / 100
  if (/^(?:true|false)$/i.test(plain)) return plain.toLowerCase() === 'true'
  return typed
}

/** A number for arithmetic: empty is 0, a text that reads as a number counts. */
export const toNumber = (value: Scalar): number | CellError => {
  if (isCellError(value) || typeof value === 'number') return value
  if (value === null) return 0
  if (typeof value === 'boolean') return value ? 1 : 0
  const read = literal(value)
  return typeof read === 'number' ? read : { error: '#VALUE!' }
}
/** As spreadsheets order them: numbers, then texts without regard to capitals, then truth values. */
export const compareScalars = (left: Scalar, right: Scalar): number => {
  const rank = (value: Scalar) => (typeof value === 'boolean' ? 2 : typeof value === 'string' ? 1 : 0)
  // An empty cell equals both 0 and an empty text.
  const alike = (value: Scalar, other: Scalar): Scalar =>
    value === null ? (typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0) : value
  const [a, b] = [alike(left, right), alike(right, left)]
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (typeof a === 'string' && typeof b === 'string') {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()]
    return x === y ? 0 : x < y ? -1 : 1
  }
  return Number(a) - Number(b)
}

export const textOf = (value: Scalar): string => {
  if (value === null) return ''
  if (isCellError(value)) return value.error
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  // Sums of decimals show what a person would write: 0.1 + 0.2 is 0.3.
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : value
}
