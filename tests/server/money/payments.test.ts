/** What staff note in courses is in the ledger, and what admins read of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CourseAccess, CourseRoster } from '#contract/courses/enrolment.ts'
import type { DueRefund, PaymentPage, Revenue, Statement } from '#contract/money/payments.ts'
import { fromCsvCell } from '#server/core/question-import/csv-cell.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, startWorld, type World } from '../courses/world.ts'

let world: World
let admin: number
let serial = 0
beforeAll(async () => {
  world = await startWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  await world.server.db.asSuperuser(
    `update client set currency = 'INR', time_zone = 'Asia/Kolkata' where client_id = $1`,
    [CLIENT],
  )
})
afterAll(() => world.server.close())

const emailOf = async (user: number) => {
  const [row] = await world.server.db.asSuperuser<{ email: string }>(
    `update app_user set email_key = lower(email) where id = $1 returning email`,
    [user],
  )
  return row?.email ?? ''
}
const buyer = (name: string) => {
  serial += 1
  return addPerson(world.server.db, { clientId: CLIENT, name: `${name} ${serial}` })
}
type Answer = CourseRoster & { code: string; fields?: object }
const note = async (
  {
    course,
    user,
    amount = 499_900,
    reference = `UTR-${(serial += 1)}`,
  }: {
    course: number
    user: number
    amount?: number
    reference?: string
  },
  more: object = {},
  by = admin,
) =>
  world.call<Answer>(by, 'POST', `/courses/${course}/grants/`, {
    email: await emailOf(user),
    reference,
    amount_minor: amount,
    ...more,
  })
const list = async (query = '', by = admin) =>
  (await world.call<PaymentPage>(by, 'GET', `/admin/payments/?page_size=100&${query}`)).body
const settle = (purchase: number, body: object) =>
  world.call<Answer>(admin, 'POST', `/purchases/${purchase}/refund/`, { note: '', ...body })
const askBack = (user: number, course: number) =>
  world.call<CourseAccess>(user, 'POST', `/courses/${course}/refund/`, { reason: 'Changed my mind' })
const statementOf = async (user: number) =>
  (await world.call<Statement>(admin, 'GET', `/admin/payments/people/${user}/`)).body.balances
const purchaseOf = async (user: number, course: number) =>
  (await world.call<CourseAccess>(user, 'GET', `/courses/${course}/access/`)).body.purchase?.id ?? 0
const premium = () => world.course({ price: 'premium' })
const subjectsTo = async (user: number) =>
  (
    await world.server.db.asSuperuser<{ subject: string; body_text: string }>(
      'select subject, body_text from outbox_message where lower(recipient) = $1 order by id',
      [await emailOf(user)],
    )
  ).map(({ subject, body_text: text }) => `${subject} | ${text}`)

describe('a purchase that staff note', () => {
  it('is a sale and a payment in the ledger, once, in the client’s currency', async () => {
    const course = await premium()
    const user = await buyer('Asha')
    const purchase = { course, user, reference: 'UTR-once' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => note(purchase, { place: 'cash' })))
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect((await note(purchase, { currency: 'USD', place: 'cash' })).status).toBe(201)
    const { results, totals, count } = await list(`person=${user}`)
    expect(count).toBe(1)
    expect(results).toMatchObject([
      {
        kind: 'payment',
        place: 'cash',
        amount_minor: 499_900,
        currency: 'INR',
        reference: 'UTR-once',
        course: { id: course },
        noted_by: { name: 'Ada Admin' },
        reversible: false,
      },
    ])
    expect(totals).toEqual([{ currency: 'INR', received_minor: 499_900, returned_minor: 0 }])
    expect(await statementOf(user)).toEqual([
      { currency: 'INR', sold_minor: 499_900, paid_minor: 499_900, refunded_minor: 0, open_minor: 0 },
    ])
  })

  it('leaves nothing in the ledger when it is refused', async () => {
    const course = await premium()
    const user = await buyer('Bala')
    await note({ course, user })
    expect((await note({ course, user })).body.code).toBe('conflict')
    expect((await note({ course, user, amount: -1 })).status).toBe(422)
    expect((await note({ course, user, amount: 10.5 })).status).toBe(422)
    expect((await list(`person=${user}`)).count).toBe(1)
  })

  it('posts nothing for free access', async () => {
    const course = await premium()
    const user = await buyer('Chitra')
    expect((await note({ course, user, amount: 0 })).status).toBe(201)
    expect((await list(`person=${user}`)).count).toBe(0)
    expect(await statementOf(user)).toEqual([])
  })
})

describe('a refund', () => {
  it('that nobody asked for is an exception with a reason, and is made once', async () => {
    const course = await premium()
    const user = await buyer('Ela')
    await note({ course, user })
    const before = world.server.clock.now()
    world.server.clock.advance(60 * 86_400_000)
    expect((await askBack(user, course)).status).toBe(409)
    expect((await list(`person=${user}`)).results).toMatchObject([{ by_exception: true }])
    const id = await purchaseOf(user, course)
    const silent = await settle(id, { decision: 'refunded' })
    expect([silent.status, Object.keys(silent.body.fields ?? {})]).toEqual([422, ['note']])
    expect((await settle(id, { decision: 'declined', note: 'No' })).status).toBe(409)
    const both = await Promise.all(
      [1, 2].map(() => settle(id, { decision: 'refunded', note: 'Illness', amount_minor: 400_000 })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await list(`person=${user}`)).results).toMatchObject([
      { kind: 'refund', amount_minor: -400_000 },
      { kind: 'payment', by_exception: false },
    ])
    const { body } = await world.call<CourseAccess>(user, 'GET', `/courses/${course}/access/`)
    expect(body.purchase?.refund).toMatchObject({ state: 'refunded', note: 'Illness' })
    world.server.clock.set(before)
  })

  it('gives back a part, closes the course and tells the amount', async () => {
    const course = await premium()
    const user = await buyer('Dev')
    await note({ course, user, amount: 10_000_000 })
    await askBack(user, course)
    const id = await purchaseOf(user, course)
    const due = await world.call<{ results: DueRefund[] }>(admin, 'GET', '/admin/payments/refunds/')
    expect(due.body.results.find(({ purchase_id: each }) => each === id)).toMatchObject({
      amount_minor: 10_000_000,
      reason: 'Changed my mind',
      course: { id: course },
    })
    const tooMuch = await settle(id, { decision: 'refunded', amount_minor: 10_000_001 })
    expect([tooMuch.status, Object.keys(tooMuch.body.fields ?? {})]).toEqual([422, ['amount_minor']])
    expect((await settle(id, { decision: 'refunded', amount_minor: 1_250_050 })).status).toBe(200)
    expect((await settle(id, { decision: 'refunded' })).body.code).toBe('conflict')
    expect(await statementOf(user)).toEqual([
      {
        currency: 'INR',
        sold_minor: 10_000_000,
        paid_minor: 10_000_000,
        refunded_minor: 1_250_050,
        open_minor: 0,
      },
    ])
    const [refund] = (await list(`person=${user}&kind=refund`)).results
    expect(refund).toMatchObject({ amount_minor: -1_250_050, place: 'bank', reversible: true })
    expect((await subjectsTo(user)).at(-1)).toContain('₹12,500.50 of your payment')
  })

  it('moves no money when it is declined', async () => {
    const course = await premium()
    const user = await buyer('Esha')
    await note({ course, user })
    await askBack(user, course)
    await settle(await purchaseOf(user, course), { decision: 'declined', note: 'Finished' })
    expect((await list(`person=${user}`)).results.map(({ kind }) => kind)).toEqual(['payment'])
  })

  it('is taken back once when its money returns, and decided again', async () => {
    const course = await premium()
    const user = await buyer('Farid')
    await note({ course, user }, { place: 'cash' })
    const id = await purchaseOf(user, course)
    const reverse = () => world.call<Answer>(admin, 'POST', `/purchases/${id}/refund/reversal/`)
    expect((await reverse()).body.code).toBe('conflict')
    await askBack(user, course)
    await settle(id, { decision: 'refunded' })
    const answers = await Promise.all(Array.from({ length: 10 }, reverse))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      (await list(`person=${user}`)).results.map(({ kind, amount_minor: amount }) => [kind, amount]),
    ).toEqual([
      ['reversal', 499_900],
      ['refund', -499_900],
      ['payment', 499_900],
    ])
    const access = (await world.call<CourseAccess>(user, 'GET', `/courses/${course}/access/`)).body
    expect(access.purchase?.refund?.state).toBe('asked')
    expect((await subjectsTo(user)).at(-1)).toContain('Your refund did not reach you')
    expect((await settle(id, { decision: 'refunded', amount_minor: 100 })).status).toBe(200)
    expect(await statementOf(user)).toMatchObject([{ paid_minor: 499_900, refunded_minor: 100 }])
  })

  it('is not taken back once the person has paid for the course again', async () => {
    const course = await premium()
    const user = await buyer('Gita')
    await note({ course, user })
    const id = await purchaseOf(user, course)
    await askBack(user, course)
    await settle(id, { decision: 'refunded' })
    await note({ course, user })
    const answer = await world.call<Answer>(admin, 'POST', `/purchases/${id}/refund/reversal/`)
    expect(answer.body.code).toBe('conflict')
    expect(await statementOf(user)).toMatchObject([{ paid_minor: 999_800, refunded_minor: 499_900 }])
  })
})

describe('the page of payments', () => {
  it('finds by name, address and reference, and filters', async () => {
    const course = await premium()
    const user = await buyer('Hema Searched')
    await note({ course, user, reference: 'CHEQUE 100%' })
    for (const search of ['hema S', 'hema-searched', 'CHEQUE 100%'])
      expect((await list(`search=${encodeURIComponent(search)}`)).count).toBe(1)
    expect((await list(`search=${encodeURIComponent('CHEQUE_100')}`)).count).toBe(0)
    expect((await list(`course=${course}`)).count).toBe(1)
    expect((await list(`course=${course}&place=cash`)).count).toBe(0)
    expect(await list(`course=${course}&person=${user}`)).toMatchObject({
      course: { id: course, title: 'SQL from First Query to Joins' },
      person: { id: user },
    })
    expect((await list('course=2000000000')).course).toBeNull()
  })

  it('shows revenue by course and month of the client’s zone, and each number opens its rows', async () => {
    const course = await premium()
    // 23:00 UTC on the last day of a month is the next month in Kolkata.
    world.server.clock.set(new Date('2026-01-31T23:00:00Z'))
    await note({ course, user: await buyer('Indu'), amount: 1000 })
    const late = await buyer('Jaya')
    await note({ course, user: late, amount: 500 })
    world.server.clock.set(new Date('2026-02-20T10:00:00Z'))
    await askBack(late, course)
    await settle(await purchaseOf(late, course), { decision: 'refunded', amount_minor: 200 })
    const revenue = (await world.call<Revenue>(admin, 'GET', '/admin/payments/revenue/?until=2026-03')).body
    expect(revenue.months).toEqual(['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'])
    expect(revenue.this_month).toBe('2026-02')
    const row = revenue.rows.find((each) => each.course?.id === course)
    expect(row).toMatchObject({ currency: 'INR', net_minor: 1300 })
    expect(row?.months[4]).toEqual({
      month: '2026-02',
      sold_minor: 1500,
      refunded_minor: 200,
      net_minor: 1300,
    })
    for (const each of revenue.rows)
      for (const { month, net_minor: net } of each.months) {
        const { results } = await list(`course=${each.course?.id}&month=${month}`)
        expect(results.reduce((sum, { amount_minor: amount }) => sum + amount, 0)).toBe(net)
      }
    expect(revenue.totals[0]?.net_minor).toBe(revenue.rows.reduce((sum, { net_minor: net }) => sum + net, 0))
  })

  it.each(['2026-13', '2026', 'x', '2026-1'])('rejects the month %s', async (month) => {
    expect((await world.call(admin, 'GET', `/admin/payments/?month=${month}`)).status).toBe(422)
  })

  it('counts revenue anew when the client moves to another zone', async () => {
    const months = `select month, currency, course_id, programme, sum(sold_minor)::float8 as sold from`
    const group = `where client_id = ${CLIENT} group by 1, 2, 3, 4 order by 1, 2, 3, 4`
    const kept = () => world.server.db.asSuperuser(`${months} ledger_revenue_month ${group}`)
    const counted = () => world.server.db.asSuperuser(`${months} ledger_revenue ${group}`)
    const before = await kept()
    expect(before).not.toEqual([])
    expect(before).toEqual(await counted())
    const moveTo = (zone: string) =>
      world.server.db.asSuperuser('update client set time_zone = $2 where client_id = $1', [CLIENT, zone])
    // Its day is 14 hours later than that of the payments around midnight in India.
    await moveTo('Pacific/Pago_Pago')
    expect(await kept()).toEqual(await counted())
    expect(await kept()).not.toEqual(before)
    await moveTo('Asia/Kolkata')
    expect(await kept()).toEqual(before)
  })

  it('is there for admins alone', async () => {
    for (const path of ['', 'revenue/', 'refunds/', 'export/', 'journal/', `people/${world.student}/`])
      for (const user of [world.teacher, world.student])
        expect((await world.call(user, 'GET', `/admin/payments/${path}`)).status).toBe(403)
    expect((await world.call(admin, 'GET', `/admin/payments/people/${world.stranger}/`)).status).toBe(404)
  })
})

describe('exports', () => {
  type File = { file_name: string; rows: number; csv: string }
  const cellsOf = (csv: string) =>
    csv
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => (line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, '')))

  it('gives payments to spreadsheets without formulas, and records who did', async () => {
    const course = await premium()
    const user = await buyer('=HYPERLINK("http://evil.test")')
    await note({ course, user, amount: 1_234_567, reference: '=1+1' })
    const { body } = await world.call<File>(admin, 'GET', `/admin/payments/export/?person=${user}`)
    expect(body.csv.startsWith('\u{feff}transaction,at,kind,account,amount,')).toBe(true)
    const [, row = []] = cellsOf(body.csv)
    expect(row[4]).toBe('12345.67')
    expect(row.filter((cell) => /^"?=/.test(cell))).toEqual([])
    expect(row.map((cell) => fromCsvCell(cell))).toContain('=1+1')
    const events = await world.server.db.asSuperuser(
      `select actor_id, object from audit_event where action = 'money.export'`,
    )
    expect(events).toContainEqual({ actor_id: admin, object: 'payments' })
  })

  it('gives a journal whose debits equal its credits', async () => {
    const { body } = await world.call<File>(admin, 'GET', '/admin/payments/journal/')
    const [header = [], ...rows] = cellsOf(body.csv)
    const sumOf = (column: string) =>
      rows.reduce((sum, row) => sum + BigInt((row[header.indexOf(column)] || '0').replace('.', '')), 0n)
    expect(rows).toHaveLength(body.rows)
    expect(body.rows).toBeGreaterThan(20)
    expect(sumOf('debit')).toBeGreaterThan(0n)
    expect(sumOf('debit')).toBe(sumOf('credit'))
    const [entries] = await world.server.db.asSuperuser<{ n: number }>(
      'select count(*)::integer as n from ledger_entry where client_id = $1',
      [CLIENT],
    )
    expect(body.rows).toBe(entries?.n)
    const february = await world.call<File>(admin, 'GET', '/admin/payments/journal/?month=2026-02')
    expect(february.body.file_name).toBe('journal-2026-02.csv')
    expect(february.body.rows).toBeLessThan(body.rows)
  })
})
