/** Notifications and where a person receives them (rules: Notifications). */
import * as z from 'zod/mini'
import { clientParams, empty, id, pageOf, pageQuery } from '../common.ts'
import type { SwitchableFeature } from '../client-info/feature-slugs.ts'
import { endpoint, perMinute } from '../endpoint.ts'
import { notification, unreadState, type Notification, type UnreadState } from './events.ts'
import { notificationKinds, type NotificationKind } from './kinds.ts'
import { STREAM_BEAT_MS, WATCH_TEXT_MAX } from './live.ts'

export { notificationKinds, type NotificationKind, STREAM_BEAT_MS }
export type { Notification, UnreadState }

/**
 * The client feature of each kind: while it is off, the kind is neither made, shown, mailed nor pushed (TE5). Null: it
 * concerns the safety of the account, and the settings do not offer it.
 */
export const kindFeature: Readonly<Record<NotificationKind, SwitchableFeature | null>> = {
  mention: 'community_forum',
  reply: 'community_forum',
  followed: 'community_forum',
  accepted: 'community_forum',
  post_removed: 'community_forum',
  report_settled: 'community_forum',
  graded: 'course',
  seat_offered: 'course',
  payment_due: 'course',
  payment_returned: 'course',
  refund_declined: 'course',
  course_opened: 'course',
  badge_earned: 'course',
  certificate_issued: 'course',
  certificate_ready: 'course',
  certificate_expiring: 'course',
  certificate_revoked: 'course',
  attendance_low: 'attendance',
  attendance_answered: 'attendance',
  attendance_corrected: 'attendance',
  result_released: 'assessment',
  result_changed: 'assessment',
  extra_time: 'assessment',
  appeal_decided: 'assessment',
  live_reminder: 'live_class',
  job_alert: 'job_portal',
  application_news: 'job_portal',
  application_message: 'job_portal',
  live_invited: 'live_class',
  live_moved: 'live_class',
  live_cancelled: 'live_class',
  referral_rewarded: 'admin_referral',
  referral_reversed: 'admin_referral',
  account_viewed: null,
}

export const notificationChannels = ['in_app', 'email', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** Frequent kinds: no mail unless the person turns it on. */
const NO_MAIL_BY_DEFAULT: readonly NotificationKind[] = [
  'followed',
  'accepted',
  'report_settled',
  'badge_earned',
]
/** The default for a person without a setting. */
export const isOnAtFirst = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  channel !== 'email' || !NO_MAIL_BY_DEFAULT.includes(kind)

/** Pushes per person and day, in their time zone; later ones appear in the bell only. */
export const PUSHES_PER_DAY = 10
/** Subscribed browsers per person; above that the oldest is removed. */
export const PUSH_DEVICES_MAX = 10
/** Older notifications are deleted, as are those beyond the newest KEPT_MAX. */
export const KEPT_DAYS = 90
export const KEPT_MAX = 500
export const READ_BATCH_MAX = 100

const base = '/api/clients/{clientId}/notifications'

export const listNotifications = endpoint({
  name: 'notifications.list',
  method: 'GET',
  path: `${base}/`,
  access: 'member',
  feature: null,
  summary: "List the caller's notifications, newest first; `before` keeps pages stable while new ones arrive",
  params: clientParams,
  query: z.object({
    ...pageQuery,
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    unread: z.optional(z.enum(['true'])),
  }),
  response: pageOf(notification),
})
export const getUnread = endpoint({
  name: 'notifications.unread',
  method: 'GET',
  path: `${base}/unread/`,
  access: 'member',
  feature: null,
  summary: 'Count unread notifications',
  params: clientParams,
  response: unreadState,
})
export const readNotifications = endpoint({
  name: 'notifications.read',
  method: 'POST',
  path: `${base}/read/`,
  access: 'member',
  feature: null,
  idempotency: 'natural',
  summary: 'Mark notifications as read, by id or all up to an id; safe to repeat',
  params: clientParams,
  body: z.object({
    ids: z.optional(z.array(id).check(z.maxLength(READ_BATCH_MAX))),
    up_to: z.optional(id),
  }),
  response: unreadState,
})

/** Event names of the stream. `busy`: closed because the session or the person opened too many streams. */
export const streamEvents = { told: 'notification', state: 'state', live: 'live', busy: 'busy' } as const
/** Streams of one session and of one person; a further one closes the oldest. */
export const STREAMS_PER_SESSION = 10
export const STREAMS_PER_PERSON = 20

export const streamNotifications = endpoint({
  name: 'notifications.stream',
  method: 'GET',
  path: `${base}/stream/`,
  access: 'member',
  feature: null,
  inSupportView: 'refused',
  summary:
    'Stream server-sent events: what was missed since Last-Event-ID, the state, and with `Accept: text/event-stream` everything that follows. Delivered at least once. `watch` adds new comments of threads (`thread:5@120`: those after comment 120), and says when to fetch the schedule (`sessions@0`) or who is in a session (`board:5@0`) again',
  params: clientParams,
  query: z.object({ watch: z._default(z.optional(z.string().check(z.maxLength(WATCH_TEXT_MAX))), '') }),
  response: z.string(),
})

const switches = z.object({ in_app: z.boolean(), email: z.boolean(), push: z.boolean() })
/** Minutes after midnight in the person's time zone; the end may be on the next day. */
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))
export const quietHours = z
  .object({ from: minuteOfDay, to: minuteOfDay })
  .check(z.refine((hours) => hours.from !== hours.to, { path: ['to'] }))
export type QuietHours = z.infer<typeof quietHours>

/**
 * Mails about notifications: soon after each, combined once a day, or never, whatever the single switches
 * say.
 */
export const mailRhythms = ['at_once', 'daily', 'never'] as const
export type MailRhythm = (typeof mailRhythms)[number]
/** `at`: time of the daily mail, in the person's time zone. */
export const mailChoice = z.object({ rhythm: z.enum(mailRhythms), at: minuteOfDay })
export type MailChoice = z.infer<typeof mailChoice>
/** The default for a person without a setting; the daily mail is sent at eight in the morning. */
export const FIRST_MAIL_CHOICE: MailChoice = { rhythm: 'at_once', at: 8 * 60 }

export const preferences = z.object({
  kinds: z.array(z.extend(switches, { kind: z.enum(notificationKinds) })),
  mail: mailChoice,
  quiet: z.nullable(quietHours),
  time_zone: z.string(),
  /** The application server key for `PushManager.subscribe`. */
  push_key: z.string(),
  /** Number of subscribed browsers. */
  push_devices: z.int(),
})
export type Preferences = z.infer<typeof preferences>

export const getPreferences = endpoint({
  name: 'notifications.preferences',
  method: 'GET',
  path: `${base}/preferences/`,
  access: 'member',
  feature: null,
  summary: "Get the caller's notification settings",
  params: clientParams,
  response: preferences,
})
export const setPreferences = endpoint({
  name: 'notifications.setPreferences',
  method: 'PATCH',
  path: `${base}/preferences/`,
  access: 'member',
  feature: null,
  idempotency: 'natural',
  summary: 'Change single switches, the mail frequency and the quiet hours',
  params: clientParams,
  body: z.object({
    kinds: z.optional(
      z
        .array(
          z.object({
            kind: z.enum(notificationKinds),
            channel: z.enum(notificationChannels),
            on: z.boolean(),
          }),
        )
        .check(z.maxLength(notificationKinds.length * notificationChannels.length)),
    ),
    mail: z.optional(mailChoice),
    quiet: z.optional(z.nullable(quietHours)),
  }),
  response: preferences,
})

/** Format of `PushSubscription.toJSON()`: an uncompressed P-256 point and 16 bytes, in base64url. */
export const subscribePush = endpoint({
  name: 'notifications.subscribePush',
  method: 'POST',
  path: `${base}/push/`,
  access: 'member',
  feature: null,
  idempotency: 'natural',
  summary: 'Send pushes to this browser while this session lasts; safe to repeat',
  params: clientParams,
  body: z.object({
    endpoint: z.string().check(z.maxLength(1000)),
    keys: z.object({
      p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}=?$/)),
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(==)?$/)),
    }),
  }),
  response: z.object({ push_devices: z.int() }),
})
export const unsubscribePush = endpoint({
  name: 'notifications.unsubscribePush',
  method: 'POST',
  path: `${base}/push/forget/`,
  access: 'member',
  feature: null,
  idempotency: 'natural',
  summary: 'Stop pushes to this browser; safe to repeat',
  params: clientParams,
  body: z.object({ endpoint: z.string().check(z.maxLength(1000)) }),
  response: empty,
  status: 204,
})
export const testPush = endpoint({
  name: 'notifications.testPush',
  method: 'POST',
  path: `${base}/push/test/`,
  access: 'member',
  feature: null,
  // Each call reaches a push service.
  rateLimit: perMinute(5),
  summary: 'Send a test push to the caller’s browsers now; returns how many push services accepted it',
  params: clientParams,
  response: z.object({ sent: z.int() }),
})
