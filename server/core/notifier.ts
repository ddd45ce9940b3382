/** How one feature tells people something; the notifications feature does it, app.ts hands it over. */
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { TenantDb } from './db/database.ts'

export interface Told {
  readonly userIds: readonly number[]
  readonly kind: NotificationKind
  /** What the words of the kind are filled with. */
  readonly params: Readonly<Record<string, string | number>>
  /** A path of the app. */
  readonly link: string
  /** One occasion tells a person once: what comes second under the same key is dropped. */
  readonly dedupeKey: string
  /** The caller writes a mail of its own to `mailTo`. */
  readonly ownMail?: boolean
}

export interface Notifier {
  /** Tells people in the caller's transaction: never lost, never for what was rolled back. */
  readonly notify: (db: TenantDb, clientId: number, told: Told) => Promise<{ mailTo: number[] }>
  /** What occasions were about is gone, or back: their notifications leave the bell and the queues, or return. */
  readonly withdraw: (
    db: TenantDb,
    clientId: number,
    of: { dedupeKeys: readonly string[]; withdrawn: boolean },
  ) => Promise<void>
}
