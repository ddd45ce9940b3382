/** The allow-list for formulas: MathML without links, ids, scripts, colours or anything that leaves its line. */
import type { MathNode } from './tex.ts'

/** A node of the parser's tree: an element, a text, or a group of both. */
export interface ParsedNode {
  type?: unknown
  text?: unknown
  attributes?: Readonly<Record<string, unknown>>
  classes?: readonly string[]
  style?: object
  children?: readonly ParsedNode[]
}

const TAGS = new Set(
  (
    'math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
    'mprescripts none mtable mtr mtd mstyle mphantom mpadded menclose'
  ).split(' '),
)

const WORD = /^[a-z][a-z -]{0,30}$/
const BOOLEAN = /^(?:true|false)$/
const NUMBER = /^[+-]?\d{1,2}$/
/** What a formula may move or widen by: a longer length could cover the page around it. */
const LENGTH_MAX_EM = 20
const LENGTH = /^([+-]?)(\d{0,4}(?:\.\d{1,9})?)(em|ex|pt|px|mu|%)?$/
const EM_OF: Readonly<Record<string, number>> = { em: 1, ex: 0.5, pt: 0.1, px: 0.08, mu: 0.06, '%': 0.1 }

const isLength = (value: string): boolean => {
  const [, sign, digits, unit = 'em'] = LENGTH.exec(value) ?? []
  if (digits === undefined || digits === '') return false
  const ems = Number(digits) * (EM_OF[unit] ?? 1)
  return ems <= (sign === '-' ? 2 : LENGTH_MAX_EM)
}
const matches = (pattern: RegExp) => (value: string) => pattern.test(value)

type Check = (value: string) => boolean

const ATTRIBUTES: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    ['displaystyle', 'fence', 'separator', 'stretchy', 'symmetric', 'largeop', 'movablelimits', 'accent'].map(
      (name) => [name, matches(BOOLEAN)],
    ),
  ),
  ...Object.fromEntries(
    ['display', 'form', 'mathvariant', 'columnalign', 'notation', 'linebreak'].map((name) => [
      name,
      matches(WORD),
    ]),
  ),
  ...Object.fromEntries(
    'lspace rspace minsize maxsize width height depth voffset rowspacing linethickness'
      .split(' ')
      .map((name) => [name, isLength]),
  ),
  scriptlevel: matches(NUMBER),
  columnspan: matches(NUMBER),
}

const STYLES: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    ['padding', 'padding-left', 'padding-right', 'padding-top', 'padding-bottom', 'width'].map((name) => [
      name,
      isLength,
    ]),
  ),
  ...Object.fromEntries(
    ['border', 'border-left', 'border-right', 'border-top', 'border-bottom'].map((name) => [
      name,
      matches(/^\d?(?:\.\d{1,4})?(?:em|px|pt) (?:solid|dashed)$/),
    ]),
  ),
  'text-align': matches(/^(?:left|right|center|-webkit-(?:left|right|center))$/),
  'math-depth': matches(NUMBER),
  display: matches(/^block math$/),
}

/** Classes of the parser's own style sheet. */
const CLASS =
  /^(?:(?:tml|chr|wbk|ff|phasor|longdiv)-[a-z0-9-]+|menclose|(?:up|down)strike|sout|actuarial|mathcal|mathscr)$/

export const allowedMath = (node: ParsedNode): MathNode | string | null => {
  if (typeof node.text === 'string') return node.text
  if (typeof node.type !== 'string' || !TAGS.has(node.type)) return null
  const classes = (node.classes ?? []).filter((name) => CLASS.test(name))
  return {
    tag: node.type,
    attributes: {
      ...allowed(node.attributes ?? {}, ATTRIBUTES),
      ...(classes.length > 0 && { class: classes.join(' ') }),
    },
    style: allowed(node.style ?? {}, STYLES),
    children: (node.children ?? []).flatMap(allowedChildren),
  }
}

/** A group without a tag of its own is replaced by its children; what is not allowed is left out. */
const allowedChildren = (node: ParsedNode): (MathNode | string)[] => {
  if (node.type === undefined && node.text === undefined)
    return (node.children ?? []).flatMap(allowedChildren)
  const found = allowedMath(node)
  return found === null ? [] : [found]
}

const allowed = (values: object, checks: Readonly<Record<string, Check>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]): [string, string] => [hyphenated(name), String(value)])
      .filter(([name, value]) => Object.hasOwn(checks, name) && checks[name]?.(value)),
  )

const hyphenated = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
