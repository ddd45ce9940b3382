import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { dropNul, wholeCharacters } from '#server/core/http/sanitize-text.ts'

const parsed = (json: string) => JSON.parse(wholeCharacters(json)) as unknown

describe('lone surrogates in JSON', () => {
  it.each([
    ['"a\\ud83db"', 'a\ufffdb'],
    ['"\\uDC69"', '\ufffd'],
    ['"\\ud83d\\udc69"', '👩'],
    ['"\\udc69\\ud83d"', '\ufffd\ufffd'],
    ['"\\ud83d\\ud83d\\udc69"', '\ufffd👩'],
    // An escaped backslash before the letters: no surrogate escape.
    ['"\\\\ud83d"', '\\ud83d'],
    ['"\\\\\\ud83d"', '\\\ufffd'],
    ['"\\u0041\\n"', 'A\n'],
  ])('replaces only lone surrogates in %s', (json, text) => {
    expect(parsed(json)).toBe(text)
  })

  it('reads any value like toWellFormed', () => {
    const unit = fc.constantFrom('\\', '"', 'u', 'd83d', '\ud83d', '\udc69', 'a', '\n', '\0')
    const text = fc.array(unit, { maxLength: 12 }).map((all) => all.join(''))
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text, { maxLength: 3 }), { maxKeys: 3 }), (value) => {
        const whole = (one: string) => one.toWellFormed()
        const wanted = Object.entries(value).map(([key, texts]) => [whole(key), texts.map(whole)])
        expect(parsed(JSON.stringify(value))).toEqual(Object.fromEntries(wanted))
      }),
    )
  })
})

describe('NUL', () => {
  it('is removed from texts and keys at any depth, with a report', () => {
    const value = { 'a\0': ['x\0y', { 'b\0': { c: 1 } }, null], d: 'kept' }
    expect(dropNul(value)).toBe(true)
    expect(value).toEqual({ a: ['xy', { b: { c: 1 } }, null], d: 'kept' })
    expect(dropNul(value)).toBe(false)
  })

  it('leaves no key that becomes the prototype without it', () => {
    const value = JSON.parse('{"__pro\\u0000to__":{"role":"admin"}}') as { role?: string }
    expect(dropNul(value)).toBe(true)
    expect([Object.keys(value), value.role]).toEqual([[], undefined])
  })

  it('is found at any depth', () => {
    let deep: unknown = 'x\0'
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(dropNul(deep)).toBe(true)
  })
})
