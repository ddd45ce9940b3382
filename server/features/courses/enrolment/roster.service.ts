import type { CourseRoster } from '#contract/courses/enrolment.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { toPurchase } from './access.service.ts'
import type { CoursesContext, CourseStructure } from '../courses.cache.ts'
import { requireManage } from '../courses.policy.ts'
import { visibleCourse } from '../learning.ts'
import { rosterPurchases, tenantMoney } from './purchases.repository.ts'
import { isUnexpired, settle } from './seats.ts'
import { countConfirmed, offerOf, unconfirmedSeats, rosterSeats } from './seats.repository.ts'

const ROSTER_MAX = 500

/** Seats, purchases and refund requests, for people who manage the course. */
export const courseRoster = (
  { caches }: CoursesContext,
  scope: StaffScope,
  courseId: number,
): Promise<CourseRoster> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(caches, db, scope, courseId)
    requireManage(scope.actor, course.instructors)
    return rosterOf(scope, db, course)
  })

/** courseRoster() inside a transaction that changed something. */
export const rosterOf = async (
  scope: StaffScope,
  db: TenantDb,
  course: CourseStructure,
): Promise<CourseRoster> => {
  const { clientId } = scope.tenant
  const key = { clientId, courseId: course.row.id }
  const now = scope.clock.now()
  const money = await tenantMoney(db, clientId)
  const offer = await offerOf(db, key)
  const capacity = offer?.capacity ?? null
  const places = await rosterSeats(db, key, ROSTER_MAX)
  const purchases = await rosterPurchases(db, key, ROSTER_MAX)
  return {
    seats:
      capacity === null
        ? null
        : {
            capacity,
            left: settle(capacity, await countConfirmed(db, key), await unconfirmedSeats(db, key), now).left,
          },
    places: places
      .filter((seat) => seat.until === null || isUnexpired(seat, now))
      .map(({ id, name, email, state, since, until }) => ({
        person: { id, name, email },
        state,
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
      })),
    purchases: purchases.map((row) => ({
      ...toPurchase(row, money, now),
      person: { id: row.user_id, name: row.name, email: row.email },
    })),
    currency: money.currency,
    may_settle: scope.actor.role !== 'instructor',
  }
}
