/** What a learner gives up when the money of a programme has gone back. The caller has locked the order's checkout. */
import { sql } from 'kysely'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { dropDues } from '../due/dues.repository.ts'
import type { Grants } from '../dependencies.ts'
import { balancesOf, post } from '../ledger.repository.ts'
import { zoneOf } from '../payments.repository.ts'
import { settleRequest } from '../refunds/requests.repository.ts'
import { settleReadOnly } from './book.ts'
import { orderEndOf } from './programme-postings.ts'
import * as rows from './programmes.repository.ts'

/** Courses of the order that nothing else pays for: no other programme of the person, and no purchase. */
const coursesToClose = async (
  db: TenantDb,
  clientId: number,
  { id, user_id: userId }: rows.OrderRow,
): Promise<number[]> => {
  const { rows: found } = await sql<{ course_id: number }>`
    select c.course_id from programme_order_course c
    where c.client_id = ${clientId} and c.order_id = ${id}
      and not exists (select from programme_order o
        join programme_order_course other on other.client_id = o.client_id and other.order_id = o.id
        where o.client_id = ${clientId} and o.user_id = ${userId} and o.id <> ${id}
          and o.state in ('booked', 'paid') and other.course_id = c.course_id)
      and not exists (select from course_purchase p where p.client_id = ${clientId} and p.user_id = ${userId}
        and p.course_id = c.course_id and p.refund_state is distinct from 'refunded')
    order by c.course_id`.execute(db)
  return found.map(({ course_id }) => course_id)
}

/** What is still open is written off, the courses close, and their certificates are revoked. A repeat changes nothing. */
export const endOrder = async (
  grants: Grants,
  db: TenantDb,
  clientId: number,
  orderId: number,
  at: Date,
): Promise<void> => {
  const order = await rows.lockOrder(db, clientId, orderId)
  if (order.state === 'ended') return
  const { user_id: userId, currency } = order
  const balances = await balancesOf(db, clientId, { orderId })
  const openMinor = balances.find(({ account }) => account === 'receivable')?.balance ?? 0
  if (openMinor > 0)
    await post(db, clientId, orderEndOf({ orderId, personId: userId, currency }, { openMinor, at }))
  await rows.writeOrderState(db, clientId, orderId, { state: 'ended', ended_at: at })
  await dropDues(db, clientId, orderId)
  await settleRequest(db, clientId, orderId, { state: 'refunded', at, by: null, note: '' })
  const courseIds = await coursesToClose(db, clientId, order)
  for (const courseId of courseIds) await grants.closeCourse(db, clientId, { courseId, userId, at })
  await grants.revokeCertificates(db, clientId, { userId, courseIds, at })
  await settleReadOnly(grants, db, clientId, {
    userIds: [userId],
    today: dayIn(await zoneOf(db, clientId), at),
    at,
  })
}
