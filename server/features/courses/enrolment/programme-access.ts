/** What programmes do with courses: open them for a person who paid, and close them for writing while a payment is overdue. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { addCourses, endEnrolment } from '../learning/progress.repository.ts'
import { recipients } from './purchases.repository.ts'
import { removeSeats, seatAboveCapacity } from './seats.repository.ts'
import { settleSeats } from './seats.service.ts'

/** Enrols in the caller's transaction; above the number of seats, too. Nothing happens to a closed account. */
export const openForProgramme =
  (context: CoursesContext) =>
  async (
    db: TenantDb,
    clientId: number,
    place: { courseIds: readonly number[]; userId: number; at: Date },
  ): Promise<void> => {
    const { courseIds, userId, at } = place
    if ((await recipients(db, clientId, [userId])).length === 0) return
    const [, opened] = await Promise.all([
      seatAboveCapacity(db, clientId, place),
      addCourses(db, { clientId, userId }, courseIds, at),
    ])
    if (opened.length > 0) await context.changes.announce(db, { kind: 'courses', clientId })
  }

/** Ends an enrolment in the caller's transaction and frees its seat; progress is kept. */
export const closeForProgramme =
  (context: CoursesContext) =>
  async (
    db: TenantDb,
    clientId: number,
    { courseId, userId, at }: { courseId: number; userId: number; at: Date },
  ): Promise<void> => {
    const key = { clientId, courseId }
    await settleSeats(context, db, key, at)
    await endEnrolment(db, { clientId, userId }, courseId, at)
    await removeSeats(db, key, [userId])
    await settleSeats(context, db, key, at)
    await context.changes.announce(db, { kind: 'courses', clientId })
  }

interface ProgrammeSeat {
  readonly userId: number
  readonly courseId: number
  readonly isReadOnly: boolean
}

/**
 * Whoever bought a course by itself keeps writing in it. Rows are locked in one order, because a payment and the job that
 * looks for overdue parts may change the same ones at once. References to these rows stay possible: the dashboard's count
 * makes many, and takes long.
 */
export const setReadOnly = async (
  db: TenantDb,
  clientId: number,
  seats: readonly ProgrammeSeat[],
  at: Date,
): Promise<void> => {
  await sql`
    with wanted as (
      select s.user_id, s.course_id, s.read_only and not exists (
        select from course_purchase p where p.client_id = ${clientId} and p.user_id = s.user_id
          and p.course_id = s.course_id and p.refund_state is distinct from 'refunded') as read_only
      from unnest(${seats.map(({ userId }) => userId)}::integer[], ${seats.map(({ courseId }) => courseId)}::integer[],
        ${seats.map(({ isReadOnly }) => isReadOnly)}::boolean[]) as s(user_id, course_id, read_only)
    ), changed as (
      select e.user_id, e.course_id, w.read_only
      from enrolment e join wanted w on w.user_id = e.user_id and w.course_id = e.course_id
      where e.client_id = ${clientId} and (e.read_only_since is not null) is distinct from w.read_only
      order by e.user_id, e.course_id
      for no key update of e
    )
    update enrolment e set read_only_since = case when c.read_only then ${at}::timestamptz end
    from changed c
    where e.client_id = ${clientId} and e.user_id = c.user_id and e.course_id = c.course_id`.execute(db)
}
