/**
 * The open streams of this process. There is no polling: on commit the change feed says who has new notifications, one
 * read fetches them for everybody concerned, and each of their streams receives them.
 *
 * No event is lost: a stream subscribes before it reads what it missed since the client's last event. Whatever could lose
 * events (an interrupted feed, a failed read, a slow client) ends the stream, and the client reconnects with the last
 * event's id.
 */
import { Readable } from 'node:stream'
import type { LiveEvent, Watched } from '#contract/notifications/live.ts'
import {
  STREAM_BEAT_MS,
  STREAMS_PER_PERSON,
  STREAMS_PER_SESSION,
  streamEvents,
  type UnreadState,
} from '#contract/notifications/notifications.ts'
import type { Change, ChangeFeed, Core } from '#server/core/core.ts'
import { EventStream, eventText } from '#server/core/http/event-stream.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { createLiveTopics, liveEventText, type Watcher } from './live-topics.ts'
import { toNotification } from './notifications.mapper.ts'
import {
  byIds,
  notificationsSince,
  statesOf,
  stateOf,
  type NotificationRow,
} from './notifications.repository.ts'
import { userOf } from './notifications.service.ts'

/** Longer than any transaction that creates notifications. */
export const OVERLAP_MS = 120_000
/** Clients that were away for longer read the list. */
const CATCH_UP_MAX = 50
/** The client reconnects with a fresh token: a stream does not outlive its token by much. */
const STREAM_MAX_MS = 10 * 60_000
/** A client with a longer backlog is no longer reading. */
const BACKLOG_MAX_BYTES = 256 * 1024
/** Recent ids, so that nothing is sent twice on one stream. */
const SENT_IDS_MAX = 500

interface OpenStream extends Watcher {
  readonly sessionId: string
  /** Watched pages. */
  readonly topics: readonly string[]
  readonly events: Readable
  readonly sent: Set<number>
  /** Events received while missed ones are still being read. */
  buffered: string[] | null
  isEnded: boolean
  readonly expiresAt: number
}

/** Events of watched pages from before the stream opened; provided by the feature that owns them. */
export type CameSince = (scope: MemberScope, watched: readonly Watched[]) => Promise<readonly LiveEvent[]>

export interface Streams {
  /** Opens a stream; for clients that cannot keep it open, returns what they missed. */
  readonly open: (scope: MemberScope, watched: readonly Watched[]) => Promise<EventStream>
  readonly closeAll: () => void
  readonly size: () => number
}

const keyOf = (clientId: number, userId: number) => `${clientId}:${userId}`
const notificationEvent = (row: NotificationRow, { unread }: UnreadState) =>
  eventText({ name: streamEvents.told, id: row.id, data: { unread, notification: toNotification(row) } })
const stateEvent = (state: UnreadState) => eventText({ name: streamEvents.state, data: state })

export const createStreams = (
  { db, changes, log }: Pick<Core, 'db' | 'log'> & { changes: ChangeFeed },
  cameSince: CameSince,
): Streams => {
  const live = createLiveTopics()
  const byPerson = new Map<string, Set<OpenStream>>()
  const allStreams = () => [...byPerson.values()].flatMap((streams) => [...streams])
  const streamsOf = (clientId: number, userId: number) => [...(byPerson.get(keyOf(clientId, userId)) ?? [])]
  let heartbeat: NodeJS.Timeout | undefined

  const remove = (stream: OpenStream) => {
    const key = keyOf(stream.clientId, stream.userId)
    const streams = byPerson.get(key)
    streams?.delete(stream)
    live.leave(stream, stream.topics)
    if (streams?.size === 0) byPerson.delete(key)
    if (byPerson.size === 0) {
      clearInterval(heartbeat)
      heartbeat = undefined
    }
  }
  const end = (stream: OpenStream) => {
    if (stream.isEnded) return
    stream.isEnded = true
    remove(stream)
    stream.events.push(null)
  }
  const write = (stream: OpenStream, text: string) => {
    if (stream.isEnded) return
    if (stream.buffered) stream.buffered.push(text)
    else {
      stream.events.push(text)
      if (stream.events.readableLength > BACKLOG_MAX_BYTES) end(stream)
    }
  }
  const sendNotification = (stream: OpenStream, row: NotificationRow, state: UnreadState) => {
    if (stream.sent.has(row.id)) return
    stream.sent.add(row.id)
    if (stream.sent.size > SENT_IDS_MAX) stream.sent.delete(stream.sent.values().next().value as number)
    write(stream, notificationEvent(row, state))
  }

  const deliver = async ({ clientId, told: pairs }: Extract<Change, { kind: 'notifications' }>) => {
    const connected = pairs.filter(([userId]) => byPerson.has(keyOf(clientId, userId)))
    if (connected.length === 0) return
    const userIds = [...new Set(connected.map(([userId]) => userId))]
    const ids = connected.flatMap(([, id]) => (id === 0 ? [] : [id]))
    try {
      const [states, rows] = await db.withTenant(clientId, async (tx) => [
        await statesOf(tx, clientId, userIds),
        ids.length > 0 ? await byIds(tx, clientId, ids) : [],
      ])
      for (const userId of userIds) {
        const state = states.get(userId)
        if (!state) continue
        const ownRows = rows.filter((row) => row.user_id === userId)
        for (const stream of streamsOf(clientId, userId)) {
          for (const row of ownRows) sendNotification(stream, row, state)
          if (ownRows.length === 0) write(stream, stateEvent(state))
        }
      }
    } catch (error) {
      log.warn(
        { err: error, clientId },
        'notifications were not delivered to open streams; the clients reconnect',
      )
      for (const userId of userIds) streamsOf(clientId, userId).forEach(end)
    }
  }

  changes.subscribe((change) => {
    // Interrupted: missed notifications and ended sessions are unknown.
    if (change === null) return allStreams().forEach(end)
    if (change.kind === 'notifications') return void deliver(change)
    if (change.kind === 'live') return live.publish(change)
    // Ends streams whose right to listen may have ended; authorised clients reconnect.
    if (change.kind === 'client')
      allStreams()
        .filter((stream) => stream.clientId === change.clientId)
        .forEach(end)
    if (change.kind === 'user') streamsOf(change.clientId, change.userId).forEach(end)
    if (change.kind === 'session')
      allStreams()
        .filter((stream) => stream.clientId === change.clientId && stream.sessionId === change.sessionId)
        .forEach(end)
  })

  const sendHeartbeats = () => {
    const now = performance.now()
    for (const stream of allStreams()) {
      if (now > stream.expiresAt) end(stream)
      else write(stream, ': beat\n\n')
    }
  }

  /** Leaves room for one more of these, which are in the order in which they were opened. */
  const endOldest = (streams: readonly OpenStream[], max: number) => {
    for (const stream of streams.slice(0, Math.max(0, streams.length - max + 1))) {
      write(stream, eventText({ name: streamEvents.busy, data: {} }))
      end(stream)
    }
  }
  const makeRoom = (clientId: number, userId: number, sessionId: string) => {
    const ofSession = streamsOf(clientId, userId).filter((stream) => stream.sessionId === sessionId)
    endOldest(ofSession, STREAMS_PER_SESSION)
    endOldest(streamsOf(clientId, userId), STREAMS_PER_PERSON)
  }

  const readMissed = (scope: MemberScope, lastId: number) =>
    scope.tx(async (tx) => {
      const user = userOf(scope)
      return {
        rows:
          lastId > 0
            ? await notificationsSince(tx, user, { lastId, overlapMs: OVERLAP_MS, limit: CATCH_UP_MAX })
            : [],
        state: await stateOf(tx, user),
      }
    })

  const readInitial = async (scope: MemberScope, lastId: number, watched: readonly Watched[]) => {
    const [{ rows, state }, pages] = await Promise.all([readMissed(scope, lastId), cameSince(scope, watched)])
    return { rows, state, initialEvents: [stateEvent(state), ...pages.map(liveEventText)] }
  }

  return {
    open: async (scope, watched) => {
      const { events } = scope.request
      const lastId = /^\d{1,9}$/.test(events?.lastId ?? '') ? Number(events?.lastId) : 0
      if (!events?.held) {
        const { rows, state, initialEvents } = await readInitial(scope, lastId, watched)
        return new EventStream(
          Readable.from([[...rows.map((row) => notificationEvent(row, state)), ...initialEvents].join('')]),
        )
      }
      const { clientId, userId } = userOf(scope)
      makeRoom(clientId, userId, scope.actor.sessionId)
      const stream: OpenStream = {
        clientId,
        userId,
        sessionId: scope.actor.sessionId,
        topics: watched.map(({ topic }) => topic),
        write: (text) => write(stream, text),
        events: new Readable({ read: () => undefined }),
        sent: new Set(),
        buffered: [],
        isEnded: false,
        expiresAt: performance.now() + STREAM_MAX_MS,
      }
      stream.events.on('close', () => {
        stream.isEnded = true
        remove(stream)
      })
      const key = keyOf(clientId, userId)
      byPerson.set(key, (byPerson.get(key) ?? new Set()).add(stream))
      live.join(stream, stream.topics)
      heartbeat ??= setInterval(sendHeartbeats, STREAM_BEAT_MS).unref()
      try {
        const { rows, state, initialEvents } = await readInitial(scope, lastId, watched)
        const buffered = stream.buffered ?? []
        stream.buffered = null
        for (const row of rows) sendNotification(stream, row, state)
        for (const text of [...initialEvents, ...buffered]) write(stream, text)
      } catch (error) {
        remove(stream)
        throw error
      }
      return new EventStream(stream.events)
    },
    closeAll: () => allStreams().forEach(end),
    size: () => allStreams().length,
  }
}
