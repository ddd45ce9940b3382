/** What is posted for a programme's order. Pure. */
import type { Account } from '../chart.ts'
import type { Entry, Transaction } from '../postings.ts'

export interface OrderMoney {
  readonly orderId: number
  readonly personId: number
  readonly totalMinor: number
  readonly owedMinor: number
  readonly currency: string
}

type Owner = Pick<OrderMoney, 'orderId' | 'personId' | 'currency'>

const transactionOf = (
  order: Owner,
  about: Pick<Transaction, 'kind' | 'at' | 'reference' | 'refunds'>,
  amounts: readonly (readonly [account: Account, amountMinor: number])[],
): Transaction => ({
  ...about,
  purchaseId: null,
  orderId: order.orderId,
  madeBy: null,
  reverses: null,
  entries: amounts
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([account, amountMinor]): Entry => ({
      account,
      amountMinor,
      currency: order.currency,
      personId: order.personId,
      courseId: null,
    })),
})

/** The price is revenue; the scholarship is a discount of it; the rest is owed. */
export const orderSaleOf = (order: OrderMoney, at: Date): Transaction =>
  transactionOf(order, { kind: 'sale', at, reference: `order:${order.orderId}:sale` }, [
    ['receivable', order.owedMinor],
    ['discount', order.totalMinor - order.owedMinor],
    ['revenue', -order.totalMinor],
  ])

/**
 * Money that came in, or went back with a negative amount. It settles what is owed; what is more is the person's credit.
 * The balances depend on the sum alone, so the order of payments and refunds does not matter.
 */
export const orderMovementOf = (
  order: OrderMoney,
  movement: {
    paidBeforeMinor: number
    amountMinor: number
    account: Account
    reference: string
    refunds?: string
    at: Date
  },
): Transaction => {
  const { paidBeforeMinor, amountMinor, account, reference, refunds, at } = movement
  const about = { kind: amountMinor > 0 ? 'payment' : 'refund', at, reference } as const
  const owedAfter = (paid: number) => Math.max(0, order.owedMinor - paid)
  const creditAfter = (paid: number) => -Math.max(0, paid - order.owedMinor)
  const paid = paidBeforeMinor + amountMinor
  return transactionOf(order, refunds === undefined ? about : { ...about, refunds }, [
    [account, amountMinor],
    ['receivable', owedAfter(paid) - owedAfter(paidBeforeMinor)],
    ['credit', creditAfter(paid) - creditAfter(paidBeforeMinor)],
  ])
}

/** What nobody will pay any more, less from the revenue. */
export const orderEndOf = (order: Owner, { openMinor, at }: { openMinor: number; at: Date }): Transaction =>
  transactionOf(order, { kind: 'refund', at, reference: `order:${order.orderId}:end` }, [
    ['receivable', -openMinor],
    ['refunds', openMinor],
  ])

/** Money of an order that has ended: what comes is credit; what goes back takes credit first, then revenue. */
export const endedMovementOf = (
  order: Owner,
  movement: { creditMinor: number; amountMinor: number; account: Account; reference: string; at: Date },
): Transaction => {
  const { creditMinor, amountMinor, account, reference, at } = movement
  const ofCredit = amountMinor > 0 ? -amountMinor : Math.min(creditMinor, -amountMinor)
  return transactionOf(order, { kind: amountMinor > 0 ? 'payment' : 'refund', at, reference }, [
    [account, amountMinor],
    ['credit', ofCredit],
    ['refunds', -amountMinor - ofCredit],
  ])
}
