/**
 * Evaluates the cells of a spreadsheet. The browser displays and the server grades with this code, so that
 * both agree.
 * Pure; an invalid formula is an error value in its cell, never an exception.
 */
import { parseFormula, type Operator, type FormulaTree } from '../text/formula.ts'
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

export const isFormula = (input: string): boolean => input.trimStart().startsWith('=')

export interface SheetSize {
  rows: number
  columns: number
}
const columnOf = (cell: string) => cell.charCodeAt(0) - 65
const rowOf = (cell: string) => Number(cell.slice(1)) - 1
export const cellAt = (row: number, column: number): string => `${String.fromCharCode(65 + column)}${row + 1}`

/** Length of a chain of dependent cells; a longer one is most likely a mistake. */
const CHAIN_MAX = 400
/** Range cells that one sheet may read in total: limits the evaluation time on the server. */
const READS_MAX = 200_000

const finite = (value: number): Scalar => (Number.isFinite(value) ? value : { error: '#NUM!' })

const arithmetic = (operator: Operator, a: number, b: number): Scalar => {
  switch (operator) {
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

const binary = (operator: Operator, left: Scalar, right: Scalar): Scalar => {
  if (isCellError(left)) return left
  if (isCellError(right)) return right
  if (operator === '&') return textOf(left) + textOf(right)
  if ('+-*/^'.includes(operator)) {
    const [a, b] = [toNumber(left), toNumber(right)]
    if (isCellError(a)) return a
    return isCellError(b) ? b : arithmetic(operator, a, b)
  }
  const order = compareScalars(left, right)
  const comparisons = {
    '=': order === 0,
    '<>': order !== 0,
    '<': order < 0,
    '>': order > 0,
    '<=': order <= 0,
    '>=': order >= 0,
  }
  return comparisons[operator as keyof typeof comparisons]
}

export interface Sheet {
  readonly value: (cell: string) => Scalar
}

/** A sheet with the given cell inputs. Values are evaluated on demand and cached. */
export const createSheet = (input: ReadonlyMap<string, string>, size: SheetSize): Sheet => {
  const cache = new Map<string, Scalar>()
  const evaluating = new Set<string>()
  let reads = 0
  const isInside = (cell: string) => columnOf(cell) < size.columns && rowOf(cell) < size.rows

  const value = (cell: string): Scalar => {
    const cached = cache.get(cell)
    if (cached !== undefined) return cached
    if (!isInside(cell)) return { error: '#REF!' }
    if (evaluating.has(cell)) return { error: '#CYCLE!' }
    if (evaluating.size >= CHAIN_MAX) return { error: '#NUM!' }
    evaluating.add(cell)
    const text = input.get(cell) ?? ''
    const result = isFormula(text)
      ? toScalar(evaluate(parseFormula(text.trimStart().slice(1))))
      : literal(text)
    evaluating.delete(cell)
    cache.set(cell, result)
    return result
  }
  const toScalar = (operand: Operand): Scalar => {
    if (!isArea(operand)) return operand
    const [first] = operand.area
    return operand.area.length === 1 && first?.length === 1 ? (first[0] ?? null) : { error: '#VALUE!' }
  }
  const range = (from: string, to: string): Operand => {
    if (!isInside(from) || !isInside(to)) return { error: '#REF!' }
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
  const evaluate = (tree: FormulaTree): Operand => {
    switch (tree.kind) {
      case 'value':
        return tree.value
      case 'cell':
        return value(tree.cell)
      case 'range':
        return range(tree.from, tree.to)
      case 'minus':
      case 'percent': {
        const number = toNumber(toScalar(evaluate(tree.of)))
        if (isCellError(number)) return number
        return tree.kind === 'minus' ? -number : number / 100
      }
      case 'binary':
        return binary(tree.operator, toScalar(evaluate(tree.left)), toScalar(evaluate(tree.right)))
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
