import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Change, ChangeFeed } from '../core.ts'

const CHANNEL = 'lms_change'
/**
 * A cache may lag by at most a second (TRUST §8.2): asked every quarter second, an answer that is out for longer means
 * that changes may be as well. What counts is the question on its way, not the age of the last answer, so that a busy
 * process does not pass by its caches just because it came late to asking.
 */
const HEARTBEAT_EVERY_MS = 250
const SILENT_AFTER_MS = 700
const LOST_AFTER_MS = 4000
const CONNECT_WITHIN_MS = 5000
const RECONNECT_FIRST_MS = 50
const RECONNECT_MAX_MS = 2000
/** An announcement whose echo does not come (its transaction was rolled back) is given up after this. */
const ECHO_WAIT_MS = 2000

interface FeedLog {
  warn: (fields: object, message: string) => void
}

export interface RunningChangeFeed extends ChangeFeed {
  /** Resolves when the first connection listens. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * LISTEN on one connection of its own.
 *
 * Between the commit of an announced change and its echo here, this very process could still answer from a cache.
 * So the feed is not live from the announcement until the echo: caches are passed by for that moment.
 */
export const createChangeFeed = (connection: pg.ClientConfig, log: FeedLog): RunningChangeFeed => {
  const listeners: ((change: Change | null) => void)[] = []
  const awaited = new Map<string, NodeJS.Timeout>()
  let client: pg.Client | null = null
  let listening = false
  /** When the unanswered heartbeat was sent; null when none is on its way. */
  let askedAt: number | null = null
  let stopped = false
  let heartbeat: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let retryInMs = RECONNECT_FIRST_MS

  const tell = (change: Change | null) => {
    for (const listener of listeners) listener(change)
  }
  const settle = (id: string) => {
    clearTimeout(awaited.get(id))
    awaited.delete(id)
  }
  const hear = (payload: string) => {
    const { id, change } = JSON.parse(payload) as { id: string; change: Change }
    tell(change)
    settle(id)
  }

  const lose = (lost: pg.Client, error?: Error) => {
    if (client !== lost) return
    client = null
    listening = false
    askedAt = null
    clearInterval(heartbeat)
    void lost.end().catch(() => undefined)
    tell(null)
    if (stopped) return
    log.warn({ err: error }, 'change feed interrupted; caches are passed by until it is back')
    retry = setTimeout(() => void connect().catch(() => undefined), retryInMs)
    retryInMs = Math.min(retryInMs * 2, RECONNECT_MAX_MS)
  }

  const beat = async (mine: pg.Client) => {
    if (askedAt !== null) {
      if (performance.now() - askedAt > LOST_AFTER_MS) lose(mine, new Error('no answer'))
      return
    }
    askedAt = performance.now()
    await mine.query('select 1')
    if (client === mine) askedAt = null
  }

  const connect = async (): Promise<void> => {
    const mine = new pg.Client({
      ...connection,
      application_name: 'lms-changes',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    })
    client = mine
    mine.on('error', (error) => lose(mine, error))
    mine.on('end', () => lose(mine))
    mine.on('notification', (message) => {
      if (message.channel === CHANNEL && message.payload) hear(message.payload)
    })
    try {
      await mine.connect()
      await mine.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      lose(mine, error as Error)
      throw error
    }
    // Stopped while it was still connecting.
    if (client !== mine) return
    listening = true
    retryInMs = RECONNECT_FIRST_MS
    heartbeat = setInterval(
      () => void beat(mine).catch((error: Error) => lose(mine, error)),
      HEARTBEAT_EVERY_MS,
    )
    heartbeat.unref()
    // What was announced while nobody listened is unknown: whatever was read before now may be stale.
    tell(null)
  }

  return {
    announce: async (db, change) => {
      const id = randomUUID()
      // No cache holds what people are told: nothing has to be passed by until the echo.
      if (change.kind !== 'notifications' && change.kind !== 'live')
        awaited.set(id, setTimeout(() => settle(id), ECHO_WAIT_MS).unref())
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ id, change })})`.execute(db)
    },
    subscribe: (listener) => {
      listeners.push(listener)
    },
    live: () =>
      listening && awaited.size === 0 && (askedAt === null || performance.now() - askedAt <= SILENT_AFTER_MS),
    start: () => {
      stopped = false
      return connect()
    },
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      for (const id of awaited.keys()) settle(id)
      const last = client
      client = null
      listening = false
      askedAt = null
      await last?.end().catch(() => undefined)
    },
  }
}
