import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '#server/core/core.ts'
import { createDelivery, type Deliver, type DeliveryOptions } from '#server/core/mail/delivery.ts'
import { createOutbox } from '#server/core/mail/outbox.ts'
import { readOutbox } from '#server/core/mail/read-outbox.ts'
import { smsDelivery } from '#server/core/mail/sms.ts'
import { withIdentity } from '#server/core/mail/identity.ts'
import { smtpDelivery } from '#server/core/mail/smtp.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { startSmtpServer } from './smtp-server.ts'

let test: TestDatabase
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
const clock = createTestClock('2026-11-21T09:00:00Z')
const outbox = createOutbox(clock)
const logged: string[] = []
const log = {
  info: (fields: object, line: string) => void logged.push(JSON.stringify({ ...fields, line })),
  warn: (fields: object, line: string) => void logged.push(JSON.stringify({ ...fields, line })),
}

beforeAll(async () => {
  test = await createTestDatabase()
  smtp = await startSmtpServer()
})
beforeEach(async () => {
  await test.asSuperuser('delete from outbox_message')
  smtp.received.length = 0
  logged.length = 0
})
afterAll(async () => {
  await smtp.close()
  await test.drop()
})

const message = (change: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  to: 'learner@example.org',
  channel: 'email',
  language: 'en',
  subject: 'Your code',
  text: 'Your code is 481516',
  html: '<p>Your code is 481516</p>',
  ...change,
})
const add = (clientId: number, change: Partial<OutgoingMessage> = {}) =>
  test.database.withTenant(clientId, (db) => outbox.add(db, message(change)))
const worker = (email: Deliver | null, change: Partial<DeliveryOptions> = {}) =>
  createDelivery({
    db: test.database,
    clock,
    log,
    providers: { email, sms: null },
    senderName: async () => 'Kitewing Academy',
    logBodies: false,
    ...change,
  })
const rows = () =>
  test.asSuperuser<{
    id: number
    state: string
    attempts: number
    body_text: string
    last_error: string | null
  }>('select id::int, state, attempts, body_text, last_error from outbox_message order by client_id, id')
const smtpProvider = (tls: 'offered' | 'starttls' = 'offered') =>
  smtpDelivery({
    host: '127.0.0.1',
    port: smtp.port,
    tls,
    user: null,
    password: null,
    from: 'Platform <no-reply@example.org>',
  })

describe('outbox', () => {
  it('sends nothing when the transaction rolls back', async () => {
    await expect(
      test.database.withTenant(7, async (db) => {
        await outbox.add(db, message())
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await worker(smtpProvider()).deliverDue()).toBe(0)
    expect(smtp.received).toEqual([])
  })

  it('sends a due mail once by SMTP and deletes its text', async () => {
    await add(7)
    const delivery = worker(smtpProvider())
    expect(await delivery.deliverDue()).toBe(1)
    expect(await delivery.deliverDue()).toBe(0)
    expect(smtp.received).toHaveLength(1)
    const mail = smtp.received[0]
    expect(mail).toMatchObject({ from: 'no-reply@example.org', to: ['learner@example.org'] })
    expect(mail?.data).toContain('From: Kitewing Academy <no-reply@example.org>')
    expect(mail?.data).toContain('Your code is 481516')
    expect(await rows()).toMatchObject([{ state: 'sent', body_text: '' }])
  })

  it('sends nothing without STARTTLS where the operator asks for it', async () => {
    await add(7)
    await worker(smtpProvider('starttls')).deliverDue()
    expect(smtp.received).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }])
  })

  it('adds List-Unsubscribe headers only to mails that can be turned off', async () => {
    await add(7, { unsubscribeUrl: 'https://learn.example.org/unsubscribe/7/3/x/' })
    await add(7)
    await worker(smtpProvider()).deliverDue()
    const [first, second] = smtp.received.map((mail) => mail.data)
    expect(first).toContain('List-Unsubscribe: <https://learn.example.org/unsubscribe/7/3/x/>')
    expect(first).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(second).not.toContain('List-Unsubscribe')
    // The table rejects an address that would start another header.
    await expect(add(7, { unsubscribeUrl: 'https://x.test/\r\nBcc: all@example.org' })).rejects.toThrow(
      /check|constraint/i,
    )
  })

  it("sends with the client's own name and address for replies, and without the latter as before", async () => {
    await add(7)
    await worker(smtpProvider()).deliverDue()
    await add(7)
    const identity = { senderName: 'Kite Office', replyTo: 'office@kite.test' }
    await worker(withIdentity(smtpProvider(), async () => identity)).deliverDue()
    const [before, after] = smtp.received.map((mail) => mail.data)
    expect(before).not.toMatch(/^Reply-To:/m)
    expect(after).toMatch(/^Reply-To: <?office@kite\.test>?\r?$/m)
    expect(after).toContain('From: Kite Office <no-reply@example.org>')
  })

  it('prevents header injection through subject and sender name', async () => {
    await add(7, { subject: 'Hello\r\nBcc: victim@example.org\r\nX-Evil: 1' })
    await worker(smtpProvider(), { senderName: async () => 'Name\r\nBcc: victim@example.org' }).deliverDue()
    for (const mail of smtp.received) {
      const headers = mail.data.slice(0, mail.data.indexOf('\r\n\r\n'))
      expect(headers).not.toMatch(/^(Bcc|Cc|X-Evil):/im)
      expect(mail.to).not.toContain('victim@example.org')
      expect(mail.to).toHaveLength(1)
    }
    expect(smtp.received.some((mail) => mail.data.includes('Hello Bcc: victim@example.org'))).toBe(true)
  })

  it.each([
    'a@example.org\nBcc: v@example.org',
    'a@example.org, v@example.org',
    'a@example.org;v@example.org',
    '"v@example.org" <b@example.org>',
    'a@b@example.org',
    'group:a@example.org;',
    'nobody',
  ])('rejects %j as a recipient', async (to) => {
    await expect(add(7, { to })).rejects.toThrow('exactly one address')
  })

  it('rejects a line break in a recipient in the database itself', async () => {
    await expect(
      test.asSuperuser(
        `insert into outbox_message (client_id, channel, recipient, language, subject, body_text, next_attempt_at, created_at)
         values (7, 'email', E'a\\nb', 'en', 's', 't', now(), now())`,
      ),
    ).rejects.toThrow('recipient')
  })

  it('retries with growing delays and finally gives up', async () => {
    smtp.state.answer = '451 later'
    await add(7)
    const delivery = worker(smtpProvider())
    const attempts: number[] = []
    for (let step = 0; step < 60 && (await rows())[0]?.state !== 'failed'; step += 1) {
      await delivery.deliverDue()
      attempts.push((await rows())[0]?.attempts ?? 0)
      clock.advance(30 * 60_000)
    }
    smtp.state.answer = '250 ok'
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 7 }])
    // Half-hour steps: not every step contains an attempt.
    expect(attempts.length).toBeGreaterThan(14)
    expect(smtp.received).toEqual([])
    expect(logged.join()).not.toContain('481516')
  })

  it('delivers after one failure when the delay is over', async () => {
    smtp.state.answer = '451 later'
    await add(7)
    const delivery = worker(smtpProvider())
    await delivery.deliverDue()
    smtp.state.answer = '250 ok'
    expect(await delivery.deliverDue()).toBe(0)
    clock.advance(10_000)
    expect(await delivery.deliverDue()).toBe(1)
    expect(smtp.received).toHaveLength(1)
  })

  it('sends a hundred messages exactly once with two workers', async () => {
    const sent = new Map<string, number>()
    const deliver: Deliver = async (mail) => {
      const key = `${mail.clientId}.${mail.id}`
      sent.set(key, (sent.get(key) ?? 0) + 1)
    }
    await Promise.all(Array.from({ length: 100 }, (_, n) => add(n % 2 ? 7 : 8)))
    await Promise.all([worker(deliver).deliverDue(), worker(deliver).deliverDue()])
    expect(sent.size).toBe(100)
    expect([...sent.values()].every((times) => times === 1)).toBe(true)
  })

  it('repeats only one mail after a crash between sending and recording', async () => {
    const sent: number[] = []
    let reached = (): void => undefined
    const hasSent = new Promise<void>((resolve) => (reached = resolve))
    for (let n = 0; n < 5; n += 1) await add(7)
    let release = (): void => undefined
    // Never finishes its third message before the end, like a killed process.
    const crashing: Deliver = (mail) => {
      sent.push(mail.id)
      if (sent.length < 3) return Promise.resolve()
      reached()
      return new Promise((resolve) => (release = resolve))
    }
    const crashedRun = worker(crashing).deliverDue()
    await hasSent
    const survivor = worker(async (mail) => void sent.push(mail.id))
    await survivor.deliverDue()
    expect(sent).toHaveLength(5)
    clock.advance(3 * 60_000)
    await survivor.deliverDue()
    await survivor.deliverDue()
    expect(sent).toHaveLength(6)
    expect(new Set(sent).size).toBe(5)
    expect((await rows()).every((row) => row.state === 'sent')).toBe(true)
    release()
    await crashedRun
  })

  it('keeps mails in the table without a provider and logs no text', async () => {
    await add(7)
    await worker(null).deliverDue()
    expect(await rows()).toMatchObject([{ state: 'outbox', body_text: 'Your code is 481516' }])
    expect(logged).toHaveLength(1)
    expect(logged[0]).not.toContain('481516')
    expect(logged[0]).not.toContain('learner@example.org')
  })

  it('logs the code in demo mode without a provider', async () => {
    await add(7)
    await worker(null, { logBodies: true }).deliverDue()
    expect(logged[0]).toContain('481516')
  })

  it("does not delay one tenant's mail behind another tenant's queue", async () => {
    for (let n = 0; n < 20; n += 1) await add(7)
    await add(8)
    const order: number[] = []
    await worker(async (mail) => void order.push(mail.clientId)).deliverDue()
    expect(order.indexOf(8)).toBeLessThan(3)
  })

  it('posts number and text to an SMS gateway and retries on an error status', async () => {
    const calls: { url: string; init: RequestInit }[] = []
    let status = 500
    const gateway: typeof fetch = async (url, init) => {
      calls.push({ url: url as string, init: init ?? {} })
      return new Response(null, { status })
    }
    const sms = smsDelivery(
      { url: 'https://sms.example.org/send', token: 'geheim', from: 'KITEWING' },
      gateway,
    )
    const delivery = worker(null, { providers: { email: null, sms } })
    await add(7, { channel: 'sms', to: '+911234567890', subject: '', html: null })
    await delivery.deliverDue()
    expect(await rows()).toMatchObject([{ state: 'queued', last_error: 'the SMS gateway answered 500' }])
    status = 202
    clock.advance(10_000)
    await delivery.deliverDue()
    expect(await rows()).toMatchObject([{ state: 'sent' }])
    expect(calls[1]?.init.headers).toMatchObject({ authorization: 'Bearer geheim' })
    expect(JSON.parse(calls[1]?.init.body as string)).toEqual({
      to: '+911234567890',
      text: 'Your code is 481516',
      from: 'KITEWING',
    })
  })

  it('reads the outbox of one address across tenants, newest first', async () => {
    await add(7, { text: 'first' })
    clock.advance(1000)
    await add(8, { text: 'second', to: 'Learner@Example.org' })
    await add(7, { to: 'other@example.org' })
    const entries = await readOutbox(test.database, [7, 8], 'learner@example.org')
    expect(entries.map((entry) => entry.text)).toEqual(['second', 'first'])
    expect(Object.keys(entries[0] ?? {})).toEqual(['to', 'channel', 'subject', 'text', 'html', 'created_at'])
  })
})
