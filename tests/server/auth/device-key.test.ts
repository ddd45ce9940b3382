/**
 * The key of the encrypted outbox (docs/decisions/offline/encrypt-the-outbox-at-sign-out.md): only its owner gets it, it is always the
 * same, and after a key rotation the old one still decrypts.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeviceKeys } from '#server/features/auth/sessions/device-key.service.ts'
import { createAuthWorld, quickHasher, type AuthWorld } from './world.ts'

interface Keys {
  owner: string
  keys: { version: number; key: string }[]
}

const encryptWith = (key: string, text: string) => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv)
  return { iv, data: Buffer.concat([cipher.update(text), cipher.final()]), tag: cipher.getAuthTag() }
}
const decryptWith = (key: string, { iv, data, tag }: ReturnType<typeof encryptWith>) => {
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv).setAuthTag(tag)
  return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8')
}

describe('Device key', () => {
  let world: AuthWorld
  const keyOf = async (email: string, client = 7) => {
    const { access_token, refresh_token } = await world.signIn(email, { client })
    const response = await world.call('GET', 'device-key', access_token, client)
    expect(response.statusCode).toBe(200)
    return { answer: response, keys: response.json<Keys>(), access_token, refresh_token }
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

  it('returns one uncacheable key for every sign-in of one user', async () => {
    const first = await keyOf('asha@example.test')
    const second = await keyOf('asha@example.test')
    expect(second.keys).toEqual(first.keys)
    expect(first.answer.headers['cache-control']).toBe('no-store')
    expect(first.keys.owner).not.toContain('asha')
  })

  it('gives different keys and owner names to other users and other clients', async () => {
    const all = [
      await keyOf('asha@example.test'),
      await keyOf('bilal@example.test'),
      await keyOf('asha@example.test', 8),
    ].map(({ keys }) => keys)
    expect(new Set(all.map(({ owner }) => owner)).size).toBe(3)
    expect(new Set(all.flatMap(({ keys }) => keys.map(({ key }) => key))).size).toBe(3)
    const [asha, bilal] = all
    const encrypted = encryptWith(asha?.keys[0]?.key ?? '', 'half a thought')
    expect(decryptWith(asha?.keys[0]?.key ?? '', encrypted)).toBe('half a thought')
    expect(() => decryptWith(bilal?.keys[0]?.key ?? '', encrypted)).toThrow('unable to authenticate')
  })

  it('rejects an ended session and a session of another client', async () => {
    const { access_token, refresh_token } = await keyOf('asha@example.test')
    expect((await world.call('GET', 'device-key', access_token, 8)).statusCode).toBe(401)
    await world.post('logout', { refresh_token })
    world.clock.advance(2_000)
    expect((await world.call('GET', 'device-key', access_token)).statusCode).toBe(401)
    expect((await world.call('GET', 'device-key', undefined)).statusCode).toBe(401)
  })

  it('answers 429 to too many requests', async () => {
    const { access_token } = await world.signIn('bilal@example.test')
    const statuses: number[] = []
    for (let request = 0; request < 32; request += 1)
      statuses.push((await world.call('GET', 'device-key', access_token)).statusCode)
    expect(statuses).toContain(429)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30)
  })

  it('still decrypts with the old key after a key rotation', () => {
    const secret = randomBytes(32)
    const before = createDeviceKeys(secret, [1])(7, 12)
    const after = createDeviceKeys(secret, [2, 1])(7, 12)
    expect(after.owner).toBe(before.owner)
    expect(after.keys.map(({ version }) => version)).toEqual([2, 1])
    const encrypted = encryptWith(before.keys[0]?.key ?? '', 'from before')
    const byVersion = new Map(after.keys.map(({ version, key }) => [version, key]))
    expect(decryptWith(byVersion.get(1) ?? '', encrypted)).toBe('from before')
    expect(() => decryptWith(byVersion.get(2) ?? '', encrypted)).toThrow('unable to authenticate')
  })
})
