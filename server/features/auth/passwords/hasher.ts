import { availableParallelism } from 'node:os'
import { AppError } from '#server/core/http/errors.ts'
import { hashPassword, verifyPassword } from './password.hash.ts'

/**
 * One worker slot for each core; a bounded queue waits briefly, everything beyond it is rejected (trust 8.5).
 */
const QUEUE_MAX = 100
const WAIT_MAX_MS = 2000
const RETRY_AFTER_SECONDS = 2

export interface Hasher {
  /** Throws `overloaded` when the queue is full or the wait gets too long. */
  readonly hash: (password: string) => Promise<string>
  readonly verify: (password: string, phc: string) => Promise<boolean>
}

export interface HasherOptions {
  slots?: number
  queueMax?: number
  waitMaxMs?: number
  hash?: (password: string) => Promise<string>
  verify?: (password: string, phc: string) => Promise<boolean>
}

const overloaded = () =>
  new AppError('overloaded', 'The server is busy right now. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

interface Waiter {
  start: () => void
  timer: NodeJS.Timeout
}

/** A semaphore with a short, bounded queue: slow hashing must not starve other requests. */
export const createHasher = (options: HasherOptions = {}): Hasher => {
  const queueMax = options.queueMax ?? QUEUE_MAX
  const waitMaxMs = options.waitMaxMs ?? WAIT_MAX_MS
  const hash = options.hash ?? hashPassword
  const verify = options.verify ?? verifyPassword
  const queue: Waiter[] = []
  let freeSlots = options.slots ?? availableParallelism()

  const acquire = () =>
    new Promise<void>((resolve, reject) => {
      if (freeSlots > 0) {
        freeSlots -= 1
        resolve()
        return
      }
      if (queue.length >= queueMax) {
        reject(overloaded())
        return
      }
      const waiter: Waiter = {
        start: () => {
          clearTimeout(waiter.timer)
          resolve()
        },
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1)
          reject(overloaded())
        }, waitMaxMs),
      }
      queue.push(waiter)
    })
  const release = () => {
    const next = queue.shift()
    if (next) next.start()
    else freeSlots += 1
  }
  const withSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
  return {
    hash: (password) => withSlot(() => hash(password)),
    verify: (password, phc) => withSlot(() => verify(password, phc)),
  }
}
