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
import { hearLive, watchedHere } from '#src/core/live/topics.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { NEWS_EVERY_MS } from '#src/features/community/api/community.queries.ts'
import { ComingSoonModal } from '#src/features/community/components/ComingSoonModal.tsx'
import { ModerationPage, ThreadPage } from '#src/features/community/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aComment, aList, aReply, aThread, asha, omar, someTags, type Comment } from './factory.ts'

// jsdom lays nothing out; the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

const open = (path = '/community/thread/5') =>
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
type View = Awaited<ReturnType<typeof open>>
const toasts = (view: View) =>
  selectToasts(view.store.getState()).map(({ title, message }) => [title, message])
const withThread = (thread = aThread(), comments: Comment[] = []) => {
  fakeCall(listTags, someTags)
  fakeCall(getThread, thread)
  return fakeCall(listComments, aList(comments))
}
/** The words first stand there plainly and then with their markup: what counts is that they stay. */
const shows = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeInTheDocument())
const paste = (box: HTMLElement, text: string) =>
  act(() =>
    fireEvent.paste(box, {
      clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') },
    }),
  )

describe('thread page: states', () => {
  it.each(['/community/thread', '/community/thread/abc', '/community/thread/0', '/community/thread/-4'])(
    'given %s, when opened, then Invalid Thread leads back',
    async (path) => {
      const { user, address } = await open(path)
      expect(await screen.findByRole('heading', { name: 'Invalid Thread' })).toBeInTheDocument()
      await user.click(screen.getByRole('button', { name: 'Back to Community' }))
      expect(address()).toBe('/community')
    },
  )

  it('given a failure, when opened, then Thread not found', async () => {
    fakeCall(getThread, failWith('not_found'))
    await open()
    expect(await screen.findByRole('heading', { name: 'Thread not found' })).toBeInTheDocument()
  })

  it('given an answer without a thread, when opened, then Thread not available', async () => {
    // Outside the contract on purpose: another back end may answer so.
    fakeCall({ ...getThread, response: nothing }, {})
    await open()
    expect(await screen.findByRole('heading', { name: 'Thread not available' })).toBeInTheDocument()
  })

  it('given comments that fail, when shown, then Retry brings them', async () => {
    withThread()
    fakeCall(listComments, failWith('forbidden'))
    const { user } = await open()
    await shows('Failed to load comments')
    fakeCall(listComments, aList([aComment()]))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await shows('Use a join.')
    expect(screen.queryByText('Failed to load comments')).not.toBeInTheDocument()
  })

  it('given more than ten comments, when more are asked for, then one page is added', async () => {
    fakeCall(listTags, someTags)
    fakeCall(getThread, aThread({ comments_count: 12 }))
    const all = Array.from({ length: 12 }, (_, index) =>
      aComment({ id: 100 - index, body: `<p>number ${index + 1}</p>` }),
    )
    fakeCall(listComments, ({ query }) => {
      const start = (Number(query['page']) - 1) * 10
      return aList(all.slice(start, start + 10), 12)
    })
    const { user } = await open()
    await shows('number 10')
    expect(screen.queryByText('number 11')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'See more comments' }))
    await shows('number 12')
    expect(screen.queryByRole('button', { name: 'See more comments' })).not.toBeInTheDocument()
  })
})

describe('thread page: comments', () => {
  it('given replies, when shown and hidden, then the button counts them; replies are not answered', async () => {
    withThread(aThread(), [aComment({ replies: [aReply(), aReply({ id: 22, body: '<p>Another.</p>' })] })])
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Show 2 replies' }))
    await shows('Another.')
    const item = screen.getByText('Another.').closest('article') as HTMLElement
    expect(within(item).queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText('Another.')).not.toBeInTheDocument()
  })

  it('given one reply, when counted, then the word is singular', async () => {
    withThread(aThread(), [aComment({ replies: [aReply()] })])
    await open()
    expect(await screen.findByRole('button', { name: 'Show 1 reply' })).toBeInTheDocument()
  })

  it('given a comment, when written and posted, then the server has it and it is said', async () => {
    withThread()
    const sent = fakeCall(createComment, aComment())
    const view = await open()
    await view.user.click(await screen.findByRole('button', { name: 'Write a comment' }))
    const box = await screen.findByRole('textbox', { name: 'Your comment' })
    expect(screen.getByRole('button', { name: 'Post comment' })).toBeDisabled()
    await paste(box, 'Try a left join')
    await view.user.click(screen.getByRole('button', { name: 'Post comment' }))
    await waitFor(() => expect(sent.requests).toHaveLength(1))
    expect(sent.requests[0]?.body).toMatchObject({ body: '<p>Try a left join</p>', parent: null })
    await waitFor(() =>
      expect(toasts(view)).toEqual([['Comment added', 'Your comment has been posted successfully.']]),
    )
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveTextContent(/^$/))
  })

  it('given a newcomer who wrote a lot, when refused for now, then why and when is said, and the words stay', async () => {
    withThread()
    fakeCall(
      createComment,
      failWith('too_many_requests', { detail: 'A little less at first.', retry_after: 1501 }),
    )
    const view = await open()
    await view.user.click(await screen.findByRole('button', { name: 'Write a comment' }))
    const box = await screen.findByRole('textbox', { name: 'Your comment' })
    await paste(box, 'One more thing')
    await view.user.click(screen.getByRole('button', { name: 'Post comment' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to add comment', 'A little less at first. You can try again in 26 minutes.'],
      ]),
    )
    expect(box).toHaveTextContent('One more thing')
  })

  it('given nothing written, when sent by the keyboard, then the specified words are said for each kind', async () => {
    withThread(aThread(), [aComment()])
    const view = await open()
    await view.user.click(await screen.findByRole('button', { name: 'Write a comment' }))
    const enter = (box: HTMLElement) => act(() => fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true }))
    await enter(await screen.findByRole('textbox', { name: 'Your comment' }))
    await view.user.click(screen.getByRole('button', { name: 'Reply' }))
    await enter(await screen.findByRole('textbox', { name: 'Your reply' }))
    expect(toasts(view)).toEqual([
      ['Empty comment', 'Please write something before posting your comment.'],
      ['Empty reply', 'Please write something before posting your reply.'],
    ])
  })

  it('given a refused vote on a comment, when pressed, then it is taken back with the specified words', async () => {
    withThread(aThread(), [aComment({ upvotes: 1 })])
    fakeCall(voteComment, failWith('internal_error'))
    const view = await open()
    const comment = await screen.findByRole('article', { name: 'Comment by Omar Said' })
    await view.user.click(within(comment).getByRole('button', { name: 'Upvote, 1 vote' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to vote', 'There was an error processing your vote on the comment.'],
      ]),
    )
    expect(within(comment).getByRole('button', { name: 'Upvote, 1 vote' })).toBeInTheDocument()
  })

  it('given one’s own comment, when deleted, then it is asked first, said, and can be undone', async () => {
    withThread(aThread(), [aComment({ author: asha })])
    const gone = fakeCall(deleteComment, undefined)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(
      await screen.findByText('Are you sure you want to delete this comment? This action cannot be undone.'),
    ).toBeInTheDocument()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await shows('Comment deleted')
    expect(gone.requests).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  })

  it('given a deleted comment with replies, when shown, then its place is kept', async () => {
    withThread(aThread(), [aComment({ deleted: true, author: null, body: '', replies: [aReply()] })])
    await open()
    await shows('This comment was deleted.')
    expect(screen.getByRole('button', { name: 'Show 1 reply' })).toBeInTheDocument()
  })

  it('given one’s own thread, when an answer is accepted, then the server is told', async () => {
    withThread(aThread({ author: asha }), [aComment()])
    const sent = fakeCall(acceptComment, { accepted_comment_id: 11 })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Accept answer' }))
    await waitFor(() => expect(sent.requests[0]?.body).toEqual({ accepted: true }))
  })

  it('given a link to a reply on a later page, when opened, then it is found and shown', async () => {
    fakeCall(listTags, someTags)
    fakeCall(getThread, aThread())
    const first = Array.from({ length: 10 }, (_, index) => aComment({ id: 50 + index }))
    fakeCall(listComments, ({ query }) =>
      query['page'] === '1'
        ? aList(first, 11)
        : aList([aComment({ replies: [aReply({ body: '<p>The one.</p>' })] })], 11),
    )
    const { user } = await open('/community/thread/5#comment-21')
    await waitFor(() => expect(screen.getByText('The one.').closest('article')).toHaveFocus())
    // Read, and folded again.
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText('The one.')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /reply$/ }))
    await shows('The one.')
  })

  it('given a stream that tells, when comments come and go, then the button counts them, nothing is asked for, and its press shows them', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const asked = withThread(aThread(), [aComment()])
      await open()
      await screen.findByText('Use a join.')
      expect(watchedHere()).toEqual([{ topic: 'thread:5', since: 11 }])
      const tell = (came: number[], gone: number[] = [], whole = false) =>
        act(() => hearLive({ topic: 'thread:5', whole, came, gone }))
      tell([], [], true)
      tell([30, 31])
      expect(await screen.findByRole('button', { name: '2 new comments' })).toBeInTheDocument()
      tell([], [31])
      expect(screen.getByRole('button', { name: '1 new comment' })).toBeInTheDocument()
      act(() => hearLive({ topic: 'thread:6', whole: false, came: [40], gone: [] }))
      const before = asked.requests.length
      await act(() => vi.advanceTimersByTimeAsync(NEWS_EVERY_MS + 1000))
      expect(asked.requests).toHaveLength(before)
      const shown = fakeCall(listComments, aList([aComment({ id: 30, body: '<p>Fresh.</p>' }), aComment()]))
      fireEvent.click(screen.getByRole('button', { name: '1 new comment' }))
      await shows('Fresh.')
      await waitFor(() => expect(screen.getByText('Fresh.').closest('article')).toHaveFocus())
      expect(watchedHere()).toEqual([{ topic: 'thread:5', since: 30 }])
      // The control: silent for too long it is not relied on any more, and the page asks again.
      const then = shown.requests.length
      await act(() => vi.advanceTimersByTimeAsync(2 * NEWS_EVERY_MS + 30_000))
      expect(shown.requests.length).toBeGreaterThan(then)
    } finally {
      vi.useRealTimers()
    }
  })

  it('given a comment that arrives, when polled, then a button tells of it and only its press shows it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      withThread(aThread(), [aComment()])
      await open()
      await screen.findByText('Use a join.')
      fakeCall(listComments, aList([aComment({ id: 30, body: '<p>Fresh.</p>' }), aComment()]))
      await act(() => vi.advanceTimersByTimeAsync(NEWS_EVERY_MS + 1000))
      const button = await screen.findByRole('button', { name: '1 new comment' })
      expect(screen.queryByText('Fresh.')).not.toBeInTheDocument()
      fireEvent.click(button)
      await shows('Fresh.')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('thread page: the thread', () => {
  it('given an edit, when tags are typed, then existing names are sent and unknown ones dropped', async () => {
    withThread(aThread({ author: asha }))
    const sent = fakeCall(updateThread, aThread({ author: asha }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const tags = await screen.findByLabelText(/^Tags/)
    // One's own thread: nothing to report, neither before nor meanwhile.
    expect(screen.queryByRole('button', { name: 'Report' })).not.toBeInTheDocument()
    await user.clear(tags)
    await user.type(tags, 'PYTHON, unknown')
    await screen.findByRole('textbox', { name: 'Text' })
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(sent.requests[0]?.body.tags).toEqual([2]))
    await waitFor(() => expect(screen.queryByLabelText('Title')).not.toBeInTheDocument())
  })

  it('given tags that cannot be had, when an edit is saved, then it fails with its words kept; once they can, the thread keeps its tags', async () => {
    withThread(aThread({ author: asha, tags: ['python'] }))
    fakeCall(listTags, failWith('forbidden'))
    const sent = fakeCall(updateThread, aThread({ author: asha }))
    const view = await open()
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

  it('given an edit without title, when saved, then the specified words are said; a refusal names the thread', async () => {
    withThread(aThread({ author: asha }))
    fakeCall(updateThread, failWith('internal_error'))
    const view = await open()
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

  it('given a thread, when followed, then the button offers to mute', async () => {
    withThread()
    fakeCall(followThread, { following: true })
    const { user } = await open()
    const follow = await screen.findByRole('button', { name: 'Follow' })
    fakeCall(getThread, aThread({ following: true }))
    await user.click(follow)
    expect(await screen.findByRole('button', { name: 'Mute' })).toBeInTheDocument()
  })

  it('given a thread of somebody else, when reported, then reason and note are sent', async () => {
    withThread(aThread({ author: omar }))
    const sent = fakeCall(report, { detail: 'ok' })
    const { user } = await open()
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
  it('given a report, when decided, then only with a reason', async () => {
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
  it('given the modal, when continued, then it leads to the dashboard', async () => {
    const Opened = () => {
      const [shown, setShown] = useState(true)
      return <ComingSoonModal open={shown} onClose={() => setShown(false)} />
    }
    const { user, address } = await renderPage(<Opened />, { path: '/community' })
    await shows('Coming Soon')
    await user.click(screen.getByRole('button', { name: 'Continue to Dashboard' }))
    expect(address()).toBe('/')
  })
})
