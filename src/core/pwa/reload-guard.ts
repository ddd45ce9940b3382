/** One reload for one change of worker, and none while work is open (spec 4, F1 and trust pitfall 12). */
import { isBusy } from '#src/core/session/busy.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession, type SafeStorage } from '#src/core/storage/safe-storage.ts'

/** Spec 9: pause before the reload. */
const RELOAD_DELAY_MS = 100
/** A page that has stood for so long was not part of a loop. */
const STANDS_AFTER_MS = 10_000

interface Parts {
  storage: Pick<SafeStorage, 'get' | 'set' | 'remove'>
  busy: () => boolean
  reload: () => void
}

const playing = () =>
  [...document.querySelectorAll('video, audio')].some((media) => !(media as HTMLMediaElement).paused)

const real: Parts = {
  storage: safeSession,
  busy: () => isBusy() || playing(),
  reload: () => window.location.reload(),
}

export const createReloadGuard = ({ storage, busy, reload }: Parts = real) => {
  let begun = false
  const once = () => {
    if (begun || storage.get(keys.updateReload) !== null) return
    begun = true
    storage.set(keys.updateReload, '1')
    setTimeout(reload, RELOAD_DELAY_MS)
  }
  /** Asked for in another tab: waits until nothing is open here, and then until the page is next looked at. */
  const whenFree = () => {
    if (!busy()) return once()
    const look = () => {
      if (busy()) return
      document.removeEventListener('visibilitychange', look)
      once()
    }
    document.addEventListener('visibilitychange', look)
  }
  return {
    once,
    whenFree,
    /** The person's own press is never the loop that the flag is there for. */
    release: () => storage.remove(keys.updateReload),
    /** The page after an update may update again one day, but not at once. */
    releaseLater: () => setTimeout(() => storage.remove(keys.updateReload), STANDS_AFTER_MS),
  }
}
