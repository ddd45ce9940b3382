/** Sending: nobody twice, whatever stops; pause, schedule, failures, and unsubscribing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Campaign } from '#contract/emails/campaigns.ts'
import type { Core } from '#server/core/core.ts'
import type { Deliver } from '#server/core/mail/delivery.ts'
import { kindOfFailure } from '#server/features/emails/sending/failure.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT, createEmailsWorld, listOf, type EmailsWorld } from '../world.ts'

const PEOPLE = process.env['FULL'] === '1' ? 10_000 : 200
const SECOND_MS = 1000
const STUCK_MS = 200_000

let world: EmailsWorld
beforeAll(async () => {
  world = await createEmailsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.server.db.asSuperuser('delete from email_campaign')
  await world.server.db.asSuperuser('delete from email_suppression')
  world.sent.length = 0
})

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@people.test`)
const started = async (count = 3): Promise<Campaign> => {
  const answer = await world.send(await world.draft({ audience: listOf(addresses(count)) }))
  expect(answer.status).toBe(200)
  return answer.body
}
const recipients = () => world.sent.map(({ recipient }) => recipient).toSorted()
const move = (id: string, name: string) => world.call(world.admin, 'POST', `${id}/moves/`, { move: name })
const refusal = (responseCode: number, code: string) =>
  Object.assign(new Error('refused'), { responseCode, code })

describe('sending', () => {
  it('mails each person in their language, and refuses a second press', async () => {
    await world.server.db.asSuperuser('delete from app_user where role = $1', ['student'])
    const id = await world.student('Asha Rao')
    await world.server.db.asSuperuser(`update app_user set language = 'hi' where id = $1`, [id])
    const draft = await world.draft()
    const [one, other] = await Promise.all([world.send(draft), world.send(draft)])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
    await world.job().look()
    expect(world.sent).toHaveLength(1)
    expect(world.sent[0]).toMatchObject({
      recipient: 'asha-rao-7@example.test',
      language: 'hi',
      subject: 'नमस्ते Asha',
      senderName: 'Client 7',
    })
    expect(world.sent[0]?.unsubscribeUrl).toContain('/unsubscribe/campaign/7/')
    expect(await world.get(draft.id)).toMatchObject({ state: 'done', counts: { sent: 1 } })
  })

  it('refuses what is not finished, what nobody gets, and what was changed meanwhile', async () => {
    const half = await world.draft({ content: { subject: {}, preview_text: {}, blocks: [] } })
    expect((await world.send(half)).status).toBe(409)
    expect((await world.send(await world.draft({ audience: listOf([]) }))).status).toBe(409)
    const draft = await world.draft({ audience: listOf(addresses(1)) })
    expect((await world.send({ ...draft, version: draft.version - 1 })).status).toBe(409)
  })

  it('stops while it is paused, and for good when it is cancelled', async () => {
    const { id } = await started()
    await move(id, 'pause')
    await world.job().look()
    expect(world.sent).toHaveLength(0)
    await move(id, 'resume')
    await world.job().look()
    expect(recipients()).toEqual(addresses(3))
    const other = await started(1)
    expect((await move(other.id, 'cancel')).body).toMatchObject({
      state: 'cancelled',
      counts: { waiting: 1 },
    })
    await world.job().look()
    expect(world.sent).toHaveLength(3)
    expect((await move(other.id, 'resume')).status).toBe(409)
  })

  it('waits for its time, and does not start for somebody who is no admin any more', async () => {
    const at = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
    const audience = listOf(addresses(2))
    const { body } = await world.send(await world.draft({ audience }), at(60_000))
    expect(body).toMatchObject({ state: 'scheduled', counts: { waiting: 0 } })
    expect((await world.send(await world.draft({ audience }), at(-1))).status).toBe(422)
    await world.job().look()
    expect(world.sent).toHaveLength(0)
    world.clock.advance(61_000)
    await world.job().look()
    expect(recipients()).toEqual(addresses(2))

    const next = await world.send(await world.draft({ audience }), at(60_000))
    world.clock.advance(61_000)
    const role = (name: string) =>
      world.server.db.asSuperuser('update app_user set role = $1 where id = $2', [name, world.admin])
    await role('student')
    await world.job().look()
    await role('admin')
    expect(await world.get(next.body.id)).toMatchObject({ state: 'draft', counts: { sent: 0 } })
  })

  it('comes at the chosen time on the clock of the client, or of each person', async () => {
    const zones = {
      'Asha Kolkata': 'Asia/Kolkata',
      'Lea London': 'Europe/London',
      'Ann York': 'America/New_York',
    }
    await world.server.db.asSuperuser('delete from app_user where role = $1', ['student'])
    for (const [name, timeZone] of Object.entries(zones))
      await addPerson(world.server.db, { clientId: CLIENT, name, timeZone })
    world.clock.set('2026-12-01T00:00:00Z')
    const sendAt = async (zone: 'client' | 'each', time: string) => {
      const draft = await world.draft()
      const body = { version: draft.version, scheduled_at: null, local: { time, zone } }
      return world.call(world.admin, 'POST', `${draft.id}/send/`, body)
    }
    const { body } = await sendAt('each', '2026-12-01T09:00')
    expect(body).toMatchObject({ scheduled_at: '2026-12-01T03:30:00.000Z', local_time: '2026-12-01T09:00' })
    const arrivals: string[] = []
    for (const time of ['03:29', '03:31', '08:59', '09:01', '13:59', '14:01']) {
      world.clock.set(`2026-12-01T${time}:00Z`)
      world.sent.length = 0
      await world.job().look()
      arrivals.push(
        `${time} ${recipients()
          .map((each) => each.split('-')[0])
          .join()}`,
      )
    }
    expect(arrivals).toEqual(['03:29 ', '03:31 asha', '08:59 ', '09:01 lea', '13:59 ', '14:01 ann'])
    expect(await world.get(body.id)).toMatchObject({ state: 'done', counts: { sent: 3 } })

    await world.server.db.asSuperuser(`update client set time_zone = 'Asia/Kolkata' where client_id = $1`, [
      CLIENT,
    ])
    const ofClient = await sendAt('client', '2026-12-02T09:00')
    await world.server.db.asSuperuser(`update client set time_zone = 'UTC' where client_id = $1`, [CLIENT])
    expect(ofClient.body).toMatchObject({ scheduled_at: '2026-12-02T03:30:00.000Z', local_time: null })
    expect((await sendAt('each', '2026-12-01T08:00')).status).toBe(422)
    expect((await sendAt('each', '2026-02-30T08:00')).status).toBe(422)
    // Somewhere it is past nine, elsewhere not yet: it starts at once.
    expect((await sendAt('each', '2026-12-01T09:05')).status).toBe(200)
    world.clock.set('2026-12-03T00:00:00Z')
  })

  it('tries again what a server could not take yet, and sends again only to the failed', async () => {
    const { id } = await started()
    let answer = refusal(451, 'EENVELOPE')
    const refuses: Deliver = async (message) => {
      if (message.recipient === 'p1@people.test') throw answer
      world.sent.push(message)
    }
    await world.job(refuses).look()
    expect((await world.get(id)).counts).toMatchObject({ sent: 2, waiting: 1 })
    answer = refusal(550, 'EENVELOPE')
    world.clock.advance(61_000)
    await world.job(refuses).look()
    expect(await world.get(id)).toMatchObject({ state: 'done', counts: { sent: 2, failed: 1 } })
    const [failed] = (
      await world.call<{ results: object[] }>(world.admin, 'GET', `${id}/recipients/?state=failed`)
    ).body.results
    expect(failed).toMatchObject({ email: 'p1@people.test', error: 'refused' })

    expect((await world.call(world.admin, 'POST', `${id}/resend/`)).status).toBe(200)
    await world.job().look()
    expect(recipients()).toEqual(addresses(3))
    expect((await world.call(world.admin, 'POST', `${id}/resend/`)).status).toBe(409)
  })

  it('knows which errors mean that a mail may have arrived', () => {
    expect(kindOfFailure(refusal(550, 'EENVELOPE'))).toBe('never')
    expect(kindOfFailure(refusal(421, 'ECONNECTION'))).toBe('later')
    expect(kindOfFailure(Object.assign(new Error('refused'), { code: 'ESOCKET', syscall: 'connect' }))).toBe(
      'later',
    )
    expect(kindOfFailure(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }))).toBe('unknown')
    expect(kindOfFailure(new Error('anything else'))).toBe('unknown')
  })
})

describe('unsubscribing', () => {
  const press = (url: string, method: 'GET' | 'POST') =>
    world.server.app.inject({
      method,
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { payload: 'List-Unsubscribe=One-Click' }),
    })

  it('takes one click without signing in, ends all campaigns, and can be taken back', async () => {
    const { id } = await started(2)
    await world.job().look()
    const mail = world.sent.find(({ recipient }) => recipient === 'p0@people.test')
    const path = new URL(mail?.unsubscribeUrl ?? '').pathname
    expect((await press(path, 'GET')).statusCode).toBe(200)
    expect((await world.get(id)).counts.unsubscribed).toBe(0)
    expect((await press(path, 'POST')).statusCode).toBe(200)
    expect((await world.get(id)).counts.unsubscribed).toBe(1)
    const forged = path.replace(/\/(\d+)\/[\w-]+\/$/, '/$1/forged/')
    expect((await press(forged, 'POST')).statusCode).toBe(404)

    world.sent.length = 0
    await started(2)
    await world.job().look()
    expect(recipients()).toEqual(['p1@people.test'])
    await press(`${path}again/`, 'POST')
    await started(2)
    await world.job().look()
    expect(recipients()).toEqual(['p0@people.test', 'p1@people.test', 'p1@people.test'])
  })

  it('counts for mails that wait already', async () => {
    const { id } = await started(2)
    await world.server.db.asSuperuser(
      `insert into email_suppression values ($1, 'p0@people.test', 'unsubscribed', now())`,
      [CLIENT],
    )
    await world.job().look()
    expect(recipients()).toEqual(['p1@people.test'])
    expect((await world.get(id)).counts).toMatchObject({ sent: 1, left_out: 1 })
  })
})

/** A server whose every call fails once it was killed. */
const mortal = (core: Core) => {
  let isDead = false
  const alive = () => {
    if (isDead) throw new Error('killed')
  }
  const db: Core['db'] = {
    ...core.db,
    withTenant: async (clientId, work) => {
      alive()
      return core.db.withTenant(clientId, async (tx) => {
        const result = await work(tx)
        // Before the commit: the database rolls back what a killed server was doing.
        alive()
        return result
      })
    },
  }
  return { core: { ...core, db }, alive, kill: () => (isDead = true) }
}

describe(`a campaign of ${PEOPLE} mails over two servers that are killed`, () => {
  const arrived: string[] = []
  let mails = 0
  /** Every 17th mail kills its server: after the mail server took it, or just before. */
  const startServer = () => {
    const { core, alive, kill } = mortal(world.server.core)
    const deliver: Deliver = async ({ recipient }) => {
      alive()
      mails += 1
      if (mails % 34 === 17) kill()
      alive()
      arrived.push(recipient)
      if (mails % 34 === 0) kill()
      await new Promise((resolve) => setImmediate(resolve))
      alive()
    }
    return world.job(deliver, core)
  }
  const runToEnd = async (id: string) => {
    for (let round = 0; round < PEOPLE; round += 1) {
      await Promise.all([startServer().look(), startServer().look()])
      world.clock.advance(round % 5 === 4 ? STUCK_MS : SECOND_MS)
      const { state } = await world.get(id)
      if (state === 'done') return
    }
    throw new Error('the campaign did not come to its end')
  }
  const twice = () => arrived.length - new Set(arrived).size

  it('reaches each address at most once, and all that were not under way', { timeout: 300_000 }, async () => {
    await world.server.db.asSuperuser(
      `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
       select $1, 'm' || n || '@many.test', 'm' || n || '@many.test', 'm' || n, 'm' || n, 'M ' || n, 'instructor', 'UTC'
       from generate_series(1, $2) n`,
      [CLIENT, PEOPLE],
    )
    const people = { role: 'instructor', course: null, group: null, state: null } as const
    const draft = await world.draft({ audience: { kind: 'people', people, addresses: [] } })
    const { body: campaign } = await world.send(draft)
    const total = campaign.counts.waiting
    expect(total).toBeGreaterThanOrEqual(PEOPLE)
    await runToEnd(campaign.id)
    const { counts } = await world.get(campaign.id)
    expect(twice()).toBe(0)
    expect(counts.sent + counts.unknown).toBe(total)
    expect(counts).toMatchObject({ waiting: 0, sending: 0, failed: 0 })
    // Both kinds of crash happened: some unknown mails arrived, and some did not.
    expect(arrived.length).toBeGreaterThan(counts.sent)
    expect(arrived.length).toBeLessThan(total)
    const rows = await world.server.db.asSuperuser<{ email: string }>(
      `select email from email_recipient where campaign_id = $1 and state = 'sent'`,
      [campaign.id],
    )
    expect(rows.filter(({ email }) => !arrived.includes(email))).toEqual([])

    // Control: whoever repeats unknown mails sends some twice, and the count shows it.
    await world.server.db.asSuperuser(`update email_recipient set state = 'waiting' where state = 'unknown'`)
    await world.server.db.asSuperuser(`update email_campaign set state = 'sending' where id = $1`, [
      campaign.id,
    ])
    await runToEnd(campaign.id)
    expect(twice()).toBeGreaterThan(0)
  })
})
