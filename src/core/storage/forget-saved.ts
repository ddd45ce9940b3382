/** Signing out takes saved courses and visited pages off the device (A12). Small: it is part of every start. */

export const SAVED_DB = 'lms_saved'
/** Caches with files of saved courses; client and person follow. The worker knows the same beginning. */
export const SAVED_CACHE = 'lms-saved-'

export const forgetSaved = async (): Promise<void> => {
  if ('indexedDB' in window) indexedDB.deleteDatabase(SAVED_DB)
  if (!('caches' in window)) return
  for (const name of await caches.keys()) if (name.startsWith(SAVED_CACHE)) await caches.delete(name)
}
