import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '#contract/common.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, TenantDb } from './db/database.ts'

/** The machinery that main.ts makes once and every feature is built with. */
export interface Core {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  readonly db: Database
  readonly outbox: Outbox
  readonly audit: Audit
  readonly changes: ChangeFeed
  /** 32 bytes for one purpose, derived from the installation's master key in DATA_DIR (HKDF-SHA-256). */
  readonly secret: (purpose: string) => Buffer
}

export interface OutgoingMessage {
  to: string
  channel: 'email' | 'sms'
  language: Language
  subject: string
  text: string
  /** Null for text messages. */
  html: string | null
  /** Where one press ends mails of this kind; left out for mails that nobody can do without. */
  unsubscribeUrl?: string
}

/** Mails and text messages leave through a table, written in the caller's transaction: never lost, never sent for a rollback. */
export interface Outbox {
  readonly add: (db: TenantDb, message: OutgoingMessage) => Promise<void>
}

export interface AuditEntry {
  /** `feature.deed`, e.g. `auth.login`. */
  action: string
  result: 'ok' | 'refused' | 'failed'
  actorId: number | null
  sessionId?: string | null
  /** What it was done to, e.g. `user:12`. Never a secret. */
  object?: string
  detail?: Record<string, string | number | boolean | null>
  requestId?: string
  /** Stored truncated (/24, /48). */
  ip?: string
}

/** Append-only, hash-chained per tenant (TRUST H3). */
export interface Audit {
  readonly record: (db: TenantDb, entry: AuditEntry) => Promise<void>
}

/** What changed, told to every process of the product through the database (LISTEN/NOTIFY on commit). */
export type Change =
  | { kind: 'client'; clientId: number }
  | { kind: 'session'; clientId: number; sessionId: string }
  | { kind: 'user'; clientId: number; userId: number }
  | { kind: 'courses'; clientId: number }
  /** Who was told what: person and notification, 0 for "the state is another". Nothing is cached from it. */
  | { kind: 'notifications'; clientId: number; told: readonly (readonly [userId: number, id: number])[] }
  /** What came to an open page or went from it, by whom (contract/notifications/live.ts). Nothing is cached from it. */
  | {
      kind: 'live'
      clientId: number
      topic: string
      by: number
      came: readonly number[]
      gone: readonly number[]
    }

export interface ChangeFeed {
  /** Told on commit of `db`. */
  readonly announce: (db: TenantDb, change: Change) => Promise<void>
  /** Also called with null whenever the feed was interrupted: forget everything cached. */
  readonly subscribe: (listener: (change: Change | null) => void) => void
  /** False while the feed is interrupted: caches must not answer then. */
  readonly live: () => boolean
}
