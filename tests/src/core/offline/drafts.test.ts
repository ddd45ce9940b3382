import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readValue, writeValue } from '#src/core/offline/db.ts'
import { draftsOf, recoverDrafts } from '#src/core/offline/drafts.ts'
import { clearBrowserStorage } from '#src/core/sign-out/end-session.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { emptyDevice } from '#tests/support/web/device-db.ts'

const everything = () => JSON.stringify(Object.entries(localStorage))
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 2))

beforeEach(async () => {
  await emptyDevice()
  localStorage.clear()
  aPage()
  await signIn(aSignedIn({ id: 1 }))
})

describe('drafts', () => {
  it('are there when their owner signs in again', async () => {
    draftsOf(safeLocal, 1).set('thread-new', 'half a question')
    clearBrowserStorage()
    await signIn(aSignedIn({ id: 1 }))
    expect(draftsOf(safeLocal, 1).get('thread-new')).toBe('half a question')
  })

  it('leave no trace when somebody else signs in', async () => {
    draftsOf(safeLocal, 1).set('thread-new', 'a private thought')
    clearBrowserStorage()
    expect(everything()).toContain('a private thought')
    await signIn(aSignedIn({ id: 2 }))
    expect(everything()).not.toContain('a private thought')
  })

  it('are read by nobody else, and are replaced when somebody else writes', () => {
    draftsOf(safeLocal, 1).set('comment-5', 'of one')
    expect(draftsOf(safeLocal, 2).get('comment-5')).toBeNull()
    draftsOf(safeLocal, 2).set('comment-6', 'of another')
    expect(draftsOf(safeLocal, 1).get('comment-5')).toBeNull()
    expect(draftsOf(safeLocal, 2).get('comment-6')).toBe('of another')
  })

  it('stay with their owner when that person signs in anew', async () => {
    draftsOf(safeLocal, 2).set('comment-6', 'of another')
    await signIn(aSignedIn({ id: 2 }))
    expect(draftsOf(safeLocal, 2).get('comment-6')).toBe('of another')
  })

  it('are none after the last one is removed, or when the entry is damaged', () => {
    const drafts = draftsOf(safeLocal, 1)
    drafts.set('a', 'x')
    drafts.remove('a')
    expect(safeLocal.get('drafts')).toBeNull()
    safeLocal.set('drafts', '{broken')
    expect(drafts.get('a')).toBeNull()
  })
})

describe('drafts after a crash', () => {
  const untilStored = (text: string) =>
    vi.waitFor(async () => expect(JSON.stringify(await readValue('device', 'drafts'))).toContain(text))

  it('come from the younger copy when local storage lost the last minutes', async () => {
    const drafts = draftsOf(safeLocal, 1)
    drafts.set('comment-5', 'half')
    const older = safeLocal.get('drafts') as string
    await aMoment()
    drafts.set('comment-5', 'half a thought')
    await untilStored('half a thought')
    safeLocal.set('drafts', older)
    expect(drafts.get('comment-5')).toBe('half')
    await recoverDrafts(safeLocal, 1)
    expect(drafts.get('comment-5')).toBe('half a thought')
  })

  it('do not come back when they were sent', async () => {
    const drafts = draftsOf(safeLocal, 1)
    drafts.set('comment-5', 'sent already')
    const older = safeLocal.get('drafts') as string
    await aMoment()
    drafts.remove('comment-5')
    await untilStored('"entries":{}')
    safeLocal.set('drafts', older)
    await recoverDrafts(safeLocal, 1)
    expect(drafts.get('comment-5')).toBeNull()
  })

  it('never come from a copy of somebody else', async () => {
    draftsOf(safeLocal, 1).set('comment-5', 'a private thought')
    await untilStored('a private thought')
    safeLocal.remove('drafts')
    await recoverDrafts(safeLocal, 2)
    expect(everything()).not.toContain('a private thought')
  })

  it('lose their copy when somebody else signs in', async () => {
    await writeValue('device', 'drafts', { owner: 1, entries: { 'comment-5': 'a private thought' }, at: 1 })
    await signIn(aSignedIn({ id: 2 }))
    await vi.waitFor(async () => expect(await readValue('device', 'drafts')).toBeNull())
  })
})
