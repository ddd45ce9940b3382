import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Change, ChangeFeed } from '../core.ts'

const CHANNEL = 'lms_change'
/**
 * A cache may be stale for at most a second (trust 8.2). A heartbeat goes out every quarter second; if it stays
 * unanswered for longer, changes may be delayed as well. The age of the pending heartbeat counts, not that of the
 * last answer, so that a busy process does not bypass its caches just because it was late to send one.
 */
const HEARTBEAT_EVERY_MS = 250
const STALE_AFTER_MS = 700
const LOST_AFTER_MS = 4000
const CONNECT_TIMEOUT_MS = 5000
const RECONNECT_FIRST_MS = 50
const RECONNECT_MAX_MS = 2000
/** An announcement without an echo (its transaction was rolled back) is dropped after this. */
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
 * LISTEN on a dedicated connection.
 *
 * Between the commit of an announced change and its echo, this process could still answer from a cache. So from the
 * announcement until the echo, the caches that the change affects are bypassed.
 */
export const createChangeFeed = (connection: pg.ClientConfig, log: FeedLog): RunningChangeFeed => {
  const listeners: ((change: Change | null) => void)[] = []
  const pendingEchoes = new Map<string, { change: Change; timer: NodeJS.Timeout }>()
  let client: pg.Client | null = null
  let isListening = false
  /** When the unanswered heartbeat was sent; null if none is pending. */
  let heartbeatSentAt: number | null = null
  let isStopped = false
  let heartbeat: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let retryInMs = RECONNECT_FIRST_MS

  const notifyListeners = (change: Change | null) => {
    for (const listener of listeners) listener(change)
  }
  const settleEcho = (id: string) => {
    clearTimeout(pendingEchoes.get(id)?.timer)
    pendingEchoes.delete(id)
  }
  const onNotification = (payload: string) => {
    const { id, change } = JSON.parse(payload) as { id: string; change: Change }
    notifyListeners(change)
    settleEcho(id)
  }

  const disconnect = (brokenClient: pg.Client, error?: Error) => {
    if (client !== brokenClient) return
    client = null
    isListening = false
    heartbeatSentAt = null
    clearInterval(heartbeat)
    void brokenClient.end().catch(() => undefined)
    notifyListeners(null)
    if (isStopped) return
    log.warn({ err: error }, 'change feed interrupted; caches are bypassed until it reconnects')
    retry = setTimeout(() => void connect().catch(() => undefined), retryInMs)
    retryInMs = Math.min(retryInMs * 2, RECONNECT_MAX_MS)
  }

  const sendHeartbeat = async (activeClient: pg.Client) => {
    if (heartbeatSentAt !== null) {
      if (performance.now() - heartbeatSentAt > LOST_AFTER_MS)
        disconnect(activeClient, new Error('no answer to the heartbeat'))
      return
    }
    heartbeatSentAt = performance.now()
    await activeClient.query('select 1')
    if (client === activeClient) heartbeatSentAt = null
  }

  const connect = async (): Promise<void> => {
    const newClient = new pg.Client({
      ...connection,
      application_name: 'lms-changes',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    client = newClient
    newClient.on('error', (error) => disconnect(newClient, error))
    newClient.on('end', () => disconnect(newClient))
    newClient.on('notification', (message) => {
      if (message.channel === CHANNEL && message.payload) onNotification(message.payload)
    })
    try {
      await newClient.connect()
      await newClient.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      disconnect(newClient, error as Error)
      throw error
    }
    // Stopped while connecting.
    if (client !== newClient) return
    isListening = true
    retryInMs = RECONNECT_FIRST_MS
    heartbeat = setInterval(
      () => void sendHeartbeat(newClient).catch((error: Error) => disconnect(newClient, error)),
      HEARTBEAT_EVERY_MS,
    )
    heartbeat.unref()
    // Changes announced before the connection listened are unknown: whatever was cached may be stale.
    notifyListeners(null)
  }

  return {
    announce: async (db, ...changes) => {
      const payloads = changes.map((change) => {
        const id = randomUUID()
        // No cache holds notifications or comments, so no cache needs to be bypassed.
        if (change.kind !== 'notifications' && change.kind !== 'live')
          pendingEchoes.set(id, { change, timer: setTimeout(() => settleEcho(id), ECHO_WAIT_MS).unref() })
        return JSON.stringify({ id, change })
      })
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
    },
    subscribe: (listener) => {
      listeners.push(listener)
    },
    live: (affects = () => true) =>
      isListening &&
      (heartbeatSentAt === null || performance.now() - heartbeatSentAt <= STALE_AFTER_MS) &&
      ![...pendingEchoes.values()].some(({ change }) => affects(change)),
    start: () => {
      isStopped = false
      return connect()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      for (const id of pendingEchoes.keys()) settleEcho(id)
      const lastClient = client
      client = null
      isListening = false
      heartbeatSentAt = null
      await lastClient?.end().catch(() => undefined)
    },
  }
}
