/** Formulas of a spreadsheet as trees: the part of the usual language that teaching needs. Pure; never throws. */

export type Tree =
  | { kind: 'value'; value: number | string | boolean }
  | { kind: 'cell'; cell: string }
  | { kind: 'range'; from: string; to: string }
  | { kind: 'minus' | 'percent'; of: Tree }
  | { kind: 'binary'; sign: Sign; left: Tree; right: Tree }
  | { kind: 'call'; name: string; args: Tree[] }
  /** Could not be read. */
  | { kind: 'broken' }
export type Sign = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '>' | '<=' | '>='

interface Token {
  type: 'number' | 'text' | 'cell' | 'name' | 'sign' | 'end'
  text: string
}

const PATTERNS: readonly (readonly [Token['type'], RegExp])[] = [
  ['number', /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/],
  ['text', /^"(?:[^"]|"")*"/],
  // Not before a letter, a digit or a bracket: those make a name.
  ['cell', /^\$?[A-Za-z]\$?[1-9]\d{0,2}(?![A-Za-z0-9_(])/],
  ['name', /^[A-Za-z][A-Za-z0-9_.]*/],
  ['sign', /^(?:<>|<=|>=|[-+*/^&=<>%(),;:])/],
]

const tokensOf = (formula: string): Token[] | null => {
  const tokens: Token[] = []
  let rest = formula.trimStart()
  while (rest !== '') {
    const found = PATTERNS.map(([type, pattern]) => ({ type, text: pattern.exec(rest)?.[0] })).find(
      (token) => token.text !== undefined,
    )
    if (!found?.text) return null
    tokens.push({ type: found.type, text: found.text })
    rest = rest.slice(found.text.length).trimStart()
  }
  return tokens
}

/** Weakest first; signs of one row bind alike, from left to right. */
const LEVELS: readonly (readonly Sign[])[] = [
  ['=', '<>', '<', '>', '<=', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
]
/** Brackets and calls inside each other. */
const DEPTH_MAX = 60

class Unreadable extends Error {}

const plainCell = (text: string) => text.replaceAll('$', '').toUpperCase()

/** Reads what stands behind the equals sign. */
export const parseFormula = (formula: string): Tree => {
  const tokens = tokensOf(formula)
  if (!tokens) return { kind: 'broken' }
  let at = 0
  let depth = 0
  const END: Token = { type: 'end', text: '' }
  const peek = () => tokens[at] ?? END
  const next = () => tokens[at++] ?? END
  const isSign = (text: string) => peek().type === 'sign' && peek().text === text
  const expect = (text: string) => {
    if (!isSign(text)) throw new Unreadable()
    at += 1
  }

  const level = (index: number): Tree => {
    const signs = LEVELS[index]
    if (!signs) return unary()
    let left = level(index + 1)
    for (;;) {
      const sign = signs.find((each) => isSign(each))
      if (!sign) return left
      at += 1
      left = { kind: 'binary', sign, left, right: level(index + 1) }
    }
  }
  const unary = (): Tree => {
    if (isSign('-')) {
      at += 1
      return { kind: 'minus', of: unary() }
    }
    if (isSign('+')) {
      at += 1
      return unary()
    }
    let tree = primary()
    while (isSign('%')) {
      at += 1
      tree = { kind: 'percent', of: tree }
    }
    return tree
  }
  const primary = (): Tree => {
    depth += 1
    if (depth > DEPTH_MAX) throw new Unreadable()
    const tree = atom()
    depth -= 1
    return tree
  }
  const atom = (): Tree => {
    const token = next()
    if (token.type === 'number') return { kind: 'value', value: Number(token.text) }
    if (token.type === 'text') return { kind: 'value', value: token.text.slice(1, -1).replaceAll('""', '"') }
    if (token.type === 'cell') {
      const cell = plainCell(token.text)
      if (!isSign(':')) return { kind: 'cell', cell }
      at += 1
      const to = next()
      if (to.type !== 'cell') throw new Unreadable()
      return { kind: 'range', from: cell, to: plainCell(to.text) }
    }
    if (token.type === 'name') return named(token.text.toUpperCase())
    if (token.type === 'sign' && token.text === '(') {
      const inside = level(0)
      expect(')')
      return inside
    }
    throw new Unreadable()
  }
  const named = (name: string): Tree => {
    if (!isSign('(')) {
      if (name === 'TRUE' || name === 'FALSE') return { kind: 'value', value: name === 'TRUE' }
      return { kind: 'call', name: '?', args: [] }
    }
    at += 1
    const args: Tree[] = []
    if (isSign(')')) {
      at += 1
      return { kind: 'call', name, args }
    }
    for (;;) {
      args.push(level(0))
      // Both separators are in use around the world.
      if (isSign(',') || isSign(';')) at += 1
      else break
    }
    expect(')')
    return { kind: 'call', name, args }
  }

  try {
    const tree = level(0)
    return peek().type === 'end' ? tree : { kind: 'broken' }
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'broken' }
    throw error
  }
}
