/** Navigation after login (spec 4): phones get a full page load, everything else an in-app change of route. */
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

const MOBILE = /Android|iPhone|iPad|iPod|webOS|BlackBerry|IEMobile|Opera Mini/i
export const isMobileAgent = (agent: string): boolean => MOBILE.test(agent)

export const MOBILE_WAIT = { timeoutMs: 1500, everyMs: 100, settleMs: 200 } as const
export const SHORT_WAIT = { timeoutMs: 500, everyMs: 50 } as const

interface StoredSession {
  user: string | null
  token: string | null
}
const readSession = (): StoredSession => ({
  user: safeLocal.get(keys.user),
  token: safeLocal.get(keys.token),
})

const isMarkedAuthenticated = (user: string): boolean => {
  try {
    return (JSON.parse(user) as { isAuthenticated?: unknown } | null)?.isAuthenticated === true
  } catch {
    return false
  }
}
export const isStored = ({ user, token }: StoredSession): boolean => Boolean(user && token)
export const isStoredAndAuthenticated = (session: StoredSession): boolean =>
  isStored(session) && isMarkedAuthenticated(session.user ?? '')

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Polls until `ready`; false when the time is up, and the caller goes on all the same. */
const waitUntil = async (ready: () => boolean, timeoutMs: number, everyMs: number): Promise<boolean> => {
  for (let waited = 0; waited < timeoutMs; waited += everyMs) {
    if (ready()) return true
    await pause(everyMs)
  }
  return ready()
}

/** The shorter wait: user and token merely exist. */
export const waitForStoredSession = (
  timeoutMs: number = SHORT_WAIT.timeoutMs,
  read: () => StoredSession = readSession,
): Promise<boolean> => waitUntil(() => isStored(read()), timeoutMs, SHORT_WAIT.everyMs)

export interface AfterLogin {
  /** Checked by the caller: `takeReturnPath()`. */
  target: string
  navigate: (path: string, options: { replace: boolean }) => void
  replace?: boolean
  agent?: string
  read?: () => StoredSession
  /** Path, query and hash at present. */
  here?: () => string
  load?: (path: string) => void
}

export const navigateAfterLogin = async ({
  target,
  navigate,
  replace = true,
  agent = navigator.userAgent,
  read = readSession,
  here = () => window.location.pathname + window.location.search + window.location.hash,
  load = (path) => window.location.assign(path),
}: AfterLogin): Promise<void> => {
  if (isMobileAgent(agent)) {
    await waitUntil(() => isStoredAndAuthenticated(read()), MOBILE_WAIT.timeoutMs, MOBILE_WAIT.everyMs)
    await pause(MOBILE_WAIT.settleMs)
    load(target)
    return
  }
  await waitForStoredSession(SHORT_WAIT.timeoutMs, read)
  if (here() !== target) navigate(target, { replace })
}
