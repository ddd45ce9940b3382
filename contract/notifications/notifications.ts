/** The bell, what it may tell, and where else a person wants to be told (RULES "Notifications"). */
import * as z from 'zod/mini'
import { clientParams, empty, id, pageOf, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { notification, unreadState, type Notification, type UnreadState } from './events.ts'
import { notificationKinds, type NotificationKind } from './kinds.ts'
import { STREAM_BEAT_MS, WATCH_TEXT_MAX } from './live.ts'

export { notificationKinds, type NotificationKind, STREAM_BEAT_MS }
export type { Notification, UnreadState }

/** The client's feature that a kind belongs to: without it nobody is asked about the kind. */
export const kindFeature: Readonly<Record<NotificationKind, string>> = {
  mention: 'community_forum',
  reply: 'community_forum',
  followed: 'community_forum',
  accepted: 'community_forum',
  post_removed: 'community_forum',
  report_settled: 'community_forum',
  graded: 'course',
  seat_offered: 'course',
  course_opened: 'course',
  result_released: 'assessment',
  result_changed: 'assessment',
  extra_time: 'assessment',
  appeal_decided: 'assessment',
}

export const notificationChannels = ['in_app', 'email', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** Kinds that come often: mails about them only where somebody asks for it. */
const NO_MAIL: readonly NotificationKind[] = ['followed', 'accepted', 'report_settled']
/** What holds for somebody who never chose. */
export const isOnAtFirst = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  channel !== 'email' || !NO_MAIL.includes(kind)

/** Pushes to one person on one of their days; the rest is in the bell only. */
export const PUSHES_PER_DAY = 10
/** Browsers that one person is pushed to; beyond that the oldest goes. */
export const PUSH_DEVICES_MAX = 10
/** Older ones are forgotten, as are those beyond the newest this many. */
export const KEPT_DAYS = 90
export const KEPT_MAX = 500
export const READ_AT_ONCE_MAX = 100

const base = '/api/clients/{clientId}/notifications'

export const listNotifications = endpoint({
  name: 'notifications.list',
  method: 'GET',
  path: `${base}/`,
  access: 'member',
  summary: 'Own notifications, newest first; `before` keeps pages still while new ones arrive',
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
  summary: 'How many are unread',
  params: clientParams,
  response: unreadState,
})
export const readNotifications = endpoint({
  name: 'notifications.read',
  method: 'POST',
  path: `${base}/read/`,
  access: 'member',
  summary: 'Marks some as read, or all up to an id; harmless to repeat',
  params: clientParams,
  body: z.object({
    ids: z.optional(z.array(id).check(z.maxLength(READ_AT_ONCE_MAX))),
    up_to: z.optional(id),
  }),
  response: unreadState,
})

/** Names of the stream's events. `busy`: the person has too many streams open, this one makes room. */
export const streamEvents = { told: 'notification', state: 'state', live: 'live', busy: 'busy' } as const
/** Streams of one person; a further one ends the oldest. */
export const STREAMS_PER_PERSON = 6

export const streamNotifications = endpoint({
  name: 'notifications.stream',
  method: 'GET',
  path: `${base}/stream/`,
  access: 'member',
  summary:
    'Server-sent events: what came since Last-Event-ID, the state, and with `Accept: text/event-stream` everything from then on. An event may come twice, never not at all. `watch`: threads whose new comments are told, too (`thread:5@120`: those after comment 120)',
  params: clientParams,
  query: z.object({ watch: z._default(z.optional(z.string().check(z.maxLength(WATCH_TEXT_MAX))), '') }),
  response: z.string(),
})

const switches = z.object({ in_app: z.boolean(), email: z.boolean(), push: z.boolean() })
/** Minutes after midnight on the person's own clock; the end may lie on the next day. */
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))
export const quietHours = z
  .object({ from: minuteOfDay, to: minuteOfDay })
  .check(z.refine((hours) => hours.from !== hours.to, { path: ['to'] }))
export type QuietHours = z.infer<typeof quietHours>

/** Mails about what is new: soon after it came, gathered once a day, or none whatever the single switches say. */
export const mailRhythms = ['at_once', 'daily', 'never'] as const
export type MailRhythm = (typeof mailRhythms)[number]
/** `at`: when the mail of the day comes, on the person's own clock. */
export const mailChoice = z.object({ rhythm: z.enum(mailRhythms), at: minuteOfDay })
export type MailChoice = z.infer<typeof mailChoice>
/** What holds for somebody who never chose; eight in the morning for the mail of the day. */
export const FIRST_MAIL_CHOICE: MailChoice = { rhythm: 'at_once', at: 8 * 60 }

export const preferences = z.object({
  kinds: z.array(z.extend(switches, { kind: z.enum(notificationKinds) })),
  mail: mailChoice,
  quiet: z.nullable(quietHours),
  time_zone: z.string(),
  /** The application server key for `PushManager.subscribe`. */
  push_key: z.string(),
  /** Browsers that are pushed to. */
  push_devices: z.int(),
})
export type Preferences = z.infer<typeof preferences>

export const getPreferences = endpoint({
  name: 'notifications.preferences',
  method: 'GET',
  path: `${base}/preferences/`,
  access: 'member',
  summary: 'What the caller wants to be told, and where',
  params: clientParams,
  response: preferences,
})
export const setPreferences = endpoint({
  name: 'notifications.setPreferences',
  method: 'PATCH',
  path: `${base}/preferences/`,
  access: 'member',
  summary: 'Changes single switches, how often mails come, and the quiet hours',
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

/** As `PushSubscription.toJSON()` says it: an uncompressed P-256 point and 16 bytes, in base64url. */
export const subscribePush = endpoint({
  name: 'notifications.subscribePush',
  method: 'POST',
  path: `${base}/push/`,
  access: 'member',
  summary: 'Pushes go to this browser as long as this session lasts; harmless to repeat',
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
  summary: 'No more pushes to this browser; harmless to repeat',
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
  summary: 'Pushes a trial to the caller’s browsers at once; says how many push services took it',
  params: clientParams,
  response: z.object({ sent: z.int() }),
})
