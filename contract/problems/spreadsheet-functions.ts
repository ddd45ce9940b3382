/** The functions of spreadsheet formulas. Arguments come as deeds, so that IF works out one side only. */
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

class Failed extends Error {
  readonly failure: CellError
  constructor(failure: CellError['error']) {
    super(failure)
    this.failure = { error: failure }
  }
}
const fail = (error: CellError['error']): never => {
  throw new Failed(error)
}

const operand = (args: Args, index: number): Operand => (args[index] ?? (() => fail('#VALUE!')))()
const scalar = (args: Args, index: number): Scalar => {
  const found = operand(args, index)
  if (isArea(found))
    return found.area.length === 1 && found.area[0]?.length === 1
      ? (found.area[0][0] ?? null)
      : fail('#VALUE!')
  return isCellError(found) ? fail(found.error) : found
}
const number = (args: Args, index: number): number => {
  const found = toNumber(scalar(args, index))
  return isCellError(found) ? fail(found.error) : found
}
const optional = (args: Args, index: number, otherwise: number): number =>
  args.length > index ? number(args, index) : otherwise
const text = (args: Args, index: number): string => textOf(scalar(args, index))
const truth = (value: Scalar): boolean => {
  if (typeof value === 'string') {
    if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
    return fail('#VALUE!')
  }
  if (isCellError(value)) return fail(value.error)
  return Boolean(value)
}
const area = (args: Args, index: number): Area => {
  const found = operand(args, index)
  if (isCellError(found)) return fail(found.error)
  return isArea(found) ? found.area : [[found]]
}

/** Numbers of all arguments; in ranges only what is a number counts, as spreadsheets do it. */
const numbers = (args: Args): number[] =>
  args.flatMap((_, index) => {
    const found = operand(args, index)
    if (!isArea(found)) return [number(args, index)]
    return found.area.flat().flatMap((value) => {
      if (isCellError(value)) return fail(value.error)
      return typeof value === 'number' ? [value] : []
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

/** Away from zero at a half, as people round; 1.005 to two places is 1.01 although no computer holds 1.005. */
const rounded = (value: number, places: number, how: (x: number) => number): number => {
  const factor = 10 ** Math.trunc(places)
  const scaled = Number((Math.abs(value) * factor).toPrecision(15))
  return (Math.sign(value) * how(scaled)) / factor
}

/** `">5"`, `"<>x"`, `"a*"` or a plain value. */
const criterion = (wanted: Scalar): ((value: Scalar) => boolean) => {
  const found = typeof wanted === 'string' ? /^(<>|<=|>=|=|<|>)?(.*)$/s.exec(wanted) : null
  const sign = found?.[1] ?? '='
  const rest: Scalar = found ? (found[2] ?? '') : wanted
  const asNumber = typeof rest === 'string' && rest.trim() !== '' ? toNumber(rest) : rest
  const target: Scalar = isCellError(asNumber) ? rest : asNumber
  if (typeof target === 'string' && /[*?]/.test(target) && (sign === '=' || sign === '<>')) {
    const matches = wildcard(target)
    return (value) => (typeof value === 'string' && matches(value)) === (sign === '=')
  }
  return (value) => {
    if (isCellError(value)) return false
    // Comparisons by size look at values of the same kind only.
    const sameKind = typeof value === typeof target
    const order = sameKind ? compareScalars(value, target) : Number.NaN
    if (sign === '=') return order === 0
    if (sign === '<>') return order !== 0
    if (sign === '<') return order < 0
    if (sign === '>') return order > 0
    return sign === '<=' ? order <= 0 : order >= 0
  }
}

/** Longer texts are compared up to here. */
const WILDCARD_MAX = 50

/** Star and question mark, without regular expressions: a hostile pattern costs its length times the text's. */
const wildcard = (pattern: string) => {
  const wanted = Array.from(pattern.toLowerCase().slice(0, WILDCARD_MAX))
  return (value: string): boolean => {
    const given = Array.from(value.toLowerCase().slice(0, WILDCARD_MAX))
    let row = given.map(() => false)
    row = [true, ...row]
    for (const sign of wanted) {
      const next = [sign === '*' && row[0] === true]
      for (let index = 1; index <= given.length; index += 1)
        next[index] =
          sign === '*'
            ? row[index] === true || next[index - 1] === true
            : row[index - 1] === true && (sign === '?' || sign === given[index - 1])
      row = next
    }
    return row[given.length] === true
  }
}

/** Values of the third argument (or the first) whose neighbour in the first fits. */
const chosen = (args: Args): number[] => {
  const tested = area(args, 0).flat()
  const fits = criterion(scalar(args, 1))
  const taken = args.length > 2 ? area(args, 2).flat() : tested
  return tested.flatMap((value, index) => {
    const found = taken[index] ?? null
    return fits(value) && typeof found === 'number' ? [found] : []
  })
}

/** Place of a value in a list: exactly, or the last one not greater in a sorted list. */
const place = (wanted: Scalar, list: readonly Scalar[], exact: boolean): number => {
  if (exact) {
    const found = list.findIndex(
      (value) => !isCellError(value) && value !== null && compareScalars(value, wanted) === 0,
    )
    return found < 0 ? fail('#N/A') : found
  }
  const found = list.findLastIndex(
    (value) => !isCellError(value) && value !== null && compareScalars(value, wanted) <= 0,
  )
  return found < 0 ? fail('#N/A') : found
}

const each = (args: Args): Scalar[] =>
  args.flatMap((_, index) => area(args, index).flat()).filter((value) => value !== null)

const FUNCTIONS: Readonly<Record<string, (args: Args) => Operand>> = {
  SUM: (args) => sum(numbers(args)),
  AVERAGE: (args) => mean(numbers(args)),
  MIN: (args) => numbers(args).reduce((a, b) => Math.min(a, b), Infinity),
  MAX: (args) => numbers(args).reduce((a, b) => Math.max(a, b), -Infinity),
  MEDIAN: (args) => median(numbers(args)),
  PRODUCT: (args) => numbers(args).reduce((a, b) => a * b, 1),
  COUNT: (args) =>
    args.flatMap((_, index) => area(args, index).flat()).filter((value) => typeof value === 'number').length,
  COUNTA: (args) =>
    args.flatMap((_, index) => area(args, index).flat()).filter((value) => value !== null).length,
  COUNTBLANK: (args) =>
    area(args, 0)
      .flat()
      .filter((value) => value === null || value === '').length,
  COUNTIF: (args) => {
    const fits = criterion(scalar(args, 1))
    return area(args, 0).flat().filter(fits).length
  },
  SUMIF: (args) => sum(chosen(args)),
  AVERAGEIF: (args) => mean(chosen(args)),
  IF: (args) => {
    if (truth(scalar(args, 0))) return operand(args, 1)
    return args.length > 2 ? operand(args, 2) : false
  },
  IFERROR: (args) => {
    const found = attempt(() => operand(args, 0))
    return isCellError(found) ? operand(args, 1) : found
  },
  AND: (args) => each(args).every(truth),
  OR: (args) => each(args).some(truth),
  NOT: (args) => !truth(scalar(args, 0)),
  ROUND: (args) => rounded(number(args, 0), optional(args, 1, 0), Math.round),
  ROUNDUP: (args) => rounded(number(args, 0), optional(args, 1, 0), Math.ceil),
  ROUNDDOWN: (args) => rounded(number(args, 0), optional(args, 1, 0), Math.floor),
  INT: (args) => Math.floor(number(args, 0)),
  ABS: (args) => Math.abs(number(args, 0)),
  SQRT: (args) => (number(args, 0) < 0 ? fail('#NUM!') : Math.sqrt(number(args, 0))),
  POWER: (args) => number(args, 0) ** number(args, 1),
  MOD: (args) => {
    const [of, by] = [number(args, 0), number(args, 1)]
    return by === 0 ? fail('#DIV/0!') : of - by * Math.floor(of / by)
  },
  VLOOKUP: (args) => {
    const table = area(args, 1)
    const column = number(args, 2) - 1
    const row = place(
      scalar(args, 0),
      table.map((line) => line[0] ?? null),
      args.length > 3 && !truth(scalar(args, 3)),
    )
    if (!(column >= 0 && column < (table[0]?.length ?? 0))) return fail('#REF!')
    return table[row]?.[Math.trunc(column)] ?? null
  },
  MATCH: (args) => place(scalar(args, 0), area(args, 1).flat(), optional(args, 2, 1) === 0) + 1,
  INDEX: (args) => {
    const table = area(args, 0)
    const flat = table.length === 1
    const row = flat && args.length < 3 ? 0 : number(args, 1) - 1
    const column = flat && args.length < 3 ? number(args, 1) - 1 : optional(args, 2, 1) - 1
    const found = table[Math.trunc(row)]?.[Math.trunc(column)]
    return found === undefined ? fail('#REF!') : found
  },
  CONCAT: (args) => each(args).map(textOf).join(''),
  CONCATENATE: (args) => each(args).map(textOf).join(''),
  LEN: (args) => Array.from(text(args, 0)).length,
  LEFT: (args) =>
    Array.from(text(args, 0))
      .slice(0, Math.max(0, optional(args, 1, 1)))
      .join(''),
  RIGHT: (args) => {
    const count = Math.max(0, optional(args, 1, 1))
    return count === 0 ? '' : Array.from(text(args, 0)).slice(-count).join('')
  },
  MID: (args) => {
    const from = Math.max(0, number(args, 1) - 1)
    return Array.from(text(args, 0))
      .slice(from, from + Math.max(0, number(args, 2)))
      .join('')
  },
  UPPER: (args) => text(args, 0).toUpperCase(),
  LOWER: (args) => text(args, 0).toLowerCase(),
  TRIM: (args) => text(args, 0).trim().replace(/ +/g, ' '),
}

const attempt = (action: () => Operand): Operand => {
  try {
    return action()
  } catch (error) {
    if (error instanceof Failed) return error.failure
    throw error
  }
}

/** Calls a function by its name; what it cannot work out is an error value. */
export const callFunction = (name: string, args: Args): Operand => {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!known) return { error: '#NAME?' }
  const result = attempt(() => known(args))
  if (typeof result === 'number' && !Number.isFinite(result))
    return name === 'MIN' || name === 'MAX' ? 0 : { error: '#NUM!' }
  return result
}
