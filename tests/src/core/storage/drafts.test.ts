import { describe, expect, it } from 'vitest'
import { signIn } from '#src/core/session/session.ts'
import { wipeStorage } from '#src/core/session/wipe.ts'
import { draftsOf, forgetDraftsOfOthers } from '#src/core/storage/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { aPage, aSignedIn } from '#tests/support/client.ts'

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
