/** Past submissions: each learner who completed a problem submitted the answer that solves it. */
import type { TenantDb } from '#server/core/db/database.ts'
import { addProgress } from '#server/features/courses/index.ts'
import { notifyGraded } from '#server/features/grading/index.ts'
import { addPastSubmission } from '#server/features/problems/index.ts'
import { solutions } from '../problems/kit.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'
import type { PastEvent } from './seed-notifications.ts'

/** The number of submissions per text problem that wait for a grade. */
const UNGRADED_PER_PROBLEM = 3
const HOUR_MS = 3_600_000

const UNGRADED_TEXTS = [
  'During my internship a report for a customer went out with last month’s numbers. I had prepared it, so I called the customer the same morning, explained what had happened and sent the right one within the hour. Then I wrote a short check that compares the date in the file with the date of the report. It has stopped two more mistakes since.',
  'Our group project was late because two of us had built the same part. I suggested that we stop for an hour, wrote every open task on a card and let each person pick. We finished four days later than planned, but the professor used our board as an example for the next year.',
  'I once deleted a shared folder before an exam. I told everybody at once, found that the university keeps copies for thirty days, and had it restored in the evening. Now I ask somebody to look before I delete what belongs to all of us.',
]

const problemsOf = (course: SeededCourse) =>
  course.source.sections.flatMap((section) =>
    section.topics.flatMap((topic) => topic.items.filter((item) => item.type === 'problem')),
  )

/**
 * Runs after progress, because it reads who completed what. Returns the events to notify learners of their grades.
 */
export const seedSubmissions = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
  now: Date,
): Promise<PastEvent[]> => {
  const events: PastEvent[] = []
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
      const ids = { courseId: course.courseId, itemId: item.id }
      const completed = await db
        .selectFrom('item_progress')
        .select(['user_id as userId', 'last_at as at'])
        .where('client_id', '=', clientId)
        .where('item_id', '=', item.id)
        .execute()
      for (const { userId, at } of completed) {
        const grade = await addPastSubmission(db, clientId, { ...ids, userId, at, problem, answer, grader })
        if (!grade) continue
        const gradeEvent = { clientId, userId, itemId: item.id, ...grade }
        events.push({ at, publish: (notifier) => notifyGraded(notifier, db, gradeEvent) })
      }
      if (problem.kind === 'text')
        await seedUngraded(db, clientId, {
          ids,
          problem,
          now,
          completedBy: completed.map((row) => row.userId),
        })
    }
  return events
}

const seedUngraded = async (
  db: TenantDb,
  clientId: number,
  facts: {
    ids: { courseId: number; itemId: number }
    problem: Parameters<typeof addPastSubmission>[2]['problem']
    completedBy: readonly number[]
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
    .where('e.course_id', '=', facts.ids.courseId)
    .where('e.left_at', 'is', null)
    .where('u.username', '<>', 'student')
    .orderBy('e.user_id')
    .execute()
  const learners = enrolled
    .filter(({ userId }) => !facts.completedBy.includes(userId))
    .slice(0, UNGRADED_PER_PROBLEM)
  for (const [index, { userId }] of learners.entries()) {
    const at = new Date(facts.now.getTime() - (index + 1) * 7 * HOUR_MS)
    const answer = { kind: 'text', text: UNGRADED_TEXTS[index] ?? '' } as const
    await addProgress(db, clientId, [
      {
        ...facts.ids,
        userId,
        firstAt: at,
        lastAt: at,
        completedAt: null,
        problem: { attempts: 1, earnedPoints: 0 },
      },
    ])
    await addPastSubmission(db, clientId, {
      ...facts.ids,
      userId,
      at,
      problem: facts.problem,
      answer,
      grader: null,
    })
  }
}
