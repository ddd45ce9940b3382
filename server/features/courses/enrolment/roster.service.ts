import type { CourseRoster } from '#contract/courses/enrolment.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { toPurchase } from './access.service.ts'
import type { CoursesContext, CourseStructure } from '../courses.cache.ts'
import { requireManage } from '../courses.policy.ts'
import { visibleCourse } from '../learning.ts'
import { rosterPurchases, tenantMoney } from './purchases.repository.ts'
import { isLive, settle } from './seats.ts'
import { countConfirmed, offerOf, openPlaces, rosterPlaces } from './seats.repository.ts'

/** More than this is read in an export, not on a panel. */
const ROSTER_MAX = 500

/** Places, purchases and refund requests, for who manages the course. */
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

/** The same inside a transaction that changed something. */
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
  const places = await rosterPlaces(db, key, ROSTER_MAX)
  const purchases = await rosterPurchases(db, key, ROSTER_MAX)
  return {
    seats:
      capacity === null
        ? null
        : {
            capacity,
            left: settle(capacity, await countConfirmed(db, key), await openPlaces(db, key), now).left,
          },
    places: places
      .filter((place) => place.until === null || isLive(place, now))
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
