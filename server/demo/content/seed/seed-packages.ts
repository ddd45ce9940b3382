/** Past attempts at the SCORM packages of the demo courses. */
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { addEnrolments, addProgress } from '#server/features/courses/index.ts'
import { addPastAttempt } from '#server/features/scorm/index.ts'
import { seededRandom } from '../random.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'

const DAY_MS = 86_400_000
const LEARNERS_PER_ITEM = 14
const DEMO_STUDENT = 'student'

const packageTitles = (course: SeededCourse) =>
  course.source.sections.flatMap(({ topics }) =>
    topics.flatMap(({ items }) => items.filter(({ type }) => type === 'scorm').map(({ title }) => title)),
  )

export const seedPackages = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
): Promise<void> => {
  const random = seededRandom(clientId * 104_729)
  const now = core.clock.now().getTime()
  const students = people.filter((person) => person.role === 'student' && person.username !== DEMO_STUDENT)
  for (const course of courses)
    for (const title of packageTitles(course)) {
      const item = await db
        .selectFrom('course_item')
        .select('id')
        .where('client_id', '=', clientId)
        .where('course_id', '=', course.courseId)
        .where('title', '=', title)
        .executeTakeFirstOrThrow()
      for (const { id: userId } of students.slice(0, LEARNERS_PER_ITEM)) {
        const ids = { userId, courseId: course.courseId, itemId: item.id }
        const at = new Date(Math.round(now - (1 + 20 * random.fraction()) * DAY_MS))
        const correctCount = random.integer(0, 3)
        const hasOpened = random.chance(0.85)
        const hasFinished = hasOpened && random.chance(0.8)
        const percent = hasFinished ? Math.round((correctCount / 3) * 100) : null
        const passed = percent !== null && percent >= 60
        await addEnrolments(db, clientId, [
          {
            userId,
            courseId: course.courseId,
            enrolledAt: new Date(at.getTime() - DAY_MS),
            lastActivityAt: hasOpened ? at : null,
            completedAt: null,
          },
        ])
        if (!hasOpened) continue
        await addProgress(db, clientId, [
          { ...ids, firstAt: at, lastAt: at, completedAt: passed ? at : null },
        ])
        await addPastAttempt(db, clientId, {
          ...ids,
          at,
          percent,
          status: percent === null ? 'incomplete' : passed ? 'passed' : 'failed',
          seconds: random.integer(90, 700),
        })
      }
    }
}
