/**
 * One stream per browser: among a person's tabs, the one that holds a lock listens and forwards to the
 * others. Only visible tabs compete, so that a frozen tab never blocks; a tab that stays hidden releases the
 * lock.
 */
const RELEASE_AFTER_MS = 30_000

export interface LeaderOptions {
  readonly name: string
  /** Runs while this tab leads; must end soon after the signal. */
  readonly lead: (signal: AbortSignal) => Promise<void>
  /** Null if the browser has no locks: then every tab leads for itself. */
  readonly locks: Pick<LockManager, 'request'> | null
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** Returns a function to stop. */
export const startLeader = ({ name, lead, locks, page }: LeaderOptions): (() => void) => {
  let current: AbortController | null = null
  let releaseTimer: ReturnType<typeof setTimeout> | undefined

  const compete = () => {
    const controller = (current ??= new AbortController())
    const { signal } = controller
    const leadUnlessAborted = () => (signal.aborted ? Promise.resolve() : lead(signal))
    const leading = locks ? locks.request(name, { signal }, leadUnlessAborted) : leadUnlessAborted()
    void leading
      // Waiting for the lock ends with an AbortError when the tab stops competing.
      .catch(() => undefined)
      .finally(() => {
        if (current === controller) current = null
      })
  }
  const update = () => {
    clearTimeout(releaseTimer)
    if (page.visibilityState === 'visible') {
      if (!current) compete()
    } else
      releaseTimer = setTimeout(() => {
        current?.abort()
        current = null
      }, RELEASE_AFTER_MS)
  }
  page.addEventListener('visibilitychange', update)
  update()
  return () => {
    page.removeEventListener('visibilitychange', update)
    clearTimeout(releaseTimer)
    current?.abort()
    current = null
  }
}
