/**
 * One random history: two people with a coupon that is too short for both, who may ask for their money back, and a payment
 * link with money that is noted and given back by hand, at a provider whose messages come twice, late, in any order and
 * into crashes. The product's own answers are compared with the books.
 */
import { randomUUID } from 'node:crypto'
import { applyMessage } from '#server/features/money/checkout/apply-message.ts'
import type { ProviderMessage } from '#server/features/money/checkout/provider.ts'
import { randomOf, shuffled, type Random } from '#tests/support/random.ts'
import { CLIENT } from '../../courses/world.ts'
import { AMOUNT, type LinkWorld } from '../link-world.ts'
import { grantsOf, MINIMUM, TOTAL } from '../programme-world.ts'
import { isForward } from './books.ts'
import { askRefund, leave, reopens, settleRefund } from './refund-requests.ts'
import { giveBackNote } from './returns.ts'
import {
  isPerson,
  PART,
  PERCENT,
  startHistory,
  type Broken,
  type Checkout,
  type History,
  type Message,
} from './start-history.ts'

const UNIT = 100
const STEPS = 40

class Crash extends Error {}

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
    if (this.#random(2) > 0) await this.#book()
    for (let step = 0; step < STEPS; step += 1) await this.#step()
    // No payment is lost: what was not delivered comes now, and then everything once more.
    for (const message of shuffled(this.#waiting, this.#random)) await this.#deliver(message)
    for (const message of shuffled(this.#delivered, this.#random)) await this.#deliver(message)
  }

  /** Most histories begin with somebody in the programme: what happens after a payment is as likely as what comes before. */
  async #book(): Promise<void> {
    await this.#startOrder()
    const checkout = this.#checkouts[0]
    if (!checkout) return
    checkout.isPaid = true
    await this.#deliver(this.#message(checkout, 'paid'))
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
      () => askRefund(this.#asking()),
      () => askRefund(this.#asking()),
      () => settleRefund(this.#asking()),
      () => settleRefund(this.#asking()),
      () => this.#changeLink(),
      () => giveBackNote({ ...this.#asking(), link: this.#history.link }),
      () => this.#deliverNext(),
      () => this.#deliverNext(),
      () => this.#deliverNext(),
      () => this.#repeat(),
    ]
    return this.#one(steps)?.() ?? Promise.resolve()
  }

  #asking() {
    return {
      world: this.#world,
      people: this.#history.people,
      checkouts: this.#checkouts,
      random: this.#random,
      expect: (what: string, is: unknown, expected: unknown) => this.#expect(what, is, expected),
    }
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
    const isAsking = person.request !== null && person.request.state !== 'declined'
    const isAllowed = !book.isEnded && !isAsking && open > 0 && amount <= open
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
    if (ends && isPerson(checkout.of)) checkout.of.endings += 1
    const fails = this.#random(3) === 0
    if (fails) checkout.leaving -= amount
    this.#waiting.push({ ...message, isReserved: true, ...(fails && { kind: 'refund_failed' }) })
  }

  async #changeLink(): Promise<void> {
    const { id, book, notes } = this.#history.link
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
    const { status, body } = await this.#world.note(id, { amount_minor: amount })
    this.#expect(`a note of ${amount}`, status === 200, !book.isCancelled && amount <= free)
    if (status !== 200) return
    book.received += amount
    const known = new Set(notes.map((note) => note.id))
    notes.push(
      ...body.notes.filter((note) => !known.has(note.id)).map((note) => ({ id: note.id, left: amount })),
    )
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
    if (message.isReserved && ends === true && isPerson(checkout.of)) checkout.of.endings -= 1
    if (kind === 'refund_failed') {
      if (isPerson(checkout.of)) reopens(checkout.of)
      return
    }
    if (kind === 'refunded') {
      if (checkout.state !== 'paid') this.#receive(checkout)
      checkout.refunded += amountMinor
      if (!isPerson(checkout.of)) checkout.of.returned += amountMinor
      else {
        checkout.of.book.giveBack(amountMinor)
        if (ends === true) leave(checkout.of)
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
