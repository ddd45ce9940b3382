/** The interface through which features notify people; app.ts passes in the notifications feature. */
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { TenantDb } from './db/database.ts'

export interface Told {
  readonly userIds: readonly number[]
  readonly kind: NotificationKind
  /** Values for the text of the kind. */
  readonly params: Readonly<Record<string, string | number>>
  /** A path of the app. */
  readonly link: string
  /** A person gets one notification per key; later ones with the same key are dropped. */
  readonly dedupeKey: string
  /** The caller sends its own mail to `mailTo`. */
  readonly ownMail?: boolean
}

export interface Notifier {
  /** Writes notifications in the caller's transaction: never lost, and never sent after a rollback. */
  readonly notify: (db: TenantDb, clientId: number, notification: Told) => Promise<{ mailTo: number[] }>
  /** Removes notifications whose subject no longer exists from the bell and the queues, or restores them. */
  readonly withdraw: (
    db: TenantDb,
    clientId: number,
    of: { dedupeKeys: readonly string[]; withdrawn: boolean },
  ) => Promise<void>
}
