/**
 * The key for what waits on a device (docs/decisions/2026-11-21-sealed-waiting.md): only its owner gets it, always the
 * same one, and after a change of keys the old one still opens what it sealed.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeviceKeys } from '#server/features/auth/sessions/device-key.service.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from './world.ts'

interface Keys {
  owner: string
  keys: { version: number; key: string }[]
}

const sealWith = (key: string, words: string) => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv)
  return { iv, data: Buffer.concat([cipher.update(words), cipher.final()]), tag: cipher.getAuthTag() }
}
const openWith = (key: string, { iv, data, tag }: ReturnType<typeof sealWith>) => {
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv).setAuthTag(tag)
  return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8')
}

describe('the key of a device', () => {
  let world: AuthWorld
  const keyOf = async (email: string, client = 7) => {
    const { access_token, refresh_token } = await world.signIn(email, { client })
    const answer = await world.call('GET', 'device-key', access_token, client)
    expect(answer.statusCode).toBe(200)
    return { answer, keys: answer.json<Keys>(), access_token, refresh_token }
  }
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher(), env: { RATE_LIMITS: '1' } })
    for (const [email, client] of [
      ['asha@example.test', 7],
      ['bilal@example.test', 7],
      ['asha@example.test', 8],
    ] as const)
      await world.person({ email, client, password: 'seven tall lighthouses' })
  })
  afterAll(() => world.close())

  it('given two sign-ins of one person, when each asks, then both get the same key, and no cache may keep it', async () => {
    const first = await keyOf('asha@example.test')
    const second = await keyOf('asha@example.test')
    expect(second.keys).toEqual(first.keys)
    expect(first.answer.headers['cache-control']).toBe('no-store')
    expect(first.keys.owner).not.toContain('asha')
  })

  it('given another person, and the same address at another client, when they ask, then key and name share nothing', async () => {
    const all = [
      await keyOf('asha@example.test'),
      await keyOf('bilal@example.test'),
      await keyOf('asha@example.test', 8),
    ].map(({ keys }) => keys)
    expect(new Set(all.map(({ owner }) => owner)).size).toBe(3)
    expect(new Set(all.flatMap(({ keys }) => keys.map(({ key }) => key))).size).toBe(3)
    const [asha, bilal] = all
    const sealed = sealWith(asha?.keys[0]?.key ?? '', 'half a thought')
    expect(openWith(asha?.keys[0]?.key ?? '', sealed)).toBe('half a thought')
    expect(() => openWith(bilal?.keys[0]?.key ?? '', sealed)).toThrow('unable to authenticate')
  })

  it('given a session that was ended, or one of another client, when the key is asked for, then it is refused', async () => {
    const { access_token, refresh_token } = await keyOf('asha@example.test')
    expect((await world.call('GET', 'device-key', access_token, 8)).statusCode).toBe(401)
    await world.post('logout', { refresh_token })
    world.clock.advance(2_000)
    expect((await world.call('GET', 'device-key', access_token)).statusCode).toBe(401)
    expect((await world.call('GET', 'device-key', undefined)).statusCode).toBe(401)
  })

  it('given somebody who asks again and again, when it is too often, then the next is told when to come back', async () => {
    const { access_token } = await world.signIn('bilal@example.test')
    const statuses: number[] = []
    for (let ask = 0; ask < 32; ask += 1)
      statuses.push((await world.call('GET', 'device-key', access_token)).statusCode)
    expect(statuses).toContain(429)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30)
  })

  it('given a change of keys, when the owner comes back, then the old key still opens and the new one seals', () => {
    const secret = randomBytes(32)
    const before = createDeviceKeys(secret, [1])(7, 12)
    const after = createDeviceKeys(secret, [2, 1])(7, 12)
    expect(after.owner).toBe(before.owner)
    expect(after.keys.map(({ version }) => version)).toEqual([2, 1])
    const sealed = sealWith(before.keys[0]?.key ?? '', 'from before')
    const byVersion = new Map(after.keys.map(({ version, key }) => [version, key]))
    expect(openWith(byVersion.get(1) ?? '', sealed)).toBe('from before')
    expect(() => openWith(byVersion.get(2) ?? '', sealed)).toThrow('unable to authenticate')
  })
})
