/** What is posted for a payment link. Pure. */
import type { Account } from '../chart.ts'
import type { Entry, Transaction } from '../postings.ts'

export interface LinkMoney {
  readonly linkId: number
  /** The member whom the link is for; null for everybody else. */
  readonly personId: number | null
  readonly amountMinor: number
  readonly currency: string
}

/** All that came and all that went back. */
export interface LinkSums {
  readonly received: number
  readonly returned: number
}

/** What counts for the link, what is the payer's credit, and what was refunded of the revenue. */
export const standingOf = (amountMinor: number, { received, returned }: LinkSums) => {
  const counted = Math.min(received, amountMinor)
  const extra = received - counted
  // What goes back comes from the credit first.
  const credit = Math.max(0, extra - returned)
  return { counted, credit, refunds: returned - (extra - credit) }
}

/**
 * A payment is revenue up to the link's amount; what is more is credit. The balances depend on the sums alone, so the
 * order of payments and refunds does not matter.
 */
export const linkMovementOf = (
  link: LinkMoney,
  movement: {
    before: LinkSums
    /** Negative: it went back. */
    amountMinor: number
    account: Account
    reference: string
    refunds?: string
    at: Date
    madeBy: number | null
  },
): Transaction => {
  const { before, amountMinor, account, reference, refunds, at, madeBy } = movement
  const after = {
    received: before.received + Math.max(0, amountMinor),
    returned: before.returned + Math.max(0, -amountMinor),
  }
  const was = standingOf(link.amountMinor, before)
  const is = standingOf(link.amountMinor, after)
  const amounts: readonly (readonly [Account, number])[] = [
    [account, amountMinor],
    ['revenue', was.counted - is.counted],
    ['credit', was.credit - is.credit],
    ['refunds', is.refunds - was.refunds],
  ]
  return {
    kind: amountMinor > 0 ? 'payment' : 'refund',
    at,
    reference,
    ...(refunds !== undefined && { refunds }),
    purchaseId: null,
    linkId: link.linkId,
    madeBy,
    reverses: null,
    entries: amounts
      .filter(([, minor]) => minor !== 0)
      .map(([name, minor]): Entry => ({
        account: name,
        amountMinor: minor,
        currency: link.currency,
        personId: link.personId,
        courseId: null,
      })),
  }
}
