/** Search and counts of the board against the plain reading of each filter, for random boards, filters and searchers. */
import { describe, expect, it } from 'vitest'
import type { JobFilters } from '#contract/jobs/jobs.ts'
import { bandsOf, jobLevels, jobTypes, salaryBands } from '#contract/jobs/shapes.ts'
import { createBoardBuilder, type BoardRow } from '#server/features/jobs/board.ts'
import { facetsOf, searchBoard, type Searcher } from '#server/features/jobs/board-search.ts'
import { IdSet } from '#server/features/jobs/id-set.ts'
import fc from '#tests/support/property.ts'

const NOW = Date.parse('2026-11-28T08:00:00Z')
const REQUIREMENT = {
  kind: 'other',
  course_id: null,
  needed: 0,
  assessment_id: null,
  min_percent: null,
} as const

const moment = fc.constantFrom(-1, 0, 1).map((days) => new Date(NOW + days * 86_400_000))
const aRow = fc.record({
  state: fc.constantFrom<BoardRow['state']>('open', 'scheduled', 'closed'),
  type: fc.constantFrom(...jobTypes),
  level: fc.constantFrom(...jobLevels),
  yearly_min: fc.option(fc.integer({ min: 100_000, max: 5_000_000 })),
  remote: fc.boolean(),
  featured: fc.boolean(),
  posted_at: moment,
  deadline_at: moment,
  skill: fc.constantFrom('sql', 'python'),
})
const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 8 }))
const aCase = fc.record({
  rows: fc.array(aRow, { maxLength: 8 }).map((rows) =>
    rows.map(({ skill, ...row }, index): BoardRow => ({
      ...row,
      id: index + 1,
      yearly_max: row.yearly_min,
      opens_at: null,
      requirements: [{ ...REQUIREMENT, skill }],
    })),
  ),
  filters: fc.record<JobFilters>(
    {
      type: fc.subarray([...jobTypes]),
      level: fc.subarray([...jobLevels]),
      salary: fc.subarray([...salaryBands]),
      remote: fc.boolean(),
      featured: fc.boolean(),
      matched: fc.boolean(),
      saved: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  words: fc.option(someIds),
  saved: someIds,
  isSqlMet: fc.boolean(),
})
type Case = typeof aCase extends fc.Arbitrary<infer T> ? T : never

const isIn = <T>(wanted: readonly T[] | undefined, values: readonly T[]) =>
  !wanted?.length || wanted.some((each) => values.includes(each))

const naive = ({ rows, words, saved, isSqlMet }: Case, filters: JobFilters): number[] =>
  rows
    .filter((row) => {
      const isSaved = saved.includes(row.id)
      const isOver = row.state === 'closed' || row.deadline_at.getTime() <= NOW
      const bands = row.yearly_min === null ? [] : bandsOf(row.yearly_min, row.yearly_max ?? row.yearly_min)
      return (
        (row.posted_at?.getTime() ?? Infinity) <= NOW &&
        (!isOver || (filters.saved === true && isSaved)) &&
        (words === null || words.includes(row.id)) &&
        isIn(filters.type, [row.type]) &&
        isIn(filters.level, [row.level]) &&
        isIn(filters.salary, bands) &&
        (!filters.remote || row.remote) &&
        (!filters.featured || row.featured) &&
        (!filters.matched || (row.requirements[0]?.skill === 'sql') === isSqlMet) &&
        (!filters.saved || isSaved)
      )
    })
    .map(({ id }) => id)

const boardOf = ({ rows, words, saved, isSqlMet }: Case) => {
  const builder = createBoardBuilder()
  for (const row of rows) builder.add(row)
  const board = builder.build()
  const searcher: Searcher = {
    now: NOW,
    saved: new Set(saved),
    verdicts: board.requirements.map(({ skill }) => ((skill === 'sql') === isSqlMet ? 'met' : 'unmet')),
    found: words === null ? null : IdSet.of(words),
  }
  return { board, searcher }
}

const findsThe = (search: typeof searchBoard) =>
  fc.property(aCase, (given) => {
    const { board, searcher } = boardOf(given)
    const found = search(board, given.filters, searcher, 'newest').map(({ id }) => id)
    expect(found.toSorted((a, b) => a - b)).toEqual(naive(given, given.filters))
  })

describe('the board', () => {
  it('finds exactly the jobs that pass each filter', () => {
    fc.assert(findsThe(searchBoard))
  })

  it('counts for each option what choosing it alone would leave', () => {
    fc.assert(
      fc.property(aCase, (given) => {
        const { board, searcher } = boardOf(given)
        const facets = facetsOf(board, given.filters, searcher)
        const left = (changes: JobFilters) => naive(given, { ...given.filters, ...changes }).length
        expect(facets.count).toBe(left({}))
        expect(facets.remote).toBe(left({ remote: true }))
        expect(facets.featured).toBe(left({ featured: true }))
        expect(facets.matched).toBe(left({ matched: true }))
        for (const { value, count } of facets.type)
          expect([value, count]).toEqual([value, left({ type: [value] })])
        for (const { value, count } of facets.level)
          expect([value, count]).toEqual([value, left({ level: [value] })])
        for (const { value, count } of facets.salary)
          expect([value, count]).toEqual([value, left({ salary: [value] })])
      }),
    )
  })

  it('control: a search that forgets one filter is found out', () => {
    const forgetful: typeof searchBoard = (board, { remote: _remote, ...filters }, searcher, sort) =>
      searchBoard(board, filters, searcher, sort)
    expect(() => fc.assert(findsThe(forgetful))).toThrow('Property failed')
  })
})
