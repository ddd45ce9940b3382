/** Learners ask for the money of their programme back, and an admin decides; the books follow (rules: Learning, refund). */
import type { Random } from '#tests/support/random.ts'
import type { LinkWorld } from '../link-world.ts'
import type { Checkout, Person } from './start-history.ts'

/** The provider refuses each refund that is made for a reason that starts so. */
const REFUSED = 'model: the provider refuses'
/** The first request included (rules: Learning, refund). */
const ASKS_MAX = 3

interface Asking {
  readonly world: LinkWorld
  readonly people: readonly Person[]
  readonly checkouts: readonly Checkout[]
  readonly random: Random
  readonly expect: (what: string, is: unknown, expected: unknown) => void
}

export const refuseRefunds = async (world: LinkWorld): Promise<void> => {
  await world.rows(`create function refuse_refund() returns trigger language plpgsql as
    $$ begin new.test_outcome = 'fail'; return new; end $$`)
  await world.rows(`create trigger refuse_refund before insert on payment_refund for each row
    when (new.reason like '${REFUSED}%') execute function refuse_refund()`)
}

/** Whoever leaves has asked for nothing more. */
export const leave = (person: Person): void => {
  person.book.end()
  if (person.request?.state === 'asked') person.request.state = 'refunded'
}

/** A refund failed: the request waits again unless another one is on its way or done. */
export const reopens = ({ request, endings, book }: Person): void => {
  if (request?.state === 'refunded' && endings === 0 && !book.isEnded) request.state = 'asked'
}

const oneOf = ({ people, random }: Asking, suits: (person: Person) => boolean): Person => {
  const suitable = people.filter(suits)
  const list = suitable.length > 0 && random(4) > 0 ? suitable : people
  return list[random(list.length - 1)]!
}

export const askRefund = async (asking: Asking): Promise<void> => {
  const person = oneOf(
    asking,
    ({ book, request }) =>
      book.hasAccess && (request === null || (request.state === 'declined' && request.asks < ASKS_MAX)),
  )
  const isRefused = asking.random(3) === 0
  const { book, request } = person
  const isDeclined = request?.state === 'declined'
  const asks = request === null || !isDeclined ? 1 : request.asks + 1
  const isRepeated = isDeclined && asking.random(3) === 0
  const round = isRepeated ? (request?.asks ?? 0) : asks
  const text = isRepeated ? request?.isRefused : isRefused
  const { status } = await asking.world.call(person.id, 'POST', '/programmes/flagship/refund/', {
    reason: `${text ? REFUSED : 'model'} ${round}`,
  })
  const isOpen = request !== null && !isDeclined
  const mayAsk = isOpen || (book.kept > 0 && asks <= ASKS_MAX && !isRepeated)
  asking.expect('a refund request', status === 200, book.hasAccess && mayAsk)
  if (status === 200 && !isOpen) person.request = { state: 'asked', isRefused, asks }
}

const amountOf = (random: Random, max: number): number | undefined => {
  const kind = random(3)
  if (kind === 0) return max + 1
  return kind === 1 && max > 1 ? Math.ceil(max / 2) : undefined
}

export const settleRefund = async (asking: Asking): Promise<void> => {
  const { world, random, expect } = asking
  const person = oneOf(asking, ({ request }) => request?.state === 'asked')
  const paid = asking.checkouts.filter(({ of, state }) => of === person && state === 'paid')
  const [order] = await world.rows<{ id: number }>('select id from programme_order where user_id = $1', [
    person.id,
  ])
  const max = paid.reduce((sum, { amount, refunded, reserved }) => sum + amount - refunded - reserved, 0)
  const declines = random(2) === 0
  // The provider would refuse what it has sent back and not told yet.
  if (!declines && paid.some(({ leaving, refunded, reserved }) => leaving !== refunded + reserved)) return
  const amount = declines ? undefined : amountOf(random, max)
  const { status, body } = await world.call<{
    refunds: { id: string; amount_minor: number; state: string }[]
  }>(world.admin, 'POST', `/admin/programme-orders/${order?.id ?? 1_000_000}/refund/`, {
    decision: declines ? 'declined' : 'refunded',
    note: 'model',
    ...(amount !== undefined && { amount_minor: amount }),
  })
  const { request } = person
  const mayGo = max > 0 && (amount ?? max) <= max
  expect('a decision', status === 200, request?.state === 'asked' && (declines || mayGo))
  if (status !== 200 || request === null) return
  request.state = declines ? 'declined' : 'refunded'
  const sent = body.refunds.reduce((sum, { amount_minor: each }) => sum + each, 0)
  expect('what is sent back', sent, declines ? 0 : (amount ?? max))
  for (const refund of body.refunds) {
    expect('a refund of a request', refund.state, request.isRefused ? 'failed' : 'confirmed')
    if (!request.isRefused) await enterRefund(asking, person, refund)
  }
  if (request.isRefused && !declines) reopens(person)
}

const enterRefund = async (
  { world, checkouts, expect }: Asking,
  person: Person,
  { id, amount_minor: amount }: { id: string; amount_minor: number },
): Promise<void> => {
  const [row] = await world.rows<{ checkout_id: string }>(
    'select checkout_id from payment_refund where id = $1',
    [id],
  )
  const checkout = checkouts.find((each) => each.id === row?.checkout_id)
  expect('the payment of a refund', checkout?.of, person)
  if (!checkout) return
  checkout.refunded += amount
  checkout.leaving += amount
  person.book.giveBack(amount)
  leave(person)
}
