import { availableParallelism } from 'node:os'
import { AppError } from '#server/core/http/errors.ts'
import { hashPassword, verifyPassword } from './password.hash.ts'

/** TRUST §8.5: as many at once as there are cores; others wait a little, the rest is sent away. */
const QUEUE_MAX = 100
const WAIT_MAX_MS = 2000
const RETRY_AFTER_SECONDS = 2

export interface Hasher {
  /** Throws `overloaded` when too many wait or the wait gets too long. */
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
  go: () => void
  timer: NodeJS.Timeout
}

/** Keeps slow hashing from starving everything else: a semaphore with a short, bounded queue. */
export const createHasher = (options: HasherOptions = {}): Hasher => {
  const queueMax = options.queueMax ?? QUEUE_MAX
  const waitMaxMs = options.waitMaxMs ?? WAIT_MAX_MS
  const hash = options.hash ?? hashPassword
  const verify = options.verify ?? verifyPassword
  const queue: Waiter[] = []
  let free = options.slots ?? availableParallelism()

  const enter = () =>
    new Promise<void>((resolve, reject) => {
      if (free > 0) {
        free -= 1
        resolve()
        return
      }
      if (queue.length >= queueMax) {
        reject(overloaded())
        return
      }
      const waiter: Waiter = {
        go: () => {
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
  const leave = () => {
    const next = queue.shift()
    if (next) next.go()
    else free += 1
  }
  const inside = async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return {
    hash: (password) => inside(() => hash(password)),
    verify: (password, phc) => inside(() => verify(password, phc)),
  }
}
