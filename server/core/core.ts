import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '#contract/languages.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, TenantDb } from './db/database.ts'
import type { FileAccess } from './files/file-access.ts'
import type { Vault } from './security/vault.ts'

/** Infrastructure that is created once and passed to every feature. */
export interface Core {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  readonly db: Database
  readonly outbox: Outbox
  readonly audit: Audit
  readonly changes: ChangeFeed
  /**
   * Derives 32 bytes for one purpose from the installation's secret (HKDF-SHA-256), the same for ever. For signatures
   * and derived keys; secrets that are stored go into the vault.
   */
  readonly secret: (purpose: string) => Buffer
  readonly fileAccess: FileAccess
  /** Encrypts secrets for the database. List their column in server/app.ts, so that a new master key reaches them. */
  readonly vault: Vault
}

export interface OutgoingMessage {
  to: string
  channel: 'email' | 'sms'
  language: Language
  subject: string
  text: string
  /** Null for text messages. */
  html: string | null
  /** One-click unsubscribe link for this kind of mail; absent for mails that cannot be turned off. */
  unsubscribeUrl?: string
  /** Where the answer goes; absent: to the client's own address. */
  replyTo?: string
  /** An iCalendar file that goes along. */
  calendar?: string
}

/** Mails and text messages are stored in the caller's transaction: never lost, and never sent after a rollback. */
export interface Outbox {
  readonly add: (db: TenantDb, ...messages: OutgoingMessage[]) => Promise<void>
}

export interface AuditEntry {
  action: AuditAction
  result: 'ok' | 'refused' | 'failed'
  actorId: number | null
  sessionId?: string | null
  /** The affected object, for example `user:12`. Never a secret. */
  object?: string
  detail?: Record<string, string | number | boolean | null>
  requestId?: string
  /** Stored truncated (/24, /48). */
  ip?: string
}

/** Append-only, hash-chained per tenant (H3). */
export interface Audit {
  readonly record: (db: TenantDb, entry: AuditEntry) => Promise<void>
}

/** A change, sent to every process of the product through the database (LISTEN/NOTIFY on commit). */
export type Change =
  | { kind: 'client'; clientId: number }
  | { kind: 'session'; clientId: number; sessionId: string }
  | { kind: 'user'; clientId: number; userId: number }
  | { kind: 'courses'; clientId: number }
  | { kind: 'jobs'; clientId: number }
  /** New notifications as user id and notification id; id 0 means that the read state changed. Nothing caches it. */
  | { kind: 'notifications'; clientId: number; told: readonly (readonly [userId: number, id: number])[] }
  /**
   * Comments added to or removed from an open page, and by whom (contract/notifications/live.ts). Nothing caches it.
   */
  | {
      kind: 'live'
      clientId: number
      topic: string
      by: number
      came: readonly number[]
      gone: readonly number[]
    }

export interface ChangeFeed {
  /** Sends the changes when `db` commits. */
  readonly announce: (db: TenantDb, ...changes: Change[]) => Promise<void>
  /** The listener also gets null after an interruption of the feed: everything cached may be stale. */
  readonly subscribe: (listener: (change: Change | null) => void) => void
  /**
   * False while caches must not answer: the feed is interrupted, or a change of this process that `affects` the cache is on
   * its way. Without `affects` every change on its way counts.
   */
  readonly live: (affects?: (change: Change) => boolean) => boolean
}
