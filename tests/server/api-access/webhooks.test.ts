/** ST6: facts become events, events reach their receivers signed, and nobody is sent into a private network. */
import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  TRIES_MAX,
  webhookEventBody,
  webhookEvents,
  type WebhookEventType,
} from '#contract/api-access/events.ts'
import type { Webhook, WebhookDelivery } from '#contract/api-access/webhooks.ts'
import { createFeatures, encryptedColumns } from '#server/app.ts'
import { apiAccessFeature, createWebhooksJob } from '#server/features/api-access/index.ts'
import { insertCertificate } from '#server/features/certificates/certificates.repository.ts'
import { A, B, startAccessWorld, type AccessWorld } from '#tests/server/access/world.ts'
import { testOutgoing } from '#tests/support/live/outgoing.ts'
import { startReceiver, type Receiver } from '#tests/support/server/receiver.ts'

let world: AccessWorld
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  world = await startAccessWorld((core) => ({
    ...createFeatures(core),
    apiAccess: apiAccessFeature(core, testOutgoing()),
  }))
})
afterAll(async () => {
  await world.server.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  Object.assign(receiver.answer, { status: 200, body: 'ok', headers: {}, hold: false })
})
afterEach(() => world.server.db.asSuperuser('delete from webhook; delete from webhook_event'))

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
  world.server.app.inject({
    method,
    url: `/api/clients/${A}/admin/webhooks/${path}`,
    ...(body && { payload: body }),
    headers: { authorization: `Bearer ${world.tokens.adminA}` },
  })
const create = (changes: object = {}) =>
  ask('POST', '', {
    id: randomUUID(),
    url: 'https://service.test/',
    events: [...webhookEvents],
    ...changes,
  })

interface Made {
  webhook: Webhook
  secret: string
}
/** Reaches the receiver, which speaks no TLS. */
const subscribe = async (path = '/', events: readonly string[] = ['person.enrolled']): Promise<Made> => {
  const made = (await create({ events })).json<Made>()
  await world.server.db.asSuperuser('update webhook set url = $2 where id = $1', [
    made.webhook.id,
    `http://service.test:${receiver.port}${path}`,
  ])
  return made
}
const newJob = () =>
  createWebhooksJob({
    core: world.server.core,
    outgoing: testOutgoing(),
    findTenant: () => Promise.resolve({ isActive: true } as never),
  })
const run = async (job = newJob()) => {
  await job.look()
  await job.idle()
}
const tx = <T>(work: Parameters<typeof world.server.core.db.withTenant<T>>[1]) =>
  world.server.core.db.withTenant(A, work)
const enrol = () => setEnrolled(true)
const setEnrolled = (isEnrolled: boolean) =>
  tx(async (db) => {
    await sql`insert into enrolment (client_id, user_id, course_id, enrolled_at, left_at)
      values (${A}, ${world.users.studentA2}, ${world.lessons.own.course}, ${world.server.clock.now()}, null)
      on conflict (client_id, user_id, course_id) do update set left_at = now()`.execute(db)
    if (isEnrolled)
      await sql`update enrolment set left_at = null where client_id = ${A} and user_id = ${world.users.studentA2}
        and course_id = ${world.lessons.own.course} and left_at is not null`.execute(db)
  })
const deliveriesOf = async (id: string): Promise<WebhookDelivery[]> =>
  (await ask('GET', `${id}/deliveries/`)).json<{ results: WebhookDelivery[] }>().results
const webhookOf = async (id: string): Promise<Webhook | undefined> =>
  (await ask('GET')).json<{ results: Webhook[] }>().results.find((webhook) => webhook.id === id)
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as { id: string; type: string })

describe('addresses', () => {
  it.each([
    ['https://inner.test/', 'not-allowed'],
    ['https://10.0.0.1/', 'not-allowed'],
    ['https://169.254.169.254/latest/', 'not-allowed'],
    ['https://gone.invalid/', 'unknown-host'],
  ])('refuses %s and stores nothing', async (url, reason) => {
    const answer = await create({ url })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ fields: { url: [{ code: 'invalid', params: { reason } }] } })
    expect((await ask('GET')).json()).toEqual({ results: [] })
  })

  it.each([
    'http://service.test/',
    'https://user:pw@service.test/',
    'https://service.test:8443/',
    'service.test',
  ])('refuses %s', async (url) => expect((await create({ url })).statusCode).toBe(422))

  it('checks again at each delivery, because a name can move', async () => {
    const { webhook } = await subscribe()
    await world.server.db.asSuperuser('update webhook set url = $2 where id = $1', [
      webhook.id,
      'https://inner.test/',
    ])
    await enrol()
    await run()
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'waiting', failure: 'not-allowed' }])
  })
})

describe('events', () => {
  it('are written with the facts, as the contract describes them', async () => {
    await subscribe('/', webhookEvents)
    const { clock } = world.server
    const { own } = world.lessons
    const invited = await world.server.app.inject({
      method: 'POST',
      url: `/api/clients/${A}/admin/students/`,
      headers: { authorization: `Bearer ${world.tokens.adminA}` },
      payload: { name: 'Nia New', email: 'nia@example.test', language: 'hi' },
    })
    expect(invited.statusCode).toBe(201)
    await enrol()
    await tx(async (db) => {
      const now = clock.now()
      await sql`update enrolment set completed_at = ${now} where client_id = ${A}
        and user_id = ${world.users.studentA2} and course_id = ${own.course}`.execute(db)
      await insertCertificate(db, A, {
        userId: world.users.studentA2,
        kind: 'course',
        subjectId: own.course,
        recipientName: 'Learner Two',
        title: 'A course',
        language: 'en',
        criteria: [],
        template: null,
        now,
        issuedOn: null,
        expiresOn: null,
        issuedBy: null,
      })
      await sql`update assessment_attempt set state = 'submitted', finished_at = ${now}, ended_by = 'learner',
        answers_hash = ${'0'.repeat(64)} where client_id = ${A} and id = ${own.examAttempt}`.execute(db)
      for (const [kind, sign] of [
        ['payment', 1],
        ['refund', -1],
      ] as const)
        await sql`with t as (
            insert into ledger_transaction (client_id, kind, at, reference, entries)
            values (${A}, ${kind}, ${now}, ${`test:${kind}`}, 2) returning id)
          insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency, person_id)
          select ${A}, t.id, e.account, e.amount, 'INR', ${world.users.studentA2}
          from t, (values ('clearing:stripe', ${sign * 4900}::bigint), ('receivable', ${sign * -4900}::bigint)) e(account, amount)`.execute(
          db,
        )
    })
    await run()
    const found = bodies()
    expect(found.map(({ type }) => type).toSorted()).toEqual([...webhookEvents].toSorted())
    for (const body of found)
      expect(webhookEventBody(body.type as WebhookEventType).safeParse(body).success).toBe(true)
    expect(found.find(({ type }) => type === 'refund.made')).toMatchObject({
      client_id: A,
      data: { amount_minor: 4900, currency: 'INR', person_id: world.users.studentA2 },
    })
  })

  it('are not written when the fact is rolled back, or when nobody is subscribed', async () => {
    const { webhook } = await subscribe()
    await setEnrolled(false)
    await tx(async (db) => {
      await sql`update enrolment set left_at = null where client_id = ${A}
        and user_id = ${world.users.studentA2} and course_id = ${world.lessons.own.course}`.execute(db)
      throw new Error('rolled back')
    }).catch(() => undefined)
    expect(await deliveriesOf(webhook.id)).toEqual([])
    await ask('DELETE', `${webhook.id}/`)
    await enrol()
    const events = await world.server.db.asSuperuser('select id from webhook_event')
    expect(events).toEqual([])
  })

  it('stay in their client', async () => {
    const { webhook } = await subscribe()
    await world.server.core.db.withTenant(B, (db) =>
      sql`update enrolment set left_at = now() where client_id = ${B}`
        .execute(db)
        .then(() => sql`update enrolment set left_at = null where client_id = ${B}`.execute(db)),
    )
    expect(await deliveriesOf(webhook.id)).toEqual([])
    await enrol()
    expect(await deliveriesOf(webhook.id)).toHaveLength(1)
  })
})

describe('deliveries', () => {
  const isSigned = (secret: string, { headers, body }: Receiver['received'][number]): boolean => {
    const [stamp = '', ...signatures] = String(headers['webhook-signature']).split(',')
    const wanted = createHmac('sha256', secret)
      .update(`${stamp.slice(2)}.${body}`)
      .digest('hex')
    return signatures.includes(`v1=${wanted}`)
  }

  it('are signed, and for a day by both secrets after a replacement', async () => {
    const { webhook, secret } = await subscribe()
    await enrol()
    await run()
    expect(isSigned(secret, receiver.received[0]!)).toBe(true)
    expect(isSigned(`${secret}x`, receiver.received[0]!)).toBe(false)
    expect(receiver.received[0]!.headers['webhook-id']).toBe(bodies()[0]!.id)

    const body = { secret_made_at: webhook.secret_made_at }
    const replaced = (await ask('POST', `${webhook.id}/secret/`, body)).json<Made>()
    expect((await ask('POST', `${webhook.id}/secret/`, body)).statusCode).toBe(409)
    await enrol()
    await run()
    expect([secret, replaced.secret].map((each) => isSigned(each, receiver.received[1]!))).toEqual([
      true,
      true,
    ])
    world.server.clock.advance(25 * 3_600_000)
    await enrol()
    await run()
    expect([secret, replaced.secret].map((each) => isSigned(each, receiver.received[2]!))).toEqual([
      false,
      true,
    ])
    world.server.clock.advance(-25 * 3_600_000)
  })

  it('are listed with status, time and the start of the answer; redirects are not followed', async () => {
    const { webhook } = await subscribe()
    Object.assign(receiver.answer, { status: 302, body: 'x'.repeat(5_000), headers: { location: '/else' } })
    await enrol()
    await run()
    const [first] = await deliveriesOf(webhook.id)
    expect(first).toMatchObject({ state: 'waiting', tries: 1, status: 302, failure: 'status' })
    expect(first!.answer).toBe('x'.repeat(1_024))
    expect(first!.took_ms).toBeGreaterThanOrEqual(0)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/'])
  })

  it('pause the webhook after the last try, tell the admins, and go on when it is turned on', async () => {
    const { webhook } = await subscribe()
    receiver.answer.status = 500
    await enrol()
    for (let tries = 0; tries < TRIES_MAX + 2; tries += 1) {
      await run()
      world.server.clock.advance(24 * 3_600_000)
    }
    world.server.clock.advance(-(TRIES_MAX + 2) * 24 * 3_600_000)
    expect(receiver.received).toHaveLength(TRIES_MAX)
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(1)
    expect(await webhookOf(webhook.id)).toMatchObject({ is_active: false, paused_for: 'failures', failed: 1 })
    const mails = await world.server.db.asSuperuser<{ subject: string }>(
      `select subject from outbox_message where client_id = $1 and subject like '%webhook%'`,
      [A],
    )
    expect(mails.length).toBeGreaterThanOrEqual(1)

    receiver.answer.status = 204
    await enrol()
    await run()
    expect(receiver.received).toHaveLength(TRIES_MAX)
    const body = { url: 'https://service.test/', events: webhook.events, is_active: true }
    expect((await ask('PUT', `${webhook.id}/`, body)).json()).toMatchObject({ is_active: true })
    await world.server.db.asSuperuser('update webhook set url = $2 where id = $1', [
      webhook.id,
      `http://service.test:${receiver.port}/`,
    ])
    const failed = (await deliveriesOf(webhook.id)).find(({ state }) => state === 'failed')!
    await ask('POST', `${webhook.id}/deliveries/${failed.id}/replay/`)
    await run()
    expect((await deliveriesOf(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    expect(bodies().filter(({ id }) => id === failed.event_id)).toHaveLength(TRIES_MAX + 1)
  })

  it('happen once for each try, however many servers look', async () => {
    const { webhook } = await subscribe()
    for (let events = 0; events < 5; events += 1) await enrol()
    const jobs = [newJob(), newJob(), newJob()]
    await Promise.all(jobs.map((job) => run(job)))
    expect(
      bodies()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual((await deliveriesOf(webhook.id)).map(({ event_id: id }) => id).toSorted())
    expect(receiver.received).toHaveLength(5)
  })

  it('control: a delivery whose server crashed is tried again, so receivers need the id', async () => {
    const { webhook } = await subscribe()
    await enrol()
    await world.server.db.asSuperuser(
      `update webhook_delivery set state = 'sending', tries = 1, due_at = now() - interval '1 minute'`,
    )
    await run()
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'delivered', tries: 2 }])
  })

  it('of a slow receiver hold nobody else up', async () => {
    await subscribe('/slow')
    await subscribe('/quick')
    receiver.answer.hold = true
    await enrol()
    await enrol()
    const job = newJob()
    await job.look()
    await expect.poll(() => receiver.received.filter(({ path }) => path === '/quick').length).toBe(2)
    expect(receiver.received.filter(({ path }) => path === '/slow')).toHaveLength(1)
    receiver.answer.hold = false
    receiver.letGo()
    await job.idle()
  })

  it('of a test go out even while the webhook is paused, once for each id', async () => {
    const { webhook } = await subscribe()
    await world.server.db.asSuperuser(`update webhook set is_active = false, paused_for = 'person'`)
    const id = randomUUID()
    for (let repeats = 0; repeats < 2; repeats += 1)
      expect((await ask('POST', `${webhook.id}/test/`, { id })).statusCode).toBe(202)
    await enrol()
    await run()
    expect(bodies()).toMatchObject([{ id, type: 'webhook.test' }])
  })
})

describe('webhooks', () => {
  it('show their secret once and store it encrypted', async () => {
    const { webhook, secret } = await subscribe()
    const rows = await world.server.db.asSuperuser<{ text: string }>('select w::text as text from webhook w')
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(rows[0]!.text).not.toContain(Buffer.from(secret).toString('hex'))
    expect(JSON.stringify(await webhookOf(webhook.id))).not.toContain(secret)
    const columns = encryptedColumns.filter(({ table }) => table === 'webhook').map(({ column }) => column)
    expect(columns).toEqual(['secret_enc', 'former_enc'])
  })

  it('answer a repeated creation with 409, and make one', async () => {
    const id = randomUUID()
    expect((await create({ id })).statusCode).toBe(201)
    expect((await create({ id })).statusCode).toBe(409)
    expect((await ask('GET')).json<{ results: unknown[] }>().results).toHaveLength(1)
  })
})

describe('a webhook whose owner administers no more', () => {
  const setRole = (role: string) =>
    world.server.db.asSuperuser(`update app_user set role = $3 where client_id = $1 and id = $2`, [
      A,
      world.users.adminA,
      role,
    ])
  const setDisabled = (at: string) =>
    world.server.db.asSuperuser(`update app_user set disabled_at = ${at} where client_id = $1 and id = $2`, [
      A,
      world.users.adminA,
    ])
  const askSuperadmin = (method: 'GET' | 'PUT', path = '', body?: object) =>
    world.server.app.inject({
      method,
      url: `/api/clients/${A}/admin/webhooks/${path}`,
      ...(body && { payload: body }),
      headers: { authorization: `Bearer ${world.tokens.superadminA}` },
    })
  const seen = async (id: string) =>
    (await askSuperadmin('GET')).json<{ results: Webhook[] }>().results.find((webhook) => webhook.id === id)
  const audited = (action: string, id: string) =>
    world.server.db.asSuperuser<{ actor_id: number | null; detail: object }>(
      'select actor_id, detail from audit_event where client_id = $1 and action = $2 and object = $3',
      [A, `apiAccess.${action}`, `webhook:${id}`],
    )
  const mails = async () =>
    (
      await world.server.db.asSuperuser<{ recipient: string }>(
        `select recipient from outbox_message where client_id = $1 and body_text like '%no longer an admin%'`,
        [A],
      )
    ).length
  afterEach(async () => {
    await setDisabled('null')
    await setRole('admin')
    await world.server.db.asSuperuser('delete from outbox_message')
  })

  it.each([
    ['lost the role', () => setRole('instructor')],
    ['was deactivated', () => setDisabled('now()')],
  ])('sends nothing after its owner %s, and admins are told once', async (_, leave) => {
    const { webhook } = await subscribe()
    await enrol()
    await leave()
    await enrol()
    await run()
    await run()
    expect(receiver.received).toEqual([])
    expect(await seen(webhook.id)).toMatchObject({
      is_active: false,
      paused_for: 'owner',
      owner: null,
      waiting: 2,
    })
    expect(await mails()).toBe(1)
    expect(await audited('webhook_owner_lost', webhook.id)).toMatchObject([
      { actor_id: null, detail: { owner_id: world.users.adminA } },
    ])
  })

  it('control: goes on when its owner becomes a superadmin, or somebody else leaves', async () => {
    const { webhook } = await subscribe()
    await setRole('superadmin')
    await world.server.db.asSuperuser(
      `update app_user set role = 'student' where client_id = $1 and id = $2`,
      [A, world.users.studentA2],
    )
    await enrol()
    await run()
    expect(receiver.received).toHaveLength(1)
    expect(await seen(webhook.id)).toMatchObject({ owner: { id: world.users.adminA } })
    expect(await mails()).toBe(0)
  })

  it('stays paused when the role comes back, until an admin takes it over', async () => {
    const { webhook } = await subscribe()
    await setRole('student')
    await enrol()
    await setRole('admin')
    await run()
    expect(receiver.received).toEqual([])
    const body = { url: `http://service.test:${receiver.port}/`, events: webhook.events }
    await world.server.db.asSuperuser(`update webhook set url = 'https://service.test/'`)
    const taken = await askSuperadmin('PUT', `${webhook.id}/`, {
      ...body,
      url: 'https://service.test/',
      is_active: true,
    })
    expect(taken.json()).toMatchObject({ is_active: true, owner: { id: world.users.superadminA } })
    expect(await audited('webhook_take_over', webhook.id)).toMatchObject([
      { actor_id: world.users.superadminA },
    ])
    await world.server.db.asSuperuser('update webhook set url = $1', [body.url])
    await run()
    expect(receiver.received).toHaveLength(1)
  })

  it('belongs to whoever changed its address last', async () => {
    const { webhook } = await subscribe()
    const changed = await askSuperadmin('PUT', `${webhook.id}/`, {
      url: 'https://elsewhere.test/',
      events: webhook.events,
      is_active: true,
    })
    expect(changed.json()).toMatchObject({ owner: { id: world.users.superadminA } })
    await setRole('student')
    expect(await seen(webhook.id)).toMatchObject({ is_active: true })
  })
})
