import '../live.tables.ts'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { calendarText, type CalendarEvent } from '#server/core/calendar/icalendar.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { invitedSession } from '../learner/schedule.repository.ts'
import type { SessionRow } from '../sessions.repository.ts'
import { feedRows, feedVersion, type FeedRow } from './feed.repository.ts'
import type { FeedText, FeedTexts } from './feed-texts.ts'

type FeedCore = Pick<Core, 'config' | 'secret'>

/** Calendars keep what the feed had: older sessions need not travel each time. */
const FEED_DAYS_BACK = 90
const DAY_MS = 86_400_000
const REFRESH_MINUTES = 30
/** 132 bits. */
const MAC_CHARS = 22
const TOKEN = /^([0-9a-f-]{36})\.([\w-]{22})$/

/** An event of the session. The meeting link is handed out by joining only. */
const eventOf = (row: FeedRow, url: string | null): CalendarEvent => ({
  uid: `${row.uid}@live-sessions`,
  sequence: row.sequence,
  changedAt: row.updated_at,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  title: row.title,
  description: [row.description, row.host_names].filter(Boolean).join('\n\n'),
  isCancelled: row.cancelled_at !== null,
  url,
})

const namesOf = ({ hosts }: SessionRow) => hosts.map(({ name }) => name).join(', ')

/** One session as a file. */
export const calendarFile = ({ config }: FeedCore, scope: MemberScope, sessionId: number) =>
  scope.tx(async (db) => {
    const session = await invitedSession(db, { sessionId, userId: scope.actor.userId })
    if (!session) throw notFound()
    const site = await siteOf(db, config, scope.tenant.clientId)
    return {
      file_name: `session-${sessionId}.ics`,
      text: calendarText([eventOf({ ...session, host_names: namesOf(session) }, site.urlOf('/live'))]),
    }
  })

const macOf = ({ secret }: FeedCore, clientId: number, feedId: string): string =>
  createHmac('sha256', secret('live.calendar-feed'))
    .update(`${clientId}:${feedId}`)
    .digest('base64url')
    .slice(0, MAC_CHARS)

const pathOf = (core: FeedCore, clientId: number, feedId: string): string =>
  `/calendar/${clientId}/${feedId}.${macOf(core, clientId, feedId)}.ics`

export const ownFeed = (core: FeedCore, scope: MemberScope) =>
  scope.tx(async (db) => {
    const { rows } = await sql<{ feed_id: string }>`
      select feed_id from live_feed
      where client_id = current_client_id() and user_id = ${scope.actor.userId}`.execute(db)
    return { path: rows[0] ? pathOf(core, scope.tenant.clientId, rows[0].feed_id) : null }
  })

/** A new id: the address before leads nowhere from now on. */
export const renewFeed = (core: FeedCore, scope: MemberScope) =>
  scope.tx(async (db) => {
    const feedId = randomUUID()
    await sql`
      insert into live_feed (client_id, user_id, feed_id, created_at)
      values (current_client_id(), ${scope.actor.userId}, ${feedId}, ${scope.clock.now()})
      on conflict (client_id, user_id) do update set feed_id = excluded.feed_id, created_at = excluded.created_at`.execute(
      db,
    )
    return { path: pathOf(core, scope.tenant.clientId, feedId) }
  })

export const revokeFeed = (scope: MemberScope) =>
  scope.tx(async (db) => {
    await sql`delete from live_feed where client_id = current_client_id() and user_id = ${scope.actor.userId}`.execute(
      db,
    )
    return undefined
  })

/** The id in a feed's address; null unless this installation made it for this client. */
export const feedIdIn = (core: FeedCore, clientId: number, token: string): string | null => {
  const [, feedId, mac] = TOKEN.exec(token) ?? []
  if (feedId === undefined || mac === undefined) return null
  const [expected, given] = [Buffer.from(macOf(core, clientId, feedId)), Buffer.from(mac)]
  return expected.length === given.length && timingSafeEqual(expected, given) ? feedId : null
}

/** The calendar of the feed's person; null once the feed is revoked or the person may not sign in. */
export const feedText = async (
  { config }: FeedCore,
  db: TenantDb,
  texts: FeedTexts,
  { clientId, feedId, now }: { clientId: number; feedId: string; now: Date },
): Promise<FeedText | null> => {
  const { rows } = await sql<{ id: number }>`
    select u.id from live_feed f join app_user u on u.client_id = f.client_id and u.id = f.user_id
    where f.client_id = current_client_id() and f.feed_id = ${feedId} and u.disabled_at is null`.execute(db)
  const [person] = rows
  if (!person) return null
  const site = await siteOf(db, config, clientId)
  const url = site.urlOf('/live')
  const from = new Date(now.getTime() - FEED_DAYS_BACK * DAY_MS)
  const version = [await feedVersion(db, person.id, from), site.name, url].join('\n')
  return texts.get(`${clientId}:${feedId}`, version, async () =>
    calendarText(
      (await feedRows(db, person.id, from)).map((session) => eventOf(session, url)),
      { name: site.name, refreshMinutes: REFRESH_MINUTES },
    ),
  )
}
