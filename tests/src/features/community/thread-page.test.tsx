import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { listReports, report, settleReport } from '#contract/community/moderation.ts'
import {
  acceptComment,
  createComment,
  deleteComment,
  followThread,
  getThread,
  listComments,
  listTags,
  updateThread,
  voteComment,
} from '#contract/community/community.ts'
import { nothing } from '#contract/common.ts'
import { deliverLiveEvent, watchedHere } from '#src/core/live/topics.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { NEWS_EVERY_MS } from '#src/features/community/api/community.queries.ts'
import { ComingSoonModal } from '#src/features/community/components/ComingSoonModal.tsx'
import { ModerationPage, ThreadPage } from '#src/features/community/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aComment, aList, aReply, aThread, asha, omar, someTags, type Comment } from './factory.ts'

// jsdom has no layout, but the editor asks for the cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

const openPage = (path = '/community/thread/5') =>
  renderPage(
    <main>
      <Routes>
        <Route path="/community/thread" element={<ThreadPage />} />
        <Route path="/community/thread/:threadId" element={<ThreadPage />} />
        <Route path="/community" element={<p>the list</p>} />
      </Routes>
    </main>,
    { path },
  )
type View = Awaited<ReturnType<typeof openPage>>
const toasts = (view: View) =>
  selectToasts(view.store.getState()).map(({ title, message }) => [title, message])
const withThread = (thread = aThread(), comments: Comment[] = []) => {
  fakeCall(listTags, someTags)
  fakeCall(getThread, thread)
  return fakeCall(listComments, aList(comments))
}
/** Plain text renders first and then the markup: wait until it stays. */
const findText = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeInTheDocument())
const paste = (textbox: HTMLElement, text: string) =>
  act(() =>
    fireEvent.paste(textbox, {
      clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') },
    }),
  )

describe('thread page: states', () => {
  it.each(['/community/thread', '/community/thread/abc', '/community/thread/0', '/community/thread/-4'])(
    'shows Invalid Thread with a way back for %s',
    async (path) => {
      const { user, address } = await openPage(path)
      expect(await screen.findByRole('heading', { name: 'Invalid Thread' })).toBeInTheDocument()
      await user.click(screen.getByRole('button', { name: 'Back to Community' }))
      expect(address()).toBe('/community')
    },
  )

  it('shows Thread not found after a failure', async () => {
    fakeCall(getThread, failWith('not_found'))
    await openPage()
    expect(await screen.findByRole('heading', { name: 'Thread not found' })).toBeInTheDocument()
  })

  it('shows Thread not available for a response without a thread', async () => {
    // Not in the contract: another back end may answer so.
    fakeCall({ ...getThread, response: nothing }, {})
    await openPage()
    expect(await screen.findByRole('heading', { name: 'Thread not available' })).toBeInTheDocument()
  })

  it('loads the comments on Retry', async () => {
    withThread()
    fakeCall(listComments, failWith('forbidden'))
    const { user } = await openPage()
    await findText('Failed to load comments')
    fakeCall(listComments, aList([aComment()]))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await findText('Use a join.')
    expect(screen.queryByText('Failed to load comments')).not.toBeInTheDocument()
  })

  it('loads one more page of comments at a time', async () => {
    fakeCall(listTags, someTags)
    fakeCall(getThread, aThread({ comments_count: 12 }))
    const all = Array.from({ length: 12 }, (_, index) =>
      aComment({ id: 100 - index, body: `<p>number ${index + 1}</p>` }),
    )
    fakeCall(listComments, ({ query }) => {
      const start = (Number(query['page']) - 1) * 10
      return aList(all.slice(start, start + 10), 12)
    })
    const { user } = await openPage()
    await findText('number 10')
    expect(screen.queryByText('number 11')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'See more comments' }))
    await findText('number 12')
    expect(screen.queryByRole('button', { name: 'See more comments' })).not.toBeInTheDocument()
  })
})

describe('thread page: comments', () => {
  it('counts, shows and hides replies, which cannot be answered', async () => {
    withThread(aThread(), [aComment({ replies: [aReply(), aReply({ id: 22, body: '<p>Another.</p>' })] })])
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Show 2 replies' }))
    await findText('Another.')
    const item = screen.getByText('Another.').closest('article') as HTMLElement
    expect(within(item).queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText('Another.')).not.toBeInTheDocument()
  })

  it('uses the singular for one reply', async () => {
    withThread(aThread(), [aComment({ replies: [aReply()] })])
    await openPage()
    expect(await screen.findByRole('button', { name: 'Show 1 reply' })).toBeInTheDocument()
  })

  it('posts a comment and confirms it', async () => {
    withThread()
    const sent = fakeCall(createComment, aComment())
    const view = await openPage()
    await view.user.click(await screen.findByRole('button', { name: 'Write a comment' }))
    const textbox = await screen.findByRole('textbox', { name: 'Your comment' })
    expect(screen.getByRole('button', { name: 'Post comment' })).toBeDisabled()
    await paste(textbox, 'Try a left join')
    await view.user.click(screen.getByRole('button', { name: 'Post comment' }))
    await waitFor(() => expect(sent.requests).toHaveLength(1))
    expect(sent.requests[0]?.body).toMatchObject({ body: '<p>Try a left join</p>', parent: null })
    await waitFor(() =>
      expect(toasts(view)).toEqual([['Comment added', 'Your comment has been posted successfully.']]),
    )
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveTextContent(/^$/))
  })

  it('says why and how long to wait at the limit for new members', async () => {
    withThread()
    fakeCall(
      createComment,
      failWith('too_many_requests', { detail: 'A little less at first.', retry_after: 1501 }),
    )
    const view = await openPage()
    await view.user.click(await screen.findByRole('button', { name: 'Write a comment' }))
    const textbox = await screen.findByRole('textbox', { name: 'Your comment' })
    await paste(textbox, 'One more thing')
    await view.user.click(screen.getByRole('button', { name: 'Post comment' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to add comment', 'A little less at first. You can try again in 26 minutes.'],
      ]),
    )
    expect(textbox).toHaveTextContent('One more thing')
  })

  it('rejects an empty comment and reply with the specified messages', async () => {
    withThread(aThread(), [aComment()])
    const view = await openPage()
    await view.user.click(await screen.findByRole('button', { name: 'Write a comment' }))
    const enter = (textbox: HTMLElement) =>
      act(() => fireEvent.keyDown(textbox, { key: 'Enter', ctrlKey: true }))
    await enter(await screen.findByRole('textbox', { name: 'Your comment' }))
    await view.user.click(screen.getByRole('button', { name: 'Reply' }))
    await enter(await screen.findByRole('textbox', { name: 'Your reply' }))
    expect(toasts(view)).toEqual([
      ['Empty comment', 'Please write something before posting your comment.'],
      ['Empty reply', 'Please write something before posting your reply.'],
    ])
  })

  it('rolls a failed vote on a comment back with the specified message', async () => {
    withThread(aThread(), [aComment({ upvotes: 1 })])
    fakeCall(voteComment, failWith('internal_error'))
    const view = await openPage()
    const comment = await screen.findByRole('article', { name: 'Comment by Omar Said' })
    await view.user.click(within(comment).getByRole('button', { name: 'Upvote, 1 vote' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to vote', 'There was an error processing your vote on the comment.'],
      ]),
    )
    expect(within(comment).getByRole('button', { name: 'Upvote, 1 vote' })).toBeInTheDocument()
  })

  it('deletes an own comment after a confirmation and offers undo', async () => {
    withThread(aThread(), [aComment({ author: asha })])
    const deleteCall = fakeCall(deleteComment, undefined)
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(
      await screen.findByText('Are you sure you want to delete this comment? This action cannot be undone.'),
    ).toBeInTheDocument()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await findText('Comment deleted')
    expect(deleteCall.requests).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  })

  it('shows a placeholder for a deleted comment with replies', async () => {
    withThread(aThread(), [aComment({ deleted: true, author: null, body: '', replies: [aReply()] })])
    await openPage()
    await findText('This comment was deleted.')
    expect(screen.getByRole('button', { name: 'Show 1 reply' })).toBeInTheDocument()
  })

  it('accepts an answer in an own thread', async () => {
    withThread(aThread({ author: asha }), [aComment()])
    const sent = fakeCall(acceptComment, { accepted_comment_id: 11 })
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Accept answer' }))
    await waitFor(() => expect(sent.requests[0]?.body).toEqual({ accepted: true }))
  })

  it('finds a linked reply on a later page', async () => {
    fakeCall(listTags, someTags)
    fakeCall(getThread, aThread())
    const first = Array.from({ length: 10 }, (_, index) => aComment({ id: 50 + index }))
    fakeCall(listComments, ({ query }) =>
      query['page'] === '1'
        ? aList(first, 11)
        : aList([aComment({ replies: [aReply({ body: '<p>The one.</p>' })] })], 11),
    )
    const { user } = await openPage('/community/thread/5#comment-21')
    await waitFor(() => expect(screen.getByText('The one.').closest('article')).toHaveFocus())
    // Collapse and expand again.
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText('The one.')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /reply$/ }))
    await findText('The one.')
  })

  it('counts live arrivals without polling and shows them on the press', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const listCall = withThread(aThread(), [aComment()])
      await openPage()
      await screen.findByText('Use a join.')
      expect(watchedHere()).toEqual([{ topic: 'thread:5', since: 11 }])
      const push = (came: number[], gone: number[] = [], whole = false) =>
        act(() => deliverLiveEvent({ topic: 'thread:5', whole, came, gone }))
      push([], [], true)
      push([30, 31])
      expect(await screen.findByRole('button', { name: '2 new comments' })).toBeInTheDocument()
      push([], [31])
      expect(screen.getByRole('button', { name: '1 new comment' })).toBeInTheDocument()
      act(() => deliverLiveEvent({ topic: 'thread:6', whole: false, came: [40], gone: [] }))
      const before = listCall.requests.length
      await act(() => vi.advanceTimersByTimeAsync(NEWS_EVERY_MS + 1000))
      expect(listCall.requests).toHaveLength(before)
      const refetchCall = fakeCall(
        listComments,
        aList([aComment({ id: 30, body: '<p>Fresh.</p>' }), aComment()]),
      )
      fireEvent.click(screen.getByRole('button', { name: '1 new comment' }))
      await findText('Fresh.')
      await waitFor(() => expect(screen.getByText('Fresh.').closest('article')).toHaveFocus())
      expect(watchedHere()).toEqual([{ topic: 'thread:5', since: 30 }])
      // Control: after a long silence the stream is not trusted, and the page polls again.
      const requestsBefore = refetchCall.requests.length
      await act(() => vi.advanceTimersByTimeAsync(2 * NEWS_EVERY_MS + 30_000))
      expect(refetchCall.requests.length).toBeGreaterThan(requestsBefore)
    } finally {
      vi.useRealTimers()
    }
  })

  it('announces a polled comment and shows it only on the press', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      withThread(aThread(), [aComment()])
      await openPage()
      await screen.findByText('Use a join.')
      fakeCall(listComments, aList([aComment({ id: 30, body: '<p>Fresh.</p>' }), aComment()]))
      await act(() => vi.advanceTimersByTimeAsync(NEWS_EVERY_MS + 1000))
      const button = await screen.findByRole('button', { name: '1 new comment' })
      expect(screen.queryByText('Fresh.')).not.toBeInTheDocument()
      fireEvent.click(button)
      await findText('Fresh.')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('thread page: the thread', () => {
  it('saves typed tags that exist and drops unknown ones', async () => {
    withThread(aThread({ author: asha }))
    const sent = fakeCall(updateThread, aThread({ author: asha }))
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const tags = await screen.findByLabelText(/^Tags/)
    // A person cannot report their own thread.
    expect(screen.queryByRole('button', { name: 'Report' })).not.toBeInTheDocument()
    await user.clear(tags)
    await user.type(tags, 'PYTHON, unknown')
    await screen.findByRole('textbox', { name: 'Text' })
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(sent.requests[0]?.body.tags).toEqual([2]))
    await waitFor(() => expect(screen.queryByLabelText('Title')).not.toBeInTheDocument())
  })

  it('keeps the draft when tags fail to load, and saves them once they do', async () => {
    withThread(aThread({ author: asha, tags: ['python'] }))
    fakeCall(listTags, failWith('forbidden'))
    const sent = fakeCall(updateThread, aThread({ author: asha }))
    const view = await openPage()
    await view.user.click(await screen.findByRole('button', { name: 'Edit' }))
    const title = await screen.findByLabelText('Title')
    await screen.findByRole('textbox', { name: 'Text' })
    await view.user.type(title, '!')
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to update thread', 'There was an error updating the thread. Please try again.'],
      ]),
    )
    expect(sent.requests).toEqual([])
    expect(title).toHaveValue('How do I join two tables?!')
    fakeCall(listTags, someTags)
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(sent.requests[0]?.body.tags).toEqual([2]))
  })

  it('reports a missing title and a failed edit as specified', async () => {
    withThread(aThread({ author: asha }))
    fakeCall(updateThread, failWith('internal_error'))
    const view = await openPage()
    await view.user.click(await screen.findByRole('button', { name: 'Edit' }))
    const title = await screen.findByLabelText('Title')
    await screen.findByRole('textbox', { name: 'Text' })
    await view.user.clear(title)
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await view.user.type(title, 'Again')
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Invalid thread data', 'Please provide both title and body for the thread.'],
        ['Failed to update thread', 'There was an error updating the thread. Please try again.'],
      ]),
    )
  })

  it('offers to mute a followed thread', async () => {
    withThread()
    fakeCall(followThread, { following: true })
    const { user } = await openPage()
    const follow = await screen.findByRole('button', { name: 'Follow' })
    fakeCall(getThread, aThread({ following: true }))
    await user.click(follow)
    expect(await screen.findByRole('button', { name: 'Mute' })).toBeInTheDocument()
  })

  it('sends a report with reason and note', async () => {
    withThread(aThread({ author: omar }))
    const sent = fakeCall(report, { detail: 'ok' })
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Report' }))
    await user.click(await screen.findByRole('radio', { name: 'Off topic' }))
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    await waitFor(() =>
      expect(sent.requests[0]?.body).toEqual({
        subject_type: 'thread',
        subject_id: 5,
        reason: 'off_topic',
        note: '',
      }),
    )
  })
})

describe('moderation queue', () => {
  it('requires a reason for a decision', async () => {
    fakeCall(
      listReports,
      aList([
        {
          id: 3,
          subject_type: 'comment' as const,
          subject_id: 11,
          thread_id: 5,
          title: 'How do I join two tables?',
          excerpt: 'buy now',
          reason: 'spam' as const,
          note: '',
          reports: 2,
          created_at: '2026-11-20T10:00:00Z',
          author: omar,
        },
      ]),
    )
    const sent = fakeCall(settleReport, { detail: 'ok' })
    const { user } = await renderPage(<ModerationPage />, { path: '/community/moderation' })
    const link = await screen.findByRole('link', { name: 'How do I join two tables?' })
    expect(link).toHaveAttribute('href', '/community/thread/5#comment-11')
    expect(screen.getByRole('button', { name: 'Remove the post' })).toBeDisabled()
    await user.type(screen.getByLabelText('Reason for your decision'), 'Advertising')
    await user.click(screen.getByRole('button', { name: 'Remove the post' }))
    await waitFor(() => expect(sent.requests[0]?.body).toEqual({ decision: 'remove', reason: 'Advertising' }))
  })
})

describe('coming soon', () => {
  it('leads to the dashboard', async () => {
    const OpenModal = () => {
      const [refetchCall, setShown] = useState(true)
      return <ComingSoonModal open={refetchCall} onClose={() => setShown(false)} />
    }
    const { user, address } = await renderPage(<OpenModal />, { path: '/community' })
    await findText('Coming Soon')
    await user.click(screen.getByRole('button', { name: 'Continue to Dashboard' }))
    expect(address()).toBe('/')
  })
})
