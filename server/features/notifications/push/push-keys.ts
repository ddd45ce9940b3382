import '../notifications.tables.ts'
import webpush from 'web-push'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { open, seal } from '#server/core/security/encrypt.ts'

export interface PushKey {
  readonly publicKey: string
  readonly privateKey: string
}
export interface PushKeys {
  /** Created on first use; opens a transaction of its own. */
  readonly current: () => Promise<PushKey>
}

const ENCRYPTION_CONTEXT = 'push_key:1'

/** One VAPID key for the installation (RFC 8292); its private part is encrypted at rest. */
export const createPushKeys = ({ db, clock, secret }: Pick<Core, 'db' | 'clock' | 'secret'>): PushKeys => {
  const masterKey = secret('notifications.push-key')
  let loaded: Promise<PushKey> | null = null

  const read = async (tx: TenantDb): Promise<PushKey | null> => {
    const row = await tx.selectFrom('push_key').select(['public_key', 'private_enc']).executeTakeFirst()
    if (!row) return null
    try {
      return {
        publicKey: row.public_key,
        privateKey: open(masterKey, row.private_enc, ENCRYPTION_CONTEXT).toString('utf8'),
      }
    } catch {
      // Encrypted under another master key: it cannot be recovered, nor can the subscriptions made for it.
      await tx.deleteFrom('push_key').execute()
      return null
    }
  }
  const load = () =>
    db.withoutTenant(async (tx) => {
      const existing = await read(tx)
      if (existing) return existing
      const created = webpush.generateVAPIDKeys()
      await tx
        .insertInto('push_key')
        .values({
          id: 1,
          public_key: created.publicKey,
          private_enc: seal(masterKey, Buffer.from(created.privateKey), ENCRYPTION_CONTEXT),
          created_at: clock.now(),
        })
        // Another process may create it at the same time: one of the two wins, and both read it.
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const stored = await read(tx)
      if (!stored) throw new Error('the push key was not stored')
      return stored
    })
  return {
    current: () => {
      const key = (loaded ??= load())
      key.catch(() => {
        loaded = null
      })
      return key
    },
  }
}
