import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { allowedMath } from '#src/shared/lib/text/allowed-math.ts'
import { readTex } from '#src/shared/lib/text/tex-reader.ts'
import type { MathNode } from '#src/shared/lib/text/math-node.ts'
import { mathElement } from '#src/shared/lib/text/tex.ts'

/** `<mfrac><mi>a</mi><mn>2</mn></mfrac>` as `mfrac(a 2)`. */
const short = (node: MathNode | string): string => {
  if (typeof node === 'string') return node
  const inside = node.children.map(short).join(['mi', 'mn', 'mo', 'mtext'].includes(node.tag) ? '' : ' ')
  return ['mi', 'mn', 'mo', 'mtext'].includes(node.tag) ? inside : `${node.tag}(${inside})`
}
const read = (source: string, block = false) => readTex(source, block)?.children.map(short).join('')
const textOf = (source: string) => {
  const tree = readTex(source, true)
  return tree && mathElement(tree).textContent
}

describe('formulas', () => {
  it.each([
    ['x', 'x'],
    ['3.14', '3.14'],
    ['a-b', 'mrow(a − b)'],
    ['x^2', 'msup(x 2)'],
    ['x_i^{n+1}', 'msubsup(x i mrow(n + 1))'],
    ['x^{2}_{1}', 'msubsup(x 1 2)'],
    [String.raw`\frac{a}{2}`, 'mfrac(a 2)'],
    [String.raw`\sqrt{x}`, 'msqrt(mrow(x mspace()))'],
    [String.raw`\sqrt[3]{x}`, 'mroot(mrow(x mspace()) 3)'],
    [String.raw`\int_0^1`, 'msubsup(∫ 0 1)'],
    [String.raw`\bar{x} \le \mu`, 'mrow(mover(x ‾) ≤ μ)'],
    [String.raw`\left( \frac{a}{b} \right]`, 'mrow(( mfrac(a b) ])'],
    [String.raw`\text{if } n`, 'mrow(if\u00a0 n)'],
    [
      String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`,
      'mrow(( mtable(mtr(mtd(a) mtd(b)) mtr(mtd(c) mtd(d))) ))',
    ],
    [String.raw`\sin x`, 'mrow(mrow(sin \u2061 mspace()) x)'],
    ["f'", 'msup(f ′)'],
    [String.raw`50\%`, 'mrow(50 %)'],
    [String.raw`\whatever`, String.raw`mrow(\whatever)`],
    [String.raw`\mbox{if } n`, 'mrow(if\u00a0 n)'],
    ['س^2', 'msup(س 2)'],
  ])('reads %s as %s', (source, expected) => {
    expect(read(source)).toBe(expected)
  })

  it('puts the bounds of a sum below and above it in a line of its own', () => {
    expect(read(String.raw`\sum_{i=1}^{n} i`, true)).toBe('mrow(mrow(munderover(∑ mrow(i = 1) n)) i)')
    expect(read(String.raw`\sum_{i=1}^{n} i`)).toBe('mrow(msubsup(∑ mrow(i = 1) n) i)')
  })

  it('keeps what follows a percent sign, which starts a comment in TeX', () => {
    expect(textOf('5% of x')).toBe('5%ofx')
    expect(textOf(String.raw`5\% + 5\\6%`)).toContain('6%')
  })

  it('marks a formula in a line of its own as a display formula', () => {
    expect(readTex('x', true)).toMatchObject({ tag: 'math', attributes: { display: 'block' } })
    expect(readTex('x', false)?.attributes).not.toHaveProperty('display')
  })

  it.each([
    '{',
    '}',
    '^',
    '_',
    '\\',
    String.raw`\frac`,
    String.raw`\left(`,
    String.raw`\begin{matrix}`,
    '{'.repeat(500),
    '{'.repeat(4000),
    'x'.repeat(5001),
    String.raw`\def\a{\a\a}\a`,
  ])('leaves the unfinished or endless %.30j as it was written', (source) => {
    expect(readTex(source, true)).toBeNull()
  })

  it.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\url{javascript:alert(1)}`,
    String.raw`\includegraphics{https://a.test/b.png}`,
    String.raw`\class{fixed}{x}`,
    String.raw`\id{root}{x}`,
    String.raw`\style{position:fixed}{x}`,
    String.raw`\data{a=b}{x}`,
    String.raw`\ref{root}`,
    String.raw`\label{root} x \tag{1}`,
    String.raw`\textcolor{white}{x}`,
    String.raw`\colorbox{black}{x}`,
    String.raw`\rule{500em}{500em}`,
    String.raw`x \hspace{-50em} y`,
    String.raw`\raisebox{90em}{x}`,
    String.raw`\begin{equation} x \label{root} \end{equation}`,
  ])('shows nothing of %s that could link, cover or dress up the page', (source) => {
    expectHarmless(readTex(source, true))
  })

  it('keeps a definition of one formula out of the next', () => {
    readTex(String.raw`\gdef\secret{x} \global\let\pi\secret`, false)
    expect(read(String.raw`\secret`)).toBe(String.raw`mrow(\secret)`)
    expect(read(String.raw`\pi`)).toBe('π')
  })

  it('ends for any text, and makes MathML elements only', () => {
    const commands = fc.constantFrom(
      '\\frac',
      '\\href',
      '\\class',
      '\\text',
      '\\left',
      '\\begin{array}',
      '{',
      '}',
    )
    const source = fc
      .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 10 }), commands), { maxLength: 12 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(source, (text) => {
        expectHarmless(readTex(`${text}<img src=x onerror=alert(1)>`, false))
      }),
    )
  })

  it('control: a parser with a flaw could not bring markup, links or styles of the page', () => {
    const tree = allowedMath({
      type: 'math',
      attributes: {
        onclick: 'alert(1)',
        href: 'javascript:alert(1)',
        id: 'root',
        style: 'position:fixed',
        display: 'block',
      },
      classes: ['fixed', 'inset-0', 'tml-jot'],
      style: {
        position: 'fixed',
        background: 'url(https://a.test)',
        paddingLeft: '1em',
        width: '900em',
        width2: '1em',
      },
      children: [
        { type: 'script', children: [{ text: 'alert(1)' }] },
        { type: 'a', attributes: { href: '#' }, children: [{ text: 'x' }] },
        { children: [{ type: 'mi', children: [{ text: '<b>' }] }] },
        { type: 'semantics', children: [{ type: 'annotation-xml', children: [] }] },
      ],
    })
    expect(tree).toEqual({
      tag: 'math',
      attributes: { display: 'block', class: 'tml-jot' },
      style: { 'padding-left': '1em' },
      children: [{ tag: 'mi', attributes: {}, style: {}, children: ['<b>'] }],
    })
  })
})

const ATTRIBUTES =
  /^(?:class|style|display|displaystyle|scriptlevel|stretchy|fence|form|separator|symmetric|largeop|movablelimits|accent|[lr]space|m(?:in|ax)size|width|height|depth|voffset|mathvariant|columnalign|columnspan|rowspacing|linethickness|linebreak|notation)$/

/** A formula that was not read at all shows its source as text. */
const expectHarmless = (tree: MathNode | null) => {
  if (!tree) return expect(tree).toBeNull()
  const element = mathElement(tree)
  for (const each of [element, ...element.querySelectorAll('*')]) {
    expect(each.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML')
    expect(each.tagName).toMatch(/^m[a-z]+$|^none$/)
    for (const { name, value } of each.attributes) {
      expect(name).toMatch(ATTRIBUTES)
      expect(value).not.toMatch(
        /script|url|fixed|absolute|color|#|(?<![.\d])(?:[2-9]\d|\d{3,})(?:\.\d+)?em|-\d\d/i,
      )
    }
  }
}
