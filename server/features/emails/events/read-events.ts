/**
 * What a mail provider reports, in one form. Known: the generic form of the documents, Postmark, and Amazon SES, with or
 * without the envelope of Amazon SNS.
 */
import * as z from 'zod/mini'
import { cut } from '#contract/text/truncate.ts'
import { snsAddress } from './sns-host.ts'
import { isSnsMessage } from './sns-signature.ts'

export interface MailEvent {
  readonly kind: 'bounce' | 'complaint'
  readonly email: string
  /** The address does not work; a full mailbox may work tomorrow. */
  readonly isPermanent: boolean
  readonly at: Date | null
  /** The Message-ID of our mail, if it is named. */
  readonly messageId: string | null
  readonly detail: string | null
}
export type Reported =
  | { readonly kind: 'events'; readonly events: readonly MailEvent[] }
  /** Amazon SNS asks whether the address is ours. */
  | { readonly kind: 'confirm'; readonly url: string }

const EVENTS_MAX = 500
const DETAIL_MAX = 300
const address = z.string().check(z.minLength(3), z.maxLength(320))
const text = z.nullish(z.string().check(z.maxLength(10_000)))

const dateOf = (written: string | null | undefined): Date | null => {
  const date = new Date(written ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}
const detailOf = (...parts: readonly (string | null | undefined)[]): string | null => {
  const joined = parts.filter((part) => part !== undefined && part !== null && part.trim() !== '').join(': ')
  return joined === '' ? null : cut(joined.replaceAll(/\p{Cc}+/gu, ' ').trim(), DETAIL_MAX)
}
/** `Asha <asha@example.test>` or a bare address. */
const bare = (written: string): string => (/<([^<>]+)>\s*$/.exec(written)?.[1] ?? written).trim()

const genericEvent = z.object({
  type: z.enum(['bounce', 'complaint']),
  email: address,
  permanent: z._default(z.optional(z.boolean()), true),
  at: text,
  message_id: text,
  detail: text,
})
const generic = z.union([
  z.object({ events: z.array(genericEvent).check(z.maxLength(EVENTS_MAX)) }),
  genericEvent,
])

const postmark = z.object({
  RecordType: z.string(),
  Type: text,
  Email: z.optional(address),
  BouncedAt: text,
  Description: text,
  Details: text,
})
const POSTMARK_PERMANENT = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'])

const recipients = z
  .array(z.object({ emailAddress: address, diagnosticCode: text }))
  .check(z.maxLength(EVENTS_MAX))
const amazon = z.object({
  notificationType: text,
  eventType: text,
  mail: z.nullish(
    z.object({
      headers: z.nullish(z.array(z.object({ name: z.string(), value: z.string() })).check(z.maxLength(200))),
    }),
  ),
  bounce: z.nullish(
    z.object({ bounceType: z.string(), bounceSubType: text, timestamp: text, bouncedRecipients: recipients }),
  ),
  complaint: z.nullish(
    z.object({ complaintFeedbackType: text, timestamp: text, complainedRecipients: recipients }),
  ),
})
const envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  Message: z.optional(z.string()),
  SubscribeURL: z.optional(z.string().check(z.maxLength(2_000))),
})

const fromGeneric = (body: unknown): Reported | null => {
  const parsed = generic.safeParse(body)
  if (!parsed.success) return null
  const list = 'events' in parsed.data ? parsed.data.events : [parsed.data]
  return {
    kind: 'events',
    events: list.map((each) => ({
      kind: each.type,
      email: bare(each.email),
      isPermanent: each.permanent,
      at: dateOf(each.at),
      messageId: each.message_id ?? null,
      detail: detailOf(each.detail),
    })),
  }
}

const fromPostmark = (body: unknown): Reported | null => {
  const parsed = postmark.safeParse(body)
  if (!parsed.success) return null
  const { RecordType: record, Type: type, Email: email, BouncedAt: at, Description, Details } = parsed.data
  const isComplaint = record === 'SpamComplaint' || type === 'SpamComplaint'
  if (email === undefined || (record !== 'Bounce' && !isComplaint)) return { kind: 'events', events: [] }
  return {
    kind: 'events',
    events: [
      {
        kind: isComplaint ? 'complaint' : 'bounce',
        email: bare(email),
        isPermanent: isComplaint || POSTMARK_PERMANENT.has(type ?? ''),
        at: dateOf(at),
        // Postmark's own id, which says nothing here.
        messageId: null,
        detail: detailOf(type, Details ?? Description),
      },
    ],
  }
}

const fromAmazon = (body: unknown): Reported | null => {
  const parsed = amazon.safeParse(body)
  if (!parsed.success || !(parsed.data.notificationType ?? parsed.data.eventType)) return null
  const { mail, bounce, complaint } = parsed.data
  const messageId = mail?.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? null
  return {
    kind: 'events',
    events: [
      ...(bounce ? amazonBounces(bounce, messageId) : []),
      ...(complaint ? amazonComplaints(complaint, messageId) : []),
    ],
  }
}

type AmazonReport = z.infer<typeof amazon>

const amazonBounces = (bounce: NonNullable<AmazonReport['bounce']>, messageId: string | null): MailEvent[] =>
  (bounce.bouncedRecipients ?? []).map((each) => ({
    kind: 'bounce',
    email: bare(each.emailAddress),
    isPermanent: bounce.bounceType === 'Permanent',
    at: dateOf(bounce.timestamp),
    messageId,
    detail: detailOf(bounce.bounceSubType, each.diagnosticCode),
  }))

const amazonComplaints = (
  complaint: NonNullable<AmazonReport['complaint']>,
  messageId: string | null,
): MailEvent[] => {
  // Somebody took the mail out of the spam folder again.
  if (complaint.complaintFeedbackType === 'not-spam') return []
  return (complaint.complainedRecipients ?? []).map((each) => ({
    kind: 'complaint',
    email: bare(each.emailAddress),
    isPermanent: true,
    at: dateOf(complaint.timestamp),
    messageId,
    detail: detailOf(complaint.complaintFeedbackType),
  }))
}

const fromEnvelope = (body: unknown, parse: (json: string) => unknown): Reported | null => {
  const parsed = envelope.safeParse(body)
  if (!parsed.success) return null
  const { Type: type, Message: message = '', SubscribeURL: url = '' } = parsed.data
  if (type === 'Notification') return fromAmazon(parse(message))
  if (type === 'UnsubscribeConfirmation') return { kind: 'events', events: [] }
  const confirm = snsAddress(url)
  return confirm && { kind: 'confirm', url: confirm.href }
}

/**
 * Returns null for an unknown form. `parse` reads JSON inside JSON and returns undefined for invalid text. A message with
 * the envelope of Amazon SNS is read as nothing else, because what stands beside its fields is not signed.
 */
export const readReport = (body: unknown, parse: (json: string) => unknown): Reported | null =>
  isSnsMessage(body)
    ? fromEnvelope(body, parse)
    : (fromAmazon(body) ?? fromPostmark(body) ?? fromGeneric(body))
