import { languages } from '#contract/languages.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CourseAccess, CourseRoster } from '#contract/courses/enrolment.ts'
import type { ReviewPage } from '#contract/courses/reviews.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { authoredQuestion } from '#contract/courses/quiz.ts'
import { kitewingAnnounced, kitewingCourses } from '#server/demo/content/kitewing/index.ts'
import { ufuqCourses } from '#server/demo/content/ufuq/index.ts'
import { videos } from '#server/demo/content/videos.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { cleanHtml } from '#server/core/security/html.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { fileCookie } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'
import { caller, type Detail } from './world.ts'

let server: TestServer
beforeAll(async () => {
  // Late in the day in every tenant's zone, so that there is study time today.
  server = await startTestServer({ features: featuresAsUser, clock: createTestClock('2026-11-21T16:00:00Z') })
  await seedDemo(server.core)
})
afterAll(() => server.close())

const userId = async (clientId: number, username: string) => {
  const [row] = await server.db.asSuperuser<{ id: number }>(
    'select id from app_user where client_id = $1 and username = $2',
    [clientId, username],
  )
  return row?.id ?? 0
}

describe.each([
  [7, kitewingCourses, 8, kitewingAnnounced],
  [8, ufuqCourses, 4, []],
] as const)('demo of tenant %i', (clientId, contentCourses, minCourses, announced) => {
  test('lists all courses with cover, instructor and texts', async () => {
    const call = caller(server, clientId)
    const student = await userId(clientId, 'student')
    const { body } = await call<{ results: CourseSummary[] }>(student, 'GET', '/courses/?page_size=100')
    expect(body.results.length).toBe(contentCourses.length + announced.length)
    expect(body.results.length).toBeGreaterThanOrEqual(minCourses)
    for (const course of body.results) {
      expect(course.instructor).not.toBe('')
      expect(course.description.length).toBeGreaterThan(40)
      expect(course.lessons).toBeGreaterThanOrEqual(4)
      // Nobody can be enrolled in a course that is not open.
      expect(course.students > 0).toBe(course.opens_at === null)
      const cover = await server.app.inject(course.cover_url ?? '')
      expect([cover.statusCode, cover.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    }
  })

  test('has limited seats, prices and reviews with text', async () => {
    const call = caller(server, clientId)
    const student = await userId(clientId, 'student')
    const list = await call<{ results: CourseSummary[] }>(student, 'GET', '/courses/?page_size=100')
    const courses = list.body.results
    expect(courses.some((course) => course.seats_left !== null && course.seats_left > 0)).toBe(true)
    const premium = courses.filter((course) => course.price === 'premium')
    for (const { id } of premium) {
      const access = await call<CourseAccess>(student, 'GET', `/courses/${id}/access/`)
      expect(access.body.price?.amount_minor).toBeGreaterThan(0)
    }
    const rated = courses.find((course) => course.ratings > 1)
    const reviews = await call<ReviewPage>(student, 'GET', `/courses/${rated?.id}/reviews/`)
    expect(reviews.body.results.every((review) => review.text.length > 20)).toBe(true)
    const teacher = await userId(clientId, 'admin')
    const requests = await Promise.all(
      premium.map(
        async ({ id }) => (await call<CourseRoster>(teacher, 'GET', `/courses/${id}/roster/`)).body.purchases,
      ),
    )
    expect(requests.flat().some((purchase) => purchase.refund?.state === 'asked')).toBe(true)
  })

  test('has one course waiting at a quiz and one completed course', async () => {
    const call = caller(server, clientId)
    const student = await userId(clientId, 'student')
    const { body } = await call<LearningHome>(student, 'GET', '/student/learning-home/')
    expect(body.overall.completed_courses).toBe(1)
    expect(body.continue_learning[0]).toMatchObject({
      course_title: contentCourses[0]?.title,
      item_type: 'quiz',
    })
    expect(body.continue_learning[0]?.percent).toBeGreaterThanOrEqual(40)
    expect(body.continue_learning[0]?.percent).toBeLessThan(80)
    const next = body.continue_learning[0]
    const page = await call<TopicPage>(
      student,
      'GET',
      `/courses/${next?.course_id}/topics/${next?.topic_id}/`,
    )
    expect(page.body.items.find((item) => item.id === next?.item_id)?.state).toBe('not_started')
  })

  test('has a streak of six days with today unfinished', async () => {
    const call = caller(server, clientId)
    const student = await userId(clientId, 'student')
    const streak = await call(student, 'GET', '/student/monthly-streak/')
    expect(streak.body).toMatchObject({ current_streak: 6, longest_streak: 9 })
    const leaders = await call<{ leaderboard: unknown[] }>(
      student,
      'GET',
      '/student/daily-progress-leaderboard/',
    )
    expect(leaders.body.leaderboard.length).toBeGreaterThanOrEqual(3)
  })

  test('serves sources, poster and three captions of every video', async () => {
    const call = caller(server, clientId)
    const teacher = await userId(clientId, 'instructor')
    const list = await call<{ results: CourseSummary[] }>(teacher, 'GET', '/courses/?page_size=100')
    const headers = fileCookie(server.core, clientId, teacher)
    let seen = 0
    for (const course of list.body.results) {
      const detail = await call<Detail>(teacher, 'GET', `/courses/${course.id}/`)
      for (const topic of detail.body.sections.flatMap((section) => section.topics)) {
        const page = await call<TopicPage>(teacher, 'GET', `/courses/${course.id}/topics/${topic.id}/`)
        expect(page.body.items.length).toBeGreaterThan(0)
        for (const item of page.body.items.filter((each) => each.type === 'video')) {
          seen += 1
          expect(item.captions.map((caption) => caption.language)).toEqual(languages)
          const files = [...item.sources, ...item.captions].map((file) => file.url)
          for (const file of [...files, item.poster_url ?? ''])
            expect((await server.app.inject({ method: 'HEAD', url: file, headers })).statusCode).toBe(200)
        }
      }
    }
    expect(seen).toBeGreaterThanOrEqual(3)
  })
})

test('keeps completed enrolments and attempts consistent with their rows', async () => {
  const inconsistent = await server.db.asSuperuser(`
    select e.client_id, e.user_id, e.course_id from enrolment e
    where (e.completed_at is not null) <> (
      (select count(*) from course_item i where i.client_id = e.client_id and i.course_id = e.course_id) =
      (select count(*) from item_progress p where p.client_id = e.client_id and p.course_id = e.course_id
        and p.user_id = e.user_id and p.completed_at is not null))
    union all
    select p.client_id, p.user_id, p.item_id from item_progress p
    where p.attempts <> (select count(*) from quiz_attempt a where a.client_id = p.client_id
      and a.user_id = p.user_id and a.item_id = p.item_id)
      + (select count(*) from problem_submission s where s.client_id = p.client_id
        and s.user_id = p.user_id and s.item_id = p.item_id)
    union all
    select client_id, user_id, item_id from item_progress where last_at > '2026-11-21T16:00:00Z'`)
  expect(inconsistent).toEqual([])
})

describe('demo content', () => {
  const courses = [...kitewingCourses, ...kitewingAnnounced, ...ufuqCourses]
  const items = courses.flatMap((course) =>
    course.sections.flatMap((section) => section.topics.flatMap((topic) => topic.items)),
  )

  test.each(courses.map((course) => [course.title, course] as const))(
    '%s has two sections, four topics and a quiz',
    (_, course) => {
      const topics = course.sections.flatMap((section) => section.topics)
      expect(course.sections.length).toBeGreaterThanOrEqual(2)
      expect(topics.length).toBeGreaterThanOrEqual(4)
      expect(topics.some((topic) => topic.items.some((item) => item.type === 'quiz'))).toBe(true)
    },
  )

  test('loses nothing when articles are sanitized, and all have a fair length', () => {
    const articles = items.filter((item) => item.type === 'article')
    const titlePart = (html: string) =>
      html
        .replace(/<[^>]+>/g, ' ')
        .split(/\s+/)
        .filter(Boolean).length
    const tags = (html: string) => html.match(/<\w+/g)?.length ?? 0
    expect(articles.length).toBeGreaterThan(40)
    const outOfSize = articles.filter(({ html }) => titlePart(html) < 100 || titlePart(html) > 320)
    expect(outOfSize.map(({ title, html }) => `${title}: ${titlePart(html)}`)).toEqual([])
    const damaged = articles.filter(({ html }) => tags(cleanHtml(html, 'article')) !== tags(html))
    expect(damaged.map(({ title }) => title)).toEqual([])
  })

  test('has three to seven valid questions per quiz, each with an explanation', () => {
    const quizzes = items.filter((item) => item.type === 'quiz')
    const wrongSize = quizzes.filter(({ questions }) => questions.length < 3 || questions.length > 7)
    expect(wrongSize.map(({ title }) => title)).toEqual([])
    const questions = quizzes.flatMap((quiz) => quiz.questions)
    const unexplained = questions.filter(({ explanation }) => explanation.length < 6)
    expect(unexplained.map(({ prompt }) => prompt)).toEqual([])
    const invalid = questions.filter((question) => !authoredQuestion.safeParse(question).success)
    expect(invalid.map(({ prompt }) => prompt)).toEqual([])
    const singles = questions.filter((question) => question.kind === 'single')
    const withRepeatedOptions = singles.filter(
      ({ options }) => new Set(options.map((option) => option.text)).size !== 4,
    )
    expect(withRepeatedOptions.map(({ prompt }) => prompt)).toEqual([])
    // The position must not reveal the right answer.
    const shareByPosition = [0, 1, 2, 3].map(
      (position) => singles.filter(({ options }) => options[position]?.correct).length / singles.length,
    )
    expect(Math.max(...shareByPosition)).toBeLessThan(0.4)
    expect(Math.min(...shareByPosition)).toBeGreaterThan(0.1)
  })

  test('keeps videos below 400 kB, with captions in three languages', async () => {
    const folder = join(import.meta.dirname, '../../../server/demo/content/media')
    const files = await readdir(folder)
    for (const name of Object.keys(videos)) {
      for (const ending of ['webm', 'mp4', 'webp', 'en.vtt', 'hi.vtt', 'ar.vtt'])
        expect(files).toContain(`${name}.${ending}`)
      for (const ending of ['webm', 'mp4'])
        expect((await readFile(join(folder, `${name}.${ending}`))).length).toBeLessThan(400_000)
    }
  })
})

test('offers seats before a cohort starts, and announces a course with a date', async () => {
  const call = caller(server, 7)
  const student = await userId(7, 'student')
  const { body } = await call<{ results: CourseSummary[] }>(student, 'GET', '/courses/?page_size=100')
  const find = (titlePart: string) => body.results.find((course) => course.title.includes(titlePart))
  const [cohort, announced] = [find('Cohort'), find('Machine Learning')]
  expect(cohort).toMatchObject({ seats_left: 8, opens_at: null, students: 12 })
  expect(announced).toMatchObject({ opens_at: '2026-12-03T03:30:00.000Z', students: 0 })

  const booked = await call<CourseAccess>(student, 'POST', `/courses/${cohort?.id}/seat/`)
  expect(booked.body.seat?.state).toBe('held')
  const early = await call(student, 'POST', `/courses/${announced?.id}/seat/`)
  expect(early.status).toBe(403)
  const detail = await call<Detail>(student, 'GET', `/courses/${cohort?.id}/`)
  expect(detail.body.sections.map((section) => section.lock?.opens_at ?? null)).toEqual([
    '2026-11-30T03:30:00.000Z',
    '2026-12-07T03:30:00.000Z',
  ])
  const waiting = await server.db.asSuperuser('select user_id from course_notice where told_at is null')
  expect(waiting.length).toBe(7)
})

test('gives the second demo client fewer features', async () => {
  const slugs = async (clientId: number) => {
    const student = await userId(clientId, 'student')
    const info = await caller(server, clientId)<{ features: { slug: string }[] }>(
      student,
      'GET',
      '/client-info/',
    )
    return info.body.features.map(({ slug }) => slug)
  }
  const [all, fewer] = [await slugs(7), await slugs(8)]
  expect(all).toEqual(expect.arrayContaining(fewer))
  expect(fewer.length).toBeLessThan(all.length)
  expect(fewer).not.toContain('community_forum')
})
