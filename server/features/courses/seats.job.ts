import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import { mailAboutCourse } from './course-mails.ts'
import type { CoursesContext } from './courses.cache.ts'
import { openedBetween, takeDueNotices } from './notices.repository.ts'
import { readers } from './purchases.repository.ts'
import { lapsedCourses } from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

const LOOK_EVERY_MS = 20_000
/** The first look waits for the start to be over. */
const FIRST_LOOK_MS = 7_000
/** How far back a look asks for openings: nothing is missed when one came late. */
const LOOK_BACK_MS = 10 * 60_000

export interface SeatsJob {
  /** One look at every tenant; how many courses changed and people were told. */
  readonly look: () => Promise<{ settled: number; told: number }>
  readonly start: () => void
  /** Ends after the tenant in hand. */
  readonly stop: () => Promise<void>
}

/** Frees seats whose time ran out, offers them to who waits, and tells people when an announced course has opened. */
export const createSeatsJob = (
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  context: CoursesContext,
): SeatsJob => {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
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
        const [reader] = await readers(tx, clientId, [userId])
        if (reader) await mailAboutCourse(context, tx, reader, 'courseOpened', { id: courseId, title })
      }
      return due.length
    })

  const look = async () => {
    const ids = await db.withoutTenant(
      async (tx) => (await sql<{ id: number }>`select list_client_ids() as id`.execute(tx)).rows,
    )
    const now = clock.now()
    const from = lookedAt ?? new Date(now.getTime() - LOOK_BACK_MS)
    let [settled, told] = [0, 0]
    for (const { id: clientId } of ids) {
      if (stopping) break
      settled += await settleTenant(clientId, now)
      told += await tellTenant(clientId, from, now)
    }
    lookedAt = now
    return { settled, told }
  }
  const schedule = (wait: number) => {
    if (stopping) return
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => log.error({ err: error }, 'seats were not settled'))
        .finally(() => schedule(LOOK_EVERY_MS))
    }, wait)
  }
  return {
    look,
    start: () => schedule(FIRST_LOOK_MS),
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      await running
    },
  }
}
