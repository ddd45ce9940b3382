/**
 * A browser that dies after a sign-out comes back with an older local storage (trust: Facts measured): who had signed out
 * is signed out, and nothing of theirs can be read. With a real browser: e2e/invariants/encrypted-outbox-kills.spec.ts.
 */
import { webcrypto } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readValue, writeValue } from '#src/core/offline/db.ts'
import { removeRevivedDrafts } from '#src/core/offline/encryption/drafts-store.ts'
import { putKeys } from '#src/core/offline/encryption/encrypted-store.ts'
import { writeRow } from '#src/core/offline/outbox-rows.ts'
import { onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { storedUser } from '#src/core/session/session.ts'
import { endSession } from '#src/core/sign-out/end-session.ts'
import { finishSignOut } from '#src/core/sign-out/finish-sign-out.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { emptyDevice, outboxRows } from '#tests/support/web/device-db.ts'
import { keysFor } from '../offline/encryption/world.ts'

beforeAll(() => {
  if (!globalThis.crypto?.subtle) vi.stubGlobal('crypto', webcrypto)
})
beforeEach(async () => {
  await emptyDevice()
  localStorage.clear()
  aPage()
})

const tokenOf = (sid: string, jti = 1) =>
  ['{}', JSON.stringify({ sub: '1', sid, jti, iat: 1, exp: 901 }), 'x'].map((part) => btoa(part)).join('.')
const signInTo = (sid: string) => signIn(aSignedIn({ id: 1, access_token: tokenOf(sid) }))

/** What the disk had of local storage before; the browser dies and comes back with it. */
const aCopyOfLocalStorage = () => {
  const before = Object.entries(localStorage) as [string, string][]
  return () => {
    localStorage.clear()
    for (const [key, value] of before) localStorage.setItem(key, value)
  }
}
const leave = vi.fn<() => void>()
beforeEach(() => leave.mockClear())

describe('a start after a sign-out', () => {
  it('ends a session that local storage brought back', async () => {
    await signInTo('session-1')
    const restore = aCopyOfLocalStorage()
    await endSession()
    restore()
    // The control: without the note the person would be signed in again.
    expect(storedUser()?.id).toBe(1)
    await finishSignOut(leave)
    expect(storedUser()).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('ends it also when it comes back with a renewed token', async () => {
    await signInTo('session-1')
    await endSession()
    const token = tokenOf('session-1', 2)
    localStorage.setItem(
      'user',
      JSON.stringify({ ...aSignedIn({ id: 1, access_token: token }), isAuthenticated: true }),
    )
    await finishSignOut(leave)
    expect(storedUser()).toBeNull()
  })

  it('keeps the same person who signed in anew', async () => {
    await signInTo('session-1')
    await endSession()
    await signInTo('session-2')
    await finishSignOut(leave)
    expect(storedUser()?.id).toBe(1)
    expect(leave).not.toHaveBeenCalled()
  })

  it('clears what a sign-out that was cut off left, once', async () => {
    await signInTo('session-1')
    const clear = vi.fn<() => void>()
    await endSession()
    await writeValue('personal', 'home_answers', 'a greeting')
    const stop = onClearUserData(clear)
    await finishSignOut(leave)
    await finishSignOut(leave)
    stop()
    expect(clear).toHaveBeenCalledTimes(1)
    expect(await readValue('personal', 'home_answers')).toBeNull()
    expect(leave).not.toHaveBeenCalled()
  })

  it('clears personal values of nobody although no sign-out was noted', async () => {
    await writeValue('personal', 'tokens', { userId: 1 })
    await finishSignOut(leave)
    expect(await readValue('personal', 'tokens')).toBeNull()
  })

  it('clears nothing of who is signed in', async () => {
    await signInTo('session-1')
    const clear = vi.fn<() => void>()
    const stop = onClearUserData(clear)
    await finishSignOut(leave)
    stop()
    expect(clear).not.toHaveBeenCalled()
    expect(await readValue('personal', 'tokens')).not.toBeNull()
  })

  it('encrypts what somebody who left still has waiting, and drops their keys', async () => {
    await putKeys(await keysFor('7:4711'))
    await writeRow('7:4711', 'forum', 'k1', { entry: 'a private thought' })
    await signInTo('session-1')
    await writeRow('7:1', 'forum', 'k2', { entry: 'of who is here' })
    await finishSignOut(leave)
    expect((await outboxRows()).map(({ owner }) => owner)).toEqual(['7:1'])
    expect(localStorage.getItem('sealed')).toBe('true')
  })
})

describe('a draft that local storage brought back', () => {
  const DRAFTS = { owner: 12, entries: { 'thread-new': 'a private thought' }, at: 5 }
  const storeWith = (persons: readonly string[], pieces = true) => ({
    any: () => Promise.resolve(pieces),
    keys: () => Promise.all(persons.map((person) => keysFor(person))),
  })
  beforeEach(() => safeLocal.set('drafts', JSON.stringify(DRAFTS)))
  const isThere = () => safeLocal.get('drafts') !== null

  it('is removed when it was encrypted and the keys are gone', async () => {
    await removeRevivedDrafts(storeWith(['7:13']), null)
    expect(isThere()).toBe(false)
  })

  it.each([
    ['its owner is signed in', ['7:13'], true, '7:12', false],
    ['its owner’s keys are still there to encrypt it with', ['7:12'], true, null, false],
    ['nothing was ever encrypted', [], false, null, false],
    ['the database has it too, because no key ever came', [], true, null, true],
  ] as const)('stays when %s', async (_why, keys, pieces, current, inDatabase) => {
    if (inDatabase) await writeValue('device', 'drafts', DRAFTS)
    await removeRevivedDrafts(storeWith(keys, pieces), current)
    expect(isThere()).toBe(true)
  })
})
