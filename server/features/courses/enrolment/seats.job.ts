import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { mailAboutCourse } from './course-mails.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { openedBetween, claimDueNotices } from '../catalogue/notices.repository.ts'
import { recipients } from './purchases.repository.ts'
import { coursesWithExpiredSeats } from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

const RUN_EVERY_MS = 20_000
/** Starts after the server's start-up work. */
const FIRST_RUN_MS = 7_000
/** How far back the first run looks for opened courses, so that none is missed. */
const LOOKBACK_MS = 10 * 60_000

/** Frees expired seats, offers them to the waiting list, and notifies people when an announced course has opened. */
export const createSeatsJob = (
  core: Pick<Core, 'db' | 'clock' | 'log'>,
  context: CoursesContext,
): RepeatingJob<{ settled: number; notified: number }> => {
  const { db, clock } = core
  let lastRunAt: Date | null = null

  const settleTenant = async (clientId: number, now: Date): Promise<number> => {
    const courses = await db.withTenant(clientId, (tx) => coursesWithExpiredSeats(tx, clientId, now))
    let settled = 0
    for (const courseId of courses) {
      // One transaction per course keeps the lock on its seats short.
      const done = await db.withTenant(clientId, (tx) =>
        settleSeats(context, tx, { clientId, courseId }, now),
      )
      if (done?.changed) settled += 1
    }
    return settled
  }

  const notifyTenant = (clientId: number, from: Date, now: Date): Promise<number> =>
    db.withTenant(clientId, async (tx) => {
      if (await openedBetween(tx, clientId, from, now))
        await context.changes.announce(tx, { kind: 'courses', clientId })
      const due = await claimDueNotices(tx, clientId, now)
      for (const { courseId, userId, title } of due) {
        const { mailTo } = await context.notifier.notify(tx, clientId, {
          kind: 'course_opened',
          userIds: [userId],
          params: { title },
          link: `/courses/${courseId}`,
          dedupeKey: `opened:${courseId}:${now.toISOString().slice(0, 10)}`,
          ownMail: true,
        })
        const [recipient] = await recipients(tx, clientId, mailTo)
        if (recipient) await mailAboutCourse(context, tx, recipient, 'courseOpened', { id: courseId, title })
      }
      return due.length
    })

  return createRepeatingJob(core, {
    name: 'seats',
    firstMs: FIRST_RUN_MS,
    everyMs: RUN_EVERY_MS,
    failure: 'seats were not settled',
    look: async (tenants) => {
      const now = clock.now()
      const from = lastRunAt ?? new Date(now.getTime() - LOOKBACK_MS)
      let [settled, notified] = [0, 0]
      for await (const clientId of tenants()) {
        settled += await settleTenant(clientId, now)
        notified += await notifyTenant(clientId, from, now)
      }
      lastRunAt = now
      return { settled, notified }
    },
  })
}
