/**
 * The open bells of this process. Nothing is asked again and again: the change feed says on commit who was told what,
 * one read fetches it for everybody concerned, and each stream of theirs gets it.
 *
 * Nothing is lost on the way: a stream listens before it reads what came since the caller's last event; whatever makes
 * hearing doubtful (the feed was interrupted, a read failed, the caller does not keep up) ends the stream, and the
 * caller comes back with the last event's id.
 */
import { Readable } from 'node:stream'
import type { LiveEvent, Watched } from '#contract/notifications/live.ts'
import {
  STREAM_BEAT_MS,
  STREAMS_PER_PERSON,
  streamEvents,
  type UnreadState,
} from '#contract/notifications/notifications.ts'
import type { Change, ChangeFeed, Core } from '#server/core/core.ts'
import { EventStream, eventText } from '#server/core/http/event-stream.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { createLiveTopics, liveText, type Watcher } from './live-topics.ts'
import { toNotification } from './notifications.mapper.ts'
import { byIds, since, statesOf, stateOf, type NotificationRow } from './notifications.repository.ts'
import { ownOf } from './notifications.service.ts'

/** Longer than any transaction that tells somebody something. */
export const OVERLAP_MS = 120_000
/** Who was away for longer reads the list. */
const CATCH_UP_MAX = 50
/** The caller comes back with a fresh token: a stream does not outlive the one it was opened with by much. */
const STREAM_MAX_MS = 10 * 60_000
/** More than this unread by the caller: it is not listening any more. */
const BACKLOG_MAX_BYTES = 256 * 1024
/** Remembered so that nothing is sent twice on one stream. */
const SENT_MAX = 500

interface Open extends Watcher {
  readonly sessionId: string
  /** Pages that are told of, too. */
  readonly topics: readonly string[]
  readonly events: Readable
  readonly sent: Set<number>
  /** What was heard while the past was still being read. */
  waiting: string[] | null
  ended: boolean
  readonly until: number
}

/** What came to watched pages before the stream was open; the feature that they belong to knows. */
export type CameSince = (scope: MemberScope, watched: readonly Watched[]) => Promise<readonly LiveEvent[]>

export interface Streams {
  /** Opens a stream, or answers what came since when the caller does not hold on. */
  readonly open: (scope: MemberScope, watched: readonly Watched[]) => Promise<EventStream>
  readonly closeAll: () => void
  readonly size: () => number
}

const keyOf = (clientId: number, userId: number) => `${clientId}:${userId}`
const told = (row: NotificationRow, { unread }: UnreadState) =>
  eventText({ name: streamEvents.told, id: row.id, data: { unread, notification: toNotification(row) } })
const stateEvent = (state: UnreadState) => eventText({ name: streamEvents.state, data: state })

export const createStreams = (
  { db, changes, log }: Pick<Core, 'db' | 'log'> & { changes: ChangeFeed },
  cameSince: CameSince,
): Streams => {
  const live = createLiveTopics()
  const byPerson = new Map<string, Set<Open>>()
  const all = () => [...byPerson.values()].flatMap((streams) => [...streams])
  const of = (clientId: number, userId: number) => [...(byPerson.get(keyOf(clientId, userId)) ?? [])]
  let beat: NodeJS.Timeout | undefined

  const forget = (stream: Open) => {
    const key = keyOf(stream.clientId, stream.userId)
    const streams = byPerson.get(key)
    streams?.delete(stream)
    live.leave(stream, stream.topics)
    if (streams?.size === 0) byPerson.delete(key)
    if (byPerson.size === 0) {
      clearInterval(beat)
      beat = undefined
    }
  }
  const end = (stream: Open) => {
    if (stream.ended) return
    stream.ended = true
    forget(stream)
    stream.events.push(null)
  }
  const write = (stream: Open, text: string) => {
    if (stream.ended) return
    if (stream.waiting) stream.waiting.push(text)
    else {
      stream.events.push(text)
      if (stream.events.readableLength > BACKLOG_MAX_BYTES) end(stream)
    }
  }
  const tell = (stream: Open, row: NotificationRow, state: UnreadState) => {
    if (stream.sent.has(row.id)) return
    stream.sent.add(row.id)
    if (stream.sent.size > SENT_MAX) stream.sent.delete(stream.sent.values().next().value as number)
    write(stream, told(row, state))
  }

  const spread = async ({ clientId, told: pairs }: Extract<Change, { kind: 'notifications' }>) => {
    const here = pairs.filter(([userId]) => byPerson.has(keyOf(clientId, userId)))
    if (here.length === 0) return
    const userIds = [...new Set(here.map(([userId]) => userId))]
    const ids = here.flatMap(([, id]) => (id === 0 ? [] : [id]))
    try {
      const [states, rows] = await db.withTenant(clientId, async (tx) => [
        await statesOf(tx, clientId, userIds),
        ids.length > 0 ? await byIds(tx, clientId, ids) : [],
      ])
      for (const userId of userIds) {
        const state = states.get(userId)
        if (!state) continue
        const own = rows.filter((row) => row.user_id === userId)
        for (const stream of of(clientId, userId)) {
          for (const row of own) tell(stream, row, state)
          if (own.length === 0) write(stream, stateEvent(state))
        }
      }
    } catch (error) {
      log.warn({ err: error, clientId }, 'open bells could not be told; they come back for it')
      for (const userId of userIds) of(clientId, userId).forEach(end)
    }
  }

  changes.subscribe((change) => {
    // Interrupted: neither what was told nor who was signed out is known.
    if (change === null) return all().forEach(end)
    if (change.kind === 'notifications') return void spread(change)
    if (change.kind === 'live') return live.hear(change)
    // Who lost the right to listen stops listening; who still has it comes back.
    if (change.kind === 'client')
      all()
        .filter((stream) => stream.clientId === change.clientId)
        .forEach(end)
    if (change.kind === 'user') of(change.clientId, change.userId).forEach(end)
    if (change.kind === 'session')
      all()
        .filter((stream) => stream.clientId === change.clientId && stream.sessionId === change.sessionId)
        .forEach(end)
  })

  const lifeSigns = () => {
    const now = performance.now()
    for (const stream of all()) {
      if (now > stream.until) end(stream)
      else write(stream, ': beat\n\n')
    }
  }

  const makeRoom = (clientId: number, userId: number) => {
    const streams = of(clientId, userId)
    for (const stream of streams.slice(0, Math.max(0, streams.length - STREAMS_PER_PERSON + 1))) {
      write(stream, eventText({ name: streamEvents.busy, data: {} }))
      end(stream)
    }
  }

  const past = (scope: MemberScope, lastId: number) =>
    scope.tx(async (tx) => {
      const own = ownOf(scope)
      return {
        rows: lastId > 0 ? await since(tx, own, { lastId, overlapMs: OVERLAP_MS, limit: CATCH_UP_MAX }) : [],
        state: await stateOf(tx, own),
      }
    })

  const begin = async (scope: MemberScope, lastId: number, watched: readonly Watched[]) => {
    const [{ rows, state }, pages] = await Promise.all([past(scope, lastId), cameSince(scope, watched)])
    return { rows, state, first: [stateEvent(state), ...pages.map(liveText)] }
  }

  return {
    open: async (scope, watched) => {
      const { events } = scope.request
      const lastId = /^\d{1,9}$/.test(events?.lastId ?? '') ? Number(events?.lastId) : 0
      if (!events?.held) {
        const { rows, state, first } = await begin(scope, lastId, watched)
        return new EventStream(Readable.from([[...rows.map((row) => told(row, state)), ...first].join('')]))
      }
      const { clientId, userId } = ownOf(scope)
      makeRoom(clientId, userId)
      const stream: Open = {
        clientId,
        userId,
        sessionId: scope.actor.sessionId,
        topics: watched.map(({ topic }) => topic),
        write: (text) => write(stream, text),
        events: new Readable({ read: () => undefined }),
        sent: new Set(),
        waiting: [],
        ended: false,
        until: performance.now() + STREAM_MAX_MS,
      }
      stream.events.on('close', () => {
        stream.ended = true
        forget(stream)
      })
      const key = keyOf(clientId, userId)
      byPerson.set(key, (byPerson.get(key) ?? new Set()).add(stream))
      live.join(stream, stream.topics)
      beat ??= setInterval(lifeSigns, STREAM_BEAT_MS).unref()
      try {
        const { rows, state, first } = await begin(scope, lastId, watched)
        const heard = stream.waiting ?? []
        stream.waiting = null
        for (const row of rows) tell(stream, row, state)
        for (const text of [...first, ...heard]) write(stream, text)
      } catch (error) {
        forget(stream)
        throw error
      }
      return new EventStream(stream.events)
    },
    closeAll: () => all().forEach(end),
    size: () => all().length,
  }
}
