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
  /** Made when it is first asked for; opens a transaction of its own. */
  readonly current: () => Promise<PushKey>
}

const ABOUT = 'push_key:1'

/** One VAPID key for the installation (RFC 8292), its private part sealed at rest. */
export const createPushKeys = ({ db, clock, secret }: Pick<Core, 'db' | 'clock' | 'secret'>): PushKeys => {
  const master = secret('notifications.push-key')
  let loaded: Promise<PushKey> | null = null

  const read = async (tx: TenantDb): Promise<PushKey | null> => {
    const row = await tx.selectFrom('push_key').select(['public_key', 'private_enc']).executeTakeFirst()
    if (!row) return null
    try {
      return { publicKey: row.public_key, privateKey: open(master, row.private_enc, ABOUT).toString('utf8') }
    } catch {
      // Sealed under another master key: as good as gone, and with it the subscriptions that were made for it.
      await tx.deleteFrom('push_key').execute()
      return null
    }
  }
  const load = () =>
    db.withoutTenant(async (tx) => {
      const present = await read(tx)
      if (present) return present
      const made = webpush.generateVAPIDKeys()
      await tx
        .insertInto('push_key')
        .values({
          id: 1,
          public_key: made.publicKey,
          private_enc: seal(master, Buffer.from(made.privateKey), ABOUT),
          created_at: clock.now(),
        })
        // Another process may be making it at this very moment: one of the two wins, both then read it.
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const kept = await read(tx)
      if (!kept) throw new Error('the push key was not kept')
      return kept
    })
  return {
    current: () => {
      const mine = (loaded ??= load())
      mine.catch(() => {
        loaded = null
      })
      return mine
    },
  }
}
