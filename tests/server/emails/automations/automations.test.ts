/** Automations: mails to who joins, falls inactive or finishes a course, once for each occasion. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AutomationKind, Campaign } from '#contract/emails/campaigns.ts'
import { mailsThisMonth } from '#server/features/emails/index.ts'
import { CLIENT, createEmailsWorld, EVERYBODY, listOf, type EmailsWorld } from '../world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let world: EmailsWorld
beforeAll(async () => {
  world = await createEmailsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.server.db.asSuperuser('delete from email_campaign')
  await world.server.db.asSuperuser('delete from email_suppression')
  await world.server.db.asSuperuser('delete from client_limit')
  await world.server.db.asSuperuser('delete from course')
  await world.server.db.asSuperuser(`delete from app_user where role = 'student'`)
  world.sent.length = 0
})

const sql = <T extends object>(text: string, values: unknown[] = []) =>
  world.server.db.asSuperuser<T>(text, values)
const joins = async (name: string) => {
  const id = await world.student(name)
  await sql('update app_user set created_at = $1, email_key = lower(email) where id = $2', [
    world.clock.now(),
    id,
  ])
  return id
}
const course = async (title: string) =>
  (
    await sql<{ id: number }>('insert into course (client_id, title) values ($1, $2) returning id', [
      CLIENT,
      title,
    ])
  )[0]?.id ?? 0
const enrol = (user: number, of: number) =>
  sql('insert into enrolment (client_id, user_id, course_id, enrolled_at) values ($1, $2, $3, $4)', [
    CLIENT,
    user,
    of,
    world.clock.now(),
  ])
const finishes = (user: number, of: number) =>
  sql('update enrolment set completed_at = $1 where user_id = $2 and course_id = $3', [
    world.clock.now(),
    user,
    of,
  ])
const learns = (user: number) =>
  sql(
    `insert into daily_activity (client_id, user_id, day, seconds) values ($1, $2, ($3::timestamptz at time zone 'UTC')::date, 60)`,
    [CLIENT, user, world.clock.now()],
  )

const create = async (kind: AutomationKind) =>
  (await world.call(world.admin, 'POST', '', { idempotency_key: randomUUID(), name: kind, automation: kind }))
    .body
const switchOn = async (
  kind: AutomationKind,
  change: Partial<Pick<Campaign, 'audience' | 'purpose'>> = {},
) => {
  const draft = await create(kind)
  const { name, purpose, content, audience, version } = draft
  const body = { name, purpose, content, audience, version, ...change }
  const saved = await world.call(world.admin, 'PUT', `${draft.id}/`, body)
  const answer = await world.send(saved.body)
  expect([answer.status, answer.body.state]).toEqual([200, 'sending'])
  return answer.body
}
const later = async (ms: number) => {
  world.clock.advance(ms)
  await world.job().look()
}
const move = (id: string, name: string) => world.call(world.admin, 'POST', `${id}/moves/`, { move: name })
const mailed = () => world.sent.map(({ recipient, subject }) => `${recipient.split('-')[0]}: ${subject}`)

describe('the welcome', () => {
  it('goes to who joins from then on, once, in the words that are there from the start', async () => {
    await joins('Old Hand')
    world.clock.advance(MINUTE)
    const { id } = await switchOn('welcome')
    await joins('Asha Rao')
    await later(2 * MINUTE)
    await later(2 * MINUTE)
    expect(mailed()).toEqual(['asha: Welcome to Client 7'])
    await joins('Badr Ali')
    await later(2 * MINUTE)
    expect(mailed()).toEqual(['asha: Welcome to Client 7', 'badr: Welcome to Client 7'])
    expect(await world.get(id)).toMatchObject({ state: 'sending', counts: { sent: 2, waiting: 0 } })
  })

  it('waits while the plan has no room for mails, and goes on when it has', async () => {
    const limit = (mails: number | null) =>
      sql(
        `insert into client_limit (client_id, mails, changed_at) values ($1, $2, now())
         on conflict (client_id) do update set mails = excluded.mails`,
        [CLIENT, mails],
      )
    const { id } = await switchOn('welcome')
    const used = await world.server.core.db.withTenant(CLIENT, (db) => mailsThisMonth(db, world.server.core))
    await limit(used)
    await joins('Asha Rao')
    await joins('Badr Ali')
    await later(2 * MINUTE)
    await later(2 * MINUTE)
    expect(mailed()).toEqual([])
    expect((await world.get(id)).counts).toMatchObject({ sent: 0, waiting: 2 })
    await limit(used + 1)
    await later(2 * MINUTE)
    expect(mailed()).toEqual(['asha: Welcome to Client 7'])
    await limit(null)
    await later(2 * MINUTE)
    expect(mailed()).toHaveLength(2)
  })

  it('waits until an address is confirmed, and leaves out who may not be mailed', async () => {
    const { id } = await switchOn('welcome')
    const user = await joins('Una Unproved')
    await sql('update app_user set self_registered = true where id = $1', [user])
    await joins('Sam Stopped')
    await sql(`insert into email_suppression values ($1, 'sam-stopped-7@example.test', 'bounced', now())`, [
      CLIENT,
    ])
    await later(2 * MINUTE)
    expect(mailed()).toEqual([])
    expect((await world.get(id)).counts).toMatchObject({ left_out: 1, waiting: 0 })
    await sql('update app_user set email_verified_at = now() where id = $1', [user])
    await later(2 * MINUTE)
    expect(mailed()).toEqual(['una: Welcome to Client 7'])
  })

  it('is mailed once although two servers look at the same time', async () => {
    await switchOn('welcome')
    for (const name of ['A One', 'B Two', 'C Three']) await joins(name)
    world.clock.advance(2 * MINUTE)
    await Promise.all([world.job().look(), world.job().look(), world.job().look()])
    await later(2 * MINUTE)
    expect(mailed()).toHaveLength(3)
    expect(new Set(mailed()).size).toBe(3)
  })

  it('is off while it is switched off, and says something else afterwards', async () => {
    const { id } = await switchOn('welcome')
    await move(id, 'pause')
    await joins('Asha Rao')
    await later(2 * MINUTE)
    expect((await move(id, 'cancel')).status).toBe(409)
    expect((await world.call(world.admin, 'DELETE', `${id}/`)).status).toBe(409)
    const draft = (await move(id, 'edit')).body
    expect(draft.state).toBe('draft')
    const { name, purpose, audience, version, content } = draft
    const next = { ...content, subject: { ...content.subject, en: 'Hi {{first_name}}' } }
    const saved = await world.call(world.admin, 'PUT', `${id}/`, {
      name,
      purpose,
      audience,
      version,
      content: next,
    })
    expect((await world.send(saved.body)).status).toBe(200)
    await joins('Badr Ali')
    await later(2 * MINUTE)
    expect(mailed()).toEqual(['badr: Hi Badr'])
    // Its links must work, so it cannot be deleted once it was on.
    await move(id, 'pause')
    await move(id, 'edit')
    expect((await world.call(world.admin, 'DELETE', `${id}/`)).status).toBe(409)
  })

  it('goes to people here, not to a list, and has no time', async () => {
    const draft = await create('welcome')
    const { name, purpose, content, version } = draft
    const body = { name, purpose, content, version, audience: listOf(['a@x.test']) }
    expect((await world.call(world.admin, 'PUT', `${draft.id}/`, body)).status).toBe(422)
    const at = new Date(world.clock.now().getTime() + HOUR).toISOString()
    expect((await world.send(draft, at)).status).toBe(422)
  })
})

describe('the reminder', () => {
  it('comes after seven days without learning, once for each break', async () => {
    const asha = await joins('Asha Rao')
    const of = await course('Physics')
    await enrol(asha, of)
    await learns(asha)
    await switchOn('inactive')
    await later(6 * DAY)
    expect(mailed()).toEqual([])
    await later(DAY + HOUR)
    await later(3 * DAY)
    expect(mailed()).toEqual(['asha: Pick up where you left off'])
    await learns(asha)
    await later(7 * DAY + HOUR)
    expect(mailed()).toHaveLength(2)
  })

  it('does not go to who was away before, has nothing to learn, or has just enrolled', async () => {
    const of = await course('Physics')
    const away = await joins('Away Long')
    await enrol(away, of)
    const done = await joins('Dora Done')
    await enrol(done, of)
    await finishes(done, of)
    const nothing = await joins('Nora Nothing')
    world.clock.advance(20 * DAY)
    // They learned today, and have nothing left to finish.
    await learns(done)
    await learns(nothing)
    const fresh = await joins('Fay Fresh')
    await enrol(fresh, of)
    await switchOn('inactive')
    await later(5 * DAY)
    expect(mailed()).toEqual([])
    // Control: the one who has just enrolled is due later; whoever learned that day and is done is not.
    await later(3 * DAY)
    expect(mailed()).toEqual(['fay: Pick up where you left off'])
  })
})

describe('finishing a course', () => {
  it('is praised once for each course, by its name', async () => {
    const [physics, chemistry] = [await course('Physics'), await course('Chemistry')]
    const asha = await joins('Asha Rao')
    for (const of of [physics, chemistry]) await enrol(asha, of)
    await finishes(asha, physics)
    world.clock.advance(MINUTE)
    await switchOn('course_finished')
    await sql('update enrolment set completed_at = null where course_id = $1', [physics])
    await later(2 * MINUTE)
    expect(mailed()).toEqual([])
    await finishes(asha, physics)
    await finishes(asha, chemistry)
    await later(2 * MINUTE)
    await later(2 * MINUTE)
    expect(mailed().toSorted()).toEqual(['asha: You finished Chemistry', 'asha: You finished Physics'])
    expect(world.sent[0]?.html).toMatch(/You finished <strong>.*(Physics|Chemistry).*<\/strong>/)
  })

  it('of one course only, if the audience names it', async () => {
    const [physics, chemistry] = [await course('Physics'), await course('Chemistry')]
    const asha = await joins('Asha Rao')
    for (const of of [physics, chemistry]) await enrol(asha, of)
    await switchOn('course_finished', {
      audience: { ...EVERYBODY, people: { ...EVERYBODY.people, course: chemistry } },
    })
    world.clock.advance(MINUTE)
    await finishes(asha, physics)
    await finishes(asha, chemistry)
    await later(2 * MINUTE)
    expect(mailed()).toEqual(['asha: You finished Chemistry'])
  })
})

describe('the lists', () => {
  it('keep campaigns and automations apart', async () => {
    await world.draft()
    await create('welcome')
    const names = async (query: string) =>
      (await world.call<{ results: { name: string }[] }>(world.admin, 'GET', query)).body.results.map(
        ({ name }) => name,
      )
    expect(await names('')).toEqual(['News'])
    expect(await names('?kind=automation')).toEqual(['welcome'])
  })
})
