import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getRecommended,
  type CourseFacets,
  type InstructorPage,
  type Recommendation,
} from '#contract/courses/catalogue.ts'
import type { CourseReview, ReviewPage } from '#contract/courses/reviews.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, startWorld, topicOf, type Detail, type World } from '../world.ts'

let world: World
let other: number
beforeAll(async () => {
  world = await startWorld()
  other = await addPerson(world.server.db, { clientId: CLIENT, name: 'Omar Other', role: 'instructor' })
})
afterAll(() => world.server.close())

/** Enrols and completes the first article. */
const enrolAndComplete = async (user: number, id: number) => {
  await world.call(user, 'POST', `/courses/${id}/enrolment/`)
  const detail = (await world.call<Detail>(user, 'GET', `/courses/${id}/`)).body
  await world.call(user, 'POST', `/items/${topicOf(detail, 'Preview').items[0]?.id}/complete/`)
}
const review = (user: number, id: number, stars: number, text: string) =>
  world.call<CourseReview>(user, 'PUT', `/courses/${id}/review/`, { stars, text })
const page = async (user: number, id: number, query = '') =>
  (await world.call<ReviewPage>(user, 'GET', `/courses/${id}/reviews/${query}`)).body

describe('reviews', () => {
  test('accepts reviews only from people who learned in the course', async () => {
    const id = await world.course()
    expect((await review(world.student, id, 5, 'Good')).status).toBe(403)
    expect((await page(world.student, id)).barred).toBe('not_enrolled')
    await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)
    expect((await page(world.student, id)).barred).toBe('no_progress')
    expect((await review(world.student, id, 5, 'Good')).status).toBe(403)
    await enrolAndComplete(world.student, id)
    expect((await page(world.student, id)).barred).toBeNull()
    expect((await review(world.student, id, 5, 'Good')).status).toBe(200)
    expect((await page(world.teacher, id)).barred).toBe('teaches')
    expect((await review(world.teacher, id, 5, 'Mine')).status).toBe(403)
  })

  test('keeps one review per person and updates the average', async () => {
    const id = await world.course()
    await enrolAndComplete(world.student, id)
    await enrolAndComplete(world.classmate, id)
    await review(world.student, id, 2, '  First\r\nthought\u0007 ')
    await review(world.student, id, 3, 'Second thought')
    await review(world.classmate, id, 4, '')
    const seen = await page(world.classmate, id)
    expect(seen).toMatchObject({ count: 1, average: 3.5, distribution: [0, 1, 1, 0, 0] })
    expect(seen.results[0]).toMatchObject({ text: 'Second thought', edited: false, own: false })
    expect(seen.own).toMatchObject({ stars: 4, own: true })
    const rated = async () =>
      (
        await world.call<{ results: CourseSummary[] }>(world.student, 'GET', '/courses/?page_size=100')
      ).body.results.find((course) => course.id === id)
    expect(await rated()).toMatchObject({ rating: 3.5, ratings: 2 })
    expect((await world.call(world.student, 'DELETE', `/courses/${id}/review/`)).status).toBe(204)
    expect((await world.call(world.student, 'DELETE', `/courses/${id}/review/`)).status).toBe(204)
    expect(await rated()).toMatchObject({ rating: 4, ratings: 1 })
  })

  test('stores a hostile text as plain text', async () => {
    const id = await world.course()
    await enrolAndComplete(world.student, id)
    const text = '<img src=x onerror=alert(1)>\nline two'
    expect((await review(world.student, id, 1, text)).body.text).toBe(text)
    expect((await review(world.student, id, 6, 'x')).status).toBe(422)
    expect((await review(world.student, id, 1, 'x'.repeat(3001))).status).toBe(422)
  })

  test('hides the text of a review but counts its stars; author and staff see why', async () => {
    const id = await world.course()
    await enrolAndComplete(world.student, id)
    const { body } = await review(world.student, id, 1, 'Rude words')
    const hide = (user: number, reason: string | null) =>
      world.call<CourseReview>(user, 'PUT', `/reviews/${body.id}/hidden/`, { reason })
    expect((await hide(world.classmate, 'no')).status).toBe(403)
    expect((await hide(other, 'not mine')).status).toBe(403)
    expect((await hide(world.teacher, 'Insults')).body.hidden).toEqual({ reason: 'Insults' })
    const outside = await page(world.classmate, id)
    expect([outside.count, outside.average, JSON.stringify(outside).includes('Rude')]).toEqual([0, 1, false])
    expect((await page(world.student, id)).own).toMatchObject({
      text: 'Rude words',
      hidden: { reason: 'Insults' },
    })
    // Editing does not unhide it.
    await review(world.student, id, 2, 'Rude words again')
    expect((await page(world.classmate, id)).count).toBe(0)
    await hide(world.teacher, null)
    expect((await page(world.classmate, id)).results[0]?.text).toBe('Rude words again')
    const audit = await world.server.db.asSuperuser<{ action: string }>(
      `select action from audit_event where action like 'courses.%Review' order by id`,
    )
    expect(audit.map(({ action }) => action)).toEqual(['courses.hideReview', 'courses.showReview'])
  })

  test('pages reviews, newest first', async () => {
    const id = await world.course()
    for (const index of [1, 2, 3]) {
      const user = await addPerson(world.server.db, { clientId: CLIENT, name: `Pager ${id} ${index}` })
      await enrolAndComplete(user, id)
      await review(user, id, index, `Review ${index}`)
      world.server.clock.advance(1000)
    }
    const first = await page(world.student, id, '?page_size=2')
    const second = await page(world.student, id, '?page_size=2&page=2')
    expect([...first.results, ...second.results].map((each) => each.text)).toEqual([
      'Review 3',
      'Review 2',
      'Review 1',
    ])
    expect([first.previous, second.next]).toEqual([null, null])
    expect(first.next).toContain('page=2')
  })
})

describe('catalogue', () => {
  test('filters by own progress without affecting the cached list of others', async () => {
    const id = await world.course({ title: 'Zither first steps', tags: ['zither'] })
    await world.course({ title: 'Zither second steps', tags: ['zither'] })
    await enrolAndComplete(world.student, id)
    const found = async (user: number, query: string) =>
      (
        await world.call<{ results: CourseSummary[] }>(user, 'GET', `/courses/?tag=zither${query}`)
      ).body.results.map((course) => course.title)
    expect(await found(world.student, '&progress=in_progress')).toEqual(['Zither first steps'])
    expect(await found(world.student, '&progress=not_enrolled')).toEqual(['Zither second steps'])
    expect(await found(world.classmate, '&progress=in_progress')).toEqual([])
    expect(await found(world.classmate, '&sort=newest')).toHaveLength(2)
    const facets = await world.call<CourseFacets>(world.student, 'GET', '/course-facets/?tag=zither')
    expect(facets.body.count).toBe(2)
    expect(facets.body.progress).toEqual([
      { value: 'not_enrolled', count: 1 },
      { value: 'enrolled', count: 1 },
      { value: 'in_progress', count: 1 },
      { value: 'completed', count: 0 },
    ])
  })

  test('explains recommendations and related courses', async () => {
    const done = await world.course({ title: 'Oboe for all', tags: ['oboe'] })
    const next = await world.course({ title: 'Oboe, further', tags: ['oboe'], difficulty: 'intermediate' })
    await enrolAndComplete(world.classmate, done)
    const results = async (path: string) => {
      const { body } = await world.call<{ results: Recommendation[] }>(world.classmate, 'GET', path)
      // The response is not validated on sending, so check it against the contract.
      expect(getRecommended.response.parse(body)).toEqual(body)
      return body.results
    }
    const reason = { kind: 'next_difficulty', difficulty: 'intermediate', course_title: 'Oboe for all' }
    expect(
      (await results('/student/recommended-learning/')).find(({ course }) => course.id === next)?.reason,
    ).toEqual(reason)
    expect(await results(`/courses/${done}/related/`)).toMatchObject([{ course: { id: next }, reason }])
  })

  test('has a page only for people who teach', async () => {
    const found = await world.call<InstructorPage>(world.student, 'GET', `/instructors/${world.teacher}/`)
    expect(found.body).toMatchObject({ name: 'Tara Teacher', bio: 'Teaches data.' })
    expect(found.body.courses.length).toBeGreaterThan(0)
    expect(found.body.students).toBeGreaterThan(0)
    expect((await world.call(world.student, 'GET', `/instructors/${world.student}/`)).status).toBe(404)
    expect((await world.call(world.student, 'GET', `/instructors/${world.stranger}/`)).status).toBe(404)
  })
})
