/** Clears a person’s data from the device: their outbox is encrypted, the rest is deleted. */
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { canEncrypt } from '#src/core/offline/encryption/cipher.ts'
import { draftsStore, removeRevivedDrafts } from '#src/core/offline/encryption/drafts-store.ts'
import { encryptAllExcept } from '#src/core/offline/encryption/encrypt-outbox.ts'
import { encryptedStore } from '#src/core/offline/encryption/encrypted-store.ts'
import { deleteUnencryptedRows, outboxStore } from '#src/core/offline/encryption/outbox-store.ts'
import { transact } from '#src/core/offline/db.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { takeOverOldRows } from '#src/core/offline/migration/take-over.ts'
import { clearWorkerCaches } from '#src/core/pwa/clear-caches.ts'
import { sessionIdOf } from '#src/core/session/tokens.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { deleteSavedCaches } from '#src/core/storage/saved-caches.ts'
import { createExclusive } from '#src/shared/lib/exclusive.ts'
import { writeSignedOutNote } from './signed-out-note.ts'

/** Leaving waits no longer; the next start finishes it. */
const PATIENCE_MS = 3000
/** Until then other tabs have heard of it, and what they still wrote is encrypted too. */
const OTHER_TABS_MS = 150

export const plainStores = [outboxStore, draftsStore]

/** One tab at a time, whether it encrypts or decrypts. */
export const withEncryptionLock = createExclusive(
  () => navigator.locks as LockManager | undefined,
  'lms-seal',
)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const encryptOnce = (isLast: boolean): Promise<void> =>
  withEncryptionLock(async () => {
    const stores = { encrypted: encryptedStore, plain: plainStores }
    if (canEncrypt()) await encryptAllExcept(stores, currentOwner(), Date.now(), { dropKeys: isLast })
    if (isLast) {
      await deleteUnencryptedRows(currentOwner())
      await removeRevivedDrafts(encryptedStore, currentOwner())
    }
    if (await encryptedStore.any()) safeLocal.set(keys.encryptedOutbox, 'true')
  })

/** Encrypts the outboxes of people who are not signed in, and deletes their keys. */
export const encryptOutboxOfOthers = async (): Promise<void> => {
  const hasOthers = (await encryptedStore.keys()).some(({ person }) => person !== currentOwner())
  if (hasOthers) {
    await encryptOnce(false)
    await sleep(OTHER_TABS_MS)
  }
  await encryptOnce(true)
}

const clearStores = (): Promise<unknown> =>
  transact(['personal', 'responses', 'courses'], 'readwrite', (transaction) =>
    Promise.all([...transaction.objectStoreNames].map((name) => transaction.objectStore(name).clear())),
  )

/** Anybody who looks at the screen can read notifications. */
const closeNotifications = async () => {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}

const clearDatabase = async (token: string | null) => {
  const session = sessionIdOf(token)
  if (session !== null) await writeSignedOutNote(session, false)
  // Tabs of a former build may have written something since the start.
  await takeOverOldRows(true).catch(() => undefined)
  await Promise.allSettled([clearStores(), encryptOutboxOfOthers()])
}

/** Repeatable: a start that finds an unfinished sign-out runs all steps again. `token`: of the ended session. */
export const clearUserData = async (token: string | null): Promise<void> => {
  clearWorkerCaches({ clientId: clientId() })
  await Promise.allSettled([
    Promise.race([clearDatabase(token), sleep(PATIENCE_MS)]),
    deleteSavedCaches(),
    closeNotifications(),
  ])
}
