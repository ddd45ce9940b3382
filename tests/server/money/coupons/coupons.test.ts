/** Coupons for programmes: who gets one, what it takes off, and when it is used up. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Coupon, CouponUse } from '#contract/money/coupons.ts'
import { fromCsvCell } from '#server/core/question-import/csv-cell.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { meetingOf } from '#tests/support/meeting.ts'
import { CLIENT } from '../../courses/world.ts'
import { startProgrammeWorld, TOTAL, type ProgrammeWorld } from '../programme-world.ts'

interface Failed {
  code: string
  detail: string
  fields?: Record<string, unknown>
}
interface CouponPage {
  count: number
  results: Coupon[]
}

let world: ProgrammeWorld
let admin: number
let learner: number
beforeAll(async () => {
  world = await startProgrammeWorld()
  admin = await addPerson(world.server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
})
afterAll(() => world.server.close())
beforeEach(async () => {
  learner = await world.person()
})

let serial = 0
const create = (changes: object = {}) =>
  world.call<{ batch: string; created: number } & Failed>(admin, 'POST', '/admin/coupons/', {
    idempotency_key: randomUUID(),
    code: null,
    count: 1,
    title: 'Spring',
    percent: 20,
    amount_minor: null,
    uses_max: null,
    person_max: 1,
    starts_on: null,
    ends_on: null,
    programmes: null,
    first_purchase_only: false,
    ...changes,
  })
/** A new coupon's code. */
const coupon = async (changes: object = {}) => {
  serial += 1
  const code = `SPRING${serial}`
  const { status } = await create({ code, ...changes })
  if (status !== 201) throw new Error(`no coupon: ${status}`)
  return code
}
const list = async (search = '') =>
  (await world.call<CouponPage>(admin, 'GET', `/admin/coupons/?page_size=100&search=${search}`)).body
const found = async (code: string) => {
  const [row] = (await list(code)).results
  if (!row) throw new Error('no such coupon')
  return row
}
const apply = (user: number, code: string) =>
  world.call<Failed>(user, 'PUT', '/programmes/flagship/coupon/', { code })
const pay = async (user: number, amount: number) => {
  const checkout = await world.checkout(user, amount)
  await world.send(world.message('paid', checkout, amount))
  return checkout
}

describe('a price with a coupon', () => {
  it.each([
    ['a percentage', { percent: 20 }, 2_000_000],
    ['an amount', { percent: null, amount_minor: 150_000 }, 150_000],
    ['more than the price', { percent: null, amount_minor: TOTAL + 1 }, TOTAL],
  ])('has %s taken off', async (_name, terms, off) => {
    const code = await coupon(terms)
    expect((await apply(learner, code.toLowerCase().replace('G', 'g-'))).status).toBe(200)
    const { price } = await world.page(learner)
    expect(price).toMatchObject({
      coupon_minor: off,
      owed_minor: TOTAL - off,
      coupon: { code, is_usable: true },
    })
  })

  it('is what the first payment agrees on, and the ledger shows the discount', async () => {
    const code = await coupon()
    await apply(learner, code)
    await pay(learner, 800_000)
    const { order, price } = await world.page(learner)
    expect(order?.parts.reduce((sum, part) => sum + part.amount_minor, 0)).toBe(8_000_000)
    expect(price.coupon_minor).toBe(2_000_000)
    const discount = await world.rows<{ sum: string }>(
      `select sum(amount_minor)::text as sum from ledger_entry where person_id = $1 and account = 'discount'`,
      [learner],
    )
    expect(discount[0]?.sum).toBe('2000000')
    expect(await found(code)).toMatchObject({ used: 1, held: 0 })
    // Control: without a coupon the whole price is owed.
    expect((await world.page(await world.person())).price.owed_minor).toBe(TOTAL)
  })

  it('does not change any more after the first payment', async () => {
    await apply(learner, await coupon())
    await pay(learner, 800_000)
    expect((await apply(learner, await coupon({ percent: 90 }))).status).toBe(409)
    expect((await world.call(learner, 'DELETE', '/programmes/flagship/coupon/')).status).toBe(409)
    await expect(
      world.rows('update programme_order set coupon_minor = 1 where user_id = $1', [learner]),
    ).rejects.toThrow(/keeps its coupon/)
  })

  it('is the full one again once the coupon is taken out', async () => {
    await apply(learner, await coupon())
    expect((await world.call(learner, 'DELETE', '/programmes/flagship/coupon/')).status).toBe(200)
    expect((await world.page(learner)).price).toMatchObject({ coupon: null, owed_minor: TOTAL })
  })

  it('of nothing is taken as a place, which uses the coupon', async () => {
    const code = await coupon({ percent: 100, uses_max: 1 })
    await apply(learner, code)
    expect((await world.call(learner, 'POST', '/programmes/flagship/place/')).status).toBe(200)
    expect((await found(code)).used).toBe(1)
  })
})

describe('a coupon that changes while a payment is on its way', () => {
  const usesOf = async (code: string) => (await found(code)).used

  it('is not in the price once it was taken out', async () => {
    const code = await coupon({ uses_max: 1 })
    await apply(learner, code)
    const checkout = await world.checkout(learner, 1_000_000)
    await world.call(learner, 'DELETE', '/programmes/flagship/coupon/')
    await world.send(world.message('paid', checkout, 1_000_000))
    expect((await world.page(learner)).price).toMatchObject({ owed_minor: TOTAL, coupon: null })
    expect(await usesOf(code)).toBe(0)
  })

  it('is not used by a payment that was started before it was entered', async () => {
    const code = await coupon({ uses_max: 1 })
    const checkout = await world.checkout(learner, 1_000_000)
    await apply(learner, code)
    await world.send(world.message('paid', checkout, 1_000_000))
    expect((await world.page(learner)).price).toMatchObject({ owed_minor: TOTAL, coupon: null })
    expect(await usesOf(code)).toBe(0)
  })
})

describe('a code that does not work', () => {
  it('is answered alike, whatever the reason is', async () => {
    const off = await coupon()
    const { id } = await found(off)
    await world.call(admin, 'PUT', `/admin/coupons/${id}/`, { is_active: false })
    const usedUp = await coupon({ uses_max: 1 })
    const other = await world.person()
    await apply(other, usedUp)
    await pay(other, 800_000)
    const paying = await world.person()
    await pay(paying, 1_000_000)
    const codes = [
      'NOSUCHCODE',
      'x',
      off,
      usedUp,
      await coupon({ ends_on: '2020-01-01' }),
      await coupon({ starts_on: '2999-01-01' }),
      await coupon({ programmes: ['nanodegree'] }),
    ]
    const answers = await Promise.all(codes.map((code) => apply(learner, code)))
    const shown = answers.map(({ status, body: { code, detail, fields } }) =>
      JSON.stringify({ status, code, detail, fields }),
    )
    expect(new Set(shown).size).toBe(1)
    expect(answers[0]?.status).toBe(422)
    // Control: a code that works is answered otherwise.
    expect((await apply(learner, await coupon())).status).toBe(200)
  })

  it('is one for first purchases, for somebody who has paid before', async () => {
    const code = await coupon({ first_purchase_only: true })
    await world.rows(
      `with t as (insert into ledger_transaction (client_id, kind, at, reference, entries)
         values ($1, 'payment', now(), $3, 2) returning id)
       insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency, person_id)
       select $1, id, account, amount, 'INR', $2 from t,
         (values ('bank', 100), ('receivable', -100)) as e (account, amount)`,
      [CLIENT, learner, randomUUID()],
    )
    expect((await apply(learner, code)).status).toBe(422)
    expect((await apply(await world.person(), code)).status).toBe(200)
  })
})

describe('the last use of a coupon', () => {
  it('goes to one of 100 who take it at once', async () => {
    const code = await coupon({ uses_max: 1 })
    const people = await Promise.all(Array.from({ length: 100 }, () => world.person('Racer')))
    for (const person of people) expect((await apply(person, code)).status).toBe(200)
    const started = await Promise.all(people.map((person) => world.start(person, { amount_minor: 800_000 })))
    expect(started.filter(({ status }) => status === 201)).toHaveLength(1)
    // The others pay the full price: the discounted booking amount is too little, or the coupon was just lost.
    expect(started.every(({ status }) => [201, 409, 422].includes(status))).toBe(true)
    expect(await found(code)).toMatchObject({ used: 0, held: 1 })
  })

  it('control: looking first and holding then sells it more than once', async () => {
    await world.rows('create table if not exists naive_use (n integer)')
    await world.rows('grant select, insert on naive_use to lms_app')
    const bothLooked = meetingOf(2)
    const take = () =>
      world.server.core.db.withTenant(CLIENT, async (db) => {
        const { sql } = await import('kysely')
        const { rows } = await sql<{ n: number }>`select count(*)::integer as n from naive_use`.execute(db)
        await bothLooked()
        if ((rows[0]?.n ?? 1) > 0) return false
        await sql`insert into naive_use values (1)`.execute(db)
        return true
      })
    const taken = await Promise.all([take(), take()])
    expect(taken).toEqual([true, true])
  })

  it.each(['failed', 'expired'] as const)('is free again when its checkout has %s', async (kind) => {
    const code = await coupon({ uses_max: 1 })
    await apply(learner, code)
    const checkout = await world.checkout(learner, 800_000)
    const other = await world.person()
    expect((await apply(other, code)).status).toBe(422)
    await world.send(world.message(kind, checkout, 800_000))
    expect(await found(code)).toMatchObject({ used: 0, held: 0 })
    expect((await apply(other, code)).status).toBe(200)
  })

  it('is free again an hour after a checkout that nobody has heard of', async () => {
    const code = await coupon({ uses_max: 1 })
    await apply(learner, code)
    await world.checkout(learner, 800_000)
    await world.rows(`update coupon_use set at = at - interval '61 minutes' where user_id = $1`, [learner])
    expect((await apply(await world.person(), code)).status).toBe(200)
  })

  it('stays with whoever pays late for the price that was asked', async () => {
    const code = await coupon({ uses_max: 1 })
    await apply(learner, code)
    const checkout = await world.checkout(learner, 800_000)
    await world.send(world.message('expired', checkout, 800_000))
    await world.send(world.message('paid', checkout, 800_000))
    expect((await world.page(learner)).order?.open_minor).toBe(7_200_000)
    expect((await found(code)).used).toBe(1)
  })

  it('that is lost before paying is told on the page, at the full price', async () => {
    const code = await coupon({ uses_max: 1 })
    await apply(learner, code)
    const other = await world.person()
    await apply(other, code)
    await world.checkout(other, 800_000)
    expect((await world.page(learner)).price).toMatchObject({
      coupon: { code, is_usable: false },
      coupon_minor: 0,
      owed_minor: TOTAL,
    })
  })
})

describe('coupons of admins', () => {
  it('are generated in bulk, once for each call, and come as a file', async () => {
    const key = randomUUID()
    const many = { idempotency_key: key, count: 200, title: 'Fair', uses_max: 1 }
    const [one, again] = [await create(many), await create(many)]
    expect([one.body, again.body]).toEqual([
      { batch: key, created: 200 },
      { batch: key, created: 200 },
    ])
    const file = (
      await world.call<{ csv: string; rows: number }>(admin, 'GET', `/admin/coupons/export/?batch=${key}`)
    ).body
    const codes = file.csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => fromCsvCell(line.split(',')[0]?.replaceAll('"', '') ?? ''))
    expect(new Set(codes).size).toBe(200)
    expect(codes.every((code) => /^[2-9A-HJ-NP-Z]{12}$/.test(code))).toBe(true)
    // Every place of the code takes many letters: nothing counts up.
    for (let place = 0; place < 12; place += 1)
      expect(new Set(codes.map((code) => code[place])).size).toBeGreaterThan(15)
  })

  it('show who used them', async () => {
    const code = await coupon()
    await apply(learner, code)
    await pay(learner, 800_000)
    const { id } = await found(code)
    const { results } = (
      await world.call<{ results: CouponUse[] }>(admin, 'GET', `/admin/coupons/${id}/uses/`)
    ).body
    expect(results).toMatchObject([
      { person: { id: learner }, programme: 'flagship', state: 'used', discount_minor: 2_000_000 },
    ])
  })

  it('have a code once, and a percentage or an amount', async () => {
    const code = await coupon()
    expect((await create({ code })).status).toBe(409)
    expect((await create({ amount_minor: 5 })).status).toBe(422)
    expect((await create({ percent: null })).status).toBe(422)
    expect((await create({ starts_on: '2026-02-02', ends_on: '2026-02-01' })).status).toBe(422)
  })
})
