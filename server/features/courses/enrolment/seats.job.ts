import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { mailAboutCourse } from './course-mails.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { openedBetween, takeDueNotices } from '../catalogue/notices.repository.ts'
import { readers } from './purchases.repository.ts'
import { lapsedCourses } from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

const LOOK_EVERY_MS = 20_000
/** The first look waits for the start to be over. */
const FIRST_LOOK_MS = 7_000
/** How far back a look asks for openings: nothing is missed when one came late. */
const LOOK_BACK_MS = 10 * 60_000

/** Frees seats whose time ran out, offers them to who waits, and tells people when an announced course has opened. */
export const createSeatsJob = (
  core: Pick<Core, 'db' | 'clock' | 'log'>,
  context: CoursesContext,
): RepeatingJob<{ settled: number; told: number }> => {
  const { db, clock } = core
  let lookedAt: Date | null = null

  const settleTenant = async (clientId: number, now: Date): Promise<number> => {
    const courses = await db.withTenant(clientId, (tx) => lapsedCourses(tx, clientId, now))
    let settled = 0
    for (const courseId of courses) {
      // One course a transaction: the lock on its seats is short.
      const done = await db.withTenant(clientId, (tx) =>
        settleSeats(context, tx, { clientId, courseId }, now),
      )
      if (done?.changed) settled += 1
    }
    return settled
  }

  const tellTenant = (clientId: number, from: Date, now: Date): Promise<number> =>
    db.withTenant(clientId, async (tx) => {
      if (await openedBetween(tx, clientId, from, now))
        await context.changes.announce(tx, { kind: 'courses', clientId })
      const due = await takeDueNotices(tx, clientId, now)
      for (const { courseId, userId, title } of due) {
        const { mailTo } = await context.notifier.notify(tx, clientId, {
          kind: 'course_opened',
          userIds: [userId],
          params: { title },
          link: `/courses/${courseId}`,
          dedupeKey: `opened:${courseId}:${now.toISOString().slice(0, 10)}`,
          ownMail: true,
        })
        const [reader] = await readers(tx, clientId, mailTo)
        if (reader) await mailAboutCourse(context, tx, reader, 'courseOpened', { id: courseId, title })
      }
      return due.length
    })

  return createRepeatingJob(core, {
    firstMs: FIRST_LOOK_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'seats were not settled',
    look: async (tenants) => {
      const now = clock.now()
      const from = lookedAt ?? new Date(now.getTime() - LOOK_BACK_MS)
      let [settled, told] = [0, 0]
      for await (const clientId of tenants()) {
        settled += await settleTenant(clientId, now)
        told += await tellTenant(clientId, from, now)
      }
      lookedAt = now
      return { settled, told }
    },
  })
}
