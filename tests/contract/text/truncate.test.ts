import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { cut, cutStart } from '#contract/text/truncate.ts'

const characters = (text: string) => Array.from(text).length
const FAMILY = '👩‍👩‍👧‍👦'

describe('cut', () => {
  it('returns a text that fits unchanged, counting characters and not code units', () => {
    expect(cut('👩'.repeat(200), 200)).toBe('👩'.repeat(200))
    expect(cut('', 0)).toBe('')
  })

  it('keeps as many characters as fit, including the ending', () => {
    expect(cut('👩'.repeat(201), 200)).toBe('👩'.repeat(200))
    expect(cut('abcdef', 4, '…')).toBe('abc…')
    expect(cut('👩'.repeat(155), 100, '…')).toBe(`${'👩'.repeat(99)}…`)
  })

  it.each([
    ['a family', FAMILY],
    ['a flag', '🇮🇳'],
    ['a letter with a mark', 'e\u0301'],
    ['a conjunct with its vowel', 'नि'],
    ['an Arabic letter with its marks', 'عَّ'],
  ])('keeps %s at the end whole or drops it', (_name, grapheme) => {
    for (let max = 2; max < 40; max += 1) {
      const rest = cut(`x${grapheme.repeat(40)}`, max).slice(1)
      expect(rest.replaceAll(grapheme, '')).toBe('')
      expect(characters(rest)).toBeGreaterThan(max - 1 - characters(grapheme))
    }
  })

  it('truncates a letter with more marks than any script has', () => {
    expect(characters(cut(`a${'\u0301'.repeat(500)}`, 200))).toBe(200)
    expect(characters(cut(`b a${'\u0301'.repeat(500)}`, 200))).toBe(200)
  })

  it('is never longer, never splits a pair and returns a part of the text, for any text', () => {
    const part = fc.constantFrom(
      'a',
      'م',
      'ह',
      '👩',
      FAMILY,
      '🇮🇳',
      'e\u0301',
      '\u200d',
      '\n',
      '\ud83d',
      '\udc69',
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 30 }).map((all) => all.join('')),
        fc.integer({ min: 1, max: 80 }),
        (text, max) => {
          const [beginning, end] = [cut(text, max), cutStart(text, max)]
          expect(text.startsWith(beginning) && text.endsWith(end)).toBe(true)
          expect(characters(beginning)).toBeLessThanOrEqual(max)
          expect(characters(end)).toBe(Math.min(max, characters(text)))
          expect([beginning, end].filter((half) => text.isWellFormed() && !half.isWellFormed())).toEqual([])
        },
      ),
      { numRuns: 100 },
    )
  })

  it('control: plain slice splits a character', () => {
    expect('x'.concat('👩'.repeat(155)).slice(0, 100).isWellFormed()).toBe(false)
  })
})
