/**
 * What the product tells other systems by webhooks (ST6). An event holds ids and no names or addresses: the receiver
 * reads with an API token what it may know.
 */
import * as z from 'zod/mini'
import { id, language, role, timestamp } from '../common.ts'

const money = { amount_minor: z.int(), currency: z.string() }
const person = { person_id: id }

/** The facts of each kind of event. Migration 0436 writes them where they happen. */
export const webhookEventData = {
  'person.created': z.object({ ...person, role, language }),
  'person.enrolled': z.object({ ...person, course_id: id }),
  'course.completed': z.object({ ...person, course_id: id }),
  'certificate.issued': z.object({
    ...person,
    certificate_id: id,
    serial: z.string(),
    course_id: z.nullable(id),
    assessment_id: z.nullable(id),
  }),
  'attempt.finished': z.object({ ...person, attempt_id: z.uuid(), assessment_id: id }),
  /** `transaction_id` as in the list of payments; null where nobody with an account paid. */
  'payment.received': z.object({ person_id: z.nullable(id), transaction_id: id, ...money }),
  'refund.made': z.object({ person_id: z.nullable(id), transaction_id: id, ...money }),
  /** Only on request of an admin. */
  'webhook.test': z.object({}),
} as const
export type WebhookEventType = keyof typeof webhookEventData

/** What a webhook can be subscribed to. */
export const webhookEvents = [
  'person.created',
  'person.enrolled',
  'course.completed',
  'certificate.issued',
  'attempt.finished',
  'payment.received',
  'refund.made',
] as const satisfies readonly WebhookEventType[]
export type WebhookEvent = (typeof webhookEvents)[number]

/** For people who read the API document. */
export const webhookEventTexts: Readonly<Record<WebhookEventType, string>> = {
  'person.created': 'A person got an account',
  'person.enrolled': 'A person was enrolled in a course, for the first time or again',
  'course.completed': 'A person completed a whole course for the first time',
  'certificate.issued': 'A certificate was issued',
  'attempt.finished': 'A person handed in an attempt at an assessment, or its time was over',
  'payment.received': 'Money came in',
  'refund.made': 'Money went back',
  'webhook.test': 'An admin pressed the test button',
}

/** The body of a delivery. */
export const webhookEventBody = (type: WebhookEventType) =>
  z.object({
    /** Of the event, the same in every delivery of it: a receiver that has seen it ignores it. */
    id: z.uuid(),
    type: z.literal(type),
    created_at: timestamp,
    client_id: id,
    data: webhookEventData[type],
  })

/** `t=<seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`; two `v1` while a secret is being replaced. */
export const SIGNATURE_HEADER = 'webhook-signature'
export const EVENT_ID_HEADER = 'webhook-id'
/** Delays before each further try, in minutes; the webhook is paused after the last one. */
export const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 120, 240, 480, 960, 1_440] as const
export const TRIES_MAX = RETRY_AFTER_MINUTES.length + 1
/** Both secrets sign for so long after a replacement. */
export const BOTH_SECRETS_HOURS = 24
export const EVENTS_KEPT_DAYS = 30
