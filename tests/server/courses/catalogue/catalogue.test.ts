import fc from '#tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import { contentTypes, difficulties, type CourseSummary } from '#contract/courses/shapes.ts'
import { courseSorts, enrolmentStates } from '#contract/courses/catalogue.ts'
import {
  facetsOf,
  filterCourses,
  hasState,
  sortCourses,
  toEntry,
  type CatalogueEntry,
  type CatalogueFilters,
  type ProgressStates,
} from '#server/features/courses/catalogue/catalogue.ts'
import { courseStateFrom } from '#server/features/courses/catalogue/enrolled-courses.ts'
import { courseStatusOf } from '#server/features/courses/progress.ts'
import { recommended, related } from '#server/features/courses/catalogue/recommend.ts'
import { averageOf } from '#server/features/courses/reviews/reviews.service.ts'

const course = (
  id: number,
  overrides: Partial<CourseSummary> = {},
  createdAt = new Date(id),
  tagsOfOthers: string[] = [],
): CatalogueEntry =>
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
      ...overrides,
    },
    1,
    createdAt,
    { originalTitle: '', tags: tagsOfOthers },
  )
const ids = (entries: readonly CatalogueEntry[]) => entries.map(({ summary }) => summary.id)
const noStates: ProgressStates = new Map()

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
  ])('filters by %j to courses %j', (filters, expected) => {
    const states: ProgressStates = new Map([
      [1, 'in_progress'],
      [3, 'completed'],
    ])
    expect(ids(filterCourses(entries, filters, states))).toEqual(expected)
  })

  test("sorts by each order and keeps the tenant's order for equal courses", () => {
    const courses = [
      course(1, { title: 'b 10', students: 3, rating: 4, ratings: 2 }, new Date(50)),
      course(2, { title: 'b 9', students: 9, rating: 4, ratings: 7 }, new Date(10)),
      course(3, { title: 'A', students: 3, rating: 5, ratings: 1 }, new Date(90)),
    ]
    const orders = Object.fromEntries(
      courseSorts.map((sort) => [sort, ids(sortCourses(courses, sort, ['en']))]),
    )
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
  .chain((fields) => fc.nat(1000).map((n) => ({ ...fields, students: n })))
const anyFilters: fc.Arbitrary<CatalogueFilters> = fc.record({
  difficulty: fc.option(fc.subarray([...difficulties]), { nil: undefined }),
  price: fc.option(fc.constantFrom('free' as const, 'premium' as const), { nil: undefined }),
  rating: fc.option(fc.constantFrom(3, 4), { nil: undefined }),
  type: fc.option(fc.subarray([...contentTypes]), { nil: undefined }),
  tag: fc.option(fc.subarray(['sql', 'python', 'data']), { nil: undefined }),
  progress: fc.option(fc.constantFrom(...enrolmentStates), { nil: undefined }),
})
const statesOf = (entries: readonly CatalogueEntry[]): ProgressStates =>
  new Map(
    entries
      .filter(({ summary }) => summary.students % 2 === 0)
      .map(({ summary }) => [summary.id, summary.students % 3 === 0 ? 'completed' : 'in_progress']),
  )

describe('facet counts', () => {
  /** A count must equal the length of the list after choosing only this option. */
  const countsAreExact = (facets: typeof facetsOf) =>
    fc.property(fc.array(anyEntry, { maxLength: 12 }), anyFilters, (entryFields, filters) => {
      const entries = entryFields.map((fields, index) => course(index + 1, fields))
      const states = statesOf(entries)
      const counts = facets(entries, filters, states)
      const remaining = (change: CatalogueFilters) =>
        filterCourses(entries, { ...filters, ...change }, states).length
      return (
        counts.count === remaining({}) &&
        counts.difficulty.every(({ value, count }) => count === remaining({ difficulty: [value] })) &&
        counts.price.every(({ value, count }) => count === remaining({ price: value })) &&
        counts.rating.every(({ value, count }) => count === remaining({ rating: value })) &&
        counts.type.every(({ value, count }) => count === remaining({ type: [value] })) &&
        counts.tag.every(({ value, count }) => count === remaining({ tag: [value] })) &&
        counts.progress.every(({ value, count }) => count === remaining({ progress: value }))
      )
    })

  test('counts for each option exactly the courses that choosing it leaves', () => {
    fc.assert(countsAreExact(facetsOf))
  })

  test('control: finds counts that ignore the other filters', () => {
    const naive: typeof facetsOf = (entries, filters, states) => ({
      ...facetsOf(entries, {}, states),
      count: filterCourses(entries, filters, states).length,
    })
    expect(fc.check(countsAreExact(naive)).failed).toBe(true)
  })

  test('keeps a chosen tag without matches, so that it can be removed', () => {
    const entries = [course(1, { tags: ['sql'] }), course(2, { tags: ['python'], price: 'premium' })]
    const facets = facetsOf(entries, { tag: ['sql'], price: 'premium' }, noStates)
    expect(facets.tag).toEqual([
      { value: 'sql', count: 0 },
      { value: 'python', count: 1 },
    ])
  })

  test('counts courses in progress and completed ones as enrolled', () => {
    expect(enrolmentStates.map((option) => hasState(option, 'completed'))).toEqual([false, true, false, true])
    expect(enrolmentStates.map((option) => hasState(option, undefined))).toEqual([true, false, false, false])
  })
})

describe('course state from counts', () => {
  test('gives the same state from counts as from single items', () => {
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
          courseStateFrom({ touched, completed, total: items.length }) ===
          courseStatusOf(outline, enrolment, statuses).state
        )
      }),
    )
  })
})

describe('recommendations', () => {
  const catalogue = [
    course(1, { title: 'SQL one', tags: ['sql', 'data'], difficulty: 'beginner' }),
    course(2, { tags: ['sql'], difficulty: 'intermediate', students: 1 }),
    course(3, { tags: ['sql', 'data'], difficulty: 'beginner', students: 5 }),
    course(4, { tags: ['cooking'], students: 900 }),
    course(5, { tags: ['cooking'], students: 40 }),
    course(6, { tags: ['SQL'], difficulty: 'all levels', students: 7 }),
  ]

  const after = (states: ProgressStates, interests: string[] = []) => ({ states, interests })

  test('recommends the next step first, then the same tags, then the most enrolled', () => {
    const found = recommended(catalogue, after(new Map([[1, 'completed']])), 10)
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

  test('ranks courses in progress after completed ones and before the most enrolled', () => {
    const found = recommended(catalogue, after(new Map([[4, 'in_progress']])), 1)
    expect(found[0]).toMatchObject({ course: { id: 5 }, reason: { kind: 'same_tag', tag: 'cooking' } })
    const both = recommended(
      catalogue,
      after(
        new Map([
          [4, 'in_progress'],
          [1, 'completed'],
        ]),
      ),
      10,
    )
    expect(both.map(({ course: { id } }) => id)).toEqual([2, 3, 6, 5])
  })

  test('recommends the most enrolled to newcomers, and never an enrolled course', () => {
    expect(recommended(catalogue, after(noStates), 2).map(({ course: { id } }) => id)).toEqual([4, 5])
    fc.assert(
      fc.property(fc.subarray([1, 2, 3, 4, 5, 6]), (enrolledIds) => {
        const states: ProgressStates = new Map(enrolledIds.map((id) => [id, 'not_started']))
        return recommended(catalogue, after(states), 10).every(({ course: { id } }) => !states.has(id))
      }),
    )
  })

  test('recommends chosen interests after completed courses and before courses in progress', () => {
    const found = recommended(
      catalogue,
      after(
        new Map([
          [1, 'completed'],
          [6, 'in_progress'],
        ]),
        ['Cooking'],
      ),
      10,
    )
    expect(found.map(({ course: { id }, reason }) => [id, reason.kind])).toEqual([
      [2, 'next_difficulty'],
      [3, 'same_tag'],
      [4, 'interest'],
      [5, 'interest'],
    ])
    expect(found[2]?.reason).toEqual({ kind: 'interest', tag: 'cooking' })
    const withoutCompleted = recommended(catalogue, after(new Map([[6, 'in_progress']]), ['COOKING']), 3)
    expect(withoutCompleted.map(({ course: { id } }) => id)).toEqual([4, 5, 3])
  })

  test('matches an interest that was chosen in another language', () => {
    const data = [
      course(1, { tags: ['डेटा'] }, new Date(1), ['Data', 'डेटा', 'بيانات']),
      course(2, { tags: ['खाना'] }, new Date(2), ['Cooking']),
    ]
    const [found] = recommended(data, after(noStates, ['data']), 10)
    expect(found).toMatchObject({ course: { id: 1 }, reason: { kind: 'interest', tag: 'Data' } })
    const [inHindi] = recommended(data, after(noStates, ['डेटा', 'data']), 10)
    expect(inHindi?.reason).toEqual({ kind: 'interest', tag: 'डेटा' })
    // The control: a search by tag knows only the tags that the page shows.
    expect(data[0]?.tagKeys.has('data')).toBe(false)
  })

  test('puts a course that fits more interests first, then one at the learner’s level', () => {
    const data = [
      course(1, { tags: ['data'], difficulty: 'pro', students: 900 }),
      course(2, { tags: ['data'], difficulty: 'beginner', students: 3 }),
      course(3, { tags: ['data', 'sql'], difficulty: 'beginner' }),
    ]
    const found = recommended(data, after(noStates, ['data', 'sql']), 10)
    expect(found.map(({ course: { id } }) => id)).toEqual([3, 2, 1])
    expect(found[0]?.reason).toEqual({ kind: 'interest', tag: 'data' })
  })

  test('names the level of a course that is neither matched nor among the most enrolled', () => {
    const others = [9, 8, 7, 6].map((students, index) =>
      course(index + 1, { students, difficulty: index === 3 ? 'beginner' : 'pro' }),
    )
    const reasons = (extra: ReturnType<typeof course>[]) =>
      recommended([...others, ...extra], after(noStates), 10).map(({ reason }) => reason.kind)
    expect(reasons([])).toEqual(['most_enrolled', 'most_enrolled', 'most_enrolled', 'level'])
    // The control: too hard for a newcomer.
    expect(reasons([course(5, { difficulty: 'pro', students: 1 })]).at(-1)).toBe('most_enrolled')
  })

  test('leaves out sold-out courses, and gives the same order for any order of the catalogue', () => {
    const soldOut = course(7, { tags: ['cooking'], seats_left: 0, students: 1000 })
    const lastSeat = course(8, { tags: ['cooking'], seats_left: 1, students: 950 })
    const all = [...catalogue, soldOut, lastSeat]
    const order = (entries: typeof all) =>
      recommended(entries, after(noStates, ['cooking', 'sql']), 10).map(({ course: { id } }) => id)
    expect(order(all)).not.toContain(7)
    expect(order(all)).toContain(8)
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(order(shuffled)).toEqual(order(all))
      }),
    )
  })

  test('never recommends or relates a sold-out course', () => {
    const soldOut = [...catalogue, course(7, { tags: ['sql', 'data'], students: 5000, seats_left: 0 })]
    const ids = (found: readonly { course: { id: number } }[]) => found.map(({ course: { id } }) => id)
    expect(ids(recommended(soldOut, after(noStates), 10))).not.toContain(7)
    expect(ids(recommended(soldOut, after(new Map([[1, 'completed']])), 10))).not.toContain(7)
    expect(ids(related(soldOut, noStates, 1, 10))).not.toContain(7)
  })

  test('control: recommends the same course while a seat is free', () => {
    const free = [...catalogue, course(7, { tags: ['sql', 'data'], students: 5000, seats_left: 1 })]
    expect(recommended(free, after(noStates), 10)[0]?.course.id).toBe(7)
    expect(related(free, noStates, 1, 10).map(({ course: { id } }) => id)).toContain(7)
  })

  test('relates only courses that share a tag, without the course itself', () => {
    expect(related(catalogue, new Map([[3, 'in_progress']]), 1, 4).map(({ course: { id } }) => id)).toEqual([
      2, 6,
    ])
    expect(related(catalogue, noStates, 999, 4)).toEqual([])
  })
})

test('averages ratings to one decimal, and to 0 without ratings', () => {
  expect([averageOf([1, 0, 0, 0, 1]), averageOf([2, 1, 0, 0, 0]), averageOf([0, 0, 0, 0, 0])]).toEqual([
    3, 4.7, 0,
  ])
})
