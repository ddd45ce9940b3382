import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '#src/core/session/session.ts'
import { wipeStorage } from '#src/core/session/wipe.ts'
import { draftsOf, recoverDrafts } from '#src/core/storage/drafts.ts'
import { forgetDraftsOfOthers } from '#src/core/storage/forget-drafts.ts'
import { idbDelete, idbGet } from '#src/core/storage/idb.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'

/** jsdom has no IndexedDB: a disk that keeps what is put there. The stories kill a real browser. */
const disk = new Map<string, unknown>()
vi.mock('#src/core/storage/idb.ts', () => ({
  idbGet: (key: string) => Promise.resolve(structuredClone(disk.get(key) ?? null)),
  idbPut: (key: string, value: unknown) => {
    disk.set(key, structuredClone(value))
    return Promise.resolve(true)
  },
  idbDelete: (key: string) => Promise.resolve(disk.delete(key)),
}))

const everything = () => JSON.stringify(Object.entries(localStorage))

describe('drafts', () => {
  it('given a draft, when its owner signs out and in again, then it is there', async () => {
    aPage()
    await signIn(aSignedIn({ id: 1 }))
    draftsOf(safeLocal, 1).set('thread-new', 'half a question')
    wipeStorage()
    await signIn(aSignedIn({ id: 1 }))
    expect(draftsOf(safeLocal, 1).get('thread-new')).toBe('half a question')
  })

  it('given a draft, when somebody else signs in on the device, then no trace of it is left', async () => {
    aPage()
    await signIn(aSignedIn({ id: 1 }))
    draftsOf(safeLocal, 1).set('thread-new', 'a private thought')
    wipeStorage()
    expect(everything()).toContain('a private thought')
    await signIn(aSignedIn({ id: 2 }))
    expect(everything()).not.toContain('a private thought')
  })

  it('given drafts of one, when another reads, then there are none, and writing replaces them', () => {
    draftsOf(safeLocal, 1).set('comment-5', 'mine')
    expect(draftsOf(safeLocal, 2).get('comment-5')).toBeNull()
    draftsOf(safeLocal, 2).set('comment-6', 'yours')
    expect(draftsOf(safeLocal, 1).get('comment-5')).toBeNull()
    forgetDraftsOfOthers(safeLocal, 2)
    expect(draftsOf(safeLocal, 2).get('comment-6')).toBe('yours')
  })

  it('given the last draft removed or a damaged entry, when read, then nothing is kept and nothing breaks', () => {
    const drafts = draftsOf(safeLocal, 1)
    drafts.set('a', 'x')
    drafts.remove('a')
    expect(safeLocal.get('drafts')).toBeNull()
    safeLocal.set('drafts', '{broken')
    expect(drafts.get('a')).toBeNull()
  })
})

describe('drafts after a crash', () => {
  const onDisk = () => vi.waitFor(async () => expect(await idbGet('drafts')).toMatchObject({ owner: 1 }))

  beforeEach(async () => {
    aPage()
    await signIn(aSignedIn({ id: 1 }))
    await idbDelete('drafts')
  })

  it('given local storage that lost the last minutes, when recovered, then the younger copy takes its place', async () => {
    const drafts = draftsOf(safeLocal, 1)
    drafts.set('comment-5', 'half')
    const older = safeLocal.get('drafts') as string
    await new Promise((resolve) => setTimeout(resolve, 2))
    drafts.set('comment-5', 'half a thought')
    await vi.waitFor(async () => expect(JSON.stringify(await idbGet('drafts'))).toContain('half a thought'))
    safeLocal.set('drafts', older)
    expect(drafts.get('comment-5')).toBe('half')
    await recoverDrafts(safeLocal, 1)
    expect(drafts.get('comment-5')).toBe('half a thought')
  })

  it('given a draft that was sent, when local storage still has it, then it does not come back', async () => {
    const drafts = draftsOf(safeLocal, 1)
    drafts.set('comment-5', 'sent already')
    const older = safeLocal.get('drafts') as string
    await new Promise((resolve) => setTimeout(resolve, 2))
    drafts.remove('comment-5')
    await vi.waitFor(async () => expect(await idbGet('drafts')).toMatchObject({ entries: {} }))
    safeLocal.set('drafts', older)
    await recoverDrafts(safeLocal, 1)
    expect(drafts.get('comment-5')).toBeNull()
  })

  it('given a copy of somebody else, when recovered, then nothing of it is seen', async () => {
    draftsOf(safeLocal, 1).set('comment-5', 'a private thought')
    await onDisk()
    safeLocal.remove('drafts')
    await recoverDrafts(safeLocal, 2)
    expect(everything()).not.toContain('a private thought')
  })

  it('given somebody else signs in, then no copy is left', async () => {
    draftsOf(safeLocal, 1).set('comment-5', 'a private thought')
    await onDisk()
    await signIn(aSignedIn({ id: 2 }))
    await vi.waitFor(async () => expect(await idbGet('drafts')).toBeNull())
  })
})
