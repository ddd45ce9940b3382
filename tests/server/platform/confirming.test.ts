/** TE12: whoever signs up takes a place when they confirm their address, not before. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser, requireRoomForPeople } from '#server/features/auth/users.repository.ts'
import { createAuthWorld, quickHasher, type AuthWorld, type Browser } from '../auth/world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await createAuthWorld({ hasher: quickHasher() })
  await world.person()
})
afterAll(() => world.close())

const limit = (people: number) =>
  world.server.db.asSuperuser(
    `insert into client_limit (client_id, people, changed_at) values (7, $1, now())
     on conflict (client_id) do update set people = excluded.people`,
    [people],
  )
const signUp = async (email: string) => {
  const browser = world.browser()
  const answer = await browser('signup', {
    ...{ full_name: 'Meera Nair', email, password: 'walnut harbour violin', accept_terms: true },
  })
  expect(answer.statusCode).toBe(201)
  return browser
}
const confirm = async (browser: Browser, email: string) => {
  const answer = await browser('verify-email', { email, otp: await world.codeFor(email) })
  return answer.statusCode === 200 ? 200 : answer.json<{ code: string }>().code
}
const tx = <T>(work: Parameters<typeof world.server.core.db.withTenant<T>>[1]) =>
  world.server.core.db.withTenant(7, work)

it('takes no place before the address is confirmed, and keeps the code when there is none', async () => {
  await limit(2)
  const [first, second] = [await signUp('first@new.test'), await signUp('second@new.test')]
  expect(await confirm(first, 'first@new.test')).toBe(200)
  expect(await confirm(second, 'second@new.test')).toBe('people_limit')
  await limit(3)
  expect(await confirm(second, 'second@new.test')).toBe(200)
})

it('gives the last place to one of many who confirm at once', async () => {
  await limit(4)
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@race.test`)
  const browsers = []
  for (const email of emails) browsers.push(await signUp(email))
  const outcomes = await Promise.all(browsers.map((browser, index) => confirm(browser, emails[index] ?? '')))
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'people_limit')).toHaveLength(3)
})

it('needs a place too when the address is confirmed by a new password', async () => {
  const email = 'forgetful@new.test'
  await limit(5)
  await signUp(email)
  await limit(4)
  await world.browser()('forgot-password', { email })
  const reset = async () => {
    const otp = await world.codeFor(email)
    return (await world.post('reset-password', { email, otp, password: 'walnut harbour violin' })).statusCode
  }
  expect(await reset()).toBe(403)
  await limit(5)
  expect(await reset()).toBe(200)
})

it('gives whom staff invite a place at once', async () => {
  await limit(6)
  await tx((db) => createUser(db, { email: 'ira@new.test', fullName: 'Ira', passwordHash: null }))
  await expect(tx((db) => requireRoomForPeople(db))).rejects.toMatchObject({ code: 'people_limit' })
})
