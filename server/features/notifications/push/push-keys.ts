import '../notifications.tables.ts'
import webpush from 'web-push'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { EncryptedColumn } from '#server/core/security/reencrypt.ts'

export interface PushKey {
  readonly publicKey: string
  readonly privateKey: string
}
export interface PushKeys {
  /** Created on first use; opens a transaction of its own. */
  readonly current: () => Promise<PushKey>
}

const PURPOSE = 'notifications.push-key'
const ENCRYPTION_CONTEXT = 'push_key:1'

/** For a new master key. */
export const pushKeyColumn: EncryptedColumn = {
  table: 'push_key',
  column: 'private_enc',
  key: ['id'],
  purpose: PURPOSE,
  isTenants: false,
  context: () => ENCRYPTION_CONTEXT,
}

/** One VAPID key for the installation (RFC 8292); its private part is encrypted at rest. */
export const createPushKeys = ({ db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>): PushKeys => {
  let loaded: Promise<PushKey> | null = null

  const read = async (tx: TenantDb): Promise<PushKey | null> => {
    const row = await tx.selectFrom('push_key').select(['public_key', 'private_enc']).executeTakeFirst()
    if (!row) return null
    try {
      return {
        publicKey: row.public_key,
        privateKey: vault.decrypt(PURPOSE, row.private_enc, ENCRYPTION_CONTEXT).toString('utf8'),
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
          private_enc: vault.encrypt(PURPOSE, Buffer.from(created.privateKey), ENCRYPTION_CONTEXT),
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
