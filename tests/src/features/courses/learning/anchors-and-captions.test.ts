import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import type { LessonNote } from '#contract/courses/learning.ts'
import { findAnchor, createAnchor, QUOTE_MAX } from '#src/features/courses/learning/model/anchor.ts'
import { readCaptionStyle, defaultCaptionStyle } from '#src/features/courses/learning/model/caption-style.ts'
import { applyNoteEntry, withPendingNotes } from '#src/features/courses/learning/model/notes.ts'
import { cueIndexAt, parseVtt, searchCues } from '#src/features/courses/learning/model/vtt.ts'

describe('note anchors', () => {
  const text = 'A row is a row. Each row has one key. A row is a row.'

  it('finds the same words for any selection of any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }), fc.nat(), fc.nat(), (content, a, b) => {
        const [start, end] = [a % content.length, (b % content.length) + 1].toSorted((x, y) => x - y) as [
          number,
          number,
        ]
        const anchor = createAnchor(content, { start, end }, 0)
        fc.pre(anchor !== null)
        const found = findAnchor(content, anchor!)
        expect(content.slice(found!.start, found!.end)).toBe(content.slice(start, end))
      }),
    )
  })

  it('distinguishes repeated quotes by the text around them', () => {
    const third = text.indexOf('row', 17)
    const anchor = createAnchor(text, { start: third, end: third + 3 }, 0)
    expect(findAnchor(text, anchor!)?.start).toBe(third)
    // Control: the quote alone is found at its first occurrence.
    expect(findAnchor(text, { quote: 'row' })?.start).toBe(2)
  })

  it('follows a quote after an insertion and returns null once it is gone', () => {
    const anchor = createAnchor(text, { start: 16, end: 36 }, 0)!
    expect(anchor.quote).toBe('Each row has one key')
    expect(findAnchor(`New words first. ${text}`, anchor)?.start).toBe(33)
    expect(findAnchor('Something else', anchor)).toBeNull()
  })

  it('cuts the text around a quote only at whole characters', () => {
    const text = `${'a👩'.repeat(40)}here${'b👩‍👩‍👧‍👦🇮🇳'.repeat(10)}`
    const start = text.indexOf('here')
    const anchor = createAnchor(text, { start, end: start + 4 }, 0)
    expect([anchor?.before, anchor?.after].map((part) => part?.isWellFormed())).toEqual([true, true])
    expect(Array.from(anchor?.before ?? '')).toHaveLength(32)
    expect(findAnchor(text, anchor!)).toEqual({ start, end: start + 4 })
  })

  it('creates no anchor for blank or too long selections', () => {
    expect(createAnchor('a   b', { start: 1, end: 4 }, 0)).toBeNull()
    expect(createAnchor('x'.repeat(QUOTE_MAX + 1), { start: 0, end: QUOTE_MAX + 1 }, 0)).toBeNull()
  })
})

describe('pending notes', () => {
  const entry = (noteId: string, body: string | null, paragraph: number, changedAt = 1000) => ({
    kind: 'note' as const,
    itemId: 5,
    noteId,
    note: body === null ? null : { body, colour: 'yellow' as const, place: { paragraph } },
    changedAt,
  })
  const bodies = (notes: readonly LessonNote[]) => notes.map((note) => note.body)

  it('sorts notes by their position', () => {
    const notes = withPendingNotes([], [entry('b', 'second', 7), entry('a', 'first', 2)], 5)
    expect(bodies(notes)).toEqual(['first', 'second'])
  })

  it('applies queued changes and deletions over the server’s list', () => {
    const server = withPendingNotes([], [entry('a', 'old', 1), entry('b', 'gone', 2)], 5)
    const merged = withPendingNotes(server, [entry('a', 'new', 1, 2000), entry('b', null, 2, 2000)], 5)
    expect(bodies(merged)).toEqual(['new'])
    expect(merged[0]?.created_at).toBe(server[0]?.created_at)
  })

  it('leaves out notes of other items', () => {
    expect(withPendingNotes([], [{ ...entry('a', 'x', 1), itemId: 6 }], 5)).toEqual([])
    expect(bodies(applyNoteEntry([], entry('a', 'x', 1)))).toEqual(['x'])
  })
})

describe('transcript', () => {
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

  it('parses cues in order and skips headers, notes, markup and invalid blocks', () => {
    expect(parseVtt(file)).toEqual([
      { start: 1, end: 4, text: 'Two tables & one key' },
      { start: 5, end: 6, text: 'comma' },
      { start: 3600.5, end: 3602, text: 'Später, café' },
    ])
    expect(parseVtt('')).toEqual([])
  })

  it('finds cues with all words, ignoring case and diacritics', () => {
    const cues = parseVtt(file)
    expect(searchCues(cues, 'KEY two')).toHaveLength(1)
    expect(searchCues(cues, 'cafe')).toHaveLength(1)
    expect(searchCues(cues, 'two comma')).toEqual([])
    expect(searchCues(cues, '  ')).toHaveLength(3)
  })

  it('returns the last cue that has started', () => {
    const cues = parseVtt(file)
    expect([0, 1, 4.5, 5, 4000].map((second) => cueIndexAt(cues, second))).toEqual([-1, 0, 0, 1, 2])
  })
})

describe('caption style', () => {
  it.each([null, '', 'huge solid', 'large'])('falls back to the defaults for %j in storage', (stored) => {
    expect(readCaptionStyle({ get: () => stored })).toEqual({
      ...defaultCaptionStyle,
      ...(stored === 'large' && { size: 'large' }),
    })
  })
})
