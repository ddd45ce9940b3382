import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withContext, wordDiff } from '#src/features/course-builder/model/word-diff.ts'

describe('differences of two texts', () => {
  it('given a changed word, when compared, then only it is marked', () => {
    expect(wordDiff('Learn the basics of SQL', 'Learn the joins of SQL')).toEqual([
      { kind: 'same', text: 'Learn the ' },
      { kind: 'removed', text: 'basics ' },
      { kind: 'added', text: 'joins ' },
      { kind: 'same', text: 'of SQL' },
    ])
  })

  it('given nothing before, when compared, then everything was added', () => {
    expect(wordDiff('', 'All new')).toEqual([{ kind: 'added', text: 'All new' }])
  })

  it('given any two texts, when compared, then the pieces give both of them back', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'सत्र', 'درس'), { maxLength: 30 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDiff(before, after)
        const without = (kind: string) =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join('')
        expect(without('added').trim()).toBe(before.trim())
        expect(without('removed').trim()).toBe(after.trim())
      }),
    )
  })

  it('given a book, when compared, then it is shown as replaced instead of freezing the page', () => {
    const book = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}`).join(' ')
    expect(wordDiff(book('a'), book('b')).map((piece) => piece.kind)).toEqual(['removed', 'added'])
  })

  it('given a word changed in the middle of a long text, when shown, then what is around it stays and the rest is cut', () => {
    const words = Array.from({ length: 100 }, (_, n) => `w${n}`)
    const pieces = withContext(wordDiff(words.join(' '), words.with(50, 'new').join(' ')))
    const shown = pieces.map(({ text }) => text).join('')

    expect(shown).toBe(`… ${words.slice(40, 50).join(' ')} w50 new ${words.slice(51, 61).join(' ')} … `)
    const short = wordDiff('one two three', 'one two four')
    expect(withContext(short)).toEqual(short)
  })
})
