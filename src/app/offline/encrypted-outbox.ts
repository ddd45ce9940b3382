/** Gets the signed-in person’s key from the server and restores their encrypted outbox with it. */
import { deviceKey } from '#contract/auth/device-key.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isReachable } from '#src/core/http/connectivity.ts'
import { canEncrypt, importKey } from '#src/core/offline/encryption/cipher.ts'
import { decryptAllOf } from '#src/core/offline/encryption/encrypt-outbox.ts'
import { encryptedStore, putKeys } from '#src/core/offline/encryption/encrypted-store.ts'
import type { OutboxLine, OutboxSource } from '#src/core/offline/outbox.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { notifyReturned, onReturned } from '#src/core/offline/returned.ts'
import type { DeviceKeys, StoredPiece } from '#src/core/offline/schema.ts'
import { beforeSignOut } from '#src/core/session/sign-out-hooks.ts'
import { plainStores, withEncryptionLock } from '#src/core/sign-out/clear-user-data.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

/** A change of keys on the server reaches a device within a week. */
const FRESH_FOR_MS = 7 * 86_400_000

let held: DeviceKeys | null = null

const fetchKeys = async (person: string): Promise<DeviceKeys | null> => {
  const { owner, keys: versions } = await authedCall(deviceKey)
  const imported = await Promise.all(
    versions.map(async ({ version, key }) => ({ version, key: await importKey(key) })),
  )
  const fetched: DeviceKeys = { person, owner, keys: imported, at: Date.now() }
  if (currentOwner() !== person) return null
  await putKeys(fetched).catch(() => undefined)
  if (currentOwner() === person) return fetched
  // Signed out meanwhile: the keys have no business here.
  await encryptedStore.dropKeys(person)
  return null
}

/** The keys of the signed-in person: from this tab, this device, or the server; null while it is unreachable. */
const currentKeys = async (): Promise<DeviceKeys | null> => {
  const person = currentOwner()
  if (person === null || !canEncrypt()) return null
  if (held?.person !== person)
    held = (await encryptedStore.keys()).find((stored) => stored.person === person) ?? null
  if (held && Date.now() - held.at < FRESH_FOR_MS) return held
  if (isReachable()) held = (await fetchKeys(person).catch(() => null)) ?? held
  return held
}

const lacksVersion = (pieces: readonly StoredPiece[], { keys: versions }: DeviceKeys) =>
  pieces.some((piece) => !versions.some(({ version }) => version === piece.version))

/** Damaged pieces that the person has not been notified of. */
let untold = 0

const restore = async (): Promise<void> => {
  if (!(await encryptedStore.any())) return safeLocal.remove(keys.encryptedOutbox)
  let own = await currentKeys()
  if (!own) return
  const pieces = await encryptedStore.of(own.owner)
  if (pieces.length === 0) return
  if (lacksVersion(pieces, own)) own = await fetchKeys(own.person).catch(() => null)
  // Nothing is damaged only because the server cannot be asked for its key: the next connection decrypts it.
  if (!own) return
  const current = own
  const stores = { encrypted: encryptedStore, plain: plainStores }
  const { decrypted, damaged } = await withEncryptionLock(() => decryptAllOf(stores, current, currentOwner))
  untold += damaged
  if (decrypted > 0 || damaged > 0) notifyReturned()
}

let restoring: Promise<void> | null = null
/** Restores the encrypted outbox of the signed-in person. */
export const restoreOutbox = (): Promise<void> =>
  (restoring ??= restore()
    .catch(() => undefined)
    .finally(() => {
      restoring = null
    }))

/** A slow server delays the page no longer; queues take in what is restored later. */
const PATIENCE_MS = 2000
export const restoreSoon = (): Promise<unknown> =>
  Promise.race([restoreOutbox(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])

/** Restores the outbox and gets the keys for a sign-out. Returns the number of newly damaged pieces. */
export const prepareEncryption = async (): Promise<number> => {
  await restoreOutbox()
  await currentKeys()
  const damaged = untold
  untold = 0
  return damaged
}

const describe = ({ id, at }: StoredPiece): OutboxLine => ({
  id: String(id),
  kind: 'damaged',
  title: null,
  since: at,
  path: null,
  isDraft: true,
  refused: '',
})

/** Damaged pieces are listed in the outbox until their owner discards them. */
export const damagedOutbox: OutboxSource = {
  name: 'damaged',
  list: async () => {
    const own = await currentKeys()
    const pieces = own ? await encryptedStore.of(own.owner) : []
    return pieces.filter(({ damaged }) => damaged).map(describe)
  },
  retry: restoreOutbox,
  discard: (id) => encryptedStore.remove(Number(id)),
  subscribe: onReturned,
}

// A sign-out before the key arrived still gets it.
beforeSignOut(() => currentKeys())
