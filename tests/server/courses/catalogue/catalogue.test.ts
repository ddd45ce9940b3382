import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentTypes, difficulties, type CourseSummary } from '#contract/courses/shapes.ts'
import { courseSorts, enrolmentStates } from '#contract/courses/catalogue.ts'
import {
  facetsOf,
  filtered,
  hasState,
  sorted,
  toEntry,
  type CatalogueEntry,
  type CatalogueFilters,
  type OwnStates,
} from '#server/features/courses/catalogue/catalogue.ts'
import { stateFrom } from '#server/features/courses/catalogue/own-courses.ts'
import { courseStatusOf } from '#server/features/courses/progress.ts'
import { recommended, related } from '#server/features/courses/catalogue/recommend.ts'
import { averageOf } from '#server/features/courses/reviews/reviews.service.ts'

const course = (id: number, given: Partial<CourseSummary> = {}, createdAt = new Date(id)): CatalogueEntry =>
  toEntry(
    {
      id,
      title: `Course ${id}`,
      description: 'About something.',
      difficulty: 'beginner',
      duration_minutes: 10,
      instructor: 'Tara Teacher',
      rating: 0,
      ratings: 0,
      students: 0,
      lessons: 1,
      price: 'free',
      content_types: ['article'],
      tags: [],
      cover_url: null,
      seats_left: null,
      opens_at: null,
      enrolled_students: [],
      ...given,
    },
    1,
    createdAt,
  )
const ids = (entries: readonly CatalogueEntry[]) => entries.map(({ summary }) => summary.id)
const none: OwnStates = new Map()

describe('filters', () => {
  const entries = [
    course(1, { title: 'SQL joins', tags: ['SQL', 'data'], rating: 4.5, difficulty: 'beginner' }),
    course(2, { title: 'Python loops', tags: ['python'], rating: 3.2, difficulty: 'pro', price: 'premium' }),
    course(3, {
      description: 'Joins of wood',
      content_types: ['video', 'quiz'],
      rating: 4,
      difficulty: 'easy',
    }),
  ]
  test.each<[CatalogueFilters, number[]]>([
    [{}, [1, 2, 3]],
    [{ search: 'JOINS' }, [1, 3]],
    [{ search: 'joins sql' }, [1]],
    [{ difficulty: ['beginner', 'pro'] }, [1, 2]],
    [{ difficulty: [] }, [1, 2, 3]],
    [{ price: 'premium' }, [2]],
    [{ rating: 4 }, [1, 3]],
    [{ rating: 3 }, [1, 2, 3]],
    [{ type: ['quiz', 'problems'] }, [3]],
    [{ tag: ['sql', 'PYTHON'] }, [1, 2]],
    [{ progress: 'not_enrolled' }, [2]],
    [{ progress: 'enrolled' }, [1, 3]],
    [{ progress: 'completed' }, [3]],
    [{ rating: 4, progress: 'in_progress' }, [1]],
  ])('given %j, when filtered, then %j is left', (filters, expected) => {
    const own: OwnStates = new Map([
      [1, 'in_progress'],
      [3, 'completed'],
    ])
    expect(ids(filtered(entries, filters, own))).toEqual(expected)
  })

  test('given each order, when sorted, then equal ones keep the order of the tenant', () => {
    const all = [
      course(1, { title: 'b 10', students: 3, rating: 4, ratings: 2 }, new Date(50)),
      course(2, { title: 'b 9', students: 9, rating: 4, ratings: 7 }, new Date(10)),
      course(3, { title: 'A', students: 3, rating: 5, ratings: 1 }, new Date(90)),
    ]
    const orders = Object.fromEntries(courseSorts.map((sort) => [sort, ids(sorted(all, sort, ['en']))]))
    expect(orders).toEqual({
      recommended: [1, 2, 3],
      newest: [3, 1, 2],
      students: [2, 1, 3],
      rating: [3, 2, 1],
      title: [3, 2, 1],
    })
  })
})

const anyEntry = fc
  .record({
    difficulty: fc.constantFrom(...difficulties),
    price: fc.constantFrom('free' as const, 'premium' as const),
    rating: fc.constantFrom(0, 2.9, 3, 3.9, 4, 5),
    content_types: fc.subarray([...contentTypes]),
    tags: fc.subarray(['sql', 'python', 'data']),
  })
  .chain((given) => fc.nat(1000).map((n) => ({ ...given, students: n })))
const anyFilters: fc.Arbitrary<CatalogueFilters> = fc.record({
  difficulty: fc.option(fc.subarray([...difficulties]), { nil: undefined }),
  price: fc.option(fc.constantFrom('free' as const, 'premium' as const), { nil: undefined }),
  rating: fc.option(fc.constantFrom(3, 4), { nil: undefined }),
  type: fc.option(fc.subarray([...contentTypes]), { nil: undefined }),
  tag: fc.option(fc.subarray(['sql', 'python', 'data']), { nil: undefined }),
  progress: fc.option(fc.constantFrom(...enrolmentStates), { nil: undefined }),
})
const ownOf = (entries: readonly CatalogueEntry[]): OwnStates =>
  new Map(
    entries
      .filter(({ summary }) => summary.students % 2 === 0)
      .map(({ summary }) => [summary.id, summary.students % 3 === 0 ? 'completed' : 'in_progress']),
  )

describe('counts of options', () => {
  /** What a count promises: the list that choosing just this option, all else as it is, would show. */
  const keepsItsWord = (facets: typeof facetsOf) =>
    fc.property(fc.array(anyEntry, { maxLength: 12 }), anyFilters, (given, filters) => {
      const entries = given.map((fields, index) => course(index + 1, fields))
      const own = ownOf(entries)
      const counts = facets(entries, filters, own)
      const left = (change: CatalogueFilters) => filtered(entries, { ...filters, ...change }, own).length
      return (
        counts.count === left({}) &&
        counts.difficulty.every(({ value, count }) => count === left({ difficulty: [value] })) &&
        counts.price.every(({ value, count }) => count === left({ price: value })) &&
        counts.rating.every(({ value, count }) => count === left({ rating: value })) &&
        counts.type.every(({ value, count }) => count === left({ type: [value] })) &&
        counts.tag.every(({ value, count }) => count === left({ tag: [value] })) &&
        counts.progress.every(({ value, count }) => count === left({ progress: value }))
      )
    })

  test('given any courses and filters, when an option is counted, then choosing it leaves exactly so many', () => {
    fc.assert(keepsItsWord(facetsOf))
  })

  test('given counts that ignore the other filters, when held against the promise, then they are found out', () => {
    const naive: typeof facetsOf = (entries, filters, own) => ({
      ...facetsOf(entries, {}, own),
      count: filtered(entries, filters, own).length,
    })
    expect(fc.check(keepsItsWord(naive)).failed).toBe(true)
  })

  test('given a chosen tag that nothing has under the other filters, when counted, then it stays there to be taken off', () => {
    const entries = [course(1, { tags: ['sql'] }), course(2, { tags: ['python'], price: 'premium' })]
    const facets = facetsOf(entries, { tag: ['sql'], price: 'premium' }, none)
    expect(facets.tag).toEqual([
      { value: 'sql', count: 0 },
      { value: 'python', count: 1 },
    ])
  })

  test('given a state, when asked, then enrolled holds those in progress and completed', () => {
    expect(enrolmentStates.map((wanted) => hasState(wanted, 'completed'))).toEqual([false, true, false, true])
    expect(enrolmentStates.map((wanted) => hasState(wanted, undefined))).toEqual([true, false, false, false])
  })
})

describe('the state from counts', () => {
  test('given any items, when counted and when read one by one, then both say the same', () => {
    const at = new Date(1000)
    const item = fc.constantFrom('none' as const, 'touched' as const, 'done' as const)
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (items) => {
        const nodes = items.map((_, id) => ({ id, type: 'article' as const, title: '', minutes: 1 }))
        const outline = [
          { id: 1, title: '', topics: [{ id: 1, title: '', freePreview: false, items: nodes }] },
        ]
        const statuses = new Map(
          items.flatMap((state, id) =>
            state === 'none'
              ? []
              : [[id, { lastAt: at, completedAt: state === 'done' ? at : null }] as const],
          ),
        )
        const enrolment = { courseId: 1, enrolledAt: at, lastActivityAt: null }
        const touched = items.filter((state) => state !== 'none').length
        const completed = items.filter((state) => state === 'done').length
        return (
          stateFrom({ touched, completed, total: items.length }) ===
          courseStatusOf(outline, enrolment, statuses).state
        )
      }),
    )
  })
})

describe('recommendations', () => {
  const shelf = [
    course(1, { title: 'SQL one', tags: ['sql', 'data'], difficulty: 'beginner' }),
    course(2, { tags: ['sql'], difficulty: 'intermediate', students: 1 }),
    course(3, { tags: ['sql', 'data'], difficulty: 'beginner', students: 5 }),
    course(4, { tags: ['cooking'], students: 900 }),
    course(5, { tags: ['cooking'], students: 40 }),
    course(6, { tags: ['SQL'], difficulty: 'all levels', students: 7 }),
  ]

  test('given a completed course, when recommended, then the next step comes first, then the same tags, then the most enrolled', () => {
    const found = recommended(shelf, new Map([[1, 'completed']]), 10)
    expect(found.map(({ course: { id }, reason }) => [id, reason.kind])).toEqual([
      [2, 'next_difficulty'],
      [3, 'same_tag'],
      [6, 'same_tag'],
      [4, 'most_enrolled'],
      [5, 'most_enrolled'],
    ])
    expect(found[0]?.reason).toEqual({
      kind: 'next_difficulty',
      difficulty: 'intermediate',
      course_title: 'SQL one',
    })
  })

  test('given a course in progress, when recommended, then it counts after what is completed and before the crowd', () => {
    const found = recommended(shelf, new Map([[4, 'in_progress']]), 1)
    expect(found[0]).toMatchObject({ course: { id: 5 }, reason: { kind: 'same_tag', tag: 'cooking' } })
    const both = recommended(
      shelf,
      new Map([
        [4, 'in_progress'],
        [1, 'completed'],
      ]),
      10,
    )
    expect(both.map(({ course: { id } }) => id)).toEqual([2, 3, 6, 5])
  })

  test('given a newcomer, when recommended, then the most enrolled come, and never what one is enrolled in', () => {
    expect(recommended(shelf, none, 2).map(({ course: { id } }) => id)).toEqual([4, 5])
    fc.assert(
      fc.property(fc.subarray([1, 2, 3, 4, 5, 6]), (mine) => {
        const own: OwnStates = new Map(mine.map((id) => [id, 'not_started']))
        return recommended(shelf, own, 10).every(({ course: { id } }) => !own.has(id))
      }),
    )
  })

  test('given a course, when its relatives are sought, then only those that share a tag, without itself', () => {
    expect(related(shelf, new Map([[3, 'in_progress']]), 1, 4).map(({ course: { id } }) => id)).toEqual([
      2, 6,
    ])
    expect(related(shelf, none, 999, 4)).toEqual([])
  })
})

test('given stars, when averaged, then one decimal, and nothing without any', () => {
  expect([averageOf([1, 0, 0, 0, 1]), averageOf([2, 1, 0, 0, 0]), averageOf([0, 0, 0, 0, 0])]).toEqual([
    3, 4.7, 0,
  ])
})
