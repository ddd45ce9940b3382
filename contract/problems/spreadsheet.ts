/**
 * What the cells of a sheet show. The browser draws with it and the server grades with it, so that both see the same.
 * Pure; a bad formula is an error in its cell and never an exception.
 */
import { parseFormula, type Sign, type Tree } from '../text/formula.ts'
import { callFunction } from './spreadsheet-functions.ts'
import {
  compareScalars,
  isArea,
  isCellError,
  literal,
  textOf,
  toNumber,
  type Operand,
  type Scalar,
} from './spreadsheet-values.ts'

export const isFormula = (typed: string): boolean => typed.trimStart().startsWith('=')

export interface SheetSize {
  rows: number
  columns: number
}
const columnOf = (cell: string) => cell.charCodeAt(0) - 65
const rowOf = (cell: string) => Number(cell.slice(1)) - 1
export const cellAt = (row: number, column: number): string => `${String.fromCharCode(65 + column)}${row + 1}`

/** Cells that depend on each other in a line; a longer line is most likely a mistake. */
const CHAIN_MAX = 400
/** Cells of ranges that one sheet may read altogether: what is worked out on the server stays short. */
const READS_MAX = 200_000

const finite = (value: number): Scalar => (Number.isFinite(value) ? value : { error: '#NUM!' })

const arithmetic = (sign: Sign, a: number, b: number): Scalar => {
  switch (sign) {
    case '+':
      return finite(a + b)
    case '-':
      return finite(a - b)
    case '*':
      return finite(a * b)
    case '/':
      return b === 0 ? { error: '#DIV/0!' } : finite(a / b)
    default:
      return finite(a ** b)
  }
}

const binary = (sign: Sign, left: Scalar, right: Scalar): Scalar => {
  if (isCellError(left)) return left
  if (isCellError(right)) return right
  if (sign === '&') return textOf(left) + textOf(right)
  if ('+-*/^'.includes(sign)) {
    const [a, b] = [toNumber(left), toNumber(right)]
    if (isCellError(a)) return a
    return isCellError(b) ? b : arithmetic(sign, a, b)
  }
  const order = compareScalars(left, right)
  const holds = {
    '=': order === 0,
    '<>': order !== 0,
    '<': order < 0,
    '>': order > 0,
    '<=': order <= 0,
    '>=': order >= 0,
  }
  return holds[sign as keyof typeof holds]
}

export interface Sheet {
  readonly value: (cell: string) => Scalar
}

/** A sheet over what was typed into its cells. Values are worked out when asked for, once. */
export const createSheet = (typed: ReadonlyMap<string, string>, size: SheetSize): Sheet => {
  const known = new Map<string, Scalar>()
  const open = new Set<string>()
  let reads = 0
  const inside = (cell: string) => columnOf(cell) < size.columns && rowOf(cell) < size.rows

  const value = (cell: string): Scalar => {
    const found = known.get(cell)
    if (found !== undefined) return found
    if (!inside(cell)) return { error: '#REF!' }
    if (open.has(cell)) return { error: '#CYCLE!' }
    if (open.size >= CHAIN_MAX) return { error: '#NUM!' }
    open.add(cell)
    const text = typed.get(cell) ?? ''
    const result = isFormula(text) ? single(evaluate(parseFormula(text.trimStart().slice(1)))) : literal(text)
    open.delete(cell)
    known.set(cell, result)
    return result
  }
  const single = (operand: Operand): Scalar => {
    if (!isArea(operand)) return operand
    const [first] = operand.area
    return operand.area.length === 1 && first?.length === 1 ? (first[0] ?? null) : { error: '#VALUE!' }
  }
  const range = (from: string, to: string): Operand => {
    if (!inside(from) || !inside(to)) return { error: '#REF!' }
    const [top, bottom] = [rowOf(from), rowOf(to)].toSorted((a, b) => a - b) as [number, number]
    const [start, end] = [columnOf(from), columnOf(to)].toSorted((a, b) => a - b) as [number, number]
    reads += (bottom - top + 1) * (end - start + 1)
    if (reads > READS_MAX) return { error: '#NUM!' }
    return {
      area: Array.from({ length: bottom - top + 1 }, (_, row) =>
        Array.from({ length: end - start + 1 }, (__, column) => value(cellAt(top + row, start + column))),
      ),
    }
  }
  const evaluate = (tree: Tree): Operand => {
    switch (tree.kind) {
      case 'value':
        return tree.value
      case 'cell':
        return value(tree.cell)
      case 'range':
        return range(tree.from, tree.to)
      case 'minus':
      case 'percent': {
        const number = toNumber(single(evaluate(tree.of)))
        if (isCellError(number)) return number
        return tree.kind === 'minus' ? -number : number / 100
      }
      case 'binary':
        return binary(tree.sign, single(evaluate(tree.left)), single(evaluate(tree.right)))
      case 'call':
        return callFunction(
          tree.name,
          tree.args.map((arg) => () => evaluate(arg)),
        )
      case 'broken':
        return { error: '#ERROR!' }
    }
  }
  return { value }
}
