/** Values of spreadsheet cells: parsing, conversion, comparison and display. */

export interface CellError {
  readonly error: '#DIV/0!' | '#VALUE!' | '#REF!' | '#NAME?' | '#N/A' | '#NUM!' | '#CYCLE!' | '#ERROR!'
}
/** Null is an empty cell. */
export type Scalar = number | string | boolean | null | CellError
/** The rows of a range. */
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

/** Parses cell input that is not a formula. */
export const literal = (input: string): Scalar => {
  if (input === '') return null
  if (input.startsWith("'")) return input.slice(1)
  const ascii = asciiDigits(input.trim())
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(ascii)) return Number(ascii)
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)%$/.test(ascii)) return Number(ascii.slice(0, -1)) / 100
  if (/^(?:true|false)$/i.test(ascii)) return ascii.toLowerCase() === 'true'
  return input
}

/** Converts to a number for arithmetic: empty is 0; a text counts if it parses as a number. */
export const toNumber = (value: Scalar): number | CellError => {
  if (isCellError(value) || typeof value === 'number') return value
  if (value === null) return 0
  if (typeof value === 'boolean') return value ? 1 : 0
  const parsed = literal(value)
  return typeof parsed === 'number' ? parsed : { error: '#VALUE!' }
}
/** Order as in other spreadsheets: numbers, then texts ignoring case, then booleans. */
export const compareScalars = (left: Scalar, right: Scalar): number => {
  const rank = (value: Scalar) => (typeof value === 'boolean' ? 2 : typeof value === 'string' ? 1 : 0)
  // An empty cell equals both 0 and an empty text.
  const coerceEmpty = (value: Scalar, other: Scalar): Scalar =>
    value === null ? (typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0) : value
  const [a, b] = [coerceEmpty(left, right), coerceEmpty(right, left)]
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
  // Hides floating-point error: 0.1 + 0.2 is shown as 0.3.
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : value
}
