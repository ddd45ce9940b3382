/** Why mails wait: each reason from what really stops them, and none while they go out. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Campaign, listCampaigns } from '#contract/emails/campaigns.ts'
import type { MailWait } from '#contract/emails/waits.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Deliver } from '#server/core/mail/delivery.ts'
import { CLIENT, createEmailsWorld, listOf, type EmailsWorld } from '../world.ts'

const MINUTE = 60_000
const NEXT_MONTH = '2026-12-01T00:00:00.000Z'

let world: EmailsWorld
beforeAll(async () => {
  world = await createEmailsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.server.db.asSuperuser('delete from email_campaign')
  await world.server.db.asSuperuser('delete from client_limit')
  await world.server.db.asSuperuser('delete from outbox_message')
  world.clock.set('2026-11-20T10:00:00Z')
})

const now = () => world.clock.now().toISOString()
const addresses = (count: number) => listOf(Array.from({ length: count }, (_, n) => `p${n}@people.test`))
const draft = (count: number) => world.draft({ audience: addresses(count) })
const started = async (count: number): Promise<Campaign> => (await world.send(await draft(count))).body
const move = (id: string, name: string) => world.call(world.admin, 'POST', `${id}/moves/`, { move: name })
/** Counts as a mail of the month. */
const testMail = async () =>
  world.call(world.admin, 'POST', `${(await draft(1)).id}/test/`, { language: 'en' })
const limit = (mails: number | null) =>
  world.server.db.asSuperuser(
    `insert into client_limit (client_id, mails, changed_at) values ($1, $2, now())
     on conflict (client_id) do update set mails = excluded.mails`,
    [CLIENT, mails],
  )
const fails = (error: object, except: readonly string[] = []): Deliver => {
  const failure = Object.assign(new Error('no'), error)
  return ({ recipient }) => (except.includes(recipient) ? Promise.resolve() : Promise.reject(failure))
}
const UNREACHABLE = { code: 'ESOCKET', syscall: 'connect' }

/** The page of the campaign and its list tell the same. */
const waitOf = async (id: string): Promise<MailWait | null> => {
  const { wait, automation } = await world.get(id)
  const kind = automation === null ? 'campaign' : 'automation'
  type List = ResponseOf<typeof listCampaigns>
  const list = await world.call<List>(world.admin, 'GET', `?kind=${kind}`)
  expect(list.body.results.find((row) => row.id === id)?.wait).toEqual(wait)
  return wait
}

const welcome = async () => {
  const id = '7d4b2f6e-1c1c-4f6d-9b8e-3a5d8c2b1a01'
  const body = { idempotency_key: id, name: 'Welcome', automation: 'welcome' }
  await world.send((await world.call(world.admin, 'POST', '', body)).body)
  const person = await world.student(`Asha ${now()}`)
  await world.server.db.asSuperuser(
    'update app_user set created_at = $1, email_key = lower(email) where id = $2',
    [world.clock.now(), person],
  )
  world.clock.advance(2 * MINUTE)
  return id
}

describe('a campaign', () => {
  it('waits for its time, and for whoever paused it', async () => {
    const { body: scheduled } = await world.send(await draft(1), NEXT_MONTH)
    expect(await waitOf(scheduled.id)).toEqual({ reason: 'scheduled', since: null, until: NEXT_MONTH })
    const { id } = await started(1)
    expect(await waitOf(id)).toBeNull()
    const at = now()
    await move(id, 'pause')
    world.clock.advance(MINUTE)
    expect(await waitOf(id)).toEqual({ reason: 'paused', since: at, until: null })
    await move(id, 'resume')
    expect(await waitOf(id)).toBeNull()
  })

  it('stops at the limit of the plan, and only for want of a press once there is room', async () => {
    await testMail()
    await limit(3)
    const { body } = await world.send(await draft(3), '2026-11-20T11:00:00Z')
    world.clock.set('2026-11-20T11:00:01Z')
    const at = now()
    await world.job().look()
    world.clock.advance(MINUTE)
    expect(await waitOf(body.id)).toEqual({ reason: 'mail_limit', since: at, until: NEXT_MONTH })
    await limit(2)
    expect(await waitOf(body.id)).toEqual({ reason: 'mail_limit', since: at, until: null })
    await limit(0)
    expect(await waitOf(body.id)).toEqual({ reason: 'sending_off', since: at, until: null })
    await limit(null)
    expect(await waitOf(body.id)).toEqual({ reason: 'paused', since: at, until: null })
  })

  it('waits for a mail server that is not reached, since the first try in vain', async () => {
    const { id } = await started(2)
    const at = now()
    await world.job(fails(UNREACHABLE)).look()
    const again = new Date(world.clock.now().getTime() + MINUTE).toISOString()
    expect(await waitOf(id)).toEqual({ reason: 'unreachable', since: at, until: again })
    world.clock.advance(MINUTE)
    await world.job(fails(UNREACHABLE)).look()
    expect(await waitOf(id)).toMatchObject({ reason: 'unreachable', since: at })
    world.clock.advance(5 * MINUTE)
    await world.job(fails(UNREACHABLE, ['p0@people.test'])).look()
    expect(await waitOf(id)).toMatchObject({ reason: 'refused' })
    world.clock.advance(30 * MINUTE)
    await world.job().look()
    expect((await world.get(id)).counts.sent).toBe(2)
    expect(await waitOf(id)).toBeNull()
  })

  it('is sent whole when the mail server comes back after eight hours, and fails after a day', async () => {
    const { id } = await started(2)
    const [away, aDay] = [8 * 60, 24 * 60]
    for (let minutes = 0; minutes < away; minutes += 30) {
      await world.job(fails(UNREACHABLE)).look()
      world.clock.advance(30 * MINUTE)
    }
    expect((await world.get(id)).counts).toMatchObject({ sent: 0, failed: 0 })
    world.clock.advance(2 * 60 * MINUTE)
    await world.job(fails(UNREACHABLE, ['p0@people.test'])).look()
    expect((await world.get(id)).counts.sent).toBe(1)
    for (let minutes = 0; minutes < aDay; minutes += 60) {
      await world.job(fails(UNREACHABLE)).look()
      world.clock.advance(60 * MINUTE)
    }
    expect((await world.get(id)).counts).toMatchObject({ sent: 1, failed: 1 })
  })

  it('tells a refusal for now from a server that is away, and from a job that stopped', async () => {
    const { id } = await started(1)
    await world.job(fails({ code: 'EENVELOPE', responseCode: 451 })).look()
    expect(await waitOf(id)).toMatchObject({ reason: 'refused', since: null })
    world.clock.advance(MINUTE)
    expect(await waitOf(id)).toBeNull()
    const due = now()
    world.clock.advance(11 * MINUTE)
    expect(await waitOf(id)).toEqual({ reason: 'stalled', since: due, until: null })
  })

  it('came back as a draft because whoever scheduled it administers no more', async () => {
    const role = (name: string) =>
      world.server.db.asSuperuser('update app_user set role = $1 where id = $2', [name, world.admin])
    const { body } = await world.send(await draft(1), '2026-11-20T11:00:00Z')
    world.clock.set('2026-11-20T11:00:01Z')
    await role('student')
    await world.job().look()
    await role('admin')
    expect(await waitOf(body.id)).toEqual({ reason: 'starter_left', since: now(), until: null })
    await world.send(await world.get(body.id))
    expect(await waitOf(body.id)).toBeNull()
  })
})

describe('an automation', () => {
  it('waits while the plan has no room, and not while nobody is due', async () => {
    await testMail()
    await limit(1)
    const id = await welcome()
    expect(await waitOf(id)).toBeNull()
    await world.job().look()
    expect(await waitOf(id)).toMatchObject({ reason: 'mail_limit', until: NEXT_MONTH })
    await limit(100)
    await world.job().look()
    expect(await waitOf(id)).toBeNull()
  })
})
