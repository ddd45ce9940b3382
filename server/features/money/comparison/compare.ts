/** What differs between the payments here and those at a provider. Pure. */
import type { findingKinds } from '#contract/money/comparison.ts'
import type { ProviderPayment } from '../checkout/provider.ts'

export interface OwnPayment {
  readonly id: string
  readonly provider_ref: string | null
  readonly state: string
  readonly amount_minor: number
  readonly refunded_minor: number
  readonly currency: string
  /** Refunds that the provider has not confirmed yet. */
  readonly open_refunds: number
}

export interface Difference {
  readonly kind: (typeof findingKinds)[number]
  readonly ref: string
  readonly checkoutId: string | null
  readonly paymentRef: string | null
  readonly currency: string
  readonly theirsMinor: number
  readonly oursMinor: number
}

const paidHere = ({ state, amount_minor: amount, refunded_minor: refunded }: OwnPayment): number =>
  state === 'paid' ? amount - refunded : 0

const differenceOf = (theirs: ProviderPayment, own: OwnPayment | undefined): Difference | null => {
  const found = {
    ref: theirs.ref,
    checkoutId: own?.id ?? null,
    paymentRef: theirs.paymentRef ?? null,
    currency: theirs.currency,
    theirsMinor: theirs.amountMinor - theirs.refundedMinor,
    oursMinor: own ? paidHere(own) : 0,
  }
  if (!own) return { kind: 'paid_not_granted', ...found }
  const isSameSum = theirs.amountMinor === own.amount_minor && theirs.currency === own.currency
  if (isSameSum && own.state !== 'paid') return { kind: 'paid_not_granted', ...found }
  if (isSameSum && (found.theirsMinor === found.oursMinor || own.open_refunds > 0)) return null
  return { kind: 'amount_differs', ...found }
}

/** `missing` are granted here and not among the provider's: it is to be asked about each before that is believed. */
export const compare = (
  own: readonly OwnPayment[],
  theirs: readonly ProviderPayment[],
): { found: Difference[]; missing: OwnPayment[] } => {
  const ownById = new Map(own.map((each) => [each.id, each]))
  const listed = new Set(theirs.map(({ about }) => about))
  return {
    found: theirs
      .map((each) => differenceOf(each, ownById.get(each.about)))
      .filter((difference) => difference !== null),
    missing: own.filter((each) => paidHere(each) > 0 && !listed.has(each.id)),
  }
}

export const missingDifference = (own: OwnPayment): Difference => ({
  kind: 'granted_not_paid',
  ref: own.provider_ref ?? own.id,
  checkoutId: own.id,
  paymentRef: null,
  currency: own.currency,
  theirsMinor: 0,
  oursMinor: paidHere(own),
})
