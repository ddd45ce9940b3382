import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHasher, type HasherOptions } from '#server/features/auth/passwords/hasher.ts'
import { hashPassword, needsRehash, verifyPassword } from '#server/features/auth/passwords/password.hash.ts'
import { createAuthWorld, PASSWORD, quickHasher, type AuthWorld } from './world.ts'

/** A hasher whose hashes finish only on request, and that counts how many run at once. */
const controlledHasher = (options: HasherOptions) => {
  const running: (() => void)[] = []
  let maxRunning = 0
  const hasher = createHasher({
    ...options,
    hash: (password) =>
      new Promise((resolve) => {
        running.push(() => {
          running.splice(0, 1)
          resolve(password)
        })
        maxRunning = Math.max(maxRunning, running.length)
      }),
  })
  return { hasher, maxRunning: () => maxRunning, finishOne: () => running[0]?.() }
}

/** Entering a free slot takes a turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const outcome = (promise: Promise<string>) =>
  promise.then(
    () => 'done',
    (error: { code?: string; retryAfterSeconds?: number }) => `${error.code} ${error.retryAfterSeconds}`,
  )

describe('Hashing under load', () => {
  it('runs 2 of 10 at a time, queues 5 and rejects 3', async () => {
    const { hasher, maxRunning, finishOne } = controlledHasher({ slots: 2, queueMax: 5, waitMaxMs: 60_000 })
    const all = Array.from({ length: 10 }, (_, index) => outcome(hasher.hash(String(index))))
    const rejected = await Promise.all(all.slice(7))
    expect(rejected).toEqual(Array(3).fill('overloaded 2'))
    const rest = Promise.all(all.slice(0, 7))
    const finishing = setInterval(finishOne, 1)
    expect(await rest).toEqual(Array(7).fill('done'))
    clearInterval(finishing)
    expect(maxRunning()).toBe(2)
  })

  it('answers 503 after too long a wait and frees the place in the queue', async () => {
    const { hasher, finishOne } = controlledHasher({ slots: 1, queueMax: 1, waitMaxMs: 5 })
    const first = outcome(hasher.hash('first'))
    expect(await outcome(hasher.hash('waits'))).toBe('overloaded 2')
    finishOne()
    expect(await first).toBe('done')
    const retry = outcome(hasher.hash('again'))
    await nextTurn()
    finishOne()
    expect(await retry).toBe('done')
  })

  it('control: runs all 10 at once without a limit', async () => {
    const { hasher, maxRunning, finishOne } = controlledHasher({ slots: 1000 })
    const all = Array.from({ length: 10 }, (_, index) => outcome(hasher.hash(String(index))))
    await nextTurn()
    for (let index = 0; index < 10; index += 1) finishOne()
    await Promise.all(all)
    expect(maxRunning()).toBe(10)
  })
})

describe('Signing in under load', () => {
  let world: AuthWorld
  let isBusy = false
  beforeAll(async () => {
    const hasher = quickHasher()
    world = await createAuthWorld({
      hasher: {
        ...hasher,
        verify: (password, phc) =>
          isBusy
            ? createHasher({ slots: 0, queueMax: 0 }).verify(password, phc)
            : hasher.verify(password, phc),
      },
    })
  })
  afterAll(() => world.close())

  it('answers 503 with Retry-After while busy and does not count the attempt', async () => {
    const { email } = await world.person()
    isBusy = true
    for (let turn = 0; turn < 8; turn += 1) {
      const response = await world.post('login', { email, password: PASSWORD })
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
    }
    isBusy = false
    expect((await world.post('login', { email, password: PASSWORD })).statusCode).toBe(200)
  })
})

describe('Password hashes', () => {
  it('salts hashes, verifies only the right password and asks for a rehash of cheap ones', async () => {
    const [a, b] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)]
    expect(a).not.toBe(b)
    expect([await verifyPassword(PASSWORD, a), await verifyPassword(PASSWORD, b)]).toEqual([true, true])
    expect(await verifyPassword(`${PASSWORD} `, a)).toBe(false)
    expect(await verifyPassword(PASSWORD, 'not a hash')).toBe(false)
    expect(needsRehash(a)).toBe(false)
    expect(needsRehash(a.replace('t=2', 't=1'))).toBe(true)
  })
})
