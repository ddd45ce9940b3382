/** What must be true of an order and of a payment link, from the rules alone: it knows nothing of the product's code. */
export interface Sums {
  money: number
  receivable: number
  credit: number
  revenue: number
  discount: number
  refunds: number
}
const NOTHING: Sums = { money: 0, receivable: 0, credit: 0, revenue: 0, discount: 0, refunds: 0 }
/** In the order in which they may follow each other. */
const STATES = ['created', 'processing', 'failed', 'expired', 'paid'] as const
export type State = (typeof STATES)[number]
export const isForward = (from: State, to: State): boolean => STATES.indexOf(to) > STATES.indexOf(from)

/** One person's place in a programme. */
export class OrderBook {
  readonly total: number
  kept = 0
  /** Agreed at the first payment. */
  owed: number | null = null
  #ended: { credit: number; refunds: number } | null = null

  constructor(total: number) {
    this.total = total
  }

  get isBooked(): boolean {
    return this.owed !== null
  }

  get isEnded(): boolean {
    return this.#ended !== null
  }

  get hasAccess(): boolean {
    return this.isBooked && !this.isEnded
  }

  get open(): number {
    return this.isEnded ? 0 : Math.max(0, (this.owed ?? 0) - this.kept)
  }

  pay(amount: number, discount: number): void {
    this.owed ??= this.total - discount
    this.kept += amount
    if (this.#ended) this.#ended.credit += amount
  }

  giveBack(amount: number): void {
    this.kept -= amount
    if (!this.#ended) return
    const ofCredit = Math.min(this.#ended.credit, amount)
    this.#ended.credit -= ofCredit
    this.#ended.refunds += amount - ofCredit
  }

  /** What is open is written off. */
  end(): void {
    const owed = this.owed ?? 0
    this.#ended ??= { credit: Math.max(0, this.kept - owed), refunds: Math.max(0, owed - this.kept) }
  }

  sums(): Sums {
    if (this.owed === null) return NOTHING
    return {
      money: this.kept,
      receivable: this.open,
      credit: -(this.#ended?.credit ?? Math.max(0, this.kept - this.owed)),
      revenue: -this.total,
      discount: this.total - this.owed,
      refunds: this.#ended?.refunds ?? 0,
    }
  }
}

/** A payment link: what comes above its amount is credit, and what goes back takes credit first. */
export class LinkBook {
  readonly amount: number
  received = 0
  returned = 0
  isCancelled = false

  constructor(amount: number) {
    this.amount = amount
  }

  get counted(): number {
    return Math.min(this.received, this.amount)
  }

  get state(): 'created' | 'part_paid' | 'paid' | 'cancelled' {
    if (this.counted === this.amount) return 'paid'
    if (this.isCancelled) return 'cancelled'
    return this.counted > 0 ? 'part_paid' : 'created'
  }

  sums(): Sums {
    const extra = this.received - this.counted
    const credit = Math.max(0, extra - this.returned)
    return {
      ...NOTHING,
      money: this.received - this.returned,
      revenue: -this.counted,
      credit: -credit,
      refunds: this.returned - (extra - credit),
    }
  }
}

/** A coupon that so many people may use; who asked for its price and pays late keeps it. */
export class CouponBook {
  readonly limit: number
  readonly holders = new Set<number>()
  readonly users = new Set<number>()
  late = 0

  constructor(limit: number) {
    this.limit = limit
  }

  isFreeFor(person: number): boolean {
    return new Set([...this.holders, ...this.users].filter((each) => each !== person)).size < this.limit
  }

  use(person: number): void {
    if (!this.holders.delete(person)) this.late += 1
    this.users.add(person)
  }
}
