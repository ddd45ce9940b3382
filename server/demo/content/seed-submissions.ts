/** What learners of the past handed in: every problem that they completed has the answer that solved it. */
import type { TenantDb } from '#server/core/db/database.ts'
import { addProgress } from '#server/features/courses/index.ts'
import { notifyGraded } from '#server/features/grading/index.ts'
import { addPastSubmission } from '#server/features/problems/index.ts'
import { solutions } from './problems/kit.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'
import type { PastNews } from './seed-notifications.ts'

/** So many learners wait for their instructor's word. */
const WAITING = 3
const HOUR_MS = 3_600_000

const WAITING_TEXTS = [
  'During my internship a report for a customer went out with last month’s numbers. I had prepared it, so I called the customer the same morning, explained what had happened and sent the right one within the hour. Then I wrote a short check that compares the date in the file with the date of the report. It has stopped two more mistakes since.',
  'Our group project was late because two of us had built the same part. I suggested that we stop for an hour, wrote every open task on a card and let each person pick. We finished four days later than planned, but the professor used our board as an example for the next year.',
  'I once deleted a shared folder before an exam. I told everybody at once, found that the university keeps copies for thirty days, and had it restored in the evening. Now I ask somebody to look before I delete what belongs to all of us.',
]

const problemsOf = (course: SeededCourse) =>
  course.written.sections.flatMap((section) =>
    section.topics.flatMap((topic) => topic.items.filter((item) => item.type === 'problem')),
  )

/** After progress: reads who completed what. Answers what learners heard of their grades. */
export const seedSubmissions = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
  now: Date,
): Promise<PastNews[]> => {
  const news: PastNews[] = []
  const grader = people.find((person) => person.role === 'instructor')?.id ?? null
  for (const course of courses)
    for (const { title, problem } of problemsOf(course)) {
      const answer = solutions.get(problem)
      const item = await db
        .selectFrom('course_item')
        .select('id')
        .where('client_id', '=', clientId)
        .where('course_id', '=', course.courseId)
        .where('title', '=', title)
        .executeTakeFirst()
      if (!item || !answer) continue
      const place = { courseId: course.courseId, itemId: item.id }
      const done = await db
        .selectFrom('item_progress')
        .select(['user_id as userId', 'last_at as at'])
        .where('client_id', '=', clientId)
        .where('item_id', '=', item.id)
        .execute()
      for (const { userId, at } of done) {
        const grade = await addPastSubmission(db, clientId, { ...place, userId, at, problem, answer, grader })
        if (!grade) continue
        const heard = { clientId, userId, itemId: item.id, ...grade }
        news.push({ at, tell: (notifier) => notifyGraded(notifier, db, heard) })
      }
      if (problem.kind === 'text')
        await seedWaiting(db, clientId, { place, problem, now, done: done.map((row) => row.userId) })
    }
  return news
}

const seedWaiting = async (
  db: TenantDb,
  clientId: number,
  facts: {
    place: { courseId: number; itemId: number }
    problem: Parameters<typeof addPastSubmission>[2]['problem']
    done: readonly number[]
    now: Date
  },
): Promise<void> => {
  const enrolled = await db
    .selectFrom('enrolment as e')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.client_id', '=', 'e.client_id').onRef('u.id', '=', 'e.user_id'),
    )
    .select('e.user_id as userId')
    .where('e.client_id', '=', clientId)
    .where('e.course_id', '=', facts.place.courseId)
    .where('e.left_at', 'is', null)
    .where('u.username', '<>', 'student')
    .orderBy('e.user_id')
    .execute()
  const open = enrolled.filter(({ userId }) => !facts.done.includes(userId)).slice(0, WAITING)
  for (const [index, { userId }] of open.entries()) {
    const at = new Date(facts.now.getTime() - (index + 1) * 7 * HOUR_MS)
    const answer = { kind: 'text', text: WAITING_TEXTS[index] ?? '' } as const
    await addProgress(db, clientId, [
      {
        ...facts.place,
        userId,
        firstAt: at,
        lastAt: at,
        completedAt: null,
        problem: { attempts: 1, earnedPoints: 0 },
      },
    ])
    await addPastSubmission(db, clientId, {
      ...facts.place,
      userId,
      at,
      problem: facts.problem,
      answer,
      grader: null,
    })
  }
}
