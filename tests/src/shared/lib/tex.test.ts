import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mathElement, texToMathml, type MathNode } from '#src/shared/lib/text/tex.ts'

/** `<mfrac><mi>a</mi><mn>2</mn></mfrac>` as `mfrac(a 2)`. */
const compact = (node: MathNode | string): string => {
  if (typeof node === 'string') return node
  const content = node.children.map(compact).join(' ')
  return ['mi', 'mn', 'mo', 'mtext'].includes(node.tag) ? content : `${node.tag}(${content})`
}
const read = (source: string) => texToMathml(source, false).children.map(compact).join('')

describe('texToMathml', () => {
  it.each([
    ['x', 'x'],
    ['3.14', '3.14'],
    ['a-b', 'mrow(a − b)'],
    ['x^2', 'msup(x 2)'],
    ['x_i^{n+1}', 'msubsup(x i mrow(n + 1))'],
    ['x^{2}_{1}', 'msubsup(x 1 2)'],
    [String.raw`\frac{a}{2}`, 'mfrac(a 2)'],
    [String.raw`\sqrt{x}`, 'msqrt(x)'],
    [String.raw`\sqrt[3]{x}`, 'mroot(x 3)'],
    [String.raw`\sum_{i=1}^{n} i`, 'mrow(munderover(∑ mrow(i = 1) n) i)'],
    [String.raw`\int_0^1`, 'msubsup(∫ 0 1)'],
    [String.raw`\bar{x} \le \mu`, 'mrow(mover(x ¯) ≤ μ)'],
    [String.raw`\left( \frac{a}{b} \right]`, 'mrow(( mfrac(a b) ])'],
    [String.raw`\text{if } n`, 'mrow(if  n)'],
    [
      String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`,
      'mrow(( mtable(mtr(mtd(a) mtd(b)) mtr(mtd(c) mtd(d))) ))',
    ],
    [String.raw`\sin x`, 'mrow(sin x)'],
    ["f'", 'msup(f ′)'],
    [String.raw`50\%`, 'mrow(50 %)'],
    [String.raw`\whatever`, String.raw`\whatever`],
  ])('converts %s to %s', (source, expected) => {
    expect(read(source)).toBe(expected)
  })

  it.each([
    '',
    '{',
    '}',
    '^',
    '_',
    '\\',
    String.raw`\frac`,
    String.raw`\left(`,
    String.raw`\begin{matrix}`,
    '{'.repeat(500),
  ])('accepts the unfinished %j', (source) => {
    expect(texToMathml(source, true)).toMatchObject({ tag: 'math', attributes: { display: 'block' } })
  })

  it('creates only MathML elements for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (source) => {
        const element = mathElement(texToMathml(`${source}<img src=x onerror=alert(1)>`, false))
        for (const node of [element, ...element.querySelectorAll('*')])
          expect(node.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML')
      }),
    )
  })
})
