/** Reports in the envelope of Amazon SNS: believed only if Amazon signed them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailFeedback } from '#contract/emails/feedback.ts'
import { OutgoingError, type Outgoing } from '#server/core/security/outgoing.ts'
import { CLIENT, createEmailsWorld, type EmailsWorld } from '../world.ts'
import { createCertifiedKey } from './certificate.ts'
import { confirmation, notification, sesBounce, TOPIC, type Signer } from './sns-messages.ts'

const AMAZON = 'https://sns.eu-west-1.amazonaws.com'
const SUBSCRIBE = `${AMAZON}/?Action=ConfirmSubscription&Token=2336412f37fb687f`
const NOW = '2026-11-20T10:00:00Z'
const TAKEN = { status: 204 }
const NOT_READY = { status: 503, message: 'The mail provider does not answer.' }
const REFUSED = { status: 401, message: 'This call is not signed.' }

const current = createCertifiedKey('2026-01-01', '2027-01-01')
const former = createCertifiedKey('2025-01-01', '2026-01-01')
const later = createCertifiedKey('2026-12-01', '2027-12-01')
const stranger = createCertifiedKey('2026-01-01', '2027-01-01')

/** Each test has its own address, so that no certificate is cached yet. */
let name = 0
let amazon: Signer
const served = new Map<string, string>()
const serve = ({ certificate, ...rest }: typeof current, address?: string): Signer => {
  name += 1
  const signer = { ...rest, address: address ?? `${AMAZON}/SimpleNotificationService-${name}.pem` }
  served.set(signer.address, certificate)
  return signer
}

const fetched: string[] = []
let isDown = false
let onFetch: () => Promise<void>
const outgoing: Outgoing = {
  send: async ({ url }) => {
    fetched.push(url)
    await onFetch()
    if (isDown) throw new OutgoingError('no-answer')
    const certificate = served.get(url)
    return { status: certificate === undefined ? 404 : 200, body: certificate ?? '<Error/>' }
  },
  check: async () => undefined,
}

let world: EmailsWorld
beforeAll(async () => {
  world = await createEmailsWorld({ outgoing })
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of ['email_suppression', 'email_settings'])
    await world.server.db.asSuperuser(`delete from ${table}`)
  served.clear()
  fetched.length = 0
  isDown = false
  onFetch = () => Promise.resolve()
  world.clock.set(NOW)
  amazon = serve(current)
})

const feedback = async () => (await world.callAdmin<MailFeedback>(world.admin, 'GET', 'email-feedback/')).body
const pathOf = async () => (await feedback()).events_path
const report = async (body: object, path?: string) => {
  const answer = await world.server.app.inject({
    method: 'POST',
    url: path ?? (await pathOf()),
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
    payload: JSON.stringify(body),
  })
  if (answer.statusCode === 204) return { status: 204 }
  return { status: answer.statusCode, message: answer.json<{ message: string }>().message }
}
const suppressed = async () => {
  const rows = await world.server.db.asSuperuser<{ email_key: string }>(
    'select email_key from email_suppression where client_id = $1 order by 1',
    [CLIENT],
  )
  return rows.map(({ email_key: email }) => email)
}
/** Not even the time of the last report. */
const expectNothingWritten = async () => {
  const { last_event_at: last } = await feedback()
  expect({ suppressed: await suppressed(), last }).toEqual({ suppressed: [], last: null })
}
const bounce = sesBounce('p0@people.test')

describe('a signed report of Amazon SNS', () => {
  it.each(['1', '2'] as const)('is applied with signature version %s', async (version) => {
    expect(await report(notification(bounce, { ...amazon, version }))).toEqual(TAKEN)
    expect(await suppressed()).toEqual(['p0@people.test'])
  })

  it('is applied with a subject, which is signed too', async () => {
    const message = notification(bounce, amazon, { Subject: 'Amazon SES Email Event Notification' })
    expect(await report({ ...message, Subject: 'Another one' })).toEqual(REFUSED)
    await expectNothingWritten()
    expect(await report(message)).toEqual(TAKEN)
    expect(await suppressed()).toEqual(['p0@people.test'])
  })

  it('is applied a day after it was written, and a second time without harm', async () => {
    const message = notification(bounce, amazon)
    world.clock.advance(86_400_000)
    expect(await report(message)).toEqual(TAKEN)
    expect(await report(message)).toEqual(TAKEN)
    expect(await suppressed()).toEqual(['p0@people.test'])
  })

  it('is believed for what is signed, not for what stands beside it', async () => {
    const message = notification({ hello: 'world' }, amazon)
    expect(await report({ ...message, ...bounce })).toMatchObject({ status: 400 })
    await expectNothingWritten()
  })
})

describe('a report of Amazon SES without the envelope', () => {
  it('is believed by the address alone', async () => {
    expect(await report(bounce)).toEqual(TAKEN)
    expect(await suppressed()).toEqual(['p0@people.test'])
    expect(fetched).toEqual([])
  })
})

describe('a report that Amazon SNS did not sign', () => {
  const changes: [string, (message: ReturnType<typeof notification>) => object][] = [
    ['another text', (message) => ({ ...message, Message: JSON.stringify(sesBounce('p1@people.test')) })],
    ['another topic', (message) => ({ ...message, TopicArn: `${TOPIC}-2` })],
    ['another type', (message) => ({ ...message, Type: 'UnsubscribeConfirmation' })],
    ['another version', (message) => ({ ...message, SignatureVersion: '1' })],
    ['an unknown version', (message) => ({ ...message, SignatureVersion: '3' })],
    ['no signature', (message) => ({ ...message, Signature: undefined })],
    ['an empty signature', (message) => ({ ...message, Signature: '' })],
    ['no certificate', (message) => ({ ...message, SigningCertURL: undefined })],
    ['a number as its text', (message) => ({ ...message, ...bounce, Message: 1 })],
  ]
  it.each(changes)('is refused: %s', async (_change, change) => {
    const message = notification(bounce, amazon)
    expect(await report(change(message))).toEqual(REFUSED)
    await expectNothingWritten()
    // Control: unchanged, it is taken.
    expect(await report(message)).toEqual(TAKEN)
  })

  it('is refused exactly as a wrong key is', async () => {
    const message = notification(bounce, { ...amazon, privateKey: stranger.privateKey })
    const path = await pathOf()
    const answers = await Promise.all([report(message, path), report(bounce, `${path}x`)])
    expect(answers).toEqual([REFUSED, REFUSED])
    await expectNothingWritten()
  })

  it.each([
    ['another host', 'https://sns.eu-west-1.amazonaws.com.evil.test/x.pem'],
    ['a bucket of that name', 'https://sns.s3.amazonaws.com/x.pem'],
    ['a bucket in a region', 'https://sns.s3-eu-west-1.amazonaws.com/x.pem'],
    ['no TLS', 'http://sns.eu-west-1.amazonaws.com/x.pem'],
    ['another port', `${AMAZON}:8443/x.pem`],
    ['a user', 'https://me@sns.eu-west-1.amazonaws.com/x.pem'],
    ['another file', `${AMAZON}/x.txt`],
    ['a query', `${AMAZON}/x.pem?x=1`],
    ['no address', 'x.pem'],
  ])('is refused without a look at its certificate: %s', async (_case, address) => {
    expect(await report(notification(bounce, serve(stranger, address)))).toEqual(REFUSED)
    expect(fetched).toEqual([])
    await expectNothingWritten()
  })

  it.each([
    ['has ended', former],
    ['has not begun', later],
  ])('is refused when its certificate %s', async (_case, certified) => {
    expect(await report(notification(bounce, serve(certified)))).toEqual(REFUSED)
    await expectNothingWritten()
  })
})

describe('a subscription at Amazon SNS', () => {
  it('is confirmed only if the question is signed', async () => {
    const question = confirmation('SubscriptionConfirmation', SUBSCRIBE, amazon)
    const { address } = serve(stranger)
    expect(await report({ ...question, SigningCertURL: address })).toEqual(REFUSED)
    expect(await report({ ...question, SubscribeURL: `${SUBSCRIBE}0` })).toEqual(REFUSED)
    expect(await report({ ...question, Token: '1' })).toEqual(REFUSED)
    expect(fetched).toEqual([address, amazon.address])
    await expectNothingWritten()

    expect(await report(question)).toEqual(TAKEN)
    expect(fetched.slice(2)).toEqual([SUBSCRIBE])
  })

  it('is confirmed at Amazon only, and asked for again when Amazon is down', async () => {
    const question = (url: string) => confirmation('SubscriptionConfirmation', url, amazon)
    expect(await report(question('https://127.0.0.1/'))).toMatchObject({ status: 400 })
    expect(fetched).toEqual([amazon.address])
    isDown = true
    expect(await report(question(SUBSCRIBE))).toEqual(NOT_READY)
  })

  it('ends without a request', async () => {
    expect(await report(confirmation('UnsubscribeConfirmation', SUBSCRIBE, amazon))).toEqual(TAKEN)
    expect(fetched).toEqual([amazon.address])
  })
})

describe('the certificate of Amazon SNS', () => {
  it('is fetched once for several messages', async () => {
    const path = await pathOf()
    const messages = ['p0', 'p1', 'p2'].map((who) => notification(sesBounce(`${who}@people.test`), amazon))
    const [first, ...others] = messages
    const answers = await Promise.all(others.map((message) => report(message, path)))
    expect([...answers, await report(first ?? {}, path)]).toEqual([TAKEN, TAKEN, TAKEN])
    expect(await suppressed()).toEqual(['p0@people.test', 'p1@people.test', 'p2@people.test'])
    expect(fetched).toEqual([amazon.address])
  })

  it('is not fetched for a caller without the key', async () => {
    const message = notification(bounce, amazon)
    const path = await pathOf()
    expect(await report(message, `${path}x`)).toEqual(REFUSED)
    expect(await report(message, `/mail/events/${CLIENT}/`)).toEqual(REFUSED)
    expect(await report(message, path.replace(`/${CLIENT}/`, '/99/'))).toEqual(REFUSED)
    expect(fetched).toEqual([])
    await expectNothingWritten()
  })

  it('is fetched outside of transactions, and so is the answer to a subscription', async () => {
    const open: number[] = []
    onFetch = async () => {
      const [row] = await world.server.db.asSuperuser<{ count: number }>(
        `select count(*)::integer as count from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      )
      open.push(row?.count ?? -1)
    }
    expect(await report(confirmation('SubscriptionConfirmation', SUBSCRIBE, amazon))).toEqual(TAKEN)
    expect(fetched).toEqual([amazon.address, SUBSCRIBE])
    expect(open).toEqual([0, 0])
  })

  it('is waited for: while it cannot be fetched, Amazon is told to send again', async () => {
    const message = notification(bounce, amazon)
    isDown = true
    expect(await report(message)).toEqual(NOT_READY)
    isDown = false
    served.set(amazon.address, 'no certificate')
    expect(await report(message)).toEqual(NOT_READY)
    served.delete(amazon.address)
    expect(await report(message)).toEqual(NOT_READY)
    await expectNothingWritten()

    served.set(amazon.address, current.certificate)
    expect(await report(message)).toEqual(TAKEN)
    expect(await suppressed()).toEqual(['p0@people.test'])
  })
})
