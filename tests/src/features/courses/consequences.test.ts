import { describe, expect, it } from 'vitest'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { CourseRoster } from '#contract/courses/enrolment.ts'
import {
  consequencesOf,
  type Consequence,
  type CourseChange,
  type ReceivedAccess,
} from '#src/features/courses/api/consequences.ts'

const invalidated = (change: CourseChange) =>
  consequencesOf(change)
    .filter((consequence) => consequence.type === 'invalidate')
    .map(({ queryKey }) => queryKey)
const kinds = (change: CourseChange) => consequencesOf(change).map(({ type }) => type)
const writeOf = (change: CourseChange) =>
  consequencesOf(change).find(
    (consequence): consequence is Extract<Consequence, { type: 'write' }> => consequence.type === 'write',
  )
const access = { received_at: 5, notify: false, opens_at: null } as ReceivedAccess

describe('consequences of a change to a course', () => {
  it('refetches everything that depends on who is in the course', () => {
    const change = { type: 'membership', courseId: 7 } as const

    expect(consequencesOf(change)[0]).toEqual({ type: 'reloadCourse', courseId: 7 })
    expect(invalidated(change)).toEqual([
      ['learning-home'],
      ['courses', 'facets'],
      ['courses', 'recommended'],
      ['courses', 'related', 7],
      ['courses', 'access', 7],
      ['courses', 'payment', 7],
      ['courses', 'reviews', 7],
    ])
  })

  it('shows the access that the server answered, without another request', () => {
    const change = { type: 'access', courseId: 7, access } as const

    expect(kinds(change)).toEqual(['write'])
    expect(writeOf(change)?.queryKey).toEqual(['courses', 'access', 7])
    expect(writeOf(change)?.update(undefined)).toBe(access)
  })

  it('refetches the access after a refused seat action', () => {
    expect(invalidated({ type: 'accessOutdated', courseId: 7 })).toEqual([['courses', 'access', 7]])
  })

  it('changes the notice in a cached access, and invents none', () => {
    const write = writeOf({ type: 'notice', courseId: 7, isWanted: true, opensAt: '2026-05-01' })

    expect(write?.update(access)).toEqual({ received_at: 5, notify: true, opens_at: '2026-05-01' })
    expect(write?.update(undefined)).toBeUndefined()
  })

  it('refetches reviews and the course, whose headline shows the rating', () => {
    const change = { type: 'reviews', courseId: 7 } as const

    expect(kinds(change)).toEqual(['reloadCourse', 'invalidate'])
    expect(invalidated(change)).toEqual([['courses', 'reviews', 7]])
  })

  it('shows the new roster and refetches what it changes for the person who made it', () => {
    const roster = { people: [] } as unknown as CourseRoster
    const change = { type: 'roster', courseId: 7, roster } as const

    expect(kinds(change)).toEqual(['write', 'invalidate', 'reloadCourse'])
    expect(writeOf(change)?.update(undefined)).toBe(roster)
    expect(invalidated(change)).toEqual([['courses', 'access', 7]])
  })

  it('shows saved progress in the course and refetches the learning home', () => {
    const result = { course: { course_id: 7 } } as ProgressResult

    expect(consequencesOf({ type: 'progress', result })[0]).toEqual({ type: 'showProgress', result })
    expect(invalidated({ type: 'progress', result })).toEqual([['learning-home']])
    expect(consequencesOf({ type: 'keptProgress' })).toEqual([
      { type: 'invalidate', queryKey: ['learning-home'] },
    ])
  })
})
