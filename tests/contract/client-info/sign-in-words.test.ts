import { describe, expect, it } from 'vitest'
import { wordsFor } from '#contract/client-info/sign-in-words.ts'

describe('words of the sign-in page', () => {
  it.each([
    [{ en: 'Hello', ar: 'أهلا' }, 'ar', ['hi', 'en'], 'أهلا'],
    [{ en: 'Hello', ar: 'أهلا' }, 'hi', ['ar', 'en'], 'أهلا'],
    [{ en: 'Hello', ar: '' }, 'ar', ['ar', 'en'], 'Hello'],
    [{ en: '' }, 'en', ['en'], undefined],
    [undefined, 'en', ['en'], undefined],
  ] as const)('of %j are for readers of %s, in %j: %s', (texts, language, offered, words) => {
    expect(wordsFor(texts, language, offered)).toBe(words)
  })
})
