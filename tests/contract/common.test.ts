import { describe, expect, it } from 'vitest'
import { singleLine } from '#contract/common.ts'

const codesOf = (text: string) =>
  singleLine(1, 200)
    .safeParse(text)
    .error?.issues.map(({ code }) => code)

describe('single lines', () => {
  it('accepts a text that is short enough once it is composed and trimmed', () => {
    expect(singleLine(1, 200).parse(`  ${'e\u0301'.repeat(200)}${' '.repeat(500)}`)).toBe('é'.repeat(200))
  })

  it.each([
    ['half a million combining marks', `Z${'\u0315\u0300'.repeat(250_000)}`],
    ['sixteen million letters', 'x'.repeat(16_000_000)],
  ])('rejects %s as too long at once', (_name, text) => {
    const startedAt = performance.now()
    expect(codesOf(text)).toEqual(['too_big'])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})
