import type { TenantDb } from '#server/core/db/database.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { learnerOf } from '../learning.ts'

/** Runs work with the same key one after another, in order; other keys run in parallel. */
export const createKeyedMutex = () => {
  /** The last one in each queue; removed when the queue is empty. */
  const last = new Map<string, Promise<void>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const previous = last.get(key)
    let release = () => {}
    const current = new Promise<void>((resolve) => {
      release = resolve
    })
    last.set(key, current)
    try {
      await previous
      return await work()
    } finally {
      release()
      if (last.get(key) === current) last.delete(key)
    }
  }
}

const withMutex = createKeyedMutex()

/**
 * A transaction of a learner's own writes. These wait for each other in the database anyway (`lockItem` locks the
 * enrolment). Waiting here first, they use one connection at a time. So a device that sends a hundred writes at once
 * blocks nobody else, and none is rejected.
 */
export const learnerTx = <T>(scope: MemberScope, work: (db: TenantDb) => Promise<T>): Promise<T> => {
  const { clientId, userId } = learnerOf(scope)
  return withMutex(`${clientId}:${userId}`, () => scope.tx(work))
}
