import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { learnerOf } from '../learning.ts'

/** Works of one key one after another, in the order they came; those of other keys beside them. */
export const createTurns = () => {
  /** Who came last; gone once nobody waits behind them. */
  const last = new Map<string, Promise<void>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key)
    let done = () => {}
    const own = new Promise<void>((resolve) => {
      done = resolve
    })
    last.set(key, own)
    try {
      await before
      return await work()
    } finally {
      done()
      if (last.get(key) === own) last.delete(key)
    }
  }
}

const inTurn = createTurns()

/**
 * One transaction of a learner's own writes. They wait for each other in the database anyway (`begin` holds the
 * enrolment); waiting here they hold one connection instead of all there are, so that somebody whose device sends a
 * hundred things at once holds up nobody else, and nobody is refused.
 */
export const learnerTx = <T>(scope: MemberScope, work: (db: TenantDb) => Promise<T>): Promise<T> => {
  const { clientId, userId } = learnerOf(scope)
  return inTurn(`${clientId}:${userId}`, () => scope.tx(work))
}
