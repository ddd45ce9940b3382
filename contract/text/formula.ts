/** Parses spreadsheet formulas into trees: the part of the language needed for teaching. Pure; never throws. */

export type FormulaTree =
  | { kind: 'value'; value: number | string | boolean }
  | { kind: 'cell'; cell: string }
  | { kind: 'range'; from: string; to: string }
  | { kind: 'minus' | 'percent'; of: FormulaTree }
  | { kind: 'binary'; operator: Operator; left: FormulaTree; right: FormulaTree }
  | { kind: 'call'; name: string; args: FormulaTree[] }
  /** Could not be parsed. */
  | { kind: 'broken' }
export type Operator = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '>' | '<=' | '>='

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

const tokenize = (formula: string): Token[] | null => {
  const tokens: Token[] = []
  let rest = formula.trimStart()
  while (rest !== '') {
    const match = PATTERNS.map(([type, pattern]) => ({ type, text: pattern.exec(rest)?.[0] })).find(
      (token) => token.text !== undefined,
    )
    if (!match?.text) return null
    tokens.push({ type: match.type, text: match.text })
    rest = rest.slice(match.text.length).trimStart()
  }
  return tokens
}

/** Weakest first; operators of one row have equal precedence, from left to right. */
const LEVELS: readonly (readonly Operator[])[] = [
  ['=', '<>', '<', '>', '<=', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
]
/** Nesting depth of brackets and calls. */
const DEPTH_MAX = 60

class ParseError extends Error {}

const normalizeCell = (text: string) => text.replaceAll('$', '').toUpperCase()

/** Parses the text after the equals sign. */
export const parseFormula = (formula: string): FormulaTree => {
  const tokens = tokenize(formula)
  if (!tokens) return { kind: 'broken' }
  let position = 0
  let depth = 0
  const END: Token = { type: 'end', text: '' }
  const peek = () => tokens[position] ?? END
  const next = () => tokens[position++] ?? END
  const isAt = (text: string) => peek().type === 'sign' && peek().text === text
  const expect = (text: string) => {
    if (!isAt(text)) throw new ParseError()
    position += 1
  }

  const parseLevel = (index: number): FormulaTree => {
    const operators = LEVELS[index]
    if (!operators) return parseUnary()
    let left = parseLevel(index + 1)
    for (;;) {
      const operator = operators.find((candidate) => isAt(candidate))
      if (!operator) return left
      position += 1
      left = { kind: 'binary', operator, left, right: parseLevel(index + 1) }
    }
  }
  const parseUnary = (): FormulaTree => {
    if (isAt('-')) {
      position += 1
      return { kind: 'minus', of: parseUnary() }
    }
    if (isAt('+')) {
      position += 1
      return parseUnary()
    }
    let tree = parsePrimary()
    while (isAt('%')) {
      position += 1
      tree = { kind: 'percent', of: tree }
    }
    return tree
  }
  const parsePrimary = (): FormulaTree => {
    depth += 1
    if (depth > DEPTH_MAX) throw new ParseError()
    const tree = parseAtom()
    depth -= 1
    return tree
  }
  const parseAtom = (): FormulaTree => {
    const token = next()
    if (token.type === 'number') return { kind: 'value', value: Number(token.text) }
    if (token.type === 'text') return { kind: 'value', value: token.text.slice(1, -1).replaceAll('""', '"') }
    if (token.type === 'cell') {
      const cell = normalizeCell(token.text)
      if (!isAt(':')) return { kind: 'cell', cell }
      position += 1
      const to = next()
      if (to.type !== 'cell') throw new ParseError()
      return { kind: 'range', from: cell, to: normalizeCell(to.text) }
    }
    if (token.type === 'name') return parseName(token.text.toUpperCase())
    if (token.type === 'sign' && token.text === '(') {
      const inside = parseLevel(0)
      expect(')')
      return inside
    }
    throw new ParseError()
  }
  const parseName = (name: string): FormulaTree => {
    if (!isAt('(')) {
      if (name === 'TRUE' || name === 'FALSE') return { kind: 'value', value: name === 'TRUE' }
      return { kind: 'call', name: '?', args: [] }
    }
    position += 1
    const args: FormulaTree[] = []
    if (isAt(')')) {
      position += 1
      return { kind: 'call', name, args }
    }
    for (;;) {
      args.push(parseLevel(0))
      // Both separators are common, depending on the locale.
      if (isAt(',') || isAt(';')) position += 1
      else break
    }
    expect(')')
    return { kind: 'call', name, args }
  }

  try {
    const tree = parseLevel(0)
    return peek().type === 'end' ? tree : { kind: 'broken' }
  } catch (error) {
    if (error instanceof ParseError) return { kind: 'broken' }
    throw error
  }
}
