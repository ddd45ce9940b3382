/** How a random history begins: two people, a coupon that is too short for both, and a payment link. */
import { randomUUID } from 'node:crypto'
import type { ProviderMessage } from '#server/features/money/checkout/provider.ts'
import type { Random } from '#tests/support/random.ts'
import { AMOUNT, type LinkWorld } from '../link-world.ts'
import { TOTAL } from '../programme-world.ts'
import { CouponBook, LinkBook, OrderBook, type State } from './books.ts'

export const PERCENT = 10
export const PART = 100_000

export interface Person {
  readonly id: number
  readonly book: OrderBook
  /** The coupon was entered, and works. */
  entered: boolean
  /** Of the price that was asked for last. */
  discount: number
  /** For the money back; null before the first. */
  request: {
    state: 'asked' | 'refunded' | 'declined'
    readonly isRefused: boolean
    /** How often the person has asked. */
    readonly asks: number
  } | null
  /** Refunds on their way with which the person leaves. */
  endings: number
}

export interface Checkout {
  readonly id: string
  readonly amount: number
  readonly of: Person | LinkBook
  /** As the product should know it. */
  state: State
  refunded: number
  /** Of refunds whose end the product has not heard of. */
  reserved: number
  /** At the provider: what the payer did, and what went or will go back. */
  isPaid: boolean
  leaving: number
}

export interface Message extends ProviderMessage {
  readonly checkout: Checkout
  /** Of a refund with which the person leaves the programme. */
  readonly ends?: boolean
  /** Its amount is reserved until it comes. */
  readonly isReserved?: boolean
}

export interface History {
  readonly seed: number
  readonly people: readonly Person[]
  readonly link: {
    readonly id: number
    readonly code: string
    readonly book: LinkBook
    /** Payments noted by an admin, and how much of each can still be returned. */
    readonly notes: { readonly id: number; left: number }[]
  }
  readonly coupon: { readonly code: string; readonly book: CouponBook }
  /** What differed on the way. */
  readonly found: string[]
}

/** Rules of the product that a control breaks. */
export interface Broken {
  readonly forgetsRepeats?: boolean
}

export const isPerson = (of: Person | LinkBook): of is Person => 'book' in of

export const startHistory = async (world: LinkWorld, seed: number, random: Random): Promise<History> => {
  const limit = 1 + random(1)
  const code = `M${seed.toString(36).toUpperCase().padStart(9, '0')}`
  const { status } = await world.call(world.admin, 'POST', '/admin/coupons/', {
    idempotency_key: randomUUID(),
    code,
    count: 1,
    title: 'Model',
    percent: PERCENT,
    amount_minor: null,
    uses_max: limit,
    person_max: 1,
    starts_on: null,
    ends_on: null,
    programmes: null,
    first_purchase_only: false,
  })
  if (status !== 201) throw new Error(`no coupon: ${status}`)
  const person = async (): Promise<Person> => ({
    id: await world.person(),
    book: new OrderBook(TOTAL),
    entered: false,
    discount: 0,
    request: null,
    endings: 0,
  })
  const link = await world.make({ part_minor: PART })
  return {
    seed,
    people: [await person(), await person()],
    link: { id: link.id, code: link.code, book: new LinkBook(AMOUNT), notes: [] },
    coupon: { code, book: new CouponBook(limit) },
    found: [],
  }
}
