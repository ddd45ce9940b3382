/** The product against books of our own: random histories of payments with repeats, reorderings, refunds and crashes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLinkWorld, type LinkWorld } from '../link-world.ts'
import { differencesOf, disorderOf } from './compare.ts'
import { runHistory } from './history.ts'
import { refuseRefunds } from './refund-requests.ts'
import type { Broken } from './start-history.ts'

const FULL = process.env['FULL'] === '1'
const HISTORIES = Number(process.env['HISTORIES'] ?? (FULL ? 10_000 : 8))
/** Full runs draw new histories. */
const FIRST = FULL ? Date.now() % 1_000_000_000 : 1
const PARALLEL = 4

let world: LinkWorld
beforeAll(async () => {
  world = await startLinkWorld()
  await refuseRefunds(world)
})
afterAll(() => world.server.close())

const run = async (first: number, count: number, broken: Broken = {}): Promise<string[]> => {
  const found: string[] = []
  let next = first
  const work = async () => {
    while (next < first + count && found.length < 20) {
      const seed = next
      next += 1
      found.push(...(await differencesOf(world, await runHistory(world, seed, broken))))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return found
}

describe('random histories', () => {
  it(
    `equal the books in ${HISTORIES} of them`,
    async () => {
      expect(await run(FIRST, HISTORIES)).toEqual([])
      expect(await disorderOf(world)).toEqual([])
    },
    HISTORIES * 3_000 + 30_000,
  )

  it('control: differ when a repeat is taken for another message', async () => {
    expect(await run(2_000_000_000, 4, { forgetsRepeats: true })).not.toEqual([])
  })

  it('control: differ when a declined refund request counts as accepted', async () => {
    await world.rows(`create function accept_request() returns trigger language plpgsql as
      $$ begin new.state = 'refunded'; return new; end $$`)
    await world.rows(`create trigger accept_request before update on programme_refund_request for each row
      when (new.state = 'declined') execute function accept_request()`)
    const found = await run(2_000_000_100, 6)
    await world.rows('drop function accept_request cascade')
    expect(found.filter((line) => line.includes('the request of person'))).not.toEqual([])
  })

  it('control: differ when a return moves another amount', async () => {
    await world.rows(`create function move_less() returns trigger language plpgsql as
      $$ begin new.amount_minor = new.amount_minor - 1; return new; end $$`)
    await world.rows(`create trigger move_less before insert on payment_return for each row
      when (new.amount_minor > 1) execute function move_less()`)
    const found = await run(2_000_000_200, 12)
    await world.rows('drop function move_less cascade')
    expect(found.filter((line) => /a return of|the ledger of the link/.test(line))).not.toEqual([])
  })

  it('control: access without payment, a lost payment and a missing number are seen', async () => {
    await world.rows('insert into enrolment (client_id, user_id, course_id) values (7, $1, $2)', [
      await world.person(),
      world.courses[0],
    ])
    const checkout = await world.checkout(await world.person(), 1_000_000)
    await world.rows(`update payment_checkout set state = 'paid' where id = $1`, [checkout])
    await world.rows(`update document_series set last = last + 1`)
    expect((await disorderOf(world)).map((line) => line.split(':')[0])).toEqual([
      'access without payment',
      'a paid checkout without its payment',
      'numbers with gaps',
    ])
  })
})
