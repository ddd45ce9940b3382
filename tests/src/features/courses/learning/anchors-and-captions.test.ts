import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LessonNote } from '#contract/courses/learning.ts'
import { findAnchor, createAnchor, QUOTE_MAX } from '#src/features/courses/learning/model/anchor.ts'
import { readCaptionStyle, defaultCaptionStyle } from '#src/features/courses/learning/model/caption-style.ts'
import { applyNoteEntry, withPendingNotes } from '#src/features/courses/learning/model/notes.ts'
import { cueIndexAt, parseVtt, searchCues } from '#src/features/courses/learning/model/vtt.ts'

describe('places in an article', () => {
  const text = 'A row is a row. Each row has one key. A row is a row.'

  it('given any stretch of any text, when its place is sought in the same text, then it is the same words', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }), fc.nat(), fc.nat(), (words, a, b) => {
        const [start, end] = [a % words.length, (b % words.length) + 1].toSorted((x, y) => x - y) as [
          number,
          number,
        ]
        const place = createAnchor(words, { start, end }, 0)
        fc.pre(place !== null)
        const found = findAnchor(words, place!)
        expect(words.slice(found!.start, found!.end)).toBe(words.slice(start, end))
      }),
    )
  })

  it('given words that occur often, when sought, then what stands around them decides', () => {
    const third = text.indexOf('row', 17)
    const place = createAnchor(text, { start: third, end: third + 3 }, 0)
    expect(findAnchor(text, place!)?.start).toBe(third)
    // Control: the words alone are found at their first place.
    expect(findAnchor(text, { quote: 'row' })?.start).toBe(2)
  })

  it('given text put in before, when sought, then it moved along; given the words gone, then there is no place', () => {
    const place = createAnchor(text, { start: 16, end: 36 }, 0)!
    expect(place.quote).toBe('Each row has one key')
    expect(findAnchor(`New words first. ${text}`, place)?.start).toBe(33)
    expect(findAnchor('Something else', place)).toBeNull()
  })

  it('given words among signs of several units, when selected, then what stands around them is whole signs', () => {
    const text = `${'a👩'.repeat(40)}here${'b👩‍👩‍👧‍👦🇮🇳'.repeat(10)}`
    const start = text.indexOf('here')
    const place = createAnchor(text, { start, end: start + 4 }, 0)
    expect([place?.before, place?.after].map((part) => part?.isWellFormed())).toEqual([true, true])
    expect(Array.from(place?.before ?? '')).toHaveLength(32)
    expect(findAnchor(text, place!)).toEqual({ start, end: start + 4 })
  })

  it('given nothing but spaces or too much, when marked, then there is no place', () => {
    expect(createAnchor('a   b', { start: 1, end: 4 }, 0)).toBeNull()
    expect(createAnchor('x'.repeat(QUOTE_MAX + 1), { start: 0, end: QUOTE_MAX + 1 }, 0)).toBeNull()
  })
})

describe('notes on their way', () => {
  const entry = (noteId: string, body: string | null, paragraph: number, changedAt = 1000) => ({
    kind: 'note' as const,
    itemId: 5,
    noteId,
    note: body === null ? null : { body, colour: 'yellow' as const, place: { paragraph } },
    changedAt,
  })
  const bodies = (notes: readonly LessonNote[]) => notes.map((note) => note.body)

  it('given notes written in any order, when shown, then they stand in the order of their places', () => {
    const notes = withPendingNotes([], [entry('b', 'second', 7), entry('a', 'first', 2)], 5)
    expect(bodies(notes)).toEqual(['first', 'second'])
  })

  it('given a change and a deletion that wait, when the server’s list comes, then they are over it', () => {
    const server = withPendingNotes([], [entry('a', 'old', 1), entry('b', 'gone', 2)], 5)
    const shown = withPendingNotes(server, [entry('a', 'new', 1, 2000), entry('b', null, 2, 2000)], 5)
    expect(bodies(shown)).toEqual(['new'])
    expect(shown[0]?.created_at).toBe(server[0]?.created_at)
  })

  it('given a note of another item, when shown, then it is not here', () => {
    expect(withPendingNotes([], [{ ...entry('a', 'x', 1), itemId: 6 }], 5)).toEqual([])
    expect(bodies(applyNoteEntry([], entry('a', 'x', 1)))).toEqual(['x'])
  })
})

describe('captions as a transcript', () => {
  const file = `\ufeffWEBVTT - title

NOTE nothing to read

1
00:00:01.000 --> 00:00:04.000 line:90%
<v Asha>Two <b>tables</b></v>
&amp; one key

01:00:00.500 --> 01:00:02.000
Später, café

00:00:05,000 --> 00:00:06,000
comma

00:09.000 --> 00:08.000
backwards

00:00:20.000 --> 00:00:21.000
`

  it('given a file with headers, notes, marks and damage, when read, then the words stand in the order of time', () => {
    expect(parseVtt(file)).toEqual([
      { start: 1, end: 4, text: 'Two tables & one key' },
      { start: 5, end: 6, text: 'comma' },
      { start: 3600.5, end: 3602, text: 'Später, café' },
    ])
    expect(parseVtt('')).toEqual([])
  })

  it('given words, when searched, then all must occur, whatever their capitals and accents', () => {
    const cues = parseVtt(file)
    expect(searchCues(cues, 'KEY two')).toHaveLength(1)
    expect(searchCues(cues, 'cafe')).toHaveLength(1)
    expect(searchCues(cues, 'two comma')).toEqual([])
    expect(searchCues(cues, '  ')).toHaveLength(3)
  })

  it('given a moment, when asked, then it is the line that began last', () => {
    const cues = parseVtt(file)
    expect([0, 1, 4.5, 5, 4000].map((second) => cueIndexAt(cues, second))).toEqual([-1, 0, 0, 1, 2])
  })
})

describe('how captions look', () => {
  it.each([null, '', 'huge solid', 'large'])(
    'given %j in storage, when read, then the rest is as usual',
    (kept) => {
      expect(readCaptionStyle({ get: () => kept })).toEqual({
        ...defaultCaptionStyle,
        ...(kept === 'large' && { size: 'large' }),
      })
    },
  )
})
