/** Payment links: amounts never above what is asked, each payment once, states forward only (rules: Money). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnPayments } from '#contract/money/documents.ts'
import type { PaymentLinkPage } from '#contract/money/payment-links.ts'
import type { PaymentPage, Statement } from '#contract/money/payments.ts'
import { moneyJobs } from '#server/features/money/index.ts'
import { standingOf } from '#server/features/money/links/link-postings.ts'
import fc from '#tests/support/property.ts'
import { CLIENT, OTHER_CLIENT } from '../courses/world.ts'
import { grantsOf, TOTAL } from './programme-world.ts'
import { AMOUNT, draftOf, startLinkWorld, TODAY, type LinkWorld } from './link-world.ts'

const PART = 100_000
const ABSENT = 'A'.repeat(22)

let world: LinkWorld
let jobs: ReturnType<typeof moneyJobs>
beforeAll(async () => {
  world = await startLinkWorld()
  jobs = moneyJobs(world.server.core, grantsOf(world.server.core))
})
afterAll(() => world.server.close())
beforeEach(() => world.server.clock.set(`${TODAY}T06:00:00Z`))

const runJobs = async () => {
  for (const job of jobs) await job.look()
}
const kindsOf = async (id: number) => (await world.document(id)).events.map(({ kind }) => kind)
const mailsTo = (address: string) =>
  world.rows<{ subject: string; body_text: string }>(
    'select subject, body_text from outbox_message where recipient = $1 order by id',
    [address],
  )
const passIn = (text: string | undefined) => /#p=([\d.\w-]+)/.exec(text ?? '')?.[1] ?? ''
const list = async (query = '') =>
  (await world.call<PaymentLinkPage>(world.admin, 'GET', `/admin/payment-links/${query}`)).body

describe('making a link', () => {
  it('makes one link for one key, with an unguessable code', async () => {
    const draft = draftOf({ title: 'Once' })
    const replies = await Promise.all(
      [1, 2, 3].map(() => world.call(world.admin, 'POST', '/admin/payment-links/', draft)),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    const found = await list('?search=Once')
    expect(found.count).toBe(1)
    expect(found.results[0]).toMatchObject({ state: 'created', amount_minor: AMOUNT, paid_minor: 0 })
    expect(found.results[0]?.code).toMatch(/^[A-Za-z0-9_-]{22}$/)
    // The end of the last day in India.
    expect(found.results[0]?.expires_at).toBe('2026-03-09T18:30:00.000Z')
  })

  it.each([
    ['a first part above the amount', { part_minor: AMOUNT + 1 }, 'part_minor'],
    ['a day of the past', { expires_on: '2026-03-01' }, 'expires_on'],
    ['more than six months', { expires_on: '2026-09-03' }, 'expires_on'],
    ['a currency that does not exist', { currency: 'XQZ' }, 'currency'],
    ['no title', { title: ' ' }, 'title'],
    ['no address', { email: 'nobody' }, 'email'],
  ])('refuses %s at its field', async (_what, change, field) => {
    const { status, body } = await world.call<{ fields: object }>(
      world.admin,
      'POST',
      '/admin/payment-links/',
      draftOf(change),
    )
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  })

  it('takes today and the last day of six months', async () => {
    expect((await world.make({ expires_on: TODAY })).expires_at).toBe('2026-03-02T18:30:00.000Z')
    expect((await world.make({ expires_on: '2026-09-02' })).expires_at).toBe('2026-09-02T18:30:00.000Z')
  })
})

describe('paying a link', () => {
  it('shows what is asked to anybody, and takes the whole amount', async () => {
    const { id, code } = await world.make()
    const { body } = await world.open(code)
    expect(body.link).toMatchObject({
      title: 'Fee for the spring term',
      open_minor: AMOUNT,
      payable: { min_minor: AMOUNT, max_minor: AMOUNT },
      provider: { is_test: true },
    })
    expect((await world.begin(code, AMOUNT - 1)).status).toBe(422)
    expect((await world.begin(code, AMOUNT + 1)).status).toBe(422)
    const checkout = await world.beginOk(code, AMOUNT)
    const test = `/pay/${code}/test-checkouts/${checkout}/`
    expect(await world.anonymous('GET', test)).toMatchObject({
      status: 200,
      body: { amount_minor: AMOUNT, title: 'Fee for the spring term', is_open: true },
    })
    expect(await world.anonymous('POST', `${test}outcome/`, { outcome: 'twice' })).toMatchObject({
      status: 200,
    })
    expect((await world.open(code, { checkout })).body.link).toMatchObject({
      open_minor: 0,
      is_closed: true,
      payable: null,
      checkout: { state: 'paid' },
    })
    expect(await world.balances(id)).toEqual({ 'clearing:test': AMOUNT, revenue: -AMOUNT })
    expect(await kindsOf(id)).toEqual(['created', 'opened', 'started', 'paid'])
    expect((await world.begin(code, AMOUNT)).status).toBe(409)
  })

  it('gives the receipt to its payer, and to nobody else who has the link', async () => {
    const { code } = await world.make()
    const other = await world.make()
    const checkout = await world.beginOk(code, AMOUNT)
    expect((await world.open(code, { checkout })).body.link?.checkout?.documents).toEqual([])
    await world.send(world.message('paid', checkout, AMOUNT))
    const [receipt] = (await world.open(code, { checkout })).body.link?.checkout?.documents ?? []
    expect(receipt).toMatchObject({ kind: 'receipt' })
    const id = receipt?.id ?? 0
    const fetchAt = (link: string, of: string, document: number) =>
      world.anonymous<{ pdf: string }>('POST', `/pay/${link}/checkouts/${of}/documents/${document}/`, {
        pass: null,
      })
    const { status, body } = await fetchAt(code, checkout, id)
    expect([status, body.pdf.startsWith(btoa('%PDF-').slice(0, 6))]).toEqual([200, true])
    expect((await fetchAt(code, randomUUID(), id)).status).toBe(404)
    expect((await fetchAt(other.code, checkout, id)).status).toBe(404)
    const next = await world.beginOk(other.code, AMOUNT)
    await world.send(world.message('paid', next, AMOUNT))
    expect((await fetchAt(other.code, next, id)).status).toBe(404)
  })

  it('asks for the minimum first, then takes any amount of the rest', async () => {
    const { id, code } = await world.make({ part_minor: PART })
    expect((await world.begin(code, PART - 1)).status).toBe(422)
    await world.send(world.message('paid', await world.beginOk(code, PART), PART))
    expect((await world.document(id)).link).toMatchObject({ state: 'part_paid', paid_minor: PART })
    expect((await world.open(code)).body.link?.payable).toEqual({ min_minor: 100, max_minor: AMOUNT - PART })
    await world.send(world.message('paid', await world.beginOk(code, 100), 100))
    const rest = AMOUNT - PART - 100
    await world.send(world.message('paid', await world.beginOk(code, rest), rest))
    expect((await world.document(id)).link).toMatchObject({ state: 'paid', paid_minor: AMOUNT })
  })

  it('never lets parallel payments start above the amount', async () => {
    const { id, code } = await world.make({ part_minor: PART })
    const replies = await Promise.all(Array.from({ length: 8 }, () => world.begin(code, PART)))
    const started = replies.filter(({ status }) => status === 201)
    expect([started.length, replies.length - started.length]).toEqual([5, 3])
    expect((await world.open(code)).body.link).toMatchObject({
      payable: null,
      started: { amount_minor: PART },
    })
    // Money by hand does not fit either while these are under way.
    expect((await world.note(id, { amount_minor: PART })).status).toBe(422)
    await Promise.all(started.map(({ body }) => world.send(world.message('paid', body.checkout_id, PART))))
    expect((await world.document(id)).link).toMatchObject({
      state: 'paid',
      paid_minor: AMOUNT,
      extra_minor: 0,
    })
    expect(await world.balances(id)).toEqual({ 'clearing:test': AMOUNT, revenue: -AMOUNT })
  })

  it('frees the amount of a payment that nobody finished within half an hour', async () => {
    const { code } = await world.make()
    await world.beginOk(code, AMOUNT)
    expect((await world.begin(code, AMOUNT)).status).toBe(409)
    world.server.clock.advance(31 * 60_000)
    expect((await world.begin(code, AMOUNT)).status).toBe(201)
  })

  it('finds a payment whose confirmation never came by asking the provider', async () => {
    const { id, code } = await world.make()
    const checkout = await world.beginOk(code, AMOUNT)
    const outcome = `/pay/${code}/test-checkouts/${checkout}/outcome/`
    await world.anonymous('POST', outcome, { outcome: 'never' })
    expect((await world.document(id)).link.state).toBe('created')
    world.server.clock.advance(4 * 60_000)
    await runJobs()
    expect((await world.document(id)).link).toMatchObject({ state: 'paid', paid_minor: AMOUNT })
  })

  it('holds the amount of a payment that the bank still works on', async () => {
    const { code } = await world.make()
    await world.send(world.message('processing', await world.beginOk(code, AMOUNT), AMOUNT))
    world.server.clock.advance(3 * 3_600_000)
    expect((await world.begin(code, AMOUNT)).status).toBe(409)
  })

  it('opens a test payment only under the code of its link', async () => {
    const { code } = await world.make()
    const other = await world.make()
    const checkout = await world.beginOk(code, AMOUNT)
    const at = (payCode: string) => world.anonymous('GET', `/pay/${payCode}/test-checkouts/${checkout}/`)
    expect((await at(other.code)).status).toBe(404)
    expect((await at(code)).status).toBe(200)
    // The page of members' programmes does not have it either.
    expect((await world.call(world.admin, 'GET', `/test-checkouts/${checkout}/`)).status).toBe(404)
  })

  it('starts one payment for one key', async () => {
    const { code } = await world.make()
    const idempotency_key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => world.begin(code, AMOUNT, { idempotency_key })))
    expect(new Set(replies.map(({ body }) => body.checkout_id)).size).toBe(1)
    expect((await world.begin(code, 1, { idempotency_key })).status).toBe(409)
  })

  it('applies messages that come often and in any order once', async () => {
    const { id, code } = await world.make({ part_minor: PART })
    const [a, b] = [await world.beginOk(code, PART), await world.beginOk(code, 2 * PART)]
    const messages = [
      world.message('refunded', a, PART / 2),
      world.message('paid', b, 2 * PART),
      world.message('paid', a, PART),
      world.message('processing', a, PART),
      world.message('failed', b, 2 * PART),
    ]
    await Promise.all([...messages, ...messages.toReversed(), ...messages].map((each) => world.send(each)))
    expect(await world.balances(id)).toEqual({
      'clearing:test': 2.5 * PART,
      revenue: -3 * PART,
      refunds: PART / 2,
    })
    const { link, events } = await world.document(id)
    expect(link).toMatchObject({ state: 'part_paid', paid_minor: 3 * PART, refunded_minor: PART / 2 })
    expect(events.filter(({ kind }) => kind === 'paid')).toHaveLength(2)
    const payments = await world.call<PaymentPage>(world.admin, 'GET', '/admin/payments/?page_size=100')
    expect(payments.body.results.filter(({ payment_link: of }) => of?.id === id)).toHaveLength(3)
    // The rows behind the revenue of payment links, without those of programmes.
    const user = await world.person()
    await world.choose(user, await world.checkout(user, TOTAL), 'succeed')
    const ofLinks = await world.call<PaymentPage>(
      world.admin,
      'GET',
      '/admin/payments/?page_size=100&links=true',
    )
    expect(ofLinks.body.results.every(({ payment_link: of }) => of !== null)).toBe(true)
    expect(ofLinks.body.count).toBe(ofLinks.body.results.length)
    expect(ofLinks.body.results.filter(({ payment_link: of }) => of?.id === id)).toHaveLength(3)
  })
})

describe('a link that nobody can pay any more', () => {
  it('answers alike for unknown, foreign, expired and cancelled codes', async () => {
    const expired = await world.make({ expires_on: TODAY })
    const cancelled = await world.make()
    await world.call(world.admin, 'POST', `/admin/payment-links/${cancelled.id}/cancel/`, {})
    const fresh = await world.make()
    world.server.clock.set('2026-03-03T06:00:00Z')
    const answers = await Promise.all([
      world.open(ABSENT),
      world.open(fresh.code, { client: OTHER_CLIENT }),
      world.open(expired.code),
      world.open(cancelled.code),
    ])
    const shown = answers.map(({ status, body }) => JSON.stringify([status, { ...body, request_id: '' }]))
    expect(new Set(shown).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    // Control: a link that works is found.
    expect((await world.open(fresh.code)).status).toBe(200)
  })

  it('keeps money that comes after the link expired, and says so in the log', async () => {
    const { id, code } = await world.make({ expires_on: TODAY })
    const checkout = await world.beginOk(code, AMOUNT)
    world.server.clock.set('2026-03-03T06:00:00Z')
    await runJobs()
    expect((await world.document(id)).link.state).toBe('expired')
    expect((await world.open(code, { checkout })).body.link?.checkout).toMatchObject({ state: 'created' })
    await world.send(world.message('paid', checkout, AMOUNT))
    expect((await world.document(id)).link).toMatchObject({ state: 'paid', paid_minor: AMOUNT })
    expect(await kindsOf(id)).toEqual(['created', 'started', 'expired', 'paid_late'])
    expect((await world.open(code, { checkout })).body.link?.checkout).toMatchObject({ state: 'paid' })
  })

  it('keeps money above the amount as credit, never lost', async () => {
    const { id, code } = await world.make()
    const first = await world.beginOk(code, AMOUNT)
    world.server.clock.advance(31 * 60_000)
    const second = await world.beginOk(code, AMOUNT)
    for (const each of [first, second]) await world.send(world.message('paid', each, AMOUNT))
    expect(await world.balances(id)).toEqual({
      'clearing:test': 2 * AMOUNT,
      revenue: -AMOUNT,
      credit: -AMOUNT,
    })
    expect((await world.document(id)).link).toMatchObject({ state: 'paid', extra_minor: AMOUNT })
    expect(await kindsOf(id)).toContain('overpaid')
    await world.send(world.message('refunded', second, AMOUNT))
    expect(await world.balances(id)).toMatchObject({ 'clearing:test': AMOUNT, credit: 0 })
  })

  it('sends a payment back through the provider, with documents about the link', async () => {
    const { id, code, title } = await world.make()
    const checkout = await world.beginOk(code, AMOUNT)
    await world.anonymous('POST', `/pay/${code}/test-checkouts/${checkout}/outcome/`, { outcome: 'succeed' })
    expect((await world.document(id)).link.state).toBe('paid')
    const refund = await world.call(world.admin, 'POST', `/admin/checkouts/${checkout}/refunds/`, {
      idempotency_key: randomUUID(),
      amount_minor: PART,
      reason: '',
      // A link has no programme to end.
      ends_order: true,
      test_outcome: 'confirm',
    })
    expect([refund.status, refund.body]).toMatchObject([201, { order_id: null }])
    expect((await world.document(id)).link).toMatchObject({ state: 'paid', refunded_minor: PART })
    expect(await world.balances(id)).toEqual({
      'clearing:test': AMOUNT - PART,
      revenue: -AMOUNT,
      refunds: PART,
    })
    const documents = await world.rows<{ kind: string; title: string }>(
      `select d.kind, d.content ->> 'title' as title from payment_document d
       join ledger_transaction t on t.client_id = d.client_id and t.id = d.transaction_id
       where t.link_id = $1 order by d.id`,
      [id],
    )
    expect(documents).toEqual([
      { kind: 'receipt', title },
      { kind: 'receipt', title },
    ])
  })

  it('cancels a link once, and not a paid one', async () => {
    const { id, code } = await world.make()
    const cancel = (link: number) =>
      world.call(world.admin, 'POST', `/admin/payment-links/${link}/cancel/`, {})
    expect((await cancel(id)).status).toBe(200)
    expect((await cancel(id)).status).toBe(200)
    expect(await kindsOf(id)).toEqual(['created', 'cancelled'])
    expect((await world.begin(code, AMOUNT)).status).toBe(404)
    expect((await world.note(id, {})).status).toBe(409)
    const paid = await world.make()
    await world.send(world.message('paid', await world.beginOk(paid.code, AMOUNT), AMOUNT))
    expect((await cancel(paid.id)).status).toBe(409)
  })
})

describe('a link for one person', () => {
  it('says nothing before the address is proved by a mail', async () => {
    const email = 'ria@example.test'
    const { code, id } = await world.make({ email })
    expect((await world.open(code)).body).toEqual({ link: null })
    expect((await world.begin(code, AMOUNT)).status).toBe(404)
    const ask = (address: string) => world.anonymous('POST', `/pay/${code}/pass/`, { email: address })
    expect((await ask('somebody@example.test')).status).toBe(204)
    expect(await mailsTo('somebody@example.test')).toEqual([])
    expect((await ask('RIA@example.test')).status).toBe(204)
    // Not a second mail within a minute.
    expect((await ask(email)).status).toBe(204)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body_text).toContain('Fee for the spring term')
    const pass = passIn(mails[0]?.body_text)
    expect((await world.open(code, { pass })).body.link).toMatchObject({ open_minor: AMOUNT })
    const begun = await world.begin(code, AMOUNT, { pass })
    expect(begun.status).toBe(201)
    await world.send(world.message('paid', begun.body.checkout_id, AMOUNT))
    const { link } = (await world.open(code, { pass, checkout: begun.body.checkout_id })).body
    const receipt = `/pay/${code}/checkouts/${begun.body.checkout_id}/documents/${link?.checkout?.documents[0]?.id}/`
    expect((await world.anonymous('POST', receipt, { pass })).status).toBe(200)
    expect((await world.anonymous('POST', receipt, { pass: null })).status).toBe(404)
    const other = await world.make({ email })
    expect((await world.open(other.code, { pass })).body).toEqual({ link: null })
    const later = `${Number(pass.split('.')[0]) + 1}.${pass.split('.')[1]}`
    expect((await world.open(code, { pass: later })).body).toEqual({ link: null })
    expect(await kindsOf(id)).toEqual(['created', 'mailed', 'opened', 'started', 'paid'])
  })

  it('mails the link when it is made, reminds once a day before, and not who has paid', async () => {
    const email = 'max@example.test'
    const { id } = await world.make({ email, mails: true, reminds: true })
    const paid = await world.make({ email: 'paid@example.test', reminds: true })
    const [sent] = await mailsTo(email)
    expect(sent?.body_text).toContain('₹5,000')
    await world.note(paid.id, {})
    world.server.clock.set('2026-03-08T18:00:00Z')
    await runJobs()
    expect(await mailsTo(email)).toHaveLength(1)
    world.server.clock.set('2026-03-08T19:00:00Z')
    await runJobs()
    await runJobs()
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Fee for the spring term: your payment link',
      'Fee for the spring term: pay until March 9, 2026',
    ])
    expect(await kindsOf(id)).toEqual(['created', 'mailed', 'reminded'])
    expect(await mailsTo('paid@example.test')).toEqual([])
  })

  it('sends at most five mails a day', async () => {
    const email = 'many@example.test'
    const { id } = await world.make({ email })
    const statuses: number[] = []
    for (let each = 0; each < 7; each += 1) {
      statuses.push((await world.call(world.admin, 'POST', `/admin/payment-links/${id}/mail/`, {})).status)
      world.server.clock.advance(61_000)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409, 409])
  })
})

describe('a link for a member', () => {
  it('stands in their account once their address is proved, and not before', async () => {
    const soldTo = async (verified: string) => {
      const user = await world.person()
      const [member] = await world.rows<{ email: string }>(
        `update app_user set email_verified_at = ${verified} where id = $1 returning email`,
        [user],
      )
      const { id } = await world.make({ email: member?.email })
      await world.note(id, {})
      const statement = await world.call<Statement>(world.admin, 'GET', `/admin/payments/people/${user}/`)
      const { body } = await world.call<OwnPayments>(user, 'GET', '/payments/')
      return { balances: statement.body.balances, titles: body.results.map(({ title }) => title) }
    }
    expect(await soldTo('now()')).toMatchObject({
      balances: [{ sold_minor: AMOUNT, paid_minor: AMOUNT, open_minor: 0 }],
      titles: ['Fee for the spring term'],
    })
    expect(await soldTo('null')).toEqual({ balances: [], titles: [] })
  })
})

describe('payments by hand', () => {
  const limit = (amount_minor: number | null) =>
    world.call(world.admin, 'PUT', '/admin/payment-note-limit/', { currency: 'INR', amount_minor })

  it('posts one payment for one reference', async () => {
    const { id } = await world.make({ part_minor: PART })
    const body = { amount_minor: PART, reference: 'UTR-1', place: 'bank' }
    const replies = await Promise.all([1, 2, 3].map(() => world.note(id, body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await world.balances(id)).toEqual({ bank: PART, revenue: -PART })
    const other = await world.make()
    expect(await world.note(other.id, { ...body })).toMatchObject({
      status: 422,
      body: { fields: { reference: [{ code: 'taken' }] } },
    })
    expect((await world.note(id, { amount_minor: AMOUNT })).status).toBe(422)
    expect((await world.note(id, { received_on: '2026-03-03' })).status).toBe(422)
  })

  it('shares its references with purchases of courses', async () => {
    const user = await world.person()
    const [course = 0] = world.courses
    const [person] = await world.rows<{ email: string }>('select email from app_user where id = $1', [user])
    const grant = (reference: string) =>
      world.call(world.admin, 'POST', `/courses/${course}/grants/`, {
        email: person?.email,
        reference,
        amount_minor: 1000,
      })
    const { id } = await world.make({ part_minor: 1 })
    await world.note(id, { amount_minor: 10, reference: 'SHARED-1' })
    const refused = await grant('SHARED-1')
    expect(refused.status).toBe(409)
    const granted = await grant('SHARED-2')
    expect(granted.status).toBe(201)
    expect((await world.note(id, { amount_minor: 10, reference: 'SHARED-2' })).status).toBe(422)
  })

  it('needs another admin above the limit, and nobody approves their own', async () => {
    await limit(PART)
    const { id } = await world.make({ part_minor: 1 })
    expect((await world.note(id, { amount_minor: PART })).body.notes[0]?.state).toBe('posted')
    const waiting = (await world.note(id, { amount_minor: PART + 1, reference: 'BIG-1' })).body.notes[0]
    expect(waiting).toMatchObject({ state: 'waiting', can_approve: false })
    const noteId = waiting?.id ?? 0
    expect((await world.document(id)).link).toMatchObject({ paid_minor: PART, waiting_minor: PART + 1 })
    expect((await list('?waiting=true')).results.map((each) => each.id)).toEqual([id])
    expect((await world.decide(id, noteId, true, world.admin)).status).toBe(409)
    expect(await world.balances(id)).toEqual({ cash: PART, revenue: -PART })
    const both = await Promise.all([1, 2].map(() => world.decide(id, noteId, true, world.otherAdmin)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await world.balances(id)).toEqual({ cash: 2 * PART + 1, revenue: -2 * PART - 1 })
    expect((await world.decide(id, noteId, false, world.otherAdmin)).status).toBe(409)
    await limit(null)
  })

  it('gives the reference of a refused payment back, and its author may withdraw it', async () => {
    await limit(0)
    const { id } = await world.make({ part_minor: 1 })
    const body = { amount_minor: PART, reference: 'WRONG-1' }
    const noteId = (await world.note(id, body)).body.notes[0]?.id ?? 0
    expect((await world.decide(id, noteId, false, world.admin)).status).toBe(200)
    expect(await world.balances(id)).toEqual({})
    expect((await world.note(id, body)).body.notes.map(({ state }) => state)).toEqual(['waiting', 'refused'])
    await limit(null)
  })
})

describe('the list', () => {
  it('narrows by state, kind and text, and sums what it leaves', async () => {
    const title = 'Listed 77'
    await world.make({ title })
    const paid = await world.make({ title, email: 'listed@example.test' })
    await world.note(paid.id, { reference: 'LISTED-REF' })
    const ids = async (query: string) => (await list(query)).results.map(({ id }) => id)
    expect((await list('?search=Listed 77')).totals).toEqual([
      { state: 'created', currency: 'INR', count: 1, amount_minor: AMOUNT, paid_minor: 0 },
      { state: 'paid', currency: 'INR', count: 1, amount_minor: AMOUNT, paid_minor: AMOUNT },
    ])
    expect(await ids('?search=Listed 77&state=paid')).toEqual([paid.id])
    expect(await ids('?search=Listed 77&kind=person')).toEqual([paid.id])
    expect(await ids('?search=LISTED-REF')).toEqual([paid.id])
    expect(await ids('?search=listed@EXAMPLE')).toEqual([paid.id])
    expect(await ids('?search=Listed 77&currency=USD')).toEqual([])
    expect((await list('?search=Listed 77&state=paid')).count).toBe(1)
  })
})

describe('the database', () => {
  const refusal = async (text: string, values: unknown[]) => {
    try {
      await world.rows(text, values)
      return null
    } catch (error) {
      return (error as { constraint?: string }).constraint ?? String(error)
    }
  }
  const forward = [
    ['created', ['part_paid', 'paid', 'expired', 'cancelled']],
    ['part_paid', ['paid', 'expired', 'cancelled']],
    ['expired', ['paid']],
    ['cancelled', ['paid']],
    ['paid', []],
  ] as const
  it.each(forward)('lets a link that is %s only become %s', async (from, allowed) => {
    const states = ['created', 'part_paid', 'paid', 'expired', 'cancelled'].filter((state) => state !== from)
    const taken: string[] = []
    for (const to of states) {
      const { id } = await world.make()
      await world.rows('alter table payment_link disable trigger payment_link_forward')
      await world.rows('update payment_link set state = $2 where id = $1', [id, from])
      await world.rows('alter table payment_link enable trigger payment_link_forward')
      const why = await refusal('update payment_link set state = $2 where id = $1', [id, to])
      expect([null, 'link_forward']).toContain(why)
      if (why === null) taken.push(to)
    }
    expect(taken).toEqual(allowed)
  })

  it('refuses another amount, a payment above the amount, and approval by who noted it', async () => {
    const { id } = await world.make({ part_minor: 1 })
    expect(await refusal('update payment_link set amount_minor = 1 where id = $1', [id])).toBe('link_forward')
    const above = `with t as (insert into ledger_transaction (client_id, kind, at, reference, link_id, entries)
        values (7, 'payment', now(), 'above-' || $1::integer, $1, 2) returning id)
      insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency)
      select 7, t.id, leg.account, leg.amount, 'INR' from t,
        (values ('cash', ${AMOUNT + 1}), ('revenue', -${AMOUNT + 1})) as leg(account, amount)`
    expect(await refusal(above, [id])).toBe('ledger_link')
    // Control: a part of it fits.
    expect(await refusal(above.replaceAll(String(AMOUNT + 1), '1'), [id])).toBe(null)
    const own = `insert into payment_note (client_id, link_id, amount_minor, place, reference, received_on, state,
        noted_by, noted_at, decided_by, decided_at)
      values (7, $1, 1, 'cash', 'own', current_date, 'posted', $2, now(), $2, now())`
    expect(await refusal(own, [id, world.admin])).toBe('payment_note_two_people')
    const checkout = `insert into payment_checkout (client_id, id, idempotency_key, provider, amount_minor, currency,
      created_at) values (7, gen_random_uuid(), gen_random_uuid(), 'test', 1, 'INR', now())`
    expect(await refusal(checkout, [])).toBe('payment_checkout_one_owner')
  })
})

describe('the balances of a link', () => {
  it('follow from the sums, whatever the order of payments and refunds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 3000 }),
        (amount, received, back) => {
          const returned = Math.min(back, received)
          const { counted, credit, refunds } = standingOf(amount, { received, returned })
          expect(counted).toBeLessThanOrEqual(amount)
          expect(Math.min(counted, credit, refunds)).toBeGreaterThanOrEqual(0)
          expect(received - returned - counted - credit + refunds).toBe(0)
        },
      ),
    )
  })

  it('G1: the ledger of the client is balanced after all of this', async () => {
    expect(
      await world.rows('select sum(amount_minor)::float8 as sum from ledger_entry where client_id = $1', [
        CLIENT,
      ]),
    ).toEqual([{ sum: 0 }])
  })
})
