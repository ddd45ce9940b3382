import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { withContext, wordDiff } from '#src/features/course-builder/model/word-diff.ts'

describe('word diff', () => {
  it('marks only the changed word', () => {
    expect(wordDiff('Learn the basics of SQL', 'Learn the joins of SQL')).toEqual([
      { kind: 'same', text: 'Learn the ' },
      { kind: 'removed', text: 'basics ' },
      { kind: 'added', text: 'joins ' },
      { kind: 'same', text: 'of SQL' },
    ])
  })

  it('marks everything as added to an empty text', () => {
    expect(wordDiff('', 'All new')).toEqual([{ kind: 'added', text: 'All new' }])
  })

  it('contains both texts completely', () => {
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

  it('shows very long texts as replaced, without freezing the page', () => {
    const book = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}`).join(' ')
    expect(wordDiff(book('a'), book('b')).map((piece) => piece.kind)).toEqual(['removed', 'added'])
  })

  it('compares long texts with few changes word by word', () => {
    const words = Array.from({ length: 20_000 }, (_, n) => `w${n}`)
    const pieces = wordDiff(words.join(' '), words.with(100, 'x').with(19_900, 'y').join(' '))
    expect(pieces.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'w100 ' },
      { kind: 'added', text: 'x ' },
      { kind: 'removed', text: 'w19900 ' },
      { kind: 'added', text: 'y ' },
    ])
  })

  it('shows only the added words when a long passage is inserted in the middle', () => {
    const words = Array.from({ length: 3000 }, (_, n) => `w${n} `)
    const passage = Array.from({ length: 5000 }, (_, n) => `new${n} `)
    const pieces = wordDiff(words.join(''), words.toSpliced(1500, 0, ...passage).join(''))
    expect(pieces.map(({ kind }) => kind)).toEqual(['same', 'added', 'same'])
    expect(pieces[1]?.text).toBe(passage.join(''))
  })

  it('keeps the context of a change and cuts the rest', () => {
    const words = Array.from({ length: 100 }, (_, n) => `w${n}`)
    const pieces = withContext(wordDiff(words.join(' '), words.with(50, 'new').join(' ')))
    const shown = pieces.map(({ text }) => text).join('')

    expect(shown).toBe(`… ${words.slice(40, 50).join(' ')} w50 new ${words.slice(51, 61).join(' ')} … `)
    const short = wordDiff('one two three', 'one two four')
    expect(withContext(short)).toEqual(short)
  })
})
