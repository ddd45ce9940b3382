/**
 * What waits is encrypted for its owner (A12, D11, decision "encrypted outbox"): nothing of it can be read or
 * decrypted by anybody else, and no death of the browser costs a word.
 */
import { webcrypto } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { decrypt, encrypt, importKey } from '#src/core/offline/encryption/cipher.ts'
import { decryptAllOf, encryptAllExcept, encryptAllOf } from '#src/core/offline/encryption/encrypt-outbox.ts'
import { aDevice, aLife, keysFor, Killed } from './world.ts'

const ASHA = '7:12'
const BILAL = '7:13'
const WORDS = 'a thought for the forum'

beforeAll(() => {
  // jsdom has no cryptography of its own.
  if (!globalThis.crypto?.subtle) vi.stubGlobal('crypto', webcrypto)
})

const aDeviceWithWords = () => {
  const device = aDevice()
  device.keep('forum', `${ASHA}/queue`, [{ id: 'k1', body: WORDS }])
  device.keep('drafts', `${ASHA}/drafts`, { entries: { comment: `${WORDS}, half` } })
  return device
}
const wordsIn = (device: ReturnType<typeof aDevice>) =>
  [...device.rows('forum').values(), ...device.rows('drafts').values()].map((value) => JSON.stringify(value))

describe('the encrypted outbox', () => {
  it('cannot be read while its owner is away, and is back when they are', async () => {
    const device = aDeviceWithWords()
    const before = wordsIn(device)
    // The control: the same scan finds the words while they can be read.
    expect(device.everything()).toContain(WORDS)
    const asha = await keysFor(ASHA)
    device.keys.set(ASHA, asha)
    await encryptAllExcept(device.stores(), null, 1, { dropKeys: true })
    expect(device.everything()).not.toContain(WORDS)
    expect(device.everything()).not.toContain(ASHA)
    expect(device.pieces.size).toBe(2)
    // The server gives the same key again.
    const result = await decryptAllOf(device.stores(), await keysFor(ASHA), () => ASHA)
    expect(result).toEqual({ decrypted: 2, damaged: 0 })
    expect(wordsIn(device)).toEqual(before)
    expect(device.pieces.size).toBe(0)
  })

  it('leaves the outbox of who is signed in as it is', async () => {
    const device = aDeviceWithWords()
    device.keep('forum', `${BILAL}/queue`, ['of Bilal'])
    device.keys.set(ASHA, await keysFor(ASHA))
    device.keys.set(BILAL, await keysFor(BILAL))
    await encryptAllExcept(device.stores(), BILAL, 1, { dropKeys: true })
    expect([...device.rows('forum').keys()]).toEqual([`${BILAL}/queue`])
    expect([...device.keys.keys()]).toEqual([BILAL])
  })

  it('opens with no key of another person, another place or another version', async () => {
    const asha = await keysFor(ASHA)
    const piece = await encrypt(asha, 'forum', WORDS)
    await expect(decrypt(asha, 'forum', piece)).resolves.toBe(WORDS)
    await expect(decrypt(await keysFor(BILAL), 'forum', piece)).rejects.toThrow('operation')
    // With the very same bytes of the key it still is somebody else's.
    await expect(decrypt({ ...asha, person: BILAL }, 'forum', piece)).rejects.toThrow('operation')
    await expect(decrypt(asha, 'drafts', piece)).rejects.toThrow('operation')
    await expect(decrypt(asha, 'forum', { ...piece, version: 2 })).rejects.toThrow('no key of version 2')
  })

  it('never has the same ciphertext twice, and its key cannot be read back', async () => {
    const asha = await keysFor(ASHA)
    const [one, two] = [await encrypt(asha, 'forum', WORDS), await encrypt(asha, 'forum', WORDS)]
    expect(Buffer.from(one.nonce).equals(Buffer.from(two.nonce))).toBe(false)
    expect(Buffer.from(one.data).equals(Buffer.from(two.data))).toBe(false)
    const key = await importKey(Buffer.alloc(32, 7).toString('base64url'))
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable')
  })

  it('opens with an older key after the server changed keys', async () => {
    const device = aDeviceWithWords()
    await encryptAllOf(device.stores(), await keysFor(ASHA, [1]), 1)
    device.keep('forum', `${ASHA}/later`, ['after the change'])
    await encryptAllOf(device.stores(), await keysFor(ASHA, [2, 1]), 2)
    expect([...device.pieces.values()].map(({ version }) => version)).toEqual([1, 1, 2])
    expect(await decryptAllOf(device.stores(), await keysFor(ASHA, [2, 1]), () => ASHA)).toEqual({
      decrypted: 3,
      damaged: 0,
    })
  })

  it.each([
    ['one bit was changed', (data: Uint8Array) => data.set([(data[3] ?? 0) ^ 1], 3)],
    ['the end was cut off', (data: Uint8Array) => data.fill(0, -1)],
  ])('keeps and reports a piece of which %s, once', async (_what, change) => {
    const device = aDeviceWithWords()
    const asha = await keysFor(ASHA)
    await encryptAllOf(device.stores(), asha, 1)
    const [first] = device.pieces.values()
    if (!first) throw new Error('nothing was encrypted')
    change(new Uint8Array(first.data))
    expect(await decryptAllOf(device.stores(), asha, () => ASHA)).toEqual({ decrypted: 1, damaged: 1 })
    expect([...device.pieces.values()].map(({ id, damaged }) => [id, damaged])).toEqual([[first.id, true]])
    expect(device.rows('forum').size).toBe(0)
    // Reported once; it waits for the owner's decision.
    expect(await decryptAllOf(device.stores(), asha, () => ASHA)).toEqual({ decrypted: 0, damaged: 0 })
  })

  it('stops putting rows back as soon as somebody else is signed in', async () => {
    const device = aDeviceWithWords()
    const asha = await keysFor(ASHA)
    await encryptAllOf(device.stores(), asha, 1)
    expect(await decryptAllOf(device.stores(), asha, () => BILAL)).toEqual({ decrypted: 0, damaged: 0 })
    expect(wordsIn(device)).toEqual([])
    expect(device.pieces.size).toBe(2)
  })

  it('keeps older answers of an attempt that goes on here until it is over', async () => {
    const device = aDevice()
    const asha = await keysFor(ASHA)
    device.keep('attempts', `${ASHA}/5`, 'given before')
    await encryptAllOf(device.stores(), asha, 1)
    device.keep('attempts', `${ASHA}/5`, 'given since')
    expect(await decryptAllOf(device.stores(), asha, () => ASHA)).toEqual({ decrypted: 0, damaged: 0 })
    expect([...device.rows('attempts').values()]).toEqual(['given since'])
    device.rows('attempts').clear()
    expect(await decryptAllOf(device.stores(), asha, () => ASHA)).toEqual({ decrypted: 1, damaged: 0 })
    expect([...device.rows('attempts').values()]).toEqual(['given before'])
  })

  it('takes in what is written while it is encrypted', async () => {
    const device = aDeviceWithWords()
    const asha = await keysFor(ASHA)
    const stores = device.stores()
    const { add } = stores.encrypted
    let late = true
    stores.encrypted.add = async (piece) => {
      if (late) device.keep('forum', `${ASHA}/queue`, [{ id: 'k1', body: WORDS }, 'one more'])
      late = false
      return add(piece)
    }
    expect(await encryptAllOf(stores, asha, 1)).toBe(true)
    expect(wordsIn(device)).toEqual([])
  })
})

describe('a browser that is killed', () => {
  it('has a copy at any time, and no readable one after the next start', async () => {
    const asha = await keysFor(ASHA)
    const whole = aLife()
    const calm = aDeviceWithWords()
    calm.keys.set(ASHA, asha)
    await encryptAllExcept(calm.stores(whole), null, 1, { dropKeys: true })
    // Two pieces, two removals, the keys.
    expect(whole.writes()).toBe(5)
    for (let deadly = 1; deadly <= whole.writes(); deadly += 1) {
      const device = aDeviceWithWords()
      device.keys.set(ASHA, asha)
      const before = wordsIn(device)
      await encryptAllExcept(device.stores(aLife(deadly)), null, 1, { dropKeys: true }).catch(
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error
        },
      )
      const copies = device.pieces.size + device.rows('forum').size + device.rows('drafts').size
      expect([deadly, copies >= 2]).toEqual([deadly, true])
      await encryptAllExcept(device.stores(), null, 2, { dropKeys: true })
      expect([deadly, wordsIn(device), [...device.keys.keys()]]).toEqual([deadly, [], []])
      await decryptAllOf(device.stores(), asha, () => ASHA)
      expect([deadly, wordsIn(device)]).toEqual([deadly, before])
    }
  })

  it('control: loses words when rows are removed before they are encrypted', async () => {
    const asha = await keysFor(ASHA)
    const device = aDeviceWithWords()
    device.keys.set(ASHA, asha)
    const { encrypted, plain } = device.stores(aLife(2))
    const [forum] = plain
    if (!forum) throw new Error('no store')
    const hasty = async () => {
      for (const item of await forum.of(ASHA)) {
        await forum.remove(ASHA, item)
        const piece = await encrypt(asha, item.place, item)
        await encrypted.add({ ...piece, owner: asha.owner, place: item.place, at: 1 })
      }
    }
    await expect(hasty()).rejects.toThrow('killed')
    expect([device.rows('forum').size, device.pieces.size]).toEqual([0, 0])
  })

  it('before any write of decrypting has everything once when it goes on', async () => {
    const asha = await keysFor(ASHA)
    for (let deadly = 1; deadly <= 4; deadly += 1) {
      const device = aDeviceWithWords()
      const before = wordsIn(device)
      await encryptAllOf(device.stores(), asha, 1)
      await expect(decryptAllOf(device.stores(aLife(deadly)), asha, () => ASHA)).rejects.toThrow('killed')
      await decryptAllOf(device.stores(), asha, () => ASHA)
      expect([deadly, wordsIn(device), device.pieces.size]).toEqual([deadly, before, 0])
    }
  })
})
