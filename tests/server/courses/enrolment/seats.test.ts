import fc from '#tests/support/property.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  SEAT_HOLD_MS,
  SEAT_OFFER_MS,
  type CourseAccess,
  type CourseRoster,
} from '#contract/courses/enrolment.ts'
import { seatsJob, type NewCourse } from '#server/features/courses/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import {
  guaranteeUntil,
  holdUntil,
  settle,
  withinGuarantee,
  type UnconfirmedSeat,
} from '#server/features/courses/enrolment/seats.ts'
import { writeRefundDecision } from '#server/features/courses/enrolment/purchases.repository.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { CLIENT, startWorld, type World } from '../world.ts'

const DAY_MS = 86_400_000

describe('settling seats', () => {
  const now = new Date(1_000_000)
  const anySeat = fc.record({
    state: fc.constantFrom('waiting' as const, 'offered' as const, 'held' as const),
    since: fc.integer({ min: 0, max: 50 }),
    left: fc.integer({ min: -3, max: 3 }),
  })
  const seatsOf = (
    drawn: readonly { state: UnconfirmedSeat['state']; since: number; left: number }[],
  ): UnconfirmedSeat[] =>
    drawn.map(({ state, since, left }, index) => ({
      userId: index + 1,
      state,
      since: new Date(since),
      until: state === 'waiting' ? null : new Date(now.getTime() + left),
    }))
  const keepsPromises = (decide: typeof settle) =>
    fc.property(fc.nat(6), fc.nat(6), fc.array(anySeat, { maxLength: 8 }), (capacity, confirmed, drawn) => {
      const unconfirmed = seatsOf(drawn)
      const { expired, offered, left, waiting } = decide(capacity, confirmed, unconfirmed, now)
      const active = unconfirmed.filter(
        (unconfirmedSeat) => unconfirmedSeat.until !== null && unconfirmedSeat.until > now,
      ).length
      const taken = confirmed + active + offered.length
      const queue = unconfirmed
        .filter((unconfirmedSeat) => unconfirmedSeat.state === 'waiting')
        .sort((a, b) => a.since.getTime() - b.since.getTime() || a.userId - b.userId)
        .map((unconfirmedSeat) => unconfirmedSeat.userId)
      return (
        // No seat is promised twice, no seat stays empty while somebody waits, and the order is kept.
        (offered.length === 0 || taken <= capacity) &&
        left === Math.max(0, capacity - taken) &&
        (waiting.length === 0 || left === 0) &&
        [...offered, ...waiting].join() === queue.join() &&
        expired.length === unconfirmed.length - active - queue.length
      )
    })

  test('never promises a seat twice and keeps the order of the waiting list', () => {
    fc.assert(keepsPromises(settle))
  })

  test('control: finds a rule that ignores held seats', () => {
    const forgetful: typeof settle = (capacity, confirmed, unconfirmed, at) => {
      const settled = settle(capacity, confirmed, unconfirmed, at)
      return { ...settled, left: Math.max(0, capacity - confirmed) }
    }
    expect(fc.check(keepsPromises(forgetful)).failed).toBe(true)
  })

  test('keeps a hold at least as long as the accepted offer', () => {
    expect(holdUntil(now, null).getTime()).toBe(now.getTime() + SEAT_HOLD_MS)
    const promised = new Date(now.getTime() + SEAT_OFFER_MS)
    expect(holdUntil(now, promised)).toEqual(promised)
    expect(holdUntil(now, new Date(now.getTime() + 1)).getTime()).toBe(now.getTime() + SEAT_HOLD_MS)
  })
})

describe('money-back guarantee', () => {
  test("ends on the thirtieth day in the tenant's zone", () => {
    const at = new Date('2026-11-21T20:00:00Z')
    expect(guaranteeUntil(at, 'Asia/Kolkata')).toBe('2026-12-22')
    expect(guaranteeUntil(at, 'UTC')).toBe('2026-12-21')
    expect(withinGuarantee(at, new Date('2026-12-22T18:29:59Z'), 'Asia/Kolkata')).toBe(true)
    expect(withinGuarantee(at, new Date('2026-12-22T18:30:00Z'), 'Asia/Kolkata')).toBe(false)
  })
})

let world: World
let admin: number
beforeAll(async () => {
  world = await startWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
})
afterAll(() => world.server.close())

const crowd = (name: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      addPerson(world.server.db, { clientId: CLIENT, name: `${name} ${index}` }),
    ),
  )
const courseWithSeats = async (
  capacity: number | null,
  course: Partial<NewCourse> = {},
  offer: object = {},
) => {
  const id = await world.course({ title: 'Cohort of one', ...course })
  const body = { capacity, opens_at: null, price_minor: null, booking_minor: null, ...offer }
  const set = await world.call<CourseRoster>(world.teacher, 'PUT', `/courses/${id}/offer/`, body)
  expect(set.status).toBe(200)
  return id
}
const seatCall = <T = CourseAccess>(
  user: number,
  id: number,
  method: 'POST' | 'DELETE' = 'POST',
  path = 'seat/',
) => world.call<T>(user, method, `/courses/${id}/${path}`)
const access = async (user: number, id: number) =>
  (await world.call<CourseAccess>(user, 'GET', `/courses/${id}/access/`)).body
const mailsTo = (user: number) =>
  world.server.db.asSuperuser<{ subject: string }>(
    `select m.subject from outbox_message m join app_user u on u.client_id = m.client_id and u.email = m.recipient
     where u.id = $1 order by m.id`,
    [user],
  )

describe('booking a seat', () => {
  test('gives one seat to exactly one of fifty concurrent bookings', async () => {
    const id = await courseWithSeats(1)
    const people = await crowd('Racer', 50)
    const replies = await Promise.all(people.map((user) => seatCall(user, id)))
    const statuses = replies.map((reply) => reply.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    const rows = await world.server.db.asSuperuser('select 1 from course_seat where course_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  test('control: without the lock two concurrent bookings sell one seat twice', async () => {
    const id = await courseWithSeats(1)
    const people = await crowd('Naive', 2)
    const bothRead = meetingOf(people.length)
    const naive = (userId: number) =>
      world.server.core.db.withTenant(CLIENT, async (db) => {
        const taken = await db
          .selectFrom('course_seat')
          .select('user_id')
          .where('course_id', '=', id)
          .execute()
        await bothRead()
        if (taken.length >= 1) return
        await db
          .insertInto('course_seat')
          .values({
            client_id: CLIENT,
            course_id: id,
            user_id: userId,
            state: 'confirmed',
            since: new Date(),
          })
          .execute()
      })
    await Promise.all(people.map(naive))
    const sold = await world.server.db.asSuperuser('select 1 from course_seat where course_id = $1', [id])
    expect(sold).toHaveLength(2)
  })

  test('keeps the time of a hold, and enrols when it is confirmed', async () => {
    const id = await courseWithSeats(2)
    expect((await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)).status).toBe(403)
    const held = await seatCall(world.student, id)
    expect(held.body).toMatchObject({ seats: { capacity: 2, left: 1 }, seat: { state: 'held' } })
    const until = held.body.seat?.until ?? ''
    expect(Date.parse(until) - Date.parse(held.body.now)).toBe(SEAT_HOLD_MS)
    world.server.clock.advance(60_000)
    expect((await seatCall(world.student, id)).body.seat?.until).toBe(until)
    const confirmed = await seatCall(world.student, id, 'POST', 'seat/confirm/')
    expect(confirmed.body.seat).toEqual({ state: 'confirmed', until: null, position: null })
    expect((await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)).status).toBe(201)
    expect((await seatCall(world.student, id, 'POST', 'seat/confirm/')).status).toBe(200)
  })

  test('rejects an expired hold and frees the seat', async () => {
    const id = await courseWithSeats(1)
    await seatCall(world.student, id)
    world.server.clock.advance(SEAT_HOLD_MS)
    expect((await seatCall(world.student, id, 'POST', 'seat/confirm/')).status).toBe(409)
    expect((await seatCall(world.classmate, id)).status).toBe(200)
    expect((await access(world.student, id)).seat).toBeNull()
  })

  test('offers a free seat in order, by mail and notification, before anybody else', async () => {
    const id = await courseWithSeats(1)
    const [first = 0, second = 0, passer = 0] = await crowd('Waiter', 3)
    await seatCall(world.student, id)
    await seatCall(world.student, id, 'POST', 'seat/confirm/')
    expect((await seatCall(first, id, 'POST', 'waiting-list/')).body.seat).toMatchObject({
      state: 'waiting',
      position: 1,
    })
    world.server.clock.advance(1000)
    expect((await seatCall(second, id, 'POST', 'waiting-list/')).body.seat?.position).toBe(2)
    await world.call(world.student, 'DELETE', `/courses/${id}/enrolment/`)
    expect((await access(first, id)).seat).toMatchObject({ state: 'offered' })
    expect((await mailsTo(first)).map((mail) => mail.subject)).toEqual(['A seat is free: Cohort of one'])
    expect((await seatCall(passer, id)).status).toBe(409)
    // The first person does not react for a day: the job offers the seat to the second, once.
    world.server.clock.advance(SEAT_OFFER_MS)
    const job = seatsJob(world.server.core, notifier(world.server.core))
    // Holds of earlier tests may expire here as well.
    expect((await job.look()).settled).toBeGreaterThanOrEqual(1)
    expect((await job.look()).settled).toBe(0)
    expect((await access(first, id)).seat).toBeNull()
    expect((await mailsTo(second)).map((mail) => mail.subject)).toEqual(['A seat is free: Cohort of one'])
    // One notification each, and no second mail.
    const notifications = await world.server.db.asSuperuser(
      `select user_id, mail_at from notification where kind = 'seat_offered' and link = $1 order by id`,
      [`/courses/${id}`],
    )
    expect(notifications).toEqual([first, second].map((userId) => ({ user_id: userId, mail_at: null })))
    expect((await seatCall(second, id)).body.seat?.state).toBe('held')
    expect((await seatCall(second, id, 'POST', 'seat/confirm/')).body.seat?.state).toBe('confirmed')
  })

  test('rejects waiting while a seat is free; releasing twice is harmless', async () => {
    const id = await courseWithSeats(1)
    expect((await seatCall(world.student, id, 'POST', 'waiting-list/')).status).toBe(409)
    await seatCall(world.student, id)
    expect((await seatCall(world.student, id, 'DELETE')).body).toMatchObject({
      seat: null,
      seats: { left: 1 },
    })
    expect((await seatCall(world.student, id, 'DELETE')).status).toBe(200)
  })

  test('gives enrolled learners a seat when seats become limited, and rejects fewer seats', async () => {
    const id = await world.course()
    await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)
    await world.call(world.classmate, 'POST', `/courses/${id}/enrolment/`)
    const offer = { capacity: 1, opens_at: null, price_minor: null, booking_minor: null }
    const refused = await world.call<{ fields: object }>(world.teacher, 'PUT', `/courses/${id}/offer/`, offer)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['capacity']])
    const set = await world.call<CourseRoster>(world.teacher, 'PUT', `/courses/${id}/offer/`, {
      ...offer,
      capacity: 3,
    })
    expect(set.body.seats).toEqual({ capacity: 3, left: 1 })
    expect((await access(world.student, id)).seat?.state).toBe('confirmed')
  })
})

describe('announced course', () => {
  test('rejects enrolment before it opens, and notifies once when it opens', async () => {
    const opensAt = new Date(world.server.clock.now().getTime() + DAY_MS)
    const id = await courseWithSeats(null, {}, { opens_at: opensAt.toISOString() })
    expect((await world.call(world.student, 'POST', `/courses/${id}/enrolment/`)).status).toBe(403)
    const [learner = 0] = await crowd('Curious', 1)
    const notice = await world.server.app.inject({
      method: 'PUT',
      url: `/api/clients/${CLIENT}/courses/${id}/notice/`,
      headers: { authorization: `Bearer ${learner}` },
      payload: { wanted: true },
    })
    expect(notice.json()).toEqual({ wanted: true, opens_at: opensAt.toISOString() })
    expect((await access(learner, id)).notify).toBe(true)
    const job = seatsJob(world.server.core, notifier(world.server.core))
    expect((await job.look()).notified).toBe(0)
    world.server.clock.set(opensAt)
    expect((await job.look()).notified).toBe(1)
    expect((await job.look()).notified).toBe(0)
    expect((await mailsTo(learner)).map((mail) => mail.subject)).toEqual(['Now open: Cohort of one'])
    const told = await world.server.db.asSuperuser(
      `select user_id from notification where kind = 'course_opened' and link = $1`,
      [`/courses/${id}`],
    )
    expect(told).toEqual([{ user_id: learner }])
    expect((await world.call(learner, 'POST', `/courses/${id}/enrolment/`)).status).toBe(201)
  })
})

describe('paid access', () => {
  const email = async (user: number) => {
    const [row] = await world.server.db.asSuperuser<{ email_key: string; email: string }>(
      `update app_user set email_key = lower(email) where id = $1 returning email, email_key`,
      [user],
    )
    return row?.email ?? ''
  }
  const grant = async (by: number, id: number, user: number, reference: string) =>
    world.call<CourseRoster & { code: string }>(by, 'POST', `/courses/${id}/grants/`, {
      email: (await email(user)).toUpperCase(),
      reference,
      amount_minor: 250_000,
    })

  test('opens a premium course for a recorded payment, once per reference', async () => {
    const id = await world.course({ price: 'premium' })
    const [buyer = 0, other = 0] = await crowd(`Buyer of ${id}`, 2)
    expect((await grant(world.student, id, buyer, `R-${id}`)).status).toBe(403)
    expect((await grant(world.teacher, id, buyer, `R-${id}`)).status).toBe(201)
    expect((await grant(world.teacher, id, buyer, `R-${id}`)).body.purchases).toHaveLength(1)
    expect((await grant(admin, id, other, `R-${id}`)).body.code).toBe('conflict')
    expect((await grant(admin, id, buyer, `R2-${id}`)).body.code).toBe('conflict')
    const ownAccess = await access(buyer, id)
    const expected = guaranteeUntil(new Date(ownAccess.purchase?.purchased_at ?? ''), 'UTC')
    expect(ownAccess.purchase).toMatchObject({ guarantee_until: expected, refundable: true, refund: null })
    expect((await world.call(buyer, 'POST', `/courses/${id}/enrolment/`)).status).toBe(201)
    expect(await mailsTo(buyer)).toHaveLength(1)
  })

  test('closes the course and frees the seat when an admin refunds a payment', async () => {
    const id = await courseWithSeats(1, { price: 'premium' }, { price_minor: 250_000, booking_minor: 25_000 })
    const [buyer = 0, waiter = 0] = await crowd(`Refund of ${id}`, 2)
    await seatCall(buyer, id)
    expect((await seatCall(buyer, id, 'POST', 'seat/confirm/')).status).toBe(403)
    expect((await grant(admin, id, buyer, `S-${id}`)).status).toBe(201)
    await seatCall(waiter, id, 'POST', 'waiting-list/')
    expect((await grant(admin, id, waiter, `W-${id}`)).body.code).toBe('conflict')
    const asked = await world.call<CourseAccess>(buyer, 'POST', `/courses/${id}/refund/`, {
      reason: 'Not for me',
    })
    expect(asked.body.purchase?.refund).toMatchObject({ state: 'asked', reason: 'Not for me' })
    const purchase = asked.body.purchase?.id ?? 0
    const settled = (by: number) =>
      world.call<CourseRoster>(by, 'POST', `/purchases/${purchase}/refund/`, {
        decision: 'refunded',
        note: '',
      })
    expect((await settled(world.teacher)).status).toBe(403)
    const done = await settled(admin)
    expect(done.body.purchases[0]).toMatchObject({ refund: { state: 'refunded' }, refundable: false })
    expect((await settled(admin)).status).toBe(409)
    expect((await world.call(buyer, 'POST', `/courses/${id}/enrolment/`)).status).toBe(403)
    expect((await access(waiter, id)).seat?.state).toBe('offered')
    expect((await access(buyer, id)).purchase?.refund?.state).toBe('refunded')
    expect((await grant(admin, id, waiter, `W-${id}`)).status).toBe(201)
  })

  test('takes a new request after a declined one, three in all, one of them open', async () => {
    const id = await world.course({ price: 'premium' })
    const [buyer = 0] = await crowd(`Again of ${id}`, 1)
    await grant(admin, id, buyer, `A-${id}`)
    const ask = (reason: string) =>
      world.call<CourseAccess>(buyer, 'POST', `/courses/${id}/refund/`, { reason })
    const purchase = (await access(buyer, id)).purchase?.id ?? 0
    const decline = (note: string) =>
      world.call<CourseRoster>(admin, 'POST', `/purchases/${purchase}/refund/`, {
        decision: 'declined',
        note,
      })
    await ask('Not for me')
    await decline('First')
    expect((await access(buyer, id)).purchase).toMatchObject({ refundable: true, refund: { asks_left: 2 } })
    expect((await ask('not for me!')).status).toBe(422)
    await Promise.all([ask('Ill'), ask('Moved')])
    const { refund } = (await access(buyer, id)).purchase ?? {}
    expect(refund).toMatchObject({
      state: 'asked',
      note: '',
      declined_before: [{ reason: 'Not for me', note: 'First' }],
    })
    await decline('Second')
    await ask('New job')
    expect((await decline('Third')).body.purchases[0]).toMatchObject({
      refundable: false,
      refund: { asks_left: 0, declined_before: [{ note: 'First' }, { note: 'Second' }] },
    })
    expect((await ask('Once more')).status).toBe(409)
  })

  test('lets nobody decide a new request who has read the former one', async () => {
    const id = await world.course({ price: 'premium' })
    const [buyer = 0] = await crowd(`Newer of ${id}`, 1)
    await grant(admin, id, buyer, `N-${id}`)
    const ask = (reason: string) => world.call(buyer, 'POST', `/courses/${id}/refund/`, { reason })
    const purchase = async () => (await access(buyer, id)).purchase
    const decline = async (askedAt: string | undefined) =>
      world.call(admin, 'POST', `/purchases/${(await purchase())?.id}/refund/`, {
        decision: 'declined',
        note: '',
        asked_at: askedAt,
      })
    await ask('Not for me')
    const former = (await purchase())?.refund?.asked_at
    expect((await decline(former)).status).toBe(200)
    world.server.clock.advance(60_000)
    await ask('Ill')
    expect((await decline(former)).status).toBe(409)
    expect((await decline((await purchase())?.refund?.asked_at)).status).toBe(200)
  })

  test('decides nothing when the learner asks again between reading and writing', async () => {
    const id = await world.course({ price: 'premium' })
    const [buyer = 0] = await crowd(`Between of ${id}`, 1)
    await grant(admin, id, buyer, `B-${id}`)
    await world.call(buyer, 'POST', `/courses/${id}/refund/`, { reason: 'Not for me' })
    const { id: purchaseId = 0, refund } = (await access(buyer, id)).purchase ?? {}
    const readAt = new Date(refund?.asked_at ?? '')
    const decide = (askedAt: Date) =>
      world.server.core.db.withTenant(CLIENT, (db) =>
        writeRefundDecision(
          db,
          CLIENT,
          { id: purchaseId, refund_asked_at: askedAt },
          { state: 'declined', at: world.server.clock.now(), by: admin, note: '' },
        ),
      )
    expect(await decide(new Date(readAt.getTime() - 1))).toBe(false)
    expect(await decide(readAt)).toBe(true)
  })

  test('rejects a refund request after the last day', async () => {
    const id = await world.course({ price: 'premium' })
    const [buyer = 0] = await crowd(`Late of ${id}`, 1)
    await grant(admin, id, buyer, `L-${id}`)
    world.server.clock.advance(31 * DAY_MS)
    expect((await access(buyer, id)).purchase?.refundable).toBe(false)
    expect((await world.call(buyer, 'POST', `/courses/${id}/refund/`, { reason: '' })).status).toBe(409)
  })
})
