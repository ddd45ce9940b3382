/** Notifies people once, in their language and time zone, that they are invited to a session, or that it moved or was cancelled. */
import { sql } from 'kysely'
import { type Language, languageInfo } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { peopleExpecting } from './sessions.repository.ts'

interface Recipient {
  id: number
  language: string
  time_zone: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

const makeFormat = (language: string, timeZone: string) =>
  new Intl.DateTimeFormat(`${languageInfo(language as Language).locale}-u-nu-latn`, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })

/** "Tue, 24 Nov, 18:00 GMT+5:30". An unknown zone counts as UTC. */
export const timeFor = (at: Date, { language, time_zone: zone }: Omit<Recipient, 'id'>): string => {
  const key = `${language} ${zone}`
  let format = formats.get(key)
  if (!format) {
    try {
      format = makeFormat(language, zone)
    } catch {
      format = makeFormat(language, 'UTC')
    }
    formats.set(key, format)
  }
  return format.format(at)
}

/** People with the same language and zone get the same text, so they share a notification. */
const groups = (people: readonly Recipient[]) =>
  Map.groupBy(people, (person) => `${person.language} ${person.time_zone}`).values()

interface Notice {
  clientId: number
  actorId: number
  /** All sessions that the change concerns. */
  sessionIds: readonly number[]
  /** The first of them, which the text names. */
  session: { id: number; title: string; sequence: number }
  was: Date
  /** Null: cancelled. */
  becomes: Date | null
}

export const notifyOfChange = async (
  { notify }: Pick<Notifier, 'notify'>,
  db: TenantDb,
  notice: Notice,
): Promise<void> => {
  const { clientId, session, was, becomes } = notice
  const people = await peopleExpecting(db, notice.sessionIds)
  const others = people.filter(({ id }) => id !== notice.actorId)
  for (const group of groups(others)) {
    const [reader] = group
    if (!reader) continue
    const before = timeFor(was, reader)
    await notify(db, clientId, {
      userIds: group.map(({ id }) => id),
      kind: becomes ? 'live_moved' : 'live_cancelled',
      params: {
        title: session.title,
        before,
        sessions: notice.sessionIds.length,
        ...(becomes && { after: timeFor(becomes, reader) }),
      },
      link: '/live',
      dedupeKey: `live:${session.id}:${session.sequence}`,
    })
  }
}

/** Notifies learners who were invited to a session when it was planned, or later. */
export const notifyInvited = async (
  { notify }: Pick<Notifier, 'notify'>,
  db: TenantDb,
  {
    clientId,
    userIds,
    session,
  }: {
    clientId: number
    userIds: readonly number[]
    session: { id: number; title: string; startsAt: Date }
  },
): Promise<void> => {
  if (userIds.length === 0) return
  const { rows } = await sql<Recipient>`
    select id, language, time_zone from app_user
    where client_id = ${clientId} and id = any (${[...userIds]}::int[]) and disabled_at is null order by id`.execute(
    db,
  )
  for (const group of groups(rows)) {
    const [reader] = group
    if (!reader) continue
    await notify(db, clientId, {
      userIds: group.map(({ id }) => id),
      kind: 'live_invited',
      params: { title: session.title, at: timeFor(session.startsAt, reader) },
      link: '/live',
      dedupeKey: `live:${session.id}:invited`,
    })
  }
}
