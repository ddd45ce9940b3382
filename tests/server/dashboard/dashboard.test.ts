import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { listAtRisk } from '#contract/dashboard/at-risk.ts'
import type { getAdminDashboard } from '#contract/dashboard/dashboard.ts'
import type { listDashboardRows } from '#contract/dashboard/rows.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { CLIENT, createDashboardWorld, NOW, TODAY, type DashboardWorld } from './world.ts'

type Dashboard = ResponseOf<typeof getAdminDashboard>
type Rows = ResponseOf<typeof listDashboardRows>

let world: DashboardWorld
let first: Awaited<ReturnType<DashboardWorld['course']>>
let second: Awaited<ReturnType<DashboardWorld['course']>>
let people: { ann: number; bob: number }
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

beforeAll(async () => {
  world = await createDashboardWorld()
  const { staff } = world
  people = { ann: await world.person('=Ann, "the first"'), bob: await world.person('Bob') }
  first = await world.course('Taught by Teacher', staff.teacher)
  second = await world.course('Taught by Colleague', staff.colleague)
  await world.db.asSuperuser('update app_user set created_at = $1', [daysAgo(100)])
  await world.db.asSuperuser('update app_user set created_at = $1 where id = $2', [daysAgo(2), people.ann])
  await world.enrol(people.ann, first.id, daysAgo(2))
  await world.enrol(people.bob, second.id, daysAgo(40))
  await world.studied(people.ann, TODAY, 5400)
  await world.studied(people.ann, '2026-01-15', 1800)
  await world.studied(people.bob, '2025-12-10', 3600)
  await world.sold(people.bob, second.id, 5000, daysAgo(3))
})
afterAll(() => world.close())

const dashboard = async (userId: number, query = '') => (await world.call<Dashboard>(userId, query)).body
const rows = (userId: number, query: string) => world.call<Rows & { code?: string }>(userId, `rows/?${query}`)

describe('admin dashboard', () => {
  it('says that nothing was counted yet, and counts nothing itself', async () => {
    expect(await dashboard(world.staff.admin)).toMatchObject({
      counted_at: null,
      learners: 0,
      now: { active: 0 },
    })
  })

  it('counts once a minute, and says when', async () => {
    expect([await world.count(0), await world.count(0)]).toEqual([1, 0])
    expect((await dashboard(world.staff.admin)).counted_at).toBe(NOW.toISOString())
    expect(await world.count(1)).toBe(1)
    world.clock.set(NOW)
  })

  it('shows the last 30 days by the client’s own calendar, beside the 30 days before', async () => {
    const shown = await dashboard(world.staff.admin)
    expect(shown).toMatchObject({
      today: TODAY,
      period: { from: '2025-12-18', to: TODAY, days: 30 },
      former: { from: '2025-11-18', to: '2025-12-17', days: 30 },
      learners: 2,
      now: { active: 1, joined: 1, enrolled: 1, study_seconds: 7200 },
      before: { active: 1, joined: 0, enrolled: 1, study_seconds: 3600 },
      revenue: [{ currency: 'INR', sold_minor: 5000, refunded_minor: 0, former_net_minor: 0 }],
    })
    expect(shown.steps).toHaveLength(30)
    expect(shown.steps.at(-1)).toMatchObject({ from: TODAY, to: TODAY, active: 1, study_seconds: 5400 })
  })

  it('shows other periods, longer ones in steps of weeks in which a learner counts once', async () => {
    expect((await dashboard(world.staff.admin, '?days=7')).period).toEqual({
      from: '2026-01-10',
      to: TODAY,
      days: 7,
    })
    const { steps } = await dashboard(world.staff.admin, `?days=90`)
    expect(steps).toHaveLength(13)
    expect(steps.at(-1)).toMatchObject({ to: TODAY, active: 1, study_seconds: 7200 })
    expect((await dashboard(world.staff.admin, '?from=2026-01-15&to=2026-01-15')).now.study_seconds).toBe(
      1800,
    )
  })

  it.each([
    'from=2026-01-10&to=2026-01-09',
    'from=2024-01-01&to=2026-01-09',
    'from=1900-01-01&to=1900-01-02',
  ])('rejects the period %s with its field', async (query) => {
    const { status, body } = await world.call<{ fields: object }>(world.staff.admin, `?${query}`)
    expect([status, Object.keys(body.fields)]).toEqual([422, ['from']])
  })

  it('shows an instructor their learners and courses only, without revenue and addresses', async () => {
    const shown = await dashboard(world.staff.teacher)
    expect(shown).toMatchObject({
      learners: 1,
      revenue: null,
      now: { active: 1, enrolled: 1 },
      before: { active: 0 },
    })
    expect(shown.courses.map(({ title }) => title)).toEqual(['Taught by Teacher'])
    const { body } = await rows(world.staff.teacher, 'kind=active')
    expect(body.results.map(({ person }) => [person?.id, person?.email])).toEqual([[people.ann, null]])
  })

  it('refuses an instructor the revenue and courses of others', async () => {
    expect((await rows(world.staff.teacher, 'kind=revenue')).body.code).toBe('forbidden')
    expect((await rows(world.staff.teacher, `kind=learners&course=${second.id}`)).status).toBe(404)
    expect((await world.call(world.staff.teacher, `courses/${second.id}/lessons/`)).status).toBe(404)
    const lesson = second.lessons[0]!.id
    expect((await rows(world.staff.teacher, `kind=reached&course=${first.id}&lesson=${lesson}`)).status).toBe(
      404,
    )
  })

  it('answers 403 to a learner', async () => {
    expect((await world.call(people.ann, '')).status).toBe(403)
  })

  it('leaves revenue out while the client has no courses', async () => {
    const all = world.server.core
    await switchFeatures(world.server.db, CLIENT, ['dashboard', 'admin_dashboard'])
    await all.db.withTenant(CLIENT, (db) => all.changes.announce(db, { kind: 'client', clientId: CLIENT }))
    expect((await dashboard(world.staff.admin)).revenue).toBeNull()
    expect((await rows(world.staff.admin, 'kind=revenue')).status).toBe(404)
    await switchFeatures(world.server.db, CLIENT, ['dashboard', 'admin_dashboard', 'course'])
    await all.db.withTenant(CLIENT, (db) => all.changes.announce(db, { kind: 'client', clientId: CLIENT }))
  })

  it('names the learners at risk with address and reason', async () => {
    const { body } = await world.call<ResponseOf<typeof listAtRisk>>(world.staff.admin, 'at-risk/')
    expect(body.results).toMatchObject([
      {
        id: people.bob,
        email: expect.stringContaining('@'),
        reasons: [{ reason: 'inactive', value: 36, course: null }],
      },
    ])
    const none = await world.call<ResponseOf<typeof listAtRisk>>(world.staff.admin, 'at-risk/?reason=quizzes')
    expect(none.body).toMatchObject({ count: 0, results: [] })
  })
})

describe('overdue payments', () => {
  const risks = async (userId: number) =>
    (await world.call<ResponseOf<typeof listAtRisk>>(userId, 'at-risk/?reason=payment')).body

  it('put learners at risk for admins only, until what was due is paid', async () => {
    const { db, staff } = world
    // Parts and the programme belong to other tests: here only what is due and what was paid.
    await db.asSuperuser('set session_replication_role = replica')
    const [order] = await db.asSuperuser<{ id: number }>(
      `insert into programme_order (client_id, user_id, programme, plan, total_minor, scholarship_percent, owed_minor,
         minimum_minor, currency, grace_days, state, created_at, booked_at)
       values (7, $1, 'flagship', 'instalments', 900, 0, 900, 100, 'INR', 7, 'booked', $2, $2) returning id`,
      [people.ann, NOW],
    )
    await db.asSuperuser(
      `insert into programme_part (client_id, order_id, position, due_on, amount_minor)
       values (7, $1, 0, '2025-12-01', 300), (7, $1, 1, '2026-01-11', 300), (7, $1, 2, '2026-02-01', 300)`,
      [order!.id],
    )
    const pay = (minor: number) =>
      db.asSuperuser(
        `with t as (insert into ledger_transaction (client_id, kind, at, reference, order_id, entries)
           values (7, 'payment', $1, gen_random_uuid()::text, $2, 2) returning id)
         insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency)
         select 7, t.id, e.account, e.sign * $3::bigint, 'INR'
         from t, (values ('bank', 1), ('receivable', -1)) e (account, sign)`,
        [NOW, order!.id, minor],
      )
    await pay(300)
    await world.count(2)
    expect(await risks(staff.admin)).toMatchObject({
      count: 1,
      results: [{ id: people.ann, reasons: [{ reason: 'payment', value: 5, course: null }] }],
    })
    expect(await risks(staff.teacher)).toMatchObject({ count: 0, results: [] })
    await pay(300)
    await world.count(2)
    expect(await risks(staff.admin)).toMatchObject({ count: 0 })
    await db.asSuperuser('set session_replication_role = origin')
    world.clock.set(NOW)
  })
})

describe('files of the dashboard', () => {
  const fileOf = async (userId: number, body: object) => {
    const { body: address } = await world.call<{ url: string; name: string }>(userId, 'export/', body)
    return { address, answer: await world.server.app.inject({ url: address.url }) }
  }

  it('hold all rows, with the mark for spreadsheets and without formulas', async () => {
    const { address, answer } = await fileOf(world.staff.admin, {
      kind: 'active',
      from: '2025-12-01',
      to: TODAY,
    })
    expect(address.name).toBe(`active-2025-12-01-${TODAY}.csv`)
    expect(answer.headers['content-disposition']).toContain(address.name)
    const [head, ...lines] = answer.body.trimEnd().split('\r\n')
    expect(head).toBe('\u{feff}Name,Email,Study minutes')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^"'=Ann, ""the first""",.*,120$/)
  })

  it('hold the numbers by day, and the learners at risk', async () => {
    const numbers = await fileOf(world.staff.teacher, { kind: 'numbers', from: '2026-01-15', to: TODAY })
    expect(numbers.answer.body.split('\r\n').slice(1, 3)).toEqual([
      '2026-01-15,1,30,0,0,0',
      '2026-01-16,1,90,0,0,0',
    ])
    const risks = await fileOf(world.staff.admin, { kind: 'at_risk' })
    expect(risks.answer.body).toContain('inactive 36')
  })

  it('come in pieces without losing or repeating a row', async () => {
    await world.db.asSuperuser(
      `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone,
         created_at)
       select 7, 'm' || i || '@x.test', 'm' || i || '@x.test', 'm' || i, 'm' || i, 'Many ' || i, 'student', 'UTC', $1::timestamptz
       from generate_series(1, 4100) i`,
      [daysAgo(1)],
    )
    const { answer } = await fileOf(world.staff.admin, { kind: 'joined', from: '2026-01-01', to: TODAY })
    const lines = answer.body.trimEnd().split('\r\n').slice(1)
    expect([lines.length, new Set(lines).size]).toEqual([4101, 4101])
  })

  it('are refused with a changed or expired address, and leave an entry in the audit log', async () => {
    const { address } = await fileOf(world.staff.admin, { kind: 'active' })
    const status = async (url: string) => (await world.server.app.inject({ url })).statusCode
    const other = Buffer.from(JSON.stringify({ client: 7, viewer: 0, kind: 'active', until: 9e15 })).toString(
      'base64url',
    )
    expect(await status(address.url.replace(/ask=.*/, `ask=${other}`))).toBe(404)
    expect(await status(address.url.replace('/files/7/', '/files/8/'))).toBe(404)
    world.clock.advance(5 * 60_000)
    expect(await status(address.url)).toBe(404)
    world.clock.set(NOW)
    const events = await world.db.asSuperuser(
      "select object from audit_event where action = 'dashboard.export'",
    )
    expect(events.length).toBeGreaterThan(3)
  })
})

describe('people who signed up', () => {
  it('are learners once they have confirmed their address', async () => {
    const counted = async () => {
      await world.count()
      const { learners, now } = await dashboard(world.staff.admin)
      return [learners, now.joined]
    }
    const [learners = 0, joined = 0] = await counted()
    const una = await world.person('Una Unproved')
    const set = (change: string) => world.db.asSuperuser(`update app_user set ${change} where id = $1`, [una])
    await set(`self_registered = true, created_at = '${NOW.toISOString()}'`)
    expect(await counted()).toEqual([learners, joined])
    await set('email_verified_at = now()')
    expect(await counted()).toEqual([learners + 1, joined + 1])
  })
})
