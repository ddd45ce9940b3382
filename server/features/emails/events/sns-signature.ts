/**
 * The signature of Amazon SNS over its messages:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
import { verify, type X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '#server/core/clock.ts'
import type { SnsCertificates } from './sns-certificates.ts'

const TYPES = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const
const HASHES = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' } as const

const kind = z.object({ Type: z.enum(TYPES) })
const signedMessage = z.object({
  Type: z.enum(TYPES),
  Message: z.string(),
  MessageId: z.string(),
  Subject: z.nullish(z.string()),
  SubscribeURL: z.nullish(z.string()),
  Timestamp: z.string(),
  Token: z.nullish(z.string()),
  TopicArn: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
type SignedMessage = z.infer<typeof signedMessage>

const CONFIRMATION = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const
const SIGNED_FIELDS = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: CONFIRMATION,
  UnsubscribeConfirmation: CONFIRMATION,
} as const

const signedText = (message: SignedMessage): string =>
  SIGNED_FIELDS[message.Type]
    .map((name) => ({ name, value: message[name] }))
    .filter(({ value }) => value !== undefined && value !== null)
    .map(({ name, value }) => `${name}\n${value}\n`)
    .join('')

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate

/** A body with the envelope of Amazon SNS, genuine or not. */
export const isSnsMessage = (body: unknown): boolean => kind.safeParse(body).success

/**
 * Whether Amazon SNS signed the message, whatever its age: a repeat is harmless, and SNS tries for an hour.
 * Throws `not_ready` if the certificate cannot be fetched.
 */
export const isSignedBySns = async (
  body: unknown,
  { certificates, clock }: { certificates: SnsCertificates; clock: Clock },
): Promise<boolean> => {
  const parsed = signedMessage.safeParse(body)
  if (!parsed.success) return false
  const message = parsed.data
  const certificate = await certificates.get(message.SigningCertURL)
  if (!certificate || !isValidAt(certificate, clock.now())) return false
  const { publicKey } = certificate
  return (
    publicKey.asymmetricKeyType === 'rsa' &&
    verify(
      HASHES[message.SignatureVersion],
      Buffer.from(signedText(message)),
      publicKey,
      Buffer.from(message.Signature, 'base64'),
    )
  )
}
