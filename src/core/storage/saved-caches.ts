/** Caches with files of saved courses; client and person follow. The worker knows the same beginning. */
export const SAVED_CACHE = 'lms-saved-'

export const deleteSavedCaches = async (): Promise<void> => {
  if (!('caches' in window)) return
  for (const name of await caches.keys()) if (name.startsWith(SAVED_CACHE)) await caches.delete(name)
}
