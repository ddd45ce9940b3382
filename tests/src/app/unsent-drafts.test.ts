import { beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyUser } from '#src/core/session/stored-user.ts'
import { draftsOf } from '#src/core/storage/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { assessmentOutbox } from '#src/features/assessments/admin/index.ts'
import { questionOutbox } from '#src/features/question-bank/index.ts'
import { reviewOutbox } from '#src/features/courses/index.ts'

const ME = 5
const drafts = () => draftsOf(safeLocal, ME)
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem(
    'user',
    JSON.stringify({ ...emptyUser, id: ME, access_token: 'a', refresh_token: 'r', isAuthenticated: true }),
  )
})

describe('unsent drafts in the outbox', () => {
  it('lists a review with its course; its author has to finish it', async () => {
    drafts().set('review-12', 'Clear and kind.')
    drafts().set('review-13', '   ')
    drafts().set('comment-4', 'Of another feature')
    expect(await reviewOutbox.list()).toEqual([
      expect.objectContaining({
        id: 'review-12',
        kind: 'review',
        title: 'Clear and kind.',
        path: '/courses/12',
        sends: false,
        refused: null,
      }),
    ])
  })

  it('lists forms with the title of any language and their path', async () => {
    const texts = { en: { title: '' }, hi: { title: 'प्रवेश परीक्षा' }, ar: { title: '' } }
    drafts().set('assessment-new', JSON.stringify({ texts }))
    drafts().set('bank-question-7', JSON.stringify({ texts: { en: { prompt: 'What is 2 + 2?' } } }))
    drafts().set('bank-question-8', 'torn{')
    const lines = [...(await assessmentOutbox.list()), ...(await questionOutbox.list())]
    expect(lines.map(({ kind, title, path }) => [kind, title, path])).toEqual([
      ['assessment', 'प्रवेश परीक्षा', '/admin/assessments?assessment=new'],
      ['question', 'What is 2 + 2?', '/admin/question-bank?question=7'],
      ['question', null, '/admin/question-bank?question=8'],
    ])
  })

  it("notifies when a draft is discarded, and lists nobody else's drafts", async () => {
    drafts().set('review-12', 'Clear and kind.')
    const listener = vi.fn<() => void>()
    const unsubscribe = reviewOutbox.subscribe(listener)
    await reviewOutbox.discard('review-12')
    expect(listener).toHaveBeenCalledOnce()
    expect(await reviewOutbox.list()).toEqual([])
    unsubscribe()
    draftsOf(safeLocal, ME + 1).set('review-12', 'Of somebody else')
    expect(await reviewOutbox.list()).toEqual([])
  })
})
