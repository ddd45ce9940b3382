/** Documents of payments by a provider and by hand, for those whom they belong to. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InvoiceSeller, OwnPayments } from '#contract/money/documents.ts'
import type { PaymentPage } from '#contract/money/payments.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, OTHER_CLIENT } from '../../courses/world.ts'
import { startProgrammeWorld, type ProgrammeWorld } from '../programme-world.ts'

const SELLER = {
  legal_name: 'Kite School Private Limited',
  address: '12 Residency Road',
  state: null,
  gstin: '29aabcl1234m1zf',
  sac: '999293',
  tax_percent: 18,
  prefix: 'KSP',
}

let world: ProgrammeWorld
let admin: number
let learner: number
beforeAll(async () => {
  world = await startProgrammeWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
})
afterAll(() => world.server.close())

const save = (user: number, body: object) =>
  world.call<{ seller: InvoiceSeller; fields?: object }>(user, 'PUT', '/admin/payments/seller/', body)
beforeEach(async () => {
  learner = await world.person()
  await save(admin, SELLER)
})

const own = async (user: number) => (await world.call<OwnPayments>(user, 'GET', '/payments/')).body
const file = (user: number, id: number | undefined) =>
  world.call<{ file_name: string; pdf: string }>(user, 'GET', `/payments/documents/${id}/`)
const payOnline = async (user: number, amount = 1_000_000) => {
  const checkout = await world.checkout(user, amount)
  await world.send(world.message('paid', checkout, amount))
  return checkout
}

describe('a payment by a provider', () => {
  it('has a receipt and a tax invoice, on the programme page and among the own payments', async () => {
    await payOnline(learner)
    const [payment] = (await own(learner)).results
    expect(payment).toMatchObject({ amount_minor: 1_000_000, title: 'Data Career Programme' })
    expect(payment?.documents.map(({ kind }) => kind)).toEqual(['receipt', 'invoice'])
    expect((await world.page(learner)).payments[0]?.documents).toEqual(payment?.documents)
    const { status, body } = await file(learner, payment?.documents[1]?.id)
    expect(status).toBe(200)
    expect(body.file_name).toMatch(/^KSP-I\d{4}-\d+\.pdf$/)
    expect(Buffer.from(body.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('gets a refund receipt and a credit note when it goes back', async () => {
    const checkout = await payOnline(learner)
    await world.send(world.message('refunded', checkout, 400_000))
    const [refund] = (await own(learner)).results
    expect(refund?.amount_minor).toBe(-400_000)
    expect(refund?.documents.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note'])
  })

  it('is credited on the invoice of the payment that goes back, not on the newest one', async () => {
    const first = await payOnline(learner)
    await payOnline(learner, 500_000)
    await world.send(world.message('refunded', first, 1_000_000))
    const [, , paid] = (await own(learner)).results
    const [note] = await world.rows<{ about: number }>(
      `select refers_to as about from payment_document where person_id = $1 and kind = 'credit_note'`,
      [learner],
    )
    expect(note?.about).toBe(paid?.documents.find(({ kind }) => kind === 'invoice')?.id)
  })

  it('is numbered once, however often its message comes', async () => {
    const checkout = await world.checkout(learner, 1_000_000)
    const message = world.message('paid', checkout, 1_000_000)
    for (let time = 0; time < 3; time += 1) await world.send(message)
    expect((await own(learner)).results).toHaveLength(1)
    expect((await own(learner)).results[0]?.documents).toHaveLength(2)
  })
})

describe('a payment that staff note', () => {
  it('has its documents in the list of payments', async () => {
    const [row] = await world.rows<{ email: string }>(
      'update app_user set email_key = lower(email) where id = $1 returning email',
      [learner],
    )
    const noted = await world.call(admin, 'POST', `/courses/${world.courses[0]}/grants/`, {
      email: row?.email,
      amount_minor: 499_900,
      reference: 'UTR-77',
      place: 'cash',
    })
    expect(noted.status).toBe(201)
    const { results } = (await world.call<PaymentPage>(admin, 'GET', `/admin/payments/?person=${learner}`))
      .body
    expect(results[0]?.documents.map(({ kind }) => kind)).toEqual(['receipt', 'invoice'])
    expect((await own(learner)).results[0]?.documents).toEqual(results[0]?.documents)
  })
})

describe('a document', () => {
  it('opens for its payer and for admins, and is not there for anybody else', async () => {
    await payOnline(learner)
    const id = (await own(learner)).results[0]?.documents[0]?.id
    const teacher = await addPerson(world.server.db, { clientId: CLIENT, name: 'Tara', role: 'instructor' })
    const foreign = await addPerson(world.server.db, { clientId: OTHER_CLIENT, name: 'Fay', role: 'admin' })
    const statuses = await Promise.all(
      [learner, admin, await world.person(), teacher].map(async (user) => (await file(user, id)).status),
    )
    expect(statuses).toEqual([200, 200, 404, 404])
    expect((await file(foreign, id)).status).not.toBe(200)
    expect((await file(admin, 2_000_000_000)).status).toBe(404)
  })

  it('is in the language of the payer', async () => {
    await world.rows(`update app_user set language = 'ar' where id = $1`, [learner])
    await payOnline(learner)
    const [row] = await world.rows<{ language: string; content: { title: string } }>(
      'select language, content from payment_document where person_id = $1 limit 1',
      [learner],
    )
    expect(row).toMatchObject({ language: 'ar', content: { title: 'برنامج مهنة البيانات' } })
  })
})

describe('the buyer of an invoice', () => {
  const saveBuyer = (body: object) =>
    world.call<{ state: string | null; fields?: Record<string, unknown> }>(
      learner,
      'PUT',
      '/payments/buyer/',
      {
        legal_name: 'Asha Traders',
        address: '14 Marine Drive',
        state: null,
        gstin: null,
        ...body,
      },
    )
  const lastTax = async () =>
    (
      await world.rows<{ content: { buyer: object; tax: Record<string, unknown> } }>(
        `select content from payment_document where person_id = $1 and kind = 'invoice' order by id desc limit 1`,
        [learner],
      )
    )[0]?.content

  it('of another state pays IGST, and the tax number says the state', async () => {
    const saved = await saveBuyer({ gstin: '27AAPFU0939F1ZV', state: '29' })
    expect(saved.body.state).toBe('27')
    await payOnline(learner)
    expect(await lastTax()).toMatchObject({
      buyer: { name: 'Asha Traders', gstin: '27AAPFU0939F1ZV' },
      tax: { place_of_supply: '27', cgst_minor: 0, igst_minor: 152_542 },
    })
  })

  it('without a state pays the tax of the seller’s state', async () => {
    await payOnline(learner)
    expect(await lastTax()).toMatchObject({
      tax: { place_of_supply: '29', cgst_minor: 76_271, sgst_minor: 76_271, igst_minor: 0 },
    })
  })

  it.each([
    ['gstin', { gstin: '27AAPFU0939F1ZX' }],
    ['legal_name', { gstin: '27AAPFU0939F1ZV', legal_name: ' ' }],
  ])('is told at the field what is wrong: %s', async (field, body) => {
    const { status, body: answer } = await saveBuyer(body)
    expect(status).toBe(422)
    expect(Object.keys(answer.fields ?? {})).toEqual([field])
  })
})

describe('the seller', () => {
  it('is saved by admins alone, with the state of the tax number', async () => {
    expect((await save(learner, SELLER)).status).toBe(403)
    const { body } = await save(admin, SELLER)
    expect(body.seller).toMatchObject({ gstin: '29AABCL1234M1ZF', state: '29' })
  })

  it('is asked for the service code that belongs to a tax number', async () => {
    const { status, body } = await save(admin, { ...SELLER, sac: null })
    expect(status).toBe(422)
    expect(Object.keys(body.fields ?? {})).toEqual(['sac'])
  })

  it('without a tax number sells with receipts only', async () => {
    await save(admin, { ...SELLER, gstin: null, sac: null, tax_percent: 0 })
    await payOnline(learner)
    const { results, buyer } = await own(learner)
    expect(results[0]?.documents.map(({ kind }) => kind)).toEqual(['receipt'])
    expect(buyer).toBeNull()
  })
})

describe('the file for the tax return', () => {
  type File = { file_name: string; rows: number; csv: string }
  const fileOf = (query = '', by = admin) =>
    world.call<File>(by, 'GET', `/admin/payments/tax-documents/${query}`)
  const tableOf = (csv: string) => {
    const [header = [], ...rows] = csv
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
  }
  const sumOf = (rows: Record<string, string>[], column: string) =>
    rows.reduce((sum, row) => sum + Number((row[column] ?? '').replace('.', '')), 0)

  it('adds up to what the documents say, with credit notes below zero', async () => {
    const checkout = await payOnline(learner)
    await world.send(world.message('refunded', checkout, 400_000))
    const { status, body } = await fileOf()
    expect(status).toBe(200)
    const rows = tableOf(body.csv)
    expect(rows).toHaveLength(body.rows)
    const [stored] = await world.rows<Record<string, number>>(
      `select sum(s * (content ->> 'amount_minor')::bigint)::float8 as total,
         sum(s * (content -> 'tax' ->> 'taxable_minor')::bigint)::float8 as taxable,
         sum(s * (content -> 'tax' ->> 'cgst_minor')::bigint)::float8 as cgst,
         sum(s * (content -> 'tax' ->> 'igst_minor')::bigint)::float8 as igst
       from (select content, case kind when 'invoice' then 1 else -1 end as s from payment_document
         where client_id = 7 and kind <> 'receipt') d`,
    )
    expect(sumOf(rows, 'total')).toBe(stored?.['total'])
    expect(sumOf(rows, 'taxable_value')).toBe(stored?.['taxable'])
    expect(sumOf(rows, 'cgst')).toBe(stored?.['cgst'])
    expect(sumOf(rows, 'igst')).toBe(stored?.['igst'])
    const parts = ['taxable_value', 'cgst', 'sgst', 'igst'].map((column) => sumOf(rows, column))
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(sumOf(rows, 'total'))
    const note = rows.findLast(({ kind }) => kind === 'credit_note')
    expect(note).toMatchObject({ total: '-4000.00', hsn_sac: '999293', currency: 'INR' })
    expect(note?.['about']).toMatch(/^KSP\/I/)
  })

  it('has one month by the day of the document, and is for admins alone', async () => {
    await payOnline(learner)
    const [{ month }] = (await world.rows<{ month: string }>(
      `select max(content ->> 'issued_on') as month from payment_document`,
    )) as [{ month: string }]
    const { body } = await fileOf(`?month=${month.slice(0, 7)}`)
    expect(body.file_name).toBe(`tax-documents-${month.slice(0, 7)}.csv`)
    expect(body.rows).toBeGreaterThan(0)
    expect((await fileOf('?month=2001-01')).body.rows).toBe(0)
    expect((await fileOf('', learner)).status).toBe(403)
  })
})
