/** The short rows behind the list of people equal what the accounts and their study days say, whatever happens to those. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { databaseBefore } from '#tests/support/server/migrations.ts'
import fc from '#tests/support/property.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'

const SUMMARY = '0520_person_summary.sql'
const CLIENTS = [7, 8] as const
const PEOPLE = 3
const DAYS = ['2026-01-05', '2026-02-05', '2026-03-05'] as const

const EXPECTED = `
  select u.client_id, u.id as user_id, u.role, u.disabled_at, u.created_at, u.full_name, u.search_text,
    u.email_verified_at is not null or not u.self_registered as counts_as_person,
    (select max(a.day) from daily_activity a where a.client_id = u.client_id and a.user_id = u.id) as last_active_on
  from app_user u`
const COLUMNS =
  'client_id, user_id, role, disabled_at, created_at, full_name, search_text, counts_as_person, last_active_on'

/** Rows that are in one of both only. */
const differences = async (db: TestDatabase): Promise<number> => {
  const [row] = await db.asSuperuser<{ n: number }>(`
    with expected as (select ${COLUMNS} from (${EXPECTED}) e), kept as (select ${COLUMNS} from person_summary)
    select ((select count(*) from (select * from expected except select * from kept) a)
      + (select count(*) from (select * from kept except select * from expected) b))::integer as n`)
  return row?.n ?? -1
}

type Step =
  | { kind: 'study' | 'forget'; day: (typeof DAYS)[number] }
  | { kind: 'rename' | 'address'; text: string }
  | { kind: 'disable' | 'enable' | 'confirm' | 'doubt' | 'teach' | 'learn' | 'delete' }

const run = (db: TestDatabase, step: Step, client: number, nth: number) => {
  const person = `client_id = ${client} and id = (select min(id) + ${nth} from app_user where client_id = ${client})`
  const set = (values: string, parameters: unknown[] = []) =>
    db.asSuperuser(`update app_user set ${values} where ${person}`, parameters)
  switch (step.kind) {
    case 'study':
      return db.asSuperuser(
        `insert into daily_activity (client_id, user_id, day, seconds)
         select client_id, id, '${step.day}', 60 from app_user where ${person}
         on conflict (client_id, user_id, day) do update set seconds = daily_activity.seconds + 60`,
      )
    case 'forget':
      return db.asSuperuser(
        `delete from daily_activity where (client_id, user_id) in (select client_id, id from app_user where ${person})
           and day >= '${step.day}'`,
      )
    case 'rename':
      return set('full_name = $1, username_key = id || $1', [step.text])
    case 'address':
      return set('email_key = id || $1', [step.text])
    case 'disable':
      return set('disabled_at = now()')
    case 'enable':
      return set('disabled_at = null')
    case 'confirm':
      return set('email_verified_at = now()')
    case 'doubt':
      return set('email_verified_at = null, self_registered = true')
    case 'teach':
      return set("role = 'instructor'")
    case 'learn':
      return set("role = 'student'")
    case 'delete':
      return db.asSuperuser(`delete from app_user where ${person}`)
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('study' as const, 'forget' as const), day: fc.constantFrom(...DAYS) }),
  fc.record({
    kind: fc.constantFrom('rename' as const, 'address' as const),
    text: fc.string({ maxLength: 5 }),
  }),
  fc.record({
    kind: fc.constantFrom('disable', 'enable', 'confirm', 'doubt', 'teach', 'learn', 'delete'),
  } as const),
)

describe('a short row of each person', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
    for (const id of CLIENTS) await addClient(db, { id })
  })
  afterAll(() => db.drop())
  beforeEach(() => db.asSuperuser('delete from app_user where client_id in (7, 8)'))

  const addPeople = async () => {
    for (const clientId of CLIENTS)
      for (let nth = 0; nth < PEOPLE; nth += 1) await addPerson(db, { clientId, name: `Person ${nth}` })
  }

  it('follows names, addresses, roles, states and study days of its account', async () => {
    const at = fc.tuple(step, fc.constantFrom(...CLIENTS), fc.integer({ min: 0, max: PEOPLE - 1 }))
    await fc.assert(
      fc.asyncProperty(fc.array(at, { minLength: 1, maxLength: 12 }), async (history) => {
        await db.asSuperuser('delete from app_user where client_id in (7, 8)')
        await addPeople()
        for (const [each, client, nth] of history) await run(db, each, client, nth)
        expect(await differences(db)).toBe(0)
      }),
      { numRuns: process.env['FULL'] === '1' ? 200 : 25 },
    )
  })

  it.each([
    ['person_summary_kept', 'app_user', { kind: 'rename', text: 'New' }],
    ['last_active_day_kept', 'daily_activity', { kind: 'study', day: DAYS[0] }],
  ] as const)('control: differs without the trigger %s', async (trigger, table, change) => {
    await addPeople()
    await db.asSuperuser(`alter table ${table} disable trigger ${trigger}`)
    await run(db, change, 7, 0)
    await db.asSuperuser(`alter table ${table} enable trigger ${trigger}`)
    expect(await differences(db)).toBeGreaterThan(0)
  })
})

it('is written for everybody of every client when the product is updated', async () => {
  const earlier = await databaseBefore(SUMMARY)
  try {
    for (const id of [3, 7]) {
      await earlier.db.asSuperuser(
        `insert into client (client_id, name, short_name, slug) values ($1::integer, 'Client', 'Client', 'client-' || $1)`,
        [id],
      )
      const userId = await addPerson(earlier.db, { clientId: id, name: 'Person' })
      await addPerson(earlier.db, { clientId: id, name: 'Nobody yet' })
      await earlier.db.asSuperuser(
        'insert into daily_activity (client_id, user_id, day, seconds) select $1, $2, day::date, 60 from unnest($3::text[]) day',
        [id, userId, DAYS],
      )
    }
    await earlier.apply(SUMMARY)
    const rows = await earlier.db.asSuperuser(
      'select user_id from person_summary where last_active_on is not null',
    )
    expect(rows).toHaveLength(2)
    expect(await differences(earlier.db)).toBe(0)
  } finally {
    await earlier.drop()
  }
})
