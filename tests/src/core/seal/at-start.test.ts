/**
 * A browser that dies after a sign-out comes back with an older local storage (trust facts): whoever had left has
 * left, and nothing of theirs stands open. The whole of it with a real browser: e2e/invariants/encrypted-outbox-kills.spec.ts.
 */
import { webcrypto } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { finishAtStart } from '#src/core/seal/at-start.ts'
import { dropSealedCopy } from '#src/core/seal/drafts-place.ts'
import { forgetUser, signIn, storedUser } from '#src/core/session/session.ts'
import { registerWipe } from '#src/core/session/wipe.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { keysFor } from './world.ts'

/** jsdom has no IndexedDB: a disk that keeps what is put there. */
const disk = new Map<string, unknown>()
vi.mock('#src/core/storage/idb.ts', () => ({
  idbGet: (key: string) => Promise.resolve(structuredClone(disk.get(key) ?? null)),
  idbPut: (key: string, value: unknown) => {
    disk.set(key, structuredClone(value))
    return Promise.resolve(true)
  },
  idbDelete: (key: string) => Promise.resolve(disk.delete(key)),
}))

beforeAll(() => {
  if (!globalThis.crypto?.subtle) vi.stubGlobal('crypto', webcrypto)
})
beforeEach(() => {
  disk.clear()
  localStorage.clear()
  aPage()
})

const tokenOf = (sid: string, jti = 1) =>
  ['{}', JSON.stringify({ sub: '1', sid, jti, iat: 1, exp: 901 }), 'x'].map((part) => btoa(part)).join('.')
const comeIn = (sid: string) => signIn(aSignedIn({ id: 1, access_token: tokenOf(sid) }))

/** What the disk had of local storage before; the browser dies and comes back with it. */
const asItWas = () => {
  const then = Object.entries(localStorage) as [string, string][]
  return () => {
    localStorage.clear()
    for (const [key, value] of then) localStorage.setItem(key, value)
  }
}
const go = vi.fn<() => void>()
beforeEach(() => go.mockClear())

describe('a start after somebody left', () => {
  it('given a sign-out that the browser forgot, when it starts again, then that person is signed out after all', async () => {
    await comeIn('session-1')
    const die = asItWas()
    await forgetUser({ everything: false })
    die()
    // The control: without looking, the person would be here again.
    expect(storedUser()?.id).toBe(1)
    await finishAtStart(go)
    expect(storedUser()).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(go).toHaveBeenCalledTimes(1)
  })

  it('given a renewed token of the session that was left, when it comes back, then it has left too', async () => {
    await comeIn('session-1')
    await forgetUser({ everything: false })
    const token = tokenOf('session-1', 2)
    localStorage.setItem(
      'user',
      JSON.stringify({ ...aSignedIn({ id: 1, access_token: token }), isAuthenticated: true }),
    )
    await finishAtStart(go)
    expect(storedUser()).toBeNull()
  })

  it('given the same person signed in anew, when the page starts, then they stay', async () => {
    await comeIn('session-1')
    await forgetUser({ everything: false })
    await comeIn('session-2')
    await finishAtStart(go)
    expect(storedUser()?.id).toBe(1)
    expect(go).not.toHaveBeenCalled()
  })

  it('given a wipe that was cut off, when the page starts without anybody, then it is made up for, once', async () => {
    await comeIn('session-1')
    const wipe = vi.fn<() => void>()
    await forgetUser({ everything: false })
    const stop = registerWipe(wipe)
    await finishAtStart(go)
    await finishAtStart(go)
    stop()
    expect(wipe).toHaveBeenCalledTimes(1)
    expect(go).not.toHaveBeenCalled()
  })

  it('given somebody who is signed in, when the page starts, then nothing of theirs is wiped', async () => {
    await comeIn('session-1')
    const wipe = vi.fn<() => void>()
    const stop = registerWipe(wipe)
    await finishAtStart(go)
    stop()
    expect(wipe).not.toHaveBeenCalled()
  })
})

describe('a draft that local storage brought back', () => {
  const DRAFTS = { owner: 12, entries: { 'thread-new': 'a private thought' }, at: 5 }
  const vaultWith = (persons: readonly string[], pieces = true) => ({
    any: () => Promise.resolve(pieces),
    keys: () => Promise.all(persons.map((person) => keysFor(person))),
  })
  beforeEach(() => safeLocal.set('drafts', JSON.stringify(DRAFTS)))
  const isThere = () => safeLocal.get('drafts') !== null

  it('given it was sealed and the keys are gone, when looked at, then the open copy goes', async () => {
    await dropSealedCopy(vaultWith(['7:13']), null)
    expect(isThere()).toBe(false)
  })

  it.each([
    ['its owner is here', ['7:13'], true, '7:12', false],
    ['its owner’s keys are still to seal it with', ['7:12'], true, null, false],
    ['nothing was ever sealed', [], false, null, false],
    ['the disk has it too, because no key ever came', [], true, null, true],
  ] as const)('given %s, when looked at, then it stays', async (_why, keys, pieces, here, onDisk) => {
    if (onDisk) disk.set('drafts', DRAFTS)
    await dropSealedCopy(vaultWith(keys, pieces), here)
    expect(isThere()).toBe(true)
  })
})
