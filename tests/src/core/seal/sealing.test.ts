/**
 * What waits is sealed for its owner (A12, D11, docs/decisions/offline/encrypt-the-outbox-at-sign-out.md): nothing of it can be
 * read or opened by anybody else, and no death of the browser costs a word.
 */
import { webcrypto } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { importKey, seal, unseal } from '#src/core/seal/cipher.ts'
import { openAllOf, sealAllOf, sealEverybodyBut } from '#src/core/seal/sealing.ts'
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

describe('the seal over what waits', () => {
  it('given words that wait, when their owner leaves and comes back, then nothing could be read meanwhile and all of it is back', async () => {
    const device = aDeviceWithWords()
    const before = wordsIn(device)
    // The control: the same scan finds them while they stand open.
    expect(device.everything()).toContain(WORDS)
    const asha = await keysFor(ASHA)
    device.keys.set(ASHA, asha)
    await sealEverybodyBut(device.parts(), null, 1, { drop: true })
    expect(device.everything()).not.toContain(WORDS)
    expect(device.everything()).not.toContain(ASHA)
    expect(device.pieces.size).toBe(2)
    // The server gives the same key again.
    const opened = await openAllOf(device.parts(), await keysFor(ASHA), () => ASHA)
    expect(opened).toEqual({ opened: 2, damaged: 0 })
    expect(wordsIn(device)).toEqual(before)
    expect(device.pieces.size).toBe(0)
  })

  it('given somebody who is signed in, when what others left is sealed, then theirs stands as it is', async () => {
    const device = aDeviceWithWords()
    device.keep('forum', `${BILAL}/queue`, ['mine'])
    device.keys.set(ASHA, await keysFor(ASHA))
    device.keys.set(BILAL, await keysFor(BILAL))
    await sealEverybodyBut(device.parts(), BILAL, 1, { drop: true })
    expect([...device.rows('forum').keys()]).toEqual([`${BILAL}/queue`])
    expect([...device.keys.keys()]).toEqual([BILAL])
  })

  it('given the keys of another person, another place or another version, when they are tried, then none opens it', async () => {
    const asha = await keysFor(ASHA)
    const sealed = await seal(asha, 'forum', WORDS)
    await expect(unseal(asha, 'forum', sealed)).resolves.toBe(WORDS)
    await expect(unseal(await keysFor(BILAL), 'forum', sealed)).rejects.toThrow('operation')
    // With the very same bytes of the key it still is somebody else's.
    await expect(unseal({ ...asha, person: BILAL }, 'forum', sealed)).rejects.toThrow('operation')
    await expect(unseal(asha, 'drafts', sealed)).rejects.toThrow('operation')
    await expect(unseal(asha, 'forum', { ...sealed, version: 2 })).rejects.toThrow('no key of version 2')
  })

  it('given the same words twice, when sealed, then no two seals are alike, and the key itself cannot be read back', async () => {
    const asha = await keysFor(ASHA)
    const [one, two] = [await seal(asha, 'forum', WORDS), await seal(asha, 'forum', WORDS)]
    expect(Buffer.from(one.nonce).equals(Buffer.from(two.nonce))).toBe(false)
    expect(Buffer.from(one.data).equals(Buffer.from(two.data))).toBe(false)
    const key = await importKey(Buffer.alloc(32, 7).toString('base64url'))
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable')
  })

  it('given a change of keys on the server, when the owner comes back, then what the old one sealed still opens', async () => {
    const device = aDeviceWithWords()
    await sealAllOf(device.parts(), await keysFor(ASHA, [1]), 1)
    device.keep('forum', `${ASHA}/later`, ['after the change'])
    await sealAllOf(device.parts(), await keysFor(ASHA, [2, 1]), 2)
    expect([...device.pieces.values()].map(({ version }) => version)).toEqual([1, 1, 2])
    expect(await openAllOf(device.parts(), await keysFor(ASHA, [2, 1]), () => ASHA)).toEqual({
      opened: 3,
      damaged: 0,
    })
  })

  it.each([
    ['one bit of the words', (data: Uint8Array) => data.set([(data[3] ?? 0) ^ 1], 3)],
    ['the end cut off', (data: Uint8Array) => data.fill(0, -1)],
  ])(
    'given %s changed on the device, when the owner comes back, then it is refused, told and kept',
    async (_what, change) => {
      const device = aDeviceWithWords()
      const asha = await keysFor(ASHA)
      await sealAllOf(device.parts(), asha, 1)
      const [first] = device.pieces.values()
      if (!first) throw new Error('nothing was sealed')
      change(new Uint8Array(first.data))
      expect(await openAllOf(device.parts(), asha, () => ASHA)).toEqual({ opened: 1, damaged: 1 })
      expect([...device.pieces.values()].map(({ id, damaged }) => [id, damaged])).toEqual([[first.id, true]])
      expect(device.rows('forum').size).toBe(0)
      // Told once; it waits for the owner's decision.
      expect(await openAllOf(device.parts(), asha, () => ASHA)).toEqual({ opened: 0, damaged: 0 })
    },
  )

  it('given a browser killed before any of its writes, when it starts again, then there is a copy all along, and no open one after the start', async () => {
    const asha = await keysFor(ASHA)
    const whole = aLife()
    const calm = aDeviceWithWords()
    calm.keys.set(ASHA, asha)
    await sealEverybodyBut(calm.parts(whole), null, 1, { drop: true })
    // Two seals, two removals, the keys.
    expect(whole.writes()).toBe(5)
    for (let deadly = 1; deadly <= whole.writes(); deadly += 1) {
      const device = aDeviceWithWords()
      device.keys.set(ASHA, asha)
      const before = wordsIn(device)
      await sealEverybodyBut(device.parts(aLife(deadly)), null, 1, { drop: true }).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      const copies = device.pieces.size + device.rows('forum').size + device.rows('drafts').size
      expect([deadly, copies >= 2]).toEqual([deadly, true])
      await sealEverybodyBut(device.parts(), null, 2, { drop: true })
      expect([deadly, wordsIn(device), [...device.keys.keys()]]).toEqual([deadly, [], []])
      await openAllOf(device.parts(), asha, () => ASHA)
      expect([deadly, wordsIn(device)]).toEqual([deadly, before])
    }
  })

  it('given an order that removes before it seals, when the browser is killed in between, then words are lost (control)', async () => {
    const asha = await keysFor(ASHA)
    const device = aDeviceWithWords()
    device.keys.set(ASHA, asha)
    const parts = device.parts(aLife(2))
    const [forum] = parts.places
    if (!forum) throw new Error('no place')
    const hasty = async () => {
      for (const plain of await forum.of(ASHA)) {
        await forum.remove(plain)
        await parts.vault.add({
          ...(await seal(asha, forum.name, plain)),
          owner: asha.owner,
          place: forum.name,
          at: 1,
        })
      }
    }
    await expect(hasty()).rejects.toThrow('killed')
    expect([device.rows('forum').size, device.pieces.size]).toEqual([0, 0])
  })

  it('given a browser killed while it opens, when it goes on, then everything is there once', async () => {
    const asha = await keysFor(ASHA)
    for (let deadly = 1; deadly <= 4; deadly += 1) {
      const device = aDeviceWithWords()
      const before = wordsIn(device)
      await sealAllOf(device.parts(), asha, 1)
      await expect(openAllOf(device.parts(aLife(deadly)), asha, () => ASHA)).rejects.toThrow('killed')
      await openAllOf(device.parts(), asha, () => ASHA)
      expect([deadly, wordsIn(device), device.pieces.size]).toEqual([deadly, before, 0])
    }
  })

  it('given a person who leaves while it opens, when somebody else is here, then not one more word is put back', async () => {
    const device = aDeviceWithWords()
    const asha = await keysFor(ASHA)
    await sealAllOf(device.parts(), asha, 1)
    expect(await openAllOf(device.parts(), asha, () => BILAL)).toEqual({ opened: 0, damaged: 0 })
    expect(wordsIn(device)).toEqual([])
    expect(device.pieces.size).toBe(2)
  })

  it('given an attempt that goes on here before its owner’s older words are back, when that is over, then they come back too', async () => {
    const device = aDevice()
    const asha = await keysFor(ASHA)
    device.keep('attempts', `${ASHA}/5`, 'said before')
    await sealAllOf(device.parts(), asha, 1)
    device.keep('attempts', `${ASHA}/5`, 'said since')
    expect(await openAllOf(device.parts(), asha, () => ASHA)).toEqual({ opened: 0, damaged: 0 })
    expect([...device.rows('attempts').values()]).toEqual(['said since'])
    device.rows('attempts').clear()
    expect(await openAllOf(device.parts(), asha, () => ASHA)).toEqual({ opened: 1, damaged: 0 })
    expect([...device.rows('attempts').values()]).toEqual(['said before'])
  })

  it('given words written while it is sealed, when it is done, then they are sealed as well', async () => {
    const device = aDeviceWithWords()
    const asha = await keysFor(ASHA)
    const parts = device.parts()
    const add = parts.vault.add
    let late = true
    parts.vault.add = async (piece) => {
      if (late) device.keep('forum', `${ASHA}/queue`, [{ id: 'k1', body: WORDS }, 'one more'])
      late = false
      return add(piece)
    }
    expect(await sealAllOf(parts, asha, 1)).toBe(true)
    expect(wordsIn(device)).toEqual([])
  })
})
