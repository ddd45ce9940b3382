/** Reports of mail providers in one form. */
import { describe, expect, it } from 'vitest'
import { readReport, type Reported } from '#server/features/emails/events/read-events.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const read = (body: unknown): Reported | null => readReport(body, parse)
const eventsOf = (body: unknown) => {
  const reported = read(body)
  return reported?.kind === 'events' ? reported.events : null
}

const OURS = '<7.0b9f4a0e-7f0e-4c39-9a57-6a1b5d1f0c01.3@mail.test>'
const amazonBounce = (bounceType: string) => ({
  notificationType: 'Bounce',
  mail: { messageId: 'amazon', headers: [{ name: 'Message-ID', value: OURS }] },
  bounce: {
    bounceType,
    bounceSubType: 'General',
    timestamp: '2026-11-20T10:00:00.000Z',
    bouncedRecipients: [{ emailAddress: 'Asha <asha@x.test>', diagnosticCode: 'smtp; 550 5.1.1 unknown' }],
  },
})

describe('a report', () => {
  it('in the general form tells one event or several', () => {
    const one = { type: 'bounce', email: 'a@x.test', message_id: OURS, detail: 'no\nsuch user' }
    expect(eventsOf(one)).toEqual([
      {
        kind: 'bounce',
        email: 'a@x.test',
        isPermanent: true,
        at: null,
        messageId: OURS,
        detail: 'no such user',
      },
    ])
    const several = { events: [one, { type: 'complaint', email: 'b@x.test', at: '2026-11-20T10:00:00Z' }] }
    expect(eventsOf(several)?.map(({ kind, email }) => [kind, email])).toEqual([
      ['bounce', 'a@x.test'],
      ['complaint', 'b@x.test'],
    ])
  })

  it('of Postmark tells a dead address from a full mailbox, and complaints', () => {
    const of = (more: object) => eventsOf({ RecordType: 'Bounce', Email: 'a@x.test', ...more })?.[0]
    expect(of({ Type: 'HardBounce' })).toMatchObject({ kind: 'bounce', isPermanent: true })
    expect(of({ Type: 'SoftBounce' })).toMatchObject({ kind: 'bounce', isPermanent: false })
    expect(of({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' })).toMatchObject({ kind: 'complaint' })
    expect(eventsOf({ RecordType: 'Delivery', Email: 'a@x.test' })).toEqual([])
  })

  it('of Amazon SES is read with and without the envelope of SNS', () => {
    const expected = {
      kind: 'bounce',
      email: 'asha@x.test',
      isPermanent: true,
      messageId: OURS,
      detail: 'General: smtp; 550 5.1.1 unknown',
    }
    expect(eventsOf(amazonBounce('Permanent'))).toMatchObject([expected])
    const wrapped = { Type: 'Notification', Message: JSON.stringify(amazonBounce('Permanent')) }
    expect(eventsOf(wrapped)).toMatchObject([expected])
    expect(eventsOf(amazonBounce('Transient'))).toMatchObject([{ isPermanent: false }])
    const complaint = (type: string) => ({
      eventType: 'Complaint',
      complaint: { complaintFeedbackType: type, complainedRecipients: [{ emailAddress: 'a@x.test' }] },
    })
    expect(eventsOf(complaint('abuse'))).toMatchObject([{ kind: 'complaint', email: 'a@x.test' }])
    expect(eventsOf(complaint('not-spam'))).toEqual([])
  })

  it('confirms a subscription at Amazon only', () => {
    const confirm = (url: string) => read({ Type: 'SubscriptionConfirmation', SubscribeURL: url })
    const good = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x'
    expect(confirm(good)).toEqual({ kind: 'confirm', url: good })
    for (const bad of [
      'http://sns.eu-west-1.amazonaws.com/',
      'https://sns.eu-west-1.amazonaws.com:8443/',
      'https://sns.eu-west-1.amazonaws.com.evil.test/',
      'https://x@sns.eu-west-1.amazonaws.com/',
      'https://sns.s3.amazonaws.com/',
      'https://127.0.0.1/',
    ])
      expect(confirm(bad)).toBeNull()
  })

  it('in the envelope of SNS is read from its message alone', () => {
    const beside = { ...amazonBounce('Permanent'), type: 'bounce', email: 'a@x.test' }
    expect(read({ ...beside, Type: 'Notification', Message: '{}' })).toBeNull()
    expect(read({ ...beside, Type: 'Notification', Message: 1 })).toBeNull()
    expect(eventsOf({ ...beside, Type: 'UnsubscribeConfirmation' })).toEqual([])
  })

  it('in no known form is refused', () => {
    for (const body of [
      undefined,
      null,
      'text',
      [],
      {},
      { type: 'bounce' },
      { type: 'joy', email: 'a@x.test' },
    ])
      expect(read(body)).toBeNull()
    expect(read({ Type: 'Notification', Message: 'no json' })).toBeNull()
  })
})
