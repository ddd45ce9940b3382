/** The functions of spreadsheet formulas. Arguments are lazy, so that IF evaluates one branch only. */
import {
  compareScalars,
  isArea,
  isCellError,
  textOf,
  toNumber,
  type Area,
  type CellError,
  type Operand,
  type Scalar,
} from './spreadsheet-values.ts'

type Args = readonly (() => Operand)[]

class FunctionError extends Error {
  readonly cellError: CellError
  constructor(error: CellError['error']) {
    super(error)
    this.cellError = { error }
  }
}
const fail = (error: CellError['error']): never => {
  throw new FunctionError(error)
}

const operandAt = (args: Args, index: number): Operand => (args[index] ?? (() => fail('#VALUE!')))()
const scalarAt = (args: Args, index: number): Scalar => {
  const value = operandAt(args, index)
  if (isArea(value))
    return value.area.length === 1 && value.area[0]?.length === 1
      ? (value.area[0][0] ?? null)
      : fail('#VALUE!')
  return isCellError(value) ? fail(value.error) : value
}
const numberAt = (args: Args, index: number): number => {
  const value = toNumber(scalarAt(args, index))
  return isCellError(value) ? fail(value.error) : value
}
const optionalNumber = (args: Args, index: number, fallback: number): number =>
  args.length > index ? numberAt(args, index) : fallback
const textAt = (args: Args, index: number): string => textOf(scalarAt(args, index))
const toBoolean = (value: Scalar): boolean => {
  if (typeof value === 'string') {
    if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
    return fail('#VALUE!')
  }
  if (isCellError(value)) return fail(value.error)
  return Boolean(value)
}
const areaAt = (args: Args, index: number): Area => {
  const value = operandAt(args, index)
  if (isCellError(value)) return fail(value.error)
  return isArea(value) ? value.area : [[value]]
}

/** Numbers of all arguments; in ranges, only cells with numbers count, as in other spreadsheets. */
const allNumbers = (args: Args): number[] =>
  args.flatMap((_, index) => {
    const value = operandAt(args, index)
    if (!isArea(value)) return [numberAt(args, index)]
    return value.area.flat().flatMap((cell) => {
      if (isCellError(cell)) return fail(cell.error)
      return typeof cell === 'number' ? [cell] : []
    })
  })

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) =>
  values.length === 0 ? fail('#DIV/0!') : sum(values) / values.length
const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) return fail('#NUM!')
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Rounds half away from zero. 1.005 to two places is 1.01, although its binary value is below 1.005. */
const roundWith = (value: number, places: number, round: (x: number) => number): number => {
  const factor = 10 ** Math.trunc(places)
  const scaled = Number((Math.abs(value) * factor).toPrecision(15))
  return (Math.sign(value) * round(scaled)) / factor
}

/** A criterion such as `">5"`, `"<>x"`, `"a*"` or a plain value. */
const parseCriterion = (criterionValue: Scalar): ((value: Scalar) => boolean) => {
  const match = typeof criterionValue === 'string' ? /^(<>|<=|>=|=|<|>)?(.*)$/s.exec(criterionValue) : null
  const operator = match?.[1] ?? '='
  const operandText: Scalar = match ? (match[2] ?? '') : criterionValue
  const asNumber =
    typeof operandText === 'string' && operandText.trim() !== '' ? toNumber(operandText) : operandText
  const target: Scalar = isCellError(asNumber) ? operandText : asNumber
  if (typeof target === 'string' && /[*?]/.test(target) && (operator === '=' || operator === '<>')) {
    const matchesPattern = wildcard(target)
    return (value) => (typeof value === 'string' && matchesPattern(value)) === (operator === '=')
  }
  return (value) => {
    if (isCellError(value)) return false
    // Order comparisons apply to values of the same kind only.
    const sameKind = typeof value === typeof target
    const order = sameKind ? compareScalars(value, target) : Number.NaN
    if (operator === '=') return order === 0
    if (operator === '<>') return order !== 0
    if (operator === '<') return order < 0
    if (operator === '>') return order > 0
    return operator === '<=' ? order <= 0 : order >= 0
  }
}

/** Longer texts are compared up to this length. */
const WILDCARD_MAX = 50

/** `*` and `?` without regular expressions, so that a hostile pattern cannot take exponential time. */
const wildcard = (pattern: string) => {
  const patternChars = Array.from(pattern.toLowerCase().slice(0, WILDCARD_MAX))
  return (value: string): boolean => {
    const chars = Array.from(value.toLowerCase().slice(0, WILDCARD_MAX))
    let row = chars.map(() => false)
    row = [true, ...row]
    for (const patternChar of patternChars) {
      const next = [patternChar === '*' && row[0] === true]
      for (let index = 1; index <= chars.length; index += 1)
        next[index] =
          patternChar === '*'
            ? row[index] === true || next[index - 1] === true
            : row[index - 1] === true && (patternChar === '?' || patternChar === chars[index - 1])
      row = next
    }
    return row[chars.length] === true
  }
}

/** Values of the third argument (or the first) whose cell in the first argument meets the criterion. */
const selectedNumbers = (args: Args): number[] => {
  const tested = areaAt(args, 0).flat()
  const isMatch = parseCriterion(scalarAt(args, 1))
  const summed = args.length > 2 ? areaAt(args, 2).flat() : tested
  return tested.flatMap((value, index) => {
    const number = summed[index] ?? null
    return isMatch(value) && typeof number === 'number' ? [number] : []
  })
}

/** Index of a value in a list: exact, or the last value not greater in a sorted list. */
const lookupIndex = (target: Scalar, list: readonly Scalar[], exact: boolean): number => {
  if (exact) {
    const index = list.findIndex(
      (value) => !isCellError(value) && value !== null && compareScalars(value, target) === 0,
    )
    return index < 0 ? fail('#N/A') : index
  }
  const index = list.findLastIndex(
    (value) => !isCellError(value) && value !== null && compareScalars(value, target) <= 0,
  )
  return index < 0 ? fail('#N/A') : index
}

const nonEmptyValues = (args: Args): Scalar[] =>
  args.flatMap((_, index) => areaAt(args, index).flat()).filter((value) => value !== null)

const FUNCTIONS: Readonly<Record<string, (args: Args) => Operand>> = {
  SUM: (args) => sum(allNumbers(args)),
  AVERAGE: (args) => mean(allNumbers(args)),
  MIN: (args) => allNumbers(args).reduce((a, b) => Math.min(a, b), Infinity),
  MAX: (args) => allNumbers(args).reduce((a, b) => Math.max(a, b), -Infinity),
  MEDIAN: (args) => median(allNumbers(args)),
  PRODUCT: (args) => allNumbers(args).reduce((a, b) => a * b, 1),
  COUNT: (args) =>
    args.flatMap((_, index) => areaAt(args, index).flat()).filter((value) => typeof value === 'number')
      .length,
  COUNTA: (args) =>
    args.flatMap((_, index) => areaAt(args, index).flat()).filter((value) => value !== null).length,
  COUNTBLANK: (args) =>
    areaAt(args, 0)
      .flat()
      .filter((value) => value === null || value === '').length,
  COUNTIF: (args) => {
    const isMatch = parseCriterion(scalarAt(args, 1))
    return areaAt(args, 0).flat().filter(isMatch).length
  },
  SUMIF: (args) => sum(selectedNumbers(args)),
  AVERAGEIF: (args) => mean(selectedNumbers(args)),
  IF: (args) => {
    if (toBoolean(scalarAt(args, 0))) return operandAt(args, 1)
    return args.length > 2 ? operandAt(args, 2) : false
  },
  IFERROR: (args) => {
    const result = attempt(() => operandAt(args, 0))
    return isCellError(result) ? operandAt(args, 1) : result
  },
  AND: (args) => nonEmptyValues(args).every(toBoolean),
  OR: (args) => nonEmptyValues(args).some(toBoolean),
  NOT: (args) => !toBoolean(scalarAt(args, 0)),
  ROUND: (args) => roundWith(numberAt(args, 0), optionalNumber(args, 1, 0), Math.round),
  ROUNDUP: (args) => roundWith(numberAt(args, 0), optionalNumber(args, 1, 0), Math.ceil),
  ROUNDDOWN: (args) => roundWith(numberAt(args, 0), optionalNumber(args, 1, 0), Math.floor),
  INT: (args) => Math.floor(numberAt(args, 0)),
  ABS: (args) => Math.abs(numberAt(args, 0)),
  SQRT: (args) => (numberAt(args, 0) < 0 ? fail('#NUM!') : Math.sqrt(numberAt(args, 0))),
  POWER: (args) => numberAt(args, 0) ** numberAt(args, 1),
  MOD: (args) => {
    const [dividend, divisor] = [numberAt(args, 0), numberAt(args, 1)]
    return divisor === 0 ? fail('#DIV/0!') : dividend - divisor * Math.floor(dividend / divisor)
  },
  VLOOKUP: (args) => {
    const table = areaAt(args, 1)
    const column = numberAt(args, 2) - 1
    const row = lookupIndex(
      scalarAt(args, 0),
      table.map((line) => line[0] ?? null),
      args.length > 3 && !toBoolean(scalarAt(args, 3)),
    )
    if (!(column >= 0 && column < (table[0]?.length ?? 0))) return fail('#REF!')
    return table[row]?.[Math.trunc(column)] ?? null
  },
  MATCH: (args) =>
    lookupIndex(scalarAt(args, 0), areaAt(args, 1).flat(), optionalNumber(args, 2, 1) === 0) + 1,
  INDEX: (args) => {
    const table = areaAt(args, 0)
    const isSingleRow = table.length === 1
    const row = isSingleRow && args.length < 3 ? 0 : numberAt(args, 1) - 1
    const column = isSingleRow && args.length < 3 ? numberAt(args, 1) - 1 : optionalNumber(args, 2, 1) - 1
    const cell = table[Math.trunc(row)]?.[Math.trunc(column)]
    return cell === undefined ? fail('#REF!') : cell
  },
  CONCAT: (args) => nonEmptyValues(args).map(textOf).join(''),
  CONCATENATE: (args) => nonEmptyValues(args).map(textOf).join(''),
  LEN: (args) => Array.from(textAt(args, 0)).length,
  LEFT: (args) =>
    Array.from(textAt(args, 0))
      .slice(0, Math.max(0, optionalNumber(args, 1, 1)))
      .join(''),
  RIGHT: (args) => {
    const count = Math.max(0, optionalNumber(args, 1, 1))
    return count === 0 ? '' : Array.from(textAt(args, 0)).slice(-count).join('')
  },
  MID: (args) => {
    const from = Math.max(0, numberAt(args, 1) - 1)
    return Array.from(textAt(args, 0))
      .slice(from, from + Math.max(0, numberAt(args, 2)))
      .join('')
  },
  UPPER: (args) => textAt(args, 0).toUpperCase(),
  LOWER: (args) => textAt(args, 0).toLowerCase(),
  TRIM: (args) => textAt(args, 0).trim().replace(/ +/g, ' '),
}

const attempt = (action: () => Operand): Operand => {
  try {
    return action()
  } catch (error) {
    if (error instanceof FunctionError) return error.cellError
    throw error
  }
}

/** Calls a function by name; failures are error values. */
export const callFunction = (name: string, args: Args): Operand => {
  const implementation = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!implementation) return { error: '#NAME?' }
  const result = attempt(() => implementation(args))
  if (typeof result === 'number' && !Number.isFinite(result))
    return name === 'MIN' || name === 'MAX' ? 0 : { error: '#NUM!' }
  return result
}
