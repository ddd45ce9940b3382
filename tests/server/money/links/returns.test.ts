/** Noted money that goes back by hand, once, and above the limit with a second admin (rules: Money). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentLinkDocument, PaymentReturn } from '#contract/money/payment-links.ts'
import { AMOUNT, startLinkWorld, TODAY, type LinkWorld } from '../link-world.ts'

const PART = 100_000

let world: LinkWorld
beforeAll(async () => {
  world = await startLinkWorld()
})
afterAll(() => world.server.close())

/** A link with one payment by hand. */
const noted = async (amount = AMOUNT, draft: object = { part_minor: 1 }) => {
  const { id } = await world.make(draft)
  const { body } = await world.note(id, { amount_minor: amount })
  return { id, noteId: body.notes[0]?.id ?? 0, reference: body.notes[0]?.reference }
}
const giveBack = (of: { id: number; noteId: number }, body: object = {}, by = world.admin) =>
  world.call<PaymentLinkDocument & { fields?: Record<string, { code: string }[]> }>(
    by,
    'POST',
    `/admin/payment-links/${of.id}/payments/${of.noteId}/returns/`,
    {
      amount_minor: AMOUNT,
      place: 'cash',
      reference: crypto.randomUUID(),
      reason: 'The course was cancelled',
      returned_on: TODAY,
      ...body,
    },
  )
const decide = (id: number, returnId: number, approve: boolean, by: number) =>
  world.call<PaymentLinkDocument>(by, 'POST', `/admin/payment-links/${id}/returns/${returnId}/decision/`, {
    approve,
  })
const returnsOf = async (id: number): Promise<PaymentReturn[]> =>
  (await world.document(id)).notes.flatMap(({ returns }) => returns)
const limit = (amount_minor: number | null) =>
  world.call(world.admin, 'PUT', '/admin/payment-note-limit/', { currency: 'INR', amount_minor })
const refusal = async (text: string, values: unknown[]) => {
  try {
    await world.rows(text, values)
    return null
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error)
  }
}

describe('a return', () => {
  it('gives a part back and then the rest; the link stays paid, as after other refunds', async () => {
    const of = await noted()
    const { body } = await giveBack(of, { amount_minor: PART, place: 'bank', reference: 'BACK-1' })
    expect(body.notes[0]).toMatchObject({
      left_minor: AMOUNT - PART,
      returns: [{ state: 'posted', amount_minor: PART, reference: 'BACK-1', noted_by: 'Ada Admin' }],
    })
    expect(body.link).toMatchObject({ state: 'paid', paid_minor: AMOUNT, refunded_minor: PART })
    expect(body.events.at(-1)).toMatchObject({ kind: 'refunded', amount_minor: PART })
    expect(await world.balances(of.id)).toEqual({
      cash: AMOUNT,
      bank: -PART,
      revenue: -AMOUNT,
      refunds: PART,
    })
    expect((await giveBack(of, { amount_minor: AMOUNT - PART + 1 })).body.fields?.['amount_minor']).toEqual([
      expect.objectContaining({ code: 'too_large', params: { max: AMOUNT - PART } }),
    ])
    expect((await giveBack(of, { amount_minor: AMOUNT - PART })).body.notes[0]?.left_minor).toBe(0)
    expect((await giveBack(of, { amount_minor: 1 })).status).toBe(409)
    const page = await world.call<{ results: { kind: string; amount_minor: number }[] }>(
      world.admin,
      'GET',
      '/admin/payments/?search=BACK-1',
    )
    expect(page.body.results).toMatchObject([{ kind: 'refund', amount_minor: -PART, reference: 'BACK-1' }])
  })

  it('needs a reason, a reference that is free, and a day since the money came', async () => {
    const of = await noted()
    const refused = async (body: object) => Object.keys((await giveBack(of, body)).body.fields ?? {})
    expect(await refused({ reason: '' })).toEqual(['reason'])
    expect(await refused({ reference: of.reference })).toEqual(['reference'])
    expect(await refused({ returned_on: '2026-03-03' })).toEqual(['returned_on'])
    expect(await refused({ returned_on: '2026-03-01' })).toEqual(['returned_on'])
    expect(await refused({ amount_minor: 0 })).toEqual(['amount_minor'])
    await giveBack(of, { amount_minor: PART, reference: 'BACK-2' })
    expect(await refused({ amount_minor: PART + 1, reference: 'BACK-2' })).toEqual(['reference'])
    expect((await world.note(of.id, { amount_minor: 1, reference: 'BACK-2' })).body.fields).toHaveProperty(
      'reference',
    )
    expect(await returnsOf(of.id)).toHaveLength(1)
  })

  it('is recorded once for one reference, though it is sent three times', async () => {
    const of = await noted()
    const body = { amount_minor: PART, reference: 'BACK-3' }
    const replies = await Promise.all([1, 2, 3].map(() => giveBack(of, body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await world.balances(of.id)).toMatchObject({ cash: AMOUNT - PART, refunds: PART })
  })

  it('never gives more back than came, though several admins press at the same time', async () => {
    const of = await noted()
    const replies = await Promise.all(
      [1, 2, 3, 4].map((each) => giveBack(of, {}, each % 2 === 0 ? world.admin : world.otherAdmin)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await world.balances(of.id)).toEqual({ cash: 0, revenue: -AMOUNT, refunds: AMOUNT })
    // Control: without the check of the server, the database refuses; without that, it would go back twice.
    const twice = `insert into payment_return (client_id, note_id, link_id, amount_minor, place, reference, reason,
        returned_on, state, noted_by, noted_at)
      values (7, $1, $2, $3, 'cash', gen_random_uuid()::text, 'control', current_date, 'waiting', $4, now())`
    const values = [of.noteId, of.id, AMOUNT, world.admin]
    expect(await refusal(twice, values)).toBe('payment_return_left')
    await world.rows('alter table payment_return disable trigger payment_return_left')
    expect(await refusal(twice, values)).toBeNull()
    await world.rows('alter table payment_return enable trigger payment_return_left')
  })

  it('is for admins, of a payment of this link that counts', async () => {
    const of = await noted()
    expect((await giveBack(of, {}, await world.person())).status).toBe(403)
    const other = await world.make()
    expect((await giveBack({ id: other.id, noteId: of.noteId })).status).toBe(404)
    await limit(0)
    const waiting = await noted()
    await limit(null)
    expect((await giveBack(waiting)).status).toBe(409)
  })

  it('gets a credit note for the invoice of its payment', async () => {
    const seller = await world.call(world.admin, 'PUT', '/admin/payments/seller/', {
      legal_name: 'Bright Minds',
      address: 'Pune',
      state: '29',
      gstin: '29aabcl1234m1zf',
      sac: '999293',
      tax_percent: 18,
      prefix: 'BR',
    })
    expect(seller.status).toBe(200)
    const of = await noted(PART)
    const second = await world.note(of.id, { amount_minor: PART })
    await giveBack(of, { amount_minor: PART / 2 })
    const documents = await world.rows<{ kind: string; amount: number; about: string | null }>(
      `select d.kind, d.amount_minor::float8 as amount, i.content ->> 'reference' as about from payment_document d
       join ledger_transaction t on t.client_id = d.client_id and t.id = d.transaction_id
       left join payment_document i on i.client_id = d.client_id and i.id = d.refers_to
       where t.link_id = $1 and d.kind <> 'receipt' order by d.id`,
      [of.id],
    )
    expect(second.status).toBe(200)
    expect(documents).toEqual([
      { kind: 'invoice', amount: PART, about: null },
      { kind: 'invoice', amount: PART, about: null },
      { kind: 'credit_note', amount: PART / 2, about: of.reference },
    ])
  })
})

describe('a return above the limit', () => {
  it('waits for another admin, holds its amount, and is decided once', async () => {
    const of = await noted()
    await limit(PART)
    const waiting = (await giveBack(of, { amount_minor: PART + 1 })).body
    expect(waiting.notes[0]).toMatchObject({
      left_minor: AMOUNT - PART - 1,
      returns: [{ state: 'waiting', can_approve: false }],
    })
    expect(await world.balances(of.id)).toEqual({ cash: AMOUNT, revenue: -AMOUNT })
    const list = await world.call<{ results: { id: number }[]; waiting_count: number }>(
      world.admin,
      'GET',
      '/admin/payment-links/?waiting=true',
    )
    expect(list.body.results.map(({ id }) => id)).toContain(of.id)
    const [back] = await returnsOf(of.id)
    const returnId = back?.id ?? 0
    expect((await decide(of.id, returnId, true, world.admin)).status).toBe(409)
    const both = await Promise.all([
      decide(of.id, returnId, true, world.otherAdmin),
      decide(of.id, returnId, false, world.otherAdmin),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const own = `update payment_return set state = 'posted', decided_by = noted_by, decided_at = now() where id = $1`
    expect(await refusal(own, [returnId])).toBe('return_forward')
    await limit(null)
  })

  it('is withdrawn by its author, and gives its amount and reference back', async () => {
    const of = await noted()
    await limit(0)
    const body = { amount_minor: AMOUNT, reference: 'BACK-4' }
    await giveBack(of, body)
    const [back] = await returnsOf(of.id)
    expect((await decide(of.id, back?.id ?? 0, false, world.admin)).status).toBe(200)
    expect((await giveBack(of, body)).status).toBe(200)
    expect((await returnsOf(of.id)).map(({ state }) => state)).toEqual(['waiting', 'refused'])
    const [again] = await returnsOf(of.id)
    expect((await decide(of.id, again?.id ?? 0, true, world.otherAdmin)).status).toBe(200)
    expect(await world.balances(of.id)).toMatchObject({ cash: 0, refunds: AMOUNT })
    await limit(null)
  })
})

describe('the reward for a friend', () => {
  it('is reversed when the noted payment goes back', async () => {
    const [friend, referrer] = [await world.person('Friend'), await world.person('Referrer')]
    const [{ email }] = (await world.rows<{ email: string }>(
      'update app_user set email_verified_at = now() where id = $1 returning email',
      [friend],
    )) as [{ email: string }]
    const of = await noted(AMOUNT, { email })
    await world.rows(
      `insert into referral (client_id, referrer_id, invited_id, state, invited_at, joined_at, qualified_at, held_at,
         payment_id, reward_minor, currency, hold_until)
       select 7, $1, $2, 'held', now(), now(), now(), now(), t.id, 100, 'INR', '2026-04-01'
       from ledger_transaction t where t.link_id = $3 and t.kind = 'payment'`,
      [referrer, friend, of.id],
    )
    await giveBack(of)
    expect(await world.rows('select state from referral where invited_id = $1', [friend])).toEqual([
      { state: 'reversed' },
    ])
  })
})
