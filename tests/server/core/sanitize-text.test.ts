import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropNul, wholeCharacters } from '#server/core/http/sanitize-text.ts'

const parsed = (json: string) => JSON.parse(wholeCharacters(json)) as unknown

describe('half characters in JSON', () => {
  it.each([
    ['"a\\ud83db"', 'a\ufffdb'],
    ['"\\uDC69"', '\ufffd'],
    ['"\\ud83d\\udc69"', '👩'],
    ['"\\udc69\\ud83d"', '\ufffd\ufffd'],
    ['"\\ud83d\\ud83d\\udc69"', '\ufffd👩'],
    // A backslash and the letters after it: no escape of a half.
    ['"\\\\ud83d"', '\\ud83d'],
    ['"\\\\\\ud83d"', '\\\ufffd'],
    ['"\\u0041\\n"', 'A\n'],
  ])('given %s, when read, then only what is half is replaced', (json, text) => {
    expect(parsed(json)).toBe(text)
  })

  it('given any value, when read, then it is what a reader of whole characters would have read', () => {
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
  it('given it in texts and keys at any depth, when dropped, then nothing else changes, and it is said', () => {
    const value = { 'a\0': ['x\0y', { 'b\0': { c: 1 } }, null], d: 'kept' }
    expect(dropNul(value)).toBe(true)
    expect(value).toEqual({ a: ['xy', { b: { c: 1 } }, null], d: 'kept' })
    expect(dropNul(value)).toBe(false)
  })

  it('given a key that would be the prototype without it, when dropped, then it is gone', () => {
    const value = JSON.parse('{"__pro\\u0000to__":{"role":"admin"}}') as { role?: string }
    expect(dropNul(value)).toBe(true)
    expect([Object.keys(value), value.role]).toEqual([[], undefined])
  })

  it('given nesting without end, when dropped, then it is found there, too', () => {
    let deep: unknown = 'x\0'
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(dropNul(deep)).toBe(true)
  })
})
