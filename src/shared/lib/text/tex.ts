/**
 * Converts the TeX that lessons use to a MathML tree. Pure. Unknown commands stay readable as typed, and no
 * input becomes HTML.
 */
import { ACCENTS, FUNCTIONS, IDENTIFIERS, OPERATORS, SPACES, WITH_LIMITS } from './tex-symbols.ts'

export interface MathNode {
  tag: string
  attributes?: Readonly<Record<string, string>>
  children: readonly (MathNode | string)[]
}

const node = (tag: string, ...children: (MathNode | string)[]): MathNode => ({ tag, children })
const row = (children: readonly MathNode[]): MathNode =>
  children.length === 1 && children[0] ? children[0] : node('mrow', ...children)
const operator = (sign: string, attributes?: Record<string, string>): MathNode => ({
  tag: 'mo',
  children: [sign],
  ...(attributes && { attributes }),
})

type Token = { kind: 'command' | 'letter' | 'number' | 'sign' | 'text'; text: string }
const TOKEN = /\\(?:[a-zA-Z]+|.)|\d+(?:[.,]\d+)*|\s+|./gsu

const tokensOf = (source: string): Token[] => {
  const tokens: Token[] = []
  for (const [text] of source.matchAll(TOKEN)) {
    if (/^\s+$/.test(text)) tokens.push({ kind: 'text', text: ' ' })
    else if (text.startsWith('\\') && text.length > 1) tokens.push({ kind: 'command', text: text.slice(1) })
    else if (/^\d/.test(text)) tokens.push({ kind: 'number', text })
    else if (/^\p{L}$/u.test(text)) tokens.push({ kind: 'letter', text })
    else tokens.push({ kind: 'sign', text })
  }
  return tokens
}

/** Deeper than any lesson nests; the rest is read as plain text. */
const DEPTH_MAX = 60
const MATRICES: Readonly<Record<string, readonly [string, string]>> = {
  matrix: ['', ''],
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
  vmatrix: ['|', '|'],
  cases: ['{', ''],
  aligned: ['', ''],
  array: ['', ''],
}

/** Recursive descent; every step consumes a token, so it always ends. */
const createReader = (tokens: readonly Token[]) => {
  let position = 0
  let depth = 0
  const peek = () => tokens[position]
  const is = (text: string, kind: Token['kind'] = 'sign') => peek()?.kind === kind && peek()?.text === text
  const take = () => tokens[position++]
  const skipSpaces = () => {
    while (peek()?.kind === 'text') position += 1
  }

  /** The source text between braces. */
  const rawArgument = (): string => {
    skipSpaces()
    if (!is('{')) return take()?.text ?? ''
    take()
    let text = ''
    for (let open = 1; position < tokens.length;) {
      const token = take() as Token
      if (token.kind === 'sign' && token.text === '{') open += 1
      if (token.kind === 'sign' && token.text === '}') open -= 1
      if (open === 0) break
      text += token.kind === 'command' ? `\\${token.text}` : token.text
    }
    return text
  }

  const argument = (): MathNode => {
    skipSpaces()
    return atom() ?? node('mrow')
  }

  const until = (isEnd: () => boolean): MathNode[] => {
    const list: MathNode[] = []
    while (position < tokens.length && !isEnd()) {
      const next = scripted()
      if (next) list.push(next)
    }
    return list
  }

  const group = (): MathNode => {
    take()
    if (depth >= DEPTH_MAX) return node('mtext', '{')
    depth += 1
    const inside = until(() => is('}'))
    take()
    depth -= 1
    return row(inside)
  }

  const delimited = (): MathNode => {
    const delimiter = (): string => {
      skipSpaces()
      const token = take()
      if (!token || token.text === '.') return ''
      return token.kind === 'command' ? (OPERATORS[token.text] ?? token.text) : token.text
    }
    const open = delimiter()
    depth += 1
    const inside = depth > DEPTH_MAX ? [] : until(() => is('right', 'command'))
    depth -= 1
    if (is('right', 'command')) take()
    const close = delimiter()
    const fence = { fence: 'true', stretchy: 'true' }
    return node('mrow', operator(open, fence), ...inside, operator(close, fence))
  }

  const table = (): MathNode => {
    const name = rawArgument()
    const [open, close] = MATRICES[name] ?? ['', '']
    if (name === 'array') rawArgument()
    const isAtEnd = () => is('end', 'command')
    const rows: MathNode[] = []
    while (position < tokens.length && !isAtEnd() && depth < DEPTH_MAX) {
      const cells: MathNode[] = []
      for (;;) {
        depth += 1
        cells.push(node('mtd', ...until(() => is('&') || is('\\', 'command') || isAtEnd())))
        depth -= 1
        if (!is('&')) break
        take()
      }
      rows.push(node('mtr', ...cells))
      if (is('\\', 'command')) take()
    }
    if (isAtEnd()) {
      take()
      rawArgument()
    }
    const attributes =
      name === 'cases' || name === 'aligned' ? { columnalign: 'left' } : { columnalign: 'center' }
    const grid: MathNode = { tag: 'mtable', attributes, children: rows }
    return open === '' ? grid : node('mrow', operator(open), grid, operator(close))
  }

  const command = (name: string): MathNode | null => {
    if (name === 'frac' || name === 'dfrac' || name === 'tfrac') return node('mfrac', argument(), argument())
    if (name === 'binom')
      return node(
        'mrow',
        operator('('),
        { tag: 'mfrac', attributes: { linethickness: '0' }, children: [argument(), argument()] },
        operator(')'),
      )
    if (name === 'sqrt') {
      skipSpaces()
      if (!is('[')) return node('msqrt', argument())
      take()
      const degree = row(until(() => is(']')))
      take()
      return node('mroot', argument(), degree)
    }
    if (name === 'left') return delimited()
    if (name === 'begin') return table()
    if (name === 'text' || name === 'mbox') return node('mtext', rawArgument())
    if (name === 'mathrm' || name === 'operatorname' || name === 'mathbf') {
      const bold = name === 'mathbf'
      return {
        tag: 'mi',
        attributes: { mathvariant: 'normal', ...(bold && { class: 'font-bold' }) },
        children: [rawArgument()],
      }
    }
    if (name in ACCENTS) {
      const under = name === 'underline'
      return {
        tag: under ? 'munder' : 'mover',
        attributes: { accent: 'true' },
        children: [argument(), operator(ACCENTS[name] ?? '')],
      }
    }
    if (name in SPACES) return { tag: 'mspace', attributes: { width: `${SPACES[name]}em` }, children: [] }
    if (name in IDENTIFIERS) return node('mi', IDENTIFIERS[name] ?? '')
    if (name in OPERATORS) return operator(OPERATORS[name] ?? '')
    if (FUNCTIONS.has(name)) return node('mi', name)
    if (name === '\\') return { tag: 'mspace', attributes: { linebreak: 'newline' }, children: [] }
    if (/^[{}%$&#_|]$/.test(name)) return operator(name === '|' ? '‖' : name)
    if (name === 'limits' || name === 'displaystyle' || name === 'nolimits') return null
    return node('mtext', `\\${name}`)
  }

  const atom = (): MathNode | null => {
    const token = peek()
    if (!token) return null
    if (token.kind === 'sign' && token.text === '{') return group()
    take()
    if (token.kind === 'command') return command(token.text)
    if (token.kind === 'number') return node('mn', token.text)
    if (token.kind === 'letter') return node('mi', token.text)
    if (token.kind === 'text') return null
    if (token.text === "'") return operator('′')
    if (token.text === '~') return { tag: 'mspace', attributes: { width: '0.25em' }, children: [] }
    // Plain brackets keep their size; those that grow use \left and \right.
    if (/[()[\]|]/.test(token.text)) return operator(token.text, { stretchy: 'false' })
    return operator(token.text === '-' ? '−' : token.text === '*' ? '∗' : token.text)
  }

  const scripted = (): MathNode | null => {
    const base = is('_') || is('^') ? node('mrow') : atom()
    if (!base) return null
    let below: MathNode | null = null
    let above: MathNode | null = null
    for (;;) {
      skipSpaces()
      if (is('_') && !below) {
        take()
        below = argument()
      } else if ((is('^') || is("'")) && !above) {
        above = is("'") ? operator('′') : null
        take()
        above ??= argument()
      } else break
    }
    const limits = WITH_LIMITS.has(typeof base.children[0] === 'string' ? base.children[0] : '')
    if (below && above) return node(limits ? 'munderover' : 'msubsup', base, below, above)
    if (below) return node(limits ? 'munder' : 'msub', base, below)
    if (above) return node(limits ? 'mover' : 'msup', base, above)
    return base
  }

  return (): MathNode[] => {
    const list: MathNode[] = []
    while (position < tokens.length) {
      const next = scripted()
      if (next) list.push(next)
      // An unmatched closing brace is an ordinary character.
    }
    return list
  }
}

/** The formula as a MathML tree; `block` puts it on its own line. */
export const texToMathml = (source: string, block: boolean): MathNode => ({
  tag: 'math',
  attributes: block ? { display: 'block' } : {},
  children: [row(createReader(tokensOf(source))())],
})

const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** The tree as DOM elements. */
export const mathElement = (tree: MathNode): Element => {
  const element = document.createElementNS(MATHML, tree.tag)
  for (const [name, value] of Object.entries(tree.attributes ?? {})) element.setAttribute(name, value)
  element.append(...tree.children.map((child) => (typeof child === 'string' ? child : mathElement(child))))
  return element
}
