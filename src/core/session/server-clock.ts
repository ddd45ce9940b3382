/**
 * What the server's clock says. A device's clock may be a day off: the difference is taken when a token arrives
 * (its issue time against ours), time since then is measured by the clock that nobody sets (trust pitfall 5).
 */
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal, type SafeStorage } from '#src/core/storage/safe-storage.ts'
import { tokenTimes } from './token-mirror.ts'

export interface Clocks {
  wall: () => number
  /** Never set, starts anywhere; milliseconds. */
  steady: () => number
}

export const createServerClock = (storage: SafeStorage, clocks: Clocks) => {
  const readOffset = (): number => {
    const offset = Number(storage.get(keys.tokenClock) ?? 0)
    return Number.isFinite(offset) ? offset : 0
  }
  let anchor: { serverMs: number; steadyMs: number } | null = null
  return {
    /** A token has just arrived: its issue time is the server's now. */
    learn: (token: string) => {
      const { issuedMs } = tokenTimes(token)
      if (issuedMs === null) return
      anchor = { serverMs: issuedMs, steadyMs: clocks.steady() }
      storage.set(keys.tokenClock, String(issuedMs - clocks.wall()))
    },
    now: (): number => {
      anchor ??= { serverMs: clocks.wall() + readOffset(), steadyMs: clocks.steady() }
      return anchor.serverMs + (clocks.steady() - anchor.steadyMs)
    },
    /** Another tab learnt something newer. */
    reread: () => {
      anchor = null
    },
  }
}

const clock = createServerClock(safeLocal, { wall: () => Date.now(), steady: () => performance.now() })
export const { learn: learnServerClock, now: serverNow, reread: rereadServerClock } = clock
