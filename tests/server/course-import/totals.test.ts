import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { importBecomes, importKinds, type ImportLine } from '#contract/course-import/course-import.ts'
import { LINES_MAX, reportLines, totalsOf, withKinds } from '#server/features/course-import/totals.ts'

const line = (changes: Partial<ImportLine>): ImportLine => ({
  path: '',
  title: '',
  kind: 'page',
  becomes: 'article',
  notes: [],
  ...changes,
})
const noted = [{ code: 'page_cleaned', detail: '' }] satisfies ImportLine['notes']

describe('totals of a package', () => {
  it('counts what comes, what changes and what is left out, by kind', () => {
    const lines = [
      line({}),
      line({ notes: noted }),
      line({ notes: [{ code: 'title_missing', detail: '' }] }),
      line({ becomes: 'nothing', notes: noted }),
      line({ kind: 'question', becomes: 'question' }),
    ]
    expect(totalsOf(lines)).toEqual([
      { kind: 'page', in_file: 4, will_come: 3, changed: 1, left_out: 1 },
      { kind: 'question', in_file: 1, will_come: 1, changed: 0, left_out: 0 },
    ])
  })

  it('accounts for every part of any package', () => {
    const anyLine = fc.record({
      path: fc.string(),
      title: fc.string(),
      kind: fc.constantFrom(...importKinds),
      becomes: fc.constantFrom(...importBecomes),
      notes: fc.constantFrom([], noted),
    })
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const totals = totalsOf(lines)
        expect(totals.reduce((sum, { in_file: inFile }) => sum + inFile, 0)).toBe(lines.length)
        for (const total of totals) {
          expect(total.will_come + total.left_out).toBe(total.in_file)
          expect(total.changed).toBeLessThanOrEqual(total.will_come)
        }
      }),
    )
  })

  it('takes the kind from what a part becomes', () => {
    const [page, lesson] = withKinds('scorm', [
      { path: '', title: '', becomes: 'article', notes: [] },
      { path: '', title: '', becomes: 'nothing', notes: noted },
    ])
    expect([page?.kind, lesson?.kind]).toEqual(['page', 'scorm'])
  })
})

describe('lines of a report', () => {
  it('shows questions and links only with a note', () => {
    const link = line({ kind: 'link', becomes: 'link' })
    const brokenLink = line({ kind: 'link', becomes: 'nothing', notes: noted })
    expect(reportLines([line({}), link, brokenLink])).toEqual({
      lines: [line({}), brokenLink],
      lines_omitted: 0,
    })
  })

  it('keeps every note of a package with too many parts, in its order', () => {
    const last = line({ title: 'last', notes: noted })
    const { lines, lines_omitted: omitted } = reportLines([
      ...Array.from({ length: LINES_MAX }, () => line({})),
      last,
    ])
    expect([lines.length, lines.at(-1), omitted]).toEqual([LINES_MAX, last, 0])
  })

  it('counts the notes that have no room', () => {
    const lines = Array.from({ length: LINES_MAX + 3 }, () => line({ notes: noted }))
    expect(reportLines(lines).lines_omitted).toBe(3)
  })
})
