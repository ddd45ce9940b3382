/** Bounces and complaints: reported by the mail provider, shown at the person, and respected by later campaigns. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailFeedback } from '#contract/emails/feedback.ts'
import { CLIENT, createEmailsWorld, listOf, OTHER, type EmailsWorld } from '../world.ts'

let world: EmailsWorld
beforeAll(async () => {
  world = await createEmailsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of ['email_campaign', 'email_suppression', 'email_settings'])
    await world.server.db.asSuperuser(`delete from ${table}`)
  world.sent.length = 0
})

const feedback = async (clientId = CLIENT, by = world.admin) =>
  (await world.callAdmin<MailFeedback>(by, 'GET', 'email-feedback/', undefined, clientId)).body
const report = async (body: object | string, path?: string) => {
  const answer = await world.server.app.inject({
    method: 'POST',
    url: path ?? (await feedback()).events_path,
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return answer.statusCode
}
const sendTo = async (addresses: string[]) => {
  const { body } = await world.send(await world.draft({ audience: listOf(addresses) }))
  await world.job().look()
  return body.id
}
const recipients = () => world.sent.map(({ recipient }) => recipient)
interface Row {
  email: string
  bounced_at: string | null
  bounce: string | null
  complained_at: string | null
}
const rows = async (id: string, state: string) =>
  (await world.call<{ results: Row[] }>(world.admin, 'GET', `${id}/recipients/?state=${state}`)).body.results
const bounce = { type: 'bounce', email: 'P0@people.test', detail: '550 no such user' }

describe('a bounce', () => {
  it('stands at the person, and no later campaign goes to the address', async () => {
    const id = await sendTo(['p0@people.test', 'p1@people.test'])
    expect(await report(bounce)).toBe(204)
    expect(await report(bounce)).toBe(204)
    expect((await world.get(id)).counts).toMatchObject({ sent: 2, bounced: 1, complained: 0 })
    expect(await rows(id, 'bounced')).toMatchObject([{ email: 'p0@people.test', bounce: '550 no such user' }])

    world.sent.length = 0
    const next = await sendTo(['p0@people.test', 'p1@people.test'])
    expect(recipients()).toEqual(['p1@people.test'])
    expect((await world.get(next)).counts).toMatchObject({ sent: 1, left_out: 1 })
  })

  it('that may pass is noted and leaves nobody out', async () => {
    const id = await sendTo(['p0@people.test'])
    await report({ ...bounce, permanent: false })
    expect((await world.get(id)).counts.bounced).toBe(1)
    await sendTo(['p0@people.test'])
    expect(recipients()).toEqual(['p0@people.test', 'p0@people.test'])
  })

  it('with the id of a mail belongs to that mail, and a mail of no campaign to none', async () => {
    const first = await sendTo(['p0@people.test'])
    const second = await sendTo(['p0@people.test'])
    const [mail] = world.sent
    await report({ ...bounce, permanent: false, message_id: `<${CLIENT}.${mail?.key}@mail.test>` })
    const counts = async (id: string) => (await world.get(id)).counts.bounced
    expect([await counts(first), await counts(second)]).toEqual([1, 0])
    await report({ ...bounce, permanent: false, message_id: `<${CLIENT}.12345@mail.test>` })
    await report({ ...bounce, permanent: false, message_id: `<${OTHER}.${mail?.key}@mail.test>` })
    expect(await counts(second)).toBe(0)
    // Control: without an id it is the newest mail to the address.
    await report({ ...bounce, permanent: false })
    expect(await counts(second)).toBe(1)
  })

  it('is forgotten by an admin, and what people decided is not', async () => {
    await report(bounce)
    await report({ type: 'complaint', email: 'p1@people.test' })
    const list = async () =>
      (
        await world.callAdmin<{ results: { email: string; reason: string }[] }>(
          world.admin,
          'GET',
          'email-suppressions/',
        )
      ).body.results
    expect((await list()).map(({ email, reason }) => `${email} ${reason}`).toSorted()).toEqual([
      'p0@people.test bounced',
      'p1@people.test complained',
    ])
    const allow = async (email: string) =>
      (await world.callAdmin(world.admin, 'POST', 'email-suppressions/allowed/', { email })).status
    expect(await allow('P0@people.test')).toBe(204)
    expect(await allow('p0@people.test')).toBe(204)
    expect(await allow('p1@people.test')).toBe(409)
    expect((await list()).map(({ email }) => email)).toEqual(['p1@people.test'])
  })
})

describe('an unsubscription', () => {
  it('of an address that came back is the person’s own word', async () => {
    await sendTo(['p0@people.test'])
    await report(bounce)
    const { pathname } = new URL(world.sent[0]?.unsubscribeUrl ?? '')
    await world.server.app.inject({ method: 'POST', url: pathname, payload: {} })
    const allowed = await world.callAdmin(world.admin, 'POST', 'email-suppressions/allowed/', {
      email: 'p0@people.test',
    })
    expect(allowed.status).toBe(409)
  })
})

describe('a complaint', () => {
  it('outweighs an unsubscription, and a bounce does not', async () => {
    const reason = async () =>
      (await world.server.db.asSuperuser<{ reason: string }>('select reason from email_suppression'))[0]
        ?.reason
    await world.server.db.asSuperuser(
      `insert into email_suppression values ($1, 'p0@people.test', 'unsubscribed', now())`,
      [CLIENT],
    )
    await report(bounce)
    expect(await reason()).toBe('unsubscribed')
    await report({ type: 'complaint', email: 'p0@people.test' })
    expect(await reason()).toBe('complained')
    await report(bounce)
    expect(await reason()).toBe('complained')
  })
})

describe('the address for reports', () => {
  it('takes nothing without its key, and has one for each client', async () => {
    const { events_path: path } = await feedback()
    const { events_path: others } = await feedback(OTHER, world.foreigner)
    expect(await report(bounce, '/mail/events/7/')).toBe(401)
    expect(await report(bounce, `${path}x`)).toBe(401)
    expect(await report(bounce, path.replace('/7/', '/8/'))).toBe(401)
    expect(await report(bounce, path.replace('/7/', '/99/'))).toBe(401)
    expect(await report(bounce, others)).toBe(204)
    const found = await world.server.db.asSuperuser<{ client_id: number }>(
      'select client_id from email_suppression',
    )
    expect(found).toEqual([{ client_id: OTHER }])
  })

  it('gets a new key, and the one before stops working', async () => {
    const { events_path: before } = await feedback()
    const renewed = await world.callAdmin<MailFeedback>(world.admin, 'POST', 'email-feedback/key/')
    expect(renewed.status).toBe(200)
    expect(await report(bounce, before)).toBe(401)
    expect(await report(bounce, renewed.body.events_path)).toBe(204)
    expect((await feedback()).last_event_at).toBe(world.clock.now().toISOString())
  })

  it('says what it cannot read, and keeps its key out of the log', async () => {
    expect(await report('no json')).toBe(400)
    expect(await report({ hello: 'world' })).toBe(400)
    const key = /key=(.+)$/.exec((await feedback()).events_path)?.[1] ?? ''
    expect(key.length).toBeGreaterThan(40)
    expect(world.server.logs()).toContain('/mail/events/7/')
    expect(world.server.logs()).not.toContain(key)
  })
})
