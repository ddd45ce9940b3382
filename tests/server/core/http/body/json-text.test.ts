import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { parseJson } from '#server/core/http/body/json-text.ts'

const VALUES_MAX = 1_000
const parse = (text: string) => parseJson(text, VALUES_MAX)

describe('JSON of requests', () => {
  it('reads what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value)
        // Refused below.
        fc.pre(!/"(?:__proto__|constructor)"/.test(text))
        expect(parse(text)).toEqual({ value: JSON.parse(text) })
      }),
    )
  })

  it.each([
    ['many lists', `[${'[],'.repeat(VALUES_MAX)}[]]`, 'too_complex'],
    [
      'many members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_none, at) => [at, 0]))),
      'too_complex',
    ],
    ['deep nesting', `${'['.repeat(100)}${']'.repeat(100)}`, 'too_complex'],
    ['a letter with thousands of marks', JSON.stringify([`Z${'\u0315\u0300'.repeat(5_000)}`]), 'too_complex'],
    ['escaped marks', `["Z${'\\u0315\\u0300'.repeat(5_000)}"]`, 'too_complex'],
    ['marks in a key', `{"Z${'\\u0315\\u0300'.repeat(5_000)}":1}`, 'too_complex'],
    ['a text of too many tags', JSON.stringify({ a: ['<b>'.repeat(20_001)] }), 'too_complex'],
    ['a prototype', '{"a":{"__proto__":{"role":"admin"}}}', 'malformed'],
    ['an escaped prototype', '{"a":{"\\u005f_proto__":{"role":"admin"}}}', 'malformed'],
    ['the prototype of a constructor', '{"constructor":{"prototype":{"role":"admin"}}}', 'malformed'],
    ['half a document', '{"a":', 'malformed'],
  ])('refuses %s', (_name, text, refused) => {
    expect(parse(text)).toEqual({ refused })
  })

  it.each([
    ['a text of many tags', JSON.stringify({ a: ['<b>'.repeat(20_000)] })],
    ['separators in texts', JSON.stringify([',[{'.repeat(5_000)])],
    ['escaped quotes', JSON.stringify(['"\\'.repeat(5_000)])],
    ['decorated letters', JSON.stringify([`Z${'\u0351\u036b'.repeat(90)}`.repeat(20)])],
    ['a byte order mark', '\u{feff}{}'],
  ])('reads %s', (_name, text) => {
    expect(parse(text)).toHaveProperty('value')
  })
})
