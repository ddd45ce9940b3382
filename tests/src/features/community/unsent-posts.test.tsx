/** An unsent post shows where it will be once it is sent, and never twice. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createComment,
  createThread,
  getThread,
  listComments,
  listTags,
  listThreads,
} from '#contract/community/community.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { postQueue } from '#src/features/community/api/live-posts.ts'
import { CommunityPage, ThreadPage } from '#src/features/community/index.ts'
import type { Intent } from '#src/features/community/model/queued-posts.ts'
import { aPage, aSignedIn } from '#tests/support/server/client.ts'
import { emptyDevice, outboxRows } from '#tests/support/web/device-db.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aComment, aList, aReply, asha, aThread, someTags } from './factory.ts'

const thread: Intent = {
  kind: 'thread',
  title: 'Why does a join repeat rows?',
  body: '<p>In a tunnel.</p>',
  tags: [],
}
const comment = (parent: number | null): Intent => ({
  kind: 'comment',
  threadId: 5,
  body: `<p>${parent === null ? 'A late comment.' : 'A late reply.'}</p>`,
  parent,
})
const KEYS = {
  k1: '0a6b1c5e-8f4d-4c0a-9d57-1f2e3a4b5c6d',
  c1: '1a6b1c5e-8f4d-4c0a-9d57-1f2e3a4b5c6d',
  c2: '2a6b1c5e-8f4d-4c0a-9d57-1f2e3a4b5c6d',
}
const queuePost = async (id: string, intent: Intent) => {
  aPage()
  await signIn(aSignedIn())
  await postQueue().add({ ...intent, id }, Date.now() - 60_000)
}
const findUnsent = () => screen.findByRole('article', { name: 'Waiting to be sent' })

const openList = (path = '/community', options: RenderOptions = {}) => {
  fakeCall(listTags, someTags)
  return renderPage(<CommunityPage />, { path, ...options })
}
const openThread = () => {
  fakeCall(listTags, someTags)
  fakeCall(getThread, aThread())
  return renderPage(
    <Routes>
      <Route path="/community/thread/:threadId" element={<ThreadPage />} />
    </Routes>,
    { path: '/community/thread/5' },
  )
}

beforeEach(emptyDevice)
afterEach(runClearHooks)

describe('unsent thread', () => {
  it("shows it first, and only the server's row after it was sent", async () => {
    await queuePost(KEYS.k1, thread)
    let rows = [aThread()]
    fakeCall(listThreads, () => aList(rows))
    const { user } = await openList()
    const card = await findUnsent()
    expect(card).toHaveTextContent('Why does a join repeat rows?')
    expect(card).toHaveTextContent('Asha Rao')
    const added = aThread({ id: 9, title: thread.kind === 'thread' ? thread.title : '', author: asha })
    fakeCall(createThread, ({ body }) => {
      expect(body.idempotency_key).toBe(KEYS.k1)
      rows = [added, ...rows]
      return added
    })
    await user.click(within(card).getByRole('button', { name: 'Send now' }))
    await screen.findByRole('article', { name: 'Why does a join repeat rows?' })
    await waitFor(() => expect(screen.getAllByText('Why does a join repeat rows?')).toHaveLength(1))
    await waitFor(async () => expect(await outboxRows()).toEqual([]))
  })

  it('hides it in a search', async () => {
    await queuePost(KEYS.k1, thread)
    fakeCall(listThreads, aList([aThread()]))
    await openList('/community?search=join')
    await screen.findByRole('article', { name: 'How do I join two tables?' })
    expect(screen.queryByText('Why does a join repeat rows?')).toBeNull()
  })

  it('shows the reason of a refusal, and retries or discards it on request', async () => {
    await queuePost(KEYS.k1, thread)
    fakeCall(listThreads, aList([aThread()]))
    fakeCall(createThread, failWith('forbidden', { detail: 'You may not post at the moment.' }))
    const { user } = await openList()
    await user.click(within(await findUnsent()).getByRole('button', { name: 'Send now' }))
    expect(await screen.findByText('You may not post at the moment.')).toBeVisible()
    expect(screen.getByText('Not accepted')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send again' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.getByRole('group', { name: 'Discard it?' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Keep it' }))
    expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus()
    await user.keyboard('{Enter}{Escape}')
    expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    const question = screen.getByRole('group', { name: 'Discard it?' })
    expect(question).toHaveTextContent('cannot be brought back')
    await user.click(within(question).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('Why does a join repeat rows?')).toBeNull())
    await waitFor(async () => expect(await outboxRows()).toEqual([]))
  })

  it('labels it in Arabic', async () => {
    await queuePost(KEYS.k1, thread)
    fakeCall(listThreads, aList([aThread()]))
    await openList('/community', { language: 'ar' })
    expect(await screen.findByRole('article', { name: 'بانتظار الإرسال' })).toBeVisible()
  })
})

describe('unsent comment', () => {
  it("shows an unsent comment and reply in place until the server's rows arrive", async () => {
    await queuePost(KEYS.c1, comment(null))
    await queuePost(KEYS.c2, comment(11))
    let rows = [aComment()]
    fakeCall(listComments, () => aList(rows))
    await openThread()
    await screen.findByText('A late comment.')
    const parent = (await screen.findByText('Use a join.')).closest('article')
    expect(within(parent as HTMLElement).getByText('A late reply.')).toBeVisible()
    const first = aComment({ id: 31, body: '<p>A late comment.</p>', author: asha })
    const second = aReply({ id: 32, body: '<p>A late reply.</p>', author: asha })
    fakeCall(createComment, ({ body }) => {
      if (body.parent === null) rows = [first, ...rows]
      else rows = rows.map((one) => (one.id === 11 ? { ...one, replies: [second] } : one))
      return body.parent === null ? first : { ...second, replies: [] }
    })
    await act(() => postQueue().flush())
    await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull())
    await waitFor(() => expect(screen.getAllByText('A late comment.')).toHaveLength(1))
    expect(await screen.findByRole('button', { name: 'Show 1 reply' })).toBeVisible()
  })

  it('does not show the empty state beside an unsent comment', async () => {
    await queuePost(KEYS.c1, comment(null))
    fakeCall(listComments, aList([]))
    await openThread()
    await screen.findByText('A late comment.')
    expect(screen.queryByText('No comments yet.')).toBeNull()
  })

  it('does not show an unsent comment of another thread', async () => {
    await queuePost(KEYS.c1, { ...comment(null), threadId: 6 } as Intent)
    fakeCall(listComments, aList([aComment()]))
    await openThread()
    await screen.findByText('Use a join.')
    expect(screen.queryByText('A late comment.')).toBeNull()
  })
})
