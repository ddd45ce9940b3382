/** Who played the demo's interactive lessons in the past weeks. */
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { addEnrolments, addProgress } from '#server/features/courses/index.ts'
import { addPastAttempt } from '#server/features/scorm/index.ts'
import { dice } from './random.ts'
import type { ContentTenant, SeededCourse } from './seed-courses.ts'

const DAY_MS = 86_400_000
const PLAYERS = 14
const DEMO_STUDENT = 'student'

const titlesOf = (course: SeededCourse) =>
  course.written.sections.flatMap(({ topics }) =>
    topics.flatMap(({ items }) => items.filter(({ type }) => type === 'scorm').map(({ title }) => title)),
  )

export const seedPackages = async (
  core: Core,
  db: TenantDb,
  { clientId, people }: ContentTenant,
  courses: readonly SeededCourse[],
): Promise<void> => {
  const luck = dice(clientId * 104_729)
  const now = core.clock.now().getTime()
  const students = people.filter((person) => person.role === 'student' && person.username !== DEMO_STUDENT)
  for (const course of courses)
    for (const title of titlesOf(course)) {
      const item = await db
        .selectFrom('course_item')
        .select('id')
        .where('client_id', '=', clientId)
        .where('course_id', '=', course.courseId)
        .where('title', '=', title)
        .executeTakeFirstOrThrow()
      for (const { id: userId } of students.slice(0, PLAYERS)) {
        const place = { userId, courseId: course.courseId, itemId: item.id }
        const at = new Date(Math.round(now - (1 + 20 * luck.share()) * DAY_MS))
        const right = luck.whole(0, 3)
        const opened = luck.chance(0.85)
        const over = opened && luck.chance(0.8)
        const percent = over ? Math.round((right / 3) * 100) : null
        const passed = percent !== null && percent >= 60
        await addEnrolments(db, clientId, [
          {
            userId,
            courseId: course.courseId,
            enrolledAt: new Date(at.getTime() - DAY_MS),
            lastActivityAt: opened ? at : null,
            completedAt: null,
          },
        ])
        if (!opened) continue
        await addProgress(db, clientId, [
          { ...place, firstAt: at, lastAt: at, completedAt: passed ? at : null },
        ])
        await addPastAttempt(db, clientId, {
          ...place,
          at,
          percent,
          status: percent === null ? 'incomplete' : passed ? 'passed' : 'failed',
          seconds: luck.whole(90, 700),
        })
      }
    }
}
