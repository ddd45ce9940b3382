/**
 * One stream a browser: of all tabs of a person one holds a lock and listens, and tells the others. Only a tab that
 * somebody looks at competes, so that a frozen one never stands in the way; hidden for a while it lets go.
 */
const LET_GO_AFTER_MS = 30_000

export interface LeaderParts {
  readonly name: string
  /** Runs while this tab leads; must end soon after the signal. */
  readonly lead: (signal: AbortSignal) => Promise<void>
  /** Null where the browser has none: then every tab leads for itself. */
  readonly locks: Pick<LockManager, 'request'> | null
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** Answers how to stop. */
export const startLeader = ({ name, lead, locks, page }: LeaderParts): (() => void) => {
  let mine: AbortController | null = null
  let letGo: ReturnType<typeof setTimeout> | undefined

  const compete = () => {
    const controller = (mine ??= new AbortController())
    const { signal } = controller
    const work = () => (signal.aborted ? Promise.resolve() : lead(signal))
    const leading = locks ? locks.request(name, { signal }, work) : work()
    void leading
      // Waiting for the lock ends with an AbortError: that is how a tab that is left behind stops waiting.
      .catch(() => undefined)
      .finally(() => {
        if (mine === controller) mine = null
      })
  }
  const follow = () => {
    clearTimeout(letGo)
    if (page.visibilityState === 'visible') {
      if (!mine) compete()
    } else
      letGo = setTimeout(() => {
        mine?.abort()
        mine = null
      }, LET_GO_AFTER_MS)
  }
  page.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    page.removeEventListener('visibilitychange', follow)
    clearTimeout(letGo)
    mine?.abort()
    mine = null
  }
}
