import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, cutStart } from '#contract/text/truncate.ts'

const characters = (text: string) => Array.from(text).length
const FAMILY = '👩‍👩‍👧‍👦'

describe('cut', () => {
  it('given as many characters as fit, when cut, then the text is as it was, however many units they have', () => {
    expect(cut('👩'.repeat(200), 200)).toBe('👩'.repeat(200))
    expect(cut('', 0)).toBe('')
  })

  it('given one more, when cut, then as many as fit stay, the ending among them', () => {
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
  ])('given %s across the end, when cut, then it is whole or not there', (_name, sign) => {
    for (let most = 2; most < 40; most += 1) {
      const left = cut(`x${sign.repeat(40)}`, most).slice(1)
      expect(left.replaceAll(sign, '')).toBe('')
      expect(characters(left)).toBeGreaterThan(most - 1 - characters(sign))
    }
  })

  it('given a letter under more marks than any writing has, when cut, then something is left', () => {
    expect(characters(cut(`a${'\u0301'.repeat(500)}`, 200))).toBe(200)
    expect(characters(cut(`b a${'\u0301'.repeat(500)}`, 200))).toBe(200)
  })

  it('given any text, when cut at either end, then it is never longer, never torn, and a part of what it was', () => {
    const unit = fc.constantFrom(
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
        fc.array(unit, { maxLength: 30 }).map((all) => all.join('')),
        fc.integer({ min: 1, max: 80 }),
        (text, most) => {
          const [beginning, end] = [cut(text, most), cutStart(text, most)]
          expect(text.startsWith(beginning) && text.endsWith(end)).toBe(true)
          expect(characters(beginning)).toBeLessThanOrEqual(most)
          expect(characters(end)).toBe(Math.min(most, characters(text)))
          expect([beginning, end].filter((part) => text.isWellFormed() && !part.isWellFormed())).toEqual([])
        },
      ),
      { numRuns: 100 },
    )
  })

  it('given the plain way, when the same is cut, then it is torn: the control', () => {
    expect('x'.concat('👩'.repeat(155)).slice(0, 100).isWellFormed()).toBe(false)
  })
})
