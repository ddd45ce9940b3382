/** What is posted for each event, as data. Pure. */
import type { Account } from './chart.ts'

export interface Entry {
  readonly account: Account
  /** Minor units; debit is positive, credit negative. */
  readonly amountMinor: number
  readonly currency: string
  readonly personId: number | null
  readonly courseId: number | null
}

export interface Transaction {
  readonly kind: 'sale' | 'payment' | 'refund' | 'reversal' | 'reward' | 'payout'
  readonly at: Date
  /** Unique for the client: a repeat is the same transaction. */
  readonly reference: string
  readonly purchaseId: number | null
  /** Of a programme. */
  readonly orderId?: number
  /** Of a payment link. */
  readonly linkId?: number
  readonly referralId?: number
  readonly madeBy: number | null
  /** Of a refund: the reference of the payment that goes back, if one is known. */
  readonly refunds?: string
  /** The transaction that this one takes back. */
  readonly reverses: number | null
  readonly entries: readonly Entry[]
}

export interface Purchase {
  readonly purchaseId: number
  readonly personId: number
  readonly courseId: number
  readonly amountMinor: number
  readonly currency: string
  readonly at: Date
  readonly madeBy: number | null
}

const entriesOf = (
  { personId, courseId, currency }: Purchase,
  amounts: readonly (readonly [account: Account, amountMinor: number])[],
): readonly Entry[] =>
  amounts
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([account, amountMinor]) => ({ account, amountMinor, currency, personId, courseId }))

/** Two entries of one amount: from the second account to the first. */
const transfer = (purchase: Purchase, to: Account, from: Account): readonly Entry[] =>
  entriesOf(purchase, [
    [to, purchase.amountMinor],
    [from, -purchase.amountMinor],
  ])

const about = ({ purchaseId, at, madeBy }: Purchase) => ({ purchaseId, at, madeBy, reverses: null })

/** What a coupon takes off is sold, too, and is a discount. */
export const saleOf = (purchase: Purchase, discountMinor = 0): Transaction => ({
  ...about(purchase),
  kind: 'sale',
  reference: `purchase:${purchase.purchaseId}:sale`,
  entries: entriesOf(purchase, [
    ['receivable', purchase.amountMinor],
    ['discount', discountMinor],
    ['revenue', -purchase.amountMinor - discountMinor],
  ]),
})

export const paymentOf = (purchase: Purchase, place: Account): Transaction => ({
  ...about(purchase),
  kind: 'payment',
  reference: `purchase:${purchase.purchaseId}:payment`,
  entries: transfer(purchase, place, 'receivable'),
})

/** The money leaves the account that it came to. `round` counts the refunds of a purchase from 1. */
export const refundOf = (refund: Purchase, from: Account, round: number): Transaction => ({
  ...about(refund),
  kind: 'refund',
  reference: `purchase:${refund.purchaseId}:refund:${round}`,
  entries: transfer(refund, 'refunds', from),
})

/** The same entries with the opposite sign. */
export const reversalOf = (
  posted: { id: number; reference: string; purchaseId: number | null; entries: readonly Entry[] },
  { at, madeBy }: { at: Date; madeBy: number | null },
): Transaction => ({
  kind: 'reversal',
  at,
  reference: `${posted.reference}:reversal`,
  purchaseId: posted.purchaseId,
  madeBy,
  reverses: posted.id,
  entries: posted.entries.map((entry) => ({ ...entry, amountMinor: -entry.amountMinor })),
})
