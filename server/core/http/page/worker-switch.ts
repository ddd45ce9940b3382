/**
 * The kill switch of the app's worker: while it is thrown, `/sw-custom.js` is a worker that removes itself. The
 * browser asks for that file at every visit, past all caches, so the next load is without a worker.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const WORKER_URL = '/sw-custom.js'
/** A file of this name in DATA_DIR throws the switch without a restart. */
export const WORKER_OFF_FILE = 'worker-off'

/**
 * Drops what the worker kept of the app and unregisters. Courses that people saved stay (`lms-saved-`), and so does
 * everything that waits to be sent: that lies in IndexedDB, which no worker touches.
 */
export const WORKER_OFF_SCRIPT = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const leave = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('lms-') && !name.startsWith('lms-saved-')) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(leave())
})
`

/** Asked for each time the worker's file is: by the setting, or by the file. */
export const workerSwitch =
  ({ appWorker, dataDir }: { appWorker: boolean; dataDir: string }) =>
  (): boolean =>
    !appWorker || existsSync(join(dataDir, WORKER_OFF_FILE))
