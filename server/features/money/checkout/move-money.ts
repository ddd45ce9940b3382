/** Money of a checkout goes to the order, the payment link or the course that the checkout belongs to. */
import type { TenantDb } from '#server/core/db/database.ts'
import type { Account } from '../chart.ts'
import { moveCourseMoney } from '../courses/course-money.ts'
import type { Grants } from '../dependencies.ts'
import { moveLinkMoney } from '../links/link-money.ts'
import { moveMoney } from '../programmes/book.ts'
import type { CheckoutRow } from './checkouts.repository.ts'

export const moveMoneyOf = async (
  grants: Grants,
  db: TenantDb,
  checkout: CheckoutRow,
  movement: { amountMinor: number; account: Account; reference: string; refunds?: string; at: Date },
): Promise<void> => {
  const { id, client_id: clientId, order_id: orderId, link_id: linkId } = checkout
  if (checkout.course_id !== null) return moveCourseMoney(grants, db, checkout, movement)
  if (orderId !== null) return moveMoney(grants, db, clientId, orderId, movement)
  if (linkId === null) throw new Error(`checkout ${id} belongs to nothing`)
  return moveLinkMoney(db, clientId, linkId, { ...movement, madeBy: null })
}
