/**
 * One random history: two people with a coupon that is too short for both, and a payment link, at a provider whose
 * messages come twice, late, in any order and into crashes. The product's own answers are compared with the books.
 */
import { randomUUID } from 'node:crypto'
import { applyMessage } from '#server/features/money/checkout/apply-message.ts'
import type { ProviderMessage } from '#server/features/money/checkout/provider.ts'
import { randomOf, shuffled, type Random } from '#tests/support/random.ts'
import { CLIENT } from '../../courses/world.ts'
import { AMOUNT, type LinkWorld } from '../link-world.ts'
import { grantsOf, MINIMUM, TOTAL } from '../programme-world.ts'
import { CouponBook, isForward, LinkBook, OrderBook, type State } from './books.ts'

const PERCENT = 10
const PART = 100_000
const UNIT = 100
const STEPS = 30

interface Person {
  readonly id: number
  readonly book: OrderBook
  /** The coupon was entered, and works. */
  entered: boolean
  /** Of the price that was asked for last. */
  discount: number
}

interface Checkout {
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

interface Message extends ProviderMessage {
  readonly checkout: Checkout
  /** Of a refund with which the person leaves the programme. */
  readonly ends?: boolean
  /** Its amount is reserved until it comes. */
  readonly isReserved?: boolean
}

export interface History {
  readonly seed: number
  readonly people: readonly Person[]
  readonly link: { readonly id: number; readonly code: string; readonly book: LinkBook }
  readonly coupon: { readonly code: string; readonly book: CouponBook }
  /** What differed on the way. */
  readonly found: string[]
}

/** Rules of the product that a control breaks. */
export interface Broken {
  readonly forgetsRepeats?: boolean
}

class Crash extends Error {}

const isPerson = (of: Person | LinkBook): of is Person => 'book' in of

const startHistory = async (world: LinkWorld, seed: number, random: Random): Promise<History> => {
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
  })
  const link = await world.make({ part_minor: PART })
  return {
    seed,
    people: [await person(), await person()],
    link: { id: link.id, code: link.code, book: new LinkBook(AMOUNT) },
    coupon: { code, book: new CouponBook(limit) },
    found: [],
  }
}

/** What the product and the books do at each step. */
class Run {
  readonly #world: LinkWorld
  readonly #history: History
  readonly #random: Random
  readonly #broken: Broken
  readonly #checkouts: Checkout[] = []
  #waiting: Message[] = []
  readonly #delivered: Message[] = []
  readonly #seen = new Set<string>()

  constructor(world: LinkWorld, history: History, random: Random, broken: Broken) {
    this.#broken = broken
    this.#world = world
    this.#history = history
    this.#random = random
  }

  async all(): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) await this.#step()
    // No payment is lost: what was not delivered comes now, and then everything once more.
    for (const message of shuffled(this.#waiting, this.#random)) await this.#deliver(message)
    for (const message of shuffled(this.#delivered, this.#random)) await this.#deliver(message)
  }

  #step(): Promise<void> {
    const steps = [
      () => this.#startOrder(),
      () => this.#startOrder(),
      () => this.#startLink(),
      () => this.#changeCoupon(),
      () => this.#pay(),
      () => this.#pay(),
      () => this.#giveUp(),
      () => this.#refundAtProvider(),
      () => this.#refundAtProvider(),
      () => this.#refundByAdmin(),
      () => this.#changeLink(),
      () => this.#deliverNext(),
      () => this.#deliverNext(),
      () => this.#deliverNext(),
      () => this.#repeat(),
    ]
    return this.#one(steps)?.() ?? Promise.resolve()
  }

  #one<T>(list: readonly T[]): T | undefined {
    return list[this.#random(Math.max(0, list.length - 1))]
  }

  #expect(what: string, is: unknown, expected: unknown): void {
    if (is !== expected)
      this.#history.found.push(`${this.#history.seed}: ${what} is ${String(is)} and not ${String(expected)}`)
  }

  #added(id: string, amount: number, of: Checkout['of']): void {
    this.#checkouts.push({
      id,
      amount,
      of,
      state: 'created',
      refunded: 0,
      reserved: 0,
      isPaid: false,
      leaving: 0,
    })
  }

  async #startOrder(): Promise<void> {
    const person = this.#one(this.#history.people)!
    const { book } = person
    const { book: coupon } = this.#history.coupon
    const works = !book.isBooked && person.entered && coupon.isFreeFor(person.id)
    const discount = works ? (TOTAL * PERCENT) / 100 : 0
    const open = book.isBooked ? book.open : TOTAL - discount
    const least = Math.min(open, book.isBooked ? MINIMUM : open / 10)
    const amount = this.#random(9) === 0 ? open + 1 : least + this.#random(open - least)
    const { status, body } = await this.#world.start(person.id, { amount_minor: amount })
    const isAllowed = !book.isEnded && open > 0 && amount <= open
    this.#expect(`start of ${amount}`, status === 201, isAllowed)
    if (status !== 201) return
    this.#added(body.checkout_id, amount, person)
    if (book.isBooked) return
    Object.assign(person, { entered: works, discount })
    if (works) coupon.holders.add(person.id)
  }

  async #startLink(): Promise<void> {
    const { code, book } = this.#history.link
    const free = Math.max(0, book.amount - book.counted - this.#startedOfLink())
    const least = Math.min(free, book.counted === 0 ? PART : UNIT)
    const amount = Math.max(1, least + this.#random(Math.max(0, free - least)))
    const { status, body } = await this.#world.begin(code, amount)
    this.#expect(`start of ${amount} for the link`, status === 201, !book.isCancelled && free > 0)
    if (status === 201) this.#added(body.checkout_id, amount, book)
  }

  /** While somebody pays, the amount is held. */
  #startedOfLink(): number {
    return this.#checkouts
      .filter(({ of, state }) => !isPerson(of) && (state === 'created' || state === 'processing'))
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  async #changeCoupon(): Promise<void> {
    const person = this.#one(this.#history.people)!
    const { code, book } = this.#history.coupon
    const path = '/programmes/flagship/coupon/'
    const enters = this.#random(2) > 0
    const { status } = enters
      ? await this.#world.call(person.id, 'PUT', path, { code })
      : await this.#world.call(person.id, 'DELETE', path)
    // Whoever left may buy again, and has used their coupon or not.
    const isOpen = !person.book.isBooked || (person.book.isEnded && !book.users.has(person.id))
    const mayChange = isOpen && (!enters || book.isFreeFor(person.id))
    if (enters) this.#expect('a coupon', status === 200, mayChange)
    if (status !== 200 || person.book.isBooked) return
    // The price that was asked for with another coupon is not asked for any more.
    book.holders.delete(person.id)
    Object.assign(person, { entered: enters, discount: 0 })
  }

  #message(checkout: Checkout, kind: ProviderMessage['kind'], more: Partial<Message> = {}): Message {
    const amountMinor = more.amountMinor ?? checkout.amount
    return { ...this.#world.message(kind, checkout.id, amountMinor), ...more, checkout }
  }

  #pay(): Promise<void> {
    const checkout = this.#one(this.#checkouts.filter(({ isPaid }) => !isPaid))
    if (!checkout) return Promise.resolve()
    checkout.isPaid = true
    if (this.#random(2) === 0) this.#waiting.push(this.#message(checkout, 'processing'))
    this.#waiting.push(this.#message(checkout, 'paid'))
    return Promise.resolve()
  }

  #giveUp(): Promise<void> {
    const checkout = this.#one(this.#checkouts.filter(({ isPaid }) => !isPaid))
    if (checkout) this.#waiting.push(this.#message(checkout, this.#random(1) === 0 ? 'failed' : 'expired'))
    return Promise.resolve()
  }

  #refundable(): { checkout: Checkout; amount: number } | null {
    const checkout = this.#one(
      this.#checkouts.filter(({ isPaid, amount, leaving }) => isPaid && leaving < amount),
    )
    if (!checkout) return null
    const left = checkout.amount - checkout.leaving
    return { checkout, amount: this.#random(3) === 0 ? left : Math.ceil(left / (2 + this.#random(2))) }
  }

  #refundAtProvider(): Promise<void> {
    const found = this.#refundable()
    if (!found) return Promise.resolve()
    found.checkout.leaving += found.amount
    this.#waiting.push(this.#message(found.checkout, 'refunded', { amountMinor: found.amount }))
    return Promise.resolve()
  }

  async #refundByAdmin(): Promise<void> {
    const found = this.#refundable()
    if (!found) return
    const { checkout, amount } = found
    const ends = this.#random(2) === 0
    const outcome = this.#one(['confirm', 'fail', 'slow'] as const)!
    const { status, body } = await this.#world.call<{ id: string; state: string }>(
      this.#world.admin,
      'POST',
      `/admin/checkouts/${checkout.id}/refunds/`,
      {
        idempotency_key: randomUUID(),
        amount_minor: amount,
        reason: 'model',
        ends_order: ends,
        test_outcome: outcome,
      },
    )
    const left = checkout.amount - checkout.refunded - checkout.reserved
    this.#expect('a refund', status === 201, checkout.state === 'paid' && amount <= left)
    if (status !== 201) return
    if (outcome === 'fail') return this.#expect('a failing refund', body.state, 'failed')
    const message = this.#message(checkout, 'refunded', { amountMinor: amount, refundId: body.id, ends })
    checkout.leaving += amount
    if (outcome === 'confirm') {
      this.#expect('a refund', body.state, 'confirmed')
      return this.#enter(message)
    }
    checkout.reserved += amount
    const fails = this.#random(3) === 0
    if (fails) checkout.leaving -= amount
    this.#waiting.push({ ...message, isReserved: true, ...(fails && { kind: 'refund_failed' }) })
  }

  async #changeLink(): Promise<void> {
    const { id, book } = this.#history.link
    if (this.#random(3) === 0) {
      const { status } = await this.#world.call(
        this.#world.admin,
        'POST',
        `/admin/payment-links/${id}/cancel/`,
      )
      this.#expect('a cancelled link', status === 200, book.state !== 'paid')
      if (status === 200) book.isCancelled = true
      return
    }
    const free = Math.max(0, book.amount - book.counted - this.#startedOfLink())
    const amount = 1 + this.#random(AMOUNT / 2)
    const { status } = await this.#world.note(id, { amount_minor: amount })
    this.#expect(`a note of ${amount}`, status === 200, !book.isCancelled && amount <= free)
    if (status === 200) book.received += amount
  }

  async #deliverNext(): Promise<void> {
    const message = this.#one(this.#waiting)
    if (!message) return
    if (this.#random(5) === 0) return this.#crash(message)
    this.#waiting = this.#waiting.filter((each) => each !== message)
    await this.#deliver(message, 1 + this.#random(2))
  }

  #repeat(): Promise<void> {
    const message = this.#one(this.#delivered)
    return message ? this.#deliver(message) : Promise.resolve()
  }

  /** The process dies before the commit; the message comes again. */
  async #crash({
    checkout: _checkout,
    ends: _ends,
    isReserved: _reserved,
    ...message
  }: Message): Promise<void> {
    const { core } = this.#world.server
    const context = { audit: core.audit, grants: grantsOf(core) }
    try {
      await core.db.withTenant(CLIENT, async (db) => {
        await applyMessage(context, db, CLIENT, { provider: 'test', message, at: core.clock.now() })
        throw new Crash()
      })
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
  }

  async #deliver(message: Message, copies = 1): Promise<void> {
    const copy = () => (this.#broken.forgetsRepeats ? { ...message, eventId: randomUUID() } : message)
    const statuses = await Promise.all(Array.from({ length: copies }, () => this.#world.send(copy())))
    for (const status of statuses) this.#expect(`a ${message.kind} message`, status, 204)
    this.#enter(message)
    if (!this.#delivered.includes(message)) this.#delivered.push(message)
  }

  /** Into the books, once. */
  #enter(message: Message): void {
    const { eventId, kind, checkout, amountMinor, ends } = message
    if (this.#seen.has(eventId)) return
    this.#seen.add(eventId)
    if (message.isReserved) checkout.reserved -= amountMinor
    if (kind === 'refund_failed') return
    if (kind === 'refunded') {
      if (checkout.state !== 'paid') this.#receive(checkout)
      checkout.refunded += amountMinor
      if (!isPerson(checkout.of)) checkout.of.returned += amountMinor
      else {
        checkout.of.book.giveBack(amountMinor)
        if (ends === true) checkout.of.book.end()
      }
      return
    }
    if (!isForward(checkout.state, kind)) return
    if (kind === 'paid') return this.#receive(checkout)
    checkout.state = kind
    const { of } = checkout
    const isOpen = (each: Checkout) =>
      each.of === of && (each.state === 'created' || each.state === 'processing')
    if (kind !== 'processing' && isPerson(of) && !this.#checkouts.some(isOpen))
      this.#history.coupon.book.holders.delete(of.id)
  }

  #receive(checkout: Checkout): void {
    checkout.state = 'paid'
    const { of, amount } = checkout
    if (!isPerson(of)) {
      of.received += amount
      return
    }
    if (!of.book.isBooked && of.discount > 0) this.#history.coupon.book.use(of.id)
    of.book.pay(amount, of.discount)
  }
}

export const runHistory = async (world: LinkWorld, seed: number, broken: Broken = {}): Promise<History> => {
  const random = randomOf(seed)
  const history = await startHistory(world, seed, random)
  await new Run(world, history, random, broken).all()
  return history
}
