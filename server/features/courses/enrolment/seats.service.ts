import { AppError } from '#server/core/http/errors.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CourseAccess } from '#contract/courses/enrolment.ts'
import { accessOf } from './access.service.ts'
import { mailAboutCourse } from './course-mails.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { lockedContent } from '../courses.policy.ts'
import { learnerOf, visibleCourse } from '../learning.ts'
import { addEnrolment } from '../learning/progress.repository.ts'
import { recipients } from './purchases.repository.ts'
import { holdUntil, isUnexpired, offerUntil, settle, type Settlement } from './seats.ts'
import * as rows from './seats.repository.ts'

const soldOut = () =>
  new AppError(
    'conflict',
    'All seats are taken. Join the waiting list, and we will tell you when one is free.',
  )
const noSeats = () => new AppError('conflict', 'This course has unlimited seats: just enrol.')

/**
 * Locks a course's seats and brings them up to date: frees expired seats and offers free ones to the waiting list
 * first. Null for unlimited seats. Every decision about seats is made behind this lock.
 */
export const settleSeats = async (
  context: CoursesContext,
  db: TenantDb,
  key: rows.CourseKey,
  now: Date,
): Promise<(Settlement & { changed: boolean }) | null> => {
  const offer = await rows.lockOffer(db, key)
  if (!offer || offer.capacity === null) return null
  const confirmed = await rows.countConfirmed(db, key)
  const settled = settle(offer.capacity, confirmed, await rows.unconfirmedSeats(db, key), now)
  await rows.removeSeats(db, key, settled.expired)
  for (const userId of settled.offered)
    await rows.writeSeat(db, key, userId, { state: 'offered', since: now, until: offerUntil(now) })
  await notifyOffered(context, db, key, settled.offered, now)
  const changed = settled.expired.length + settled.offered.length > 0
  if (changed) await context.changes.announce(db, { kind: 'courses', clientId: key.clientId })
  return { ...settled, changed }
}

const notifyOffered = async (
  context: CoursesContext,
  db: TenantDb,
  { clientId, courseId }: rows.CourseKey,
  userIds: readonly number[],
  now: Date,
): Promise<void> => {
  if (userIds.length === 0) return
  const course = await context.caches.structure(db, clientId, courseId)
  const title = course?.row.title ?? ''
  const { mailTo } = await context.notifier.notify(db, clientId, {
    kind: 'seat_offered',
    userIds,
    params: { title },
    link: `/courses/${courseId}`,
    dedupeKey: `seat:${courseId}:${now.getTime()}`,
    ownMail: true,
  })
  for (const person of await recipients(db, clientId, mailTo))
    await mailAboutCourse(context, db, person, 'seatOffered', { id: courseId, title })
}

/** The steps before and after every action of a learner on seats. */
const withSeats = (
  context: CoursesContext,
  scope: MemberScope,
  courseId: number,
  action: (facts: {
    db: TenantDb
    key: rows.CourseKey
    userId: number
    now: Date
    price: 'free' | 'premium'
    settled: Settlement
    seat: rows.Seat | undefined
  }) => Promise<void>,
): Promise<CourseAccess> =>
  scope.tx(async (db) => {
    const course = await visibleCourse(context.caches, db, scope, courseId)
    const now = scope.clock.now()
    if (course.row.opens_at && course.row.opens_at > now) throw lockedContent('upcoming')
    const { clientId, userId } = learnerOf(scope)
    const key = { clientId, courseId }
    const settled = await settleSeats(context, db, key, now)
    if (!settled) throw noSeats()
    const seat = await rows.seatOf(db, key, userId)
    await action({ db, key, userId, now, price: course.row.price, settled, seat })
    await context.changes.announce(db, { kind: 'courses', clientId })
    return accessOf(context, scope, db, course)
  })

/** Holds a seat for 15 minutes; an existing hold or seat stays as it is. Behind the lock of the course's seats. */
export const holdSeat = async (
  db: TenantDb,
  key: rows.CourseKey,
  userId: number,
  { now, settled, seat }: { now: Date; settled: Settlement; seat: rows.Seat | undefined },
): Promise<void> => {
  if (seat?.state === 'held' || seat?.state === 'confirmed') return
  if (seat?.state !== 'offered' && settled.left < 1) throw soldOut()
  const until = holdUntil(now, seat?.until ?? null)
  await rows.writeSeat(db, key, userId, { state: 'held', since: now, until })
}

export const bookSeat = (context: CoursesContext, scope: MemberScope, courseId: number) =>
  withSeats(context, scope, courseId, ({ db, key, userId, ...facts }) => holdSeat(db, key, userId, facts))

/** Confirms the seat of a free course. A premium seat waits for its payment. */
export const confirmSeat = (context: CoursesContext, scope: MemberScope, courseId: number) =>
  withSeats(context, scope, courseId, async ({ db, key, userId, now, price, seat }) => {
    if (seat?.state === 'confirmed') return
    if (price === 'premium')
      throw new AppError('locked_content', 'Your seat is confirmed once we receive your payment.')
    if (!seat || !isUnexpired(seat, now))
      throw new AppError('conflict', 'Your hold has expired and the seat is free again. Please book again.')
    await rows.writeSeat(db, key, userId, { state: 'confirmed', since: now, until: null })
    await addEnrolment(db, { clientId: key.clientId, userId }, key.courseId, now)
  })

/** Gives up a hold, an offer or a waiting list entry. A confirmed seat is given up by leaving the course. */
export const releaseSeat = (context: CoursesContext, scope: MemberScope, courseId: number) =>
  withSeats(context, scope, courseId, async ({ db, key, userId, now, seat }) => {
    if (!seat || seat.state === 'confirmed') return
    await rows.removeSeats(db, key, [userId])
    await settleSeats(context, db, key, now)
  })

/** Joins the waiting list, unless a seat is free. */
export const joinWaitingList = (context: CoursesContext, scope: MemberScope, courseId: number) =>
  withSeats(context, scope, courseId, async ({ db, key, userId, now, settled, seat }) => {
    if (seat) return
    if (settled.left > 0) throw new AppError('conflict', 'A seat is free: book it now.')
    await rows.writeSeat(db, key, userId, { state: 'waiting', since: now, until: null })
  })
