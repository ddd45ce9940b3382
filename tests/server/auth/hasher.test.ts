import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHasher, type HasherOptions } from '#server/features/auth/passwords/hasher.ts'
import { hashPassword, needsRehash, verifyPassword } from '#server/features/auth/passwords/password.hash.ts'
import { createAuthWorld, PASSWORD, quickHasher, type AuthWorld } from './world.ts'

/** A hash that lasts until it is let go, and counts how many run at once. */
const slow = (options: HasherOptions) => {
  const running: (() => void)[] = []
  let most = 0
  const hasher = createHasher({
    ...options,
    hash: (password) =>
      new Promise((resolve) => {
        running.push(() => {
          running.splice(0, 1)
          resolve(password)
        })
        most = Math.max(most, running.length)
      }),
  })
  return { hasher, most: () => most, letOneGo: () => running[0]?.() }
}

/** Entering a free slot takes a turn of the event loop. */
const begun = () => new Promise((resolve) => setImmediate(resolve))

const outcome = (promise: Promise<string>) =>
  promise.then(
    () => 'done',
    (error: { code?: string; retryAfterSeconds?: number }) => `${error.code} ${error.retryAfterSeconds}`,
  )

describe('Hashing under load', () => {
  it('given 10 at once with 2 slots and 5 places, when they finish, then never more than 2 ran and 3 were sent away', async () => {
    const { hasher, most, letOneGo } = slow({ slots: 2, queueMax: 5, waitMaxMs: 60_000 })
    const all = Array.from({ length: 10 }, (_, index) => outcome(hasher.hash(String(index))))
    const sentAway = await Promise.all(all.slice(7))
    expect(sentAway).toEqual(Array(3).fill('overloaded 2'))
    const rest = Promise.all(all.slice(0, 7))
    const pump = setInterval(letOneGo, 1)
    expect(await rest).toEqual(Array(7).fill('done'))
    clearInterval(pump)
    expect(most()).toBe(2)
  })

  it('given a wait that gets too long, when it is over, then 503 and the place is free again', async () => {
    const { hasher, letOneGo } = slow({ slots: 1, queueMax: 1, waitMaxMs: 5 })
    const first = outcome(hasher.hash('first'))
    expect(await outcome(hasher.hash('waits'))).toBe('overloaded 2')
    letOneGo()
    expect(await first).toBe('done')
    const again = outcome(hasher.hash('again'))
    await begun()
    letOneGo()
    expect(await again).toBe('done')
  })

  it('control: given no limit, when 10 come at once, then all 10 run', async () => {
    const { hasher, most, letOneGo } = slow({ slots: 1000 })
    const all = Array.from({ length: 10 }, (_, index) => outcome(hasher.hash(String(index))))
    await begun()
    for (let index = 0; index < 10; index += 1) letOneGo()
    await Promise.all(all)
    expect(most()).toBe(10)
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

  it('given a busy server, when a sign-in is shed, then 503 with Retry-After and the try does not count', async () => {
    const { email } = await world.person()
    isBusy = true
    for (let turn = 0; turn < 8; turn += 1) {
      const answer = await world.post('login', { email, password: PASSWORD })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    }
    isBusy = false
    expect((await world.post('login', { email, password: PASSWORD })).statusCode).toBe(200)
  })
})

describe('Password hashes', () => {
  it('given a password, when hashed twice, then the strings differ, both verify, and others do not', async () => {
    const [a, b] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)]
    expect(a).not.toBe(b)
    expect([await verifyPassword(PASSWORD, a), await verifyPassword(PASSWORD, b)]).toEqual([true, true])
    expect(await verifyPassword(`${PASSWORD} `, a)).toBe(false)
    expect(await verifyPassword(PASSWORD, 'not a hash')).toBe(false)
    expect(needsRehash(a)).toBe(false)
    expect(needsRehash(a.replace('t=2', 't=1'))).toBe(true)
  })
})
