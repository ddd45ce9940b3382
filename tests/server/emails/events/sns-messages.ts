/** Messages as Amazon SNS writes and signs them. */
import { sign, type KeyObject } from 'node:crypto'

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail-reports'
const HASHES = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' }

export interface Signer {
  readonly privateKey: KeyObject
  readonly address: string
  readonly version?: '1' | '2'
}

/** Every field so far is signed, in the order of their names. */
const signed = (fields: Record<string, string>, { privateKey, address, version = '2' }: Signer) => {
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}\n${fields[name]}\n`)
    .join('')
  return {
    ...fields,
    SignatureVersion: version,
    Signature: sign(HASHES[version], Buffer.from(text), privateKey).toString('base64'),
    SigningCertURL: address,
  }
}

const common = (type: string, message: string) => ({
  Type: type,
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: TOPIC,
  Message: message,
  Timestamp: '2026-11-20T09:59:58.123Z',
})

export const notification = (report: unknown, signer: Signer, more: { Subject?: string } = {}) => ({
  ...signed({ ...common('Notification', JSON.stringify(report)), ...more }, signer),
  UnsubscribeURL: `https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${TOPIC}:c9135db0`,
})

export const confirmation = (
  type: 'SubscriptionConfirmation' | 'UnsubscribeConfirmation',
  SubscribeURL: string,
  signer: Signer,
) =>
  signed(
    { ...common(type, 'You have chosen\nto subscribe.'), Token: '2336412f37fb687f', SubscribeURL },
    signer,
  )

/** A bounce as Amazon SES reports it. */
export const sesBounce = (email: string) => ({
  notificationType: 'Bounce',
  mail: { headers: [] },
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    timestamp: '2026-11-20T09:59:57.000Z',
    bouncedRecipients: [{ emailAddress: email, diagnosticCode: 'smtp; 550 5.1.1 unknown' }],
  },
})
