import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  bookmarkThread,
  createTag,
  createThread,
  deleteThread,
  listTags,
  listThreads,
  restoreThread,
  similarThreads,
  unbookmarkThread,
  updateThread,
  voteThread,
} from '#contract/community/community.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { hasRegisteredWork } from '#src/core/session/busy.ts'
import { CommunityPage } from '#src/features/community/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aList, aThread, asha, omar, someTags } from './factory.ts'

// jsdom lays nothing out; the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

const open = (path = '/community', options: RenderOptions = {}) =>
  renderPage(
    <main>
      <CommunityPage />
    </main>,
    { path, ...options },
  )
type View = Awaited<ReturnType<typeof open>>
const toasts = (view: View) =>
  selectToasts(view.store.getState()).map(({ title, message }) => [title, message])
const withThreads = (...threads: ReturnType<typeof aThread>[]) => {
  fakeCall(listTags, someTags)
  return fakeCall(listThreads, aList(threads))
}
/** The editor reads the clipboard as a person's paste. */
const paste = (box: HTMLElement, text: string) =>
  act(() =>
    fireEvent.paste(box, {
      clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') },
    }),
  )

describe('thread list: states', () => {
  it('given threads, when shown, then each has its author, tags, votes, and faces up to four', async () => {
    const people = Array.from({ length: 7 }, (_, index) => ({
      ...omar,
      user_name: `u${index}`,
      name: `P ${index}`,
    }))
    withThreads(aThread({ participants: people, participants_count: 7, comments_count: 2 }))
    await open()
    const card = await screen.findByRole('article', { name: 'How do I join two tables?' })
    expect(within(card).getByText('Omar Said')).toBeInTheDocument()
    expect(within(card).getByRole('button', { name: 'Upvote, 3 votes' })).toBeInTheDocument()
    expect(within(card).getByRole('link', { name: '2 comments' })).toBeInTheDocument()
    expect(within(card).getByRole('img', { name: '7 participants' })).toHaveTextContent('+3')
  })

  it('given a failure, when shown, then the specified sentence stands, and Try Again brings the list', async () => {
    fakeCall(listTags, someTags)
    fakeCall(listThreads, failWith('forbidden'))
    const { user } = await open()
    expect(await screen.findByText('Failed to load community')).toBeInTheDocument()
    withThreads(aThread())
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('How do I join two tables?')).toBeInTheDocument()
  })

  it('given a passing trouble, when read, then it is asked again twice before anybody is told', async () => {
    fakeCall(listTags, someTags)
    const list = fakeCall(listThreads, failWith('internal_error'))
    await open()
    expect(await screen.findByText('Failed to load community')).toBeInTheDocument()
    expect(list.requests).toHaveLength(3)
  })

  it('given no connection, when shown, then it says that', async () => {
    fakeCall(listTags, noAnswer)
    fakeCall(listThreads, noAnswer)
    await open()
    expect(await screen.findByText(/^You are offline/)).toBeInTheDocument()
  })

  it('given nothing at all, when shown, then a thread can be begun', async () => {
    withThreads()
    await open()
    expect(await screen.findByText('Be the first to ask something.')).toBeInTheDocument()
  })

  it('given nothing under filters, when cleared, then the address is plain', async () => {
    withThreads()
    const { user, address } = await open('/community?search=zzz&tag=sql')
    expect(await screen.findByText(/Nothing matches these filters/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('/community')
  })

  it('given tags that cannot be loaded, when shown, then the fallback ones filter', async () => {
    fakeCall(listTags, failWith('forbidden'))
    fakeCall(listThreads, aList([aThread()]))
    await open()
    const select = await screen.findByRole('combobox', { name: 'Filter by tag' })
    await waitFor(() =>
      expect([...(select as HTMLSelectElement).options].map(({ value }) => value)).toEqual([
        '',
        'python',
        'excel',
        'react',
        'typescript',
        'api',
      ]),
    )
  })

  it('given page 2, when searched, then the server is asked for page 1 with these words', async () => {
    fakeCall(listTags, someTags)
    const list = fakeCall(listThreads, aList([aThread()], 35))
    const { user, address } = await open('/community?page=2')
    await user.type(await screen.findByRole('searchbox'), 'join')
    await waitFor(() => expect(address()).toBe('/community?search=join'))
    await waitFor(() => expect(list.requests.at(-1)?.query).toMatchObject({ search: 'join', page: '1' }))
  })
})

describe('thread list: bodies', () => {
  it('given a long body, when shown more and less, then its markup stays whole', async () => {
    withThreads(aThread({ body: `<p>${'word '.repeat(80)}<strong>end</strong></p>` }))
    const { user } = await open()
    const more = await screen.findByRole('button', { name: 'Show more' })
    await waitFor(() => expect(screen.getByText('end')).toBeInTheDocument())
    await user.click(more)
    await user.click(screen.getByRole('button', { name: 'Show less' }))
    expect(screen.getByRole('button', { name: 'Show more' })).toBeInTheDocument()
  })

  it('given 300 characters, when shown, then nothing is cut', async () => {
    withThreads(aThread({ body: `<p>${'a'.repeat(300)}</p>` }))
    await open()
    await screen.findByText('How do I join two tables?')
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  })
})

describe('thread list: votes and bookmarks', () => {
  it('given a vote, when pressed, then it counts at once and the list is read again after success', async () => {
    const list = withThreads(aThread())
    let release = () => undefined as void
    const gate = new Promise<void>((resolve) => (release = resolve))
    fakeCall(voteThread, async () => {
      await gate
      return { upvotes: 4, downvotes: 1, my_vote: 'upvote' as const }
    })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Upvote, 3 votes' }))
    const pressed = await screen.findByRole('button', { name: 'Upvote, 4 votes' })
    expect(pressed).toHaveAttribute('aria-pressed', 'true')
    const before = list.requests.length
    release()
    await waitFor(() => expect(list.requests.length).toBeGreaterThan(before))
  })

  it('given a refusal, when voted, then it is taken back with the specified words', async () => {
    withThreads(aThread())
    fakeCall(voteThread, failWith('internal_error'))
    const view = await open()
    await view.user.click(await screen.findByRole('button', { name: 'Upvote, 3 votes' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to upvote', 'There was an error processing your vote. Please try again.'],
      ]),
    )
    expect(screen.getByRole('button', { name: 'Upvote, 3 votes' })).toHaveAttribute('aria-pressed', 'false')
  })

  it.each([
    [false, bookmarkThread, 'Failed to bookmark', 'There was an error bookmarking this thread.'],
    [true, unbookmarkThread, 'Failed to remove bookmark', 'There was an error removing the bookmark.'],
  ] as const)(
    'given bookmarked %s, when toggling is refused, then it is put back and said',
    async (...row) => {
      const [bookmarked, endpoint, title, message] = row
      withThreads(aThread({ bookmarked }))
      fakeCall(endpoint as typeof bookmarkThread, failWith('internal_error'))
      const view = await open()
      await view.user.click(await screen.findByRole('button', { name: 'Bookmark, 2 bookmarks' }))
      await waitFor(() => expect(toasts(view)).toEqual([[title, message]]))
      expect(screen.getByRole('button', { name: 'Bookmark, 2 bookmarks' })).toHaveAttribute(
        'aria-pressed',
        String(bookmarked),
      )
    },
  )
})

describe('thread list: writing', () => {
  const write = async (view: View, title: string, text: string) => {
    await view.user.click(await screen.findByRole('button', { name: 'New thread' }))
    await view.user.type(await screen.findByLabelText('Title'), title)
    if (text !== '') await paste(await screen.findByRole('textbox', { name: 'Text' }), text)
  }

  it('given title and text, when posted, then the server gets both and the chosen tags, and the form closes', async () => {
    withThreads()
    fakeCall(similarThreads, { results: [] })
    const sent = fakeCall(createThread, aThread())
    const view = await open()
    await write(view, 'A title of mine', 'first\nsecond <b>')
    const picker = screen.getByRole('combobox', { name: /Tags/ })
    await view.user.type(picker, 'py{Enter}')
    expect(screen.getByRole('button', { name: 'Remove python' })).toBeInTheDocument()
    await view.user.click(screen.getByRole('button', { name: 'Post thread' }))
    await waitFor(() => expect(sent.requests).toHaveLength(1))
    expect(sent.requests[0]?.body).toMatchObject({
      title: 'A title of mine',
      body: '<p>first</p><p>second &lt;b&gt;</p>',
      tags: [2],
    })
    await waitFor(() => expect(screen.queryByLabelText('Title')).not.toBeInTheDocument())
    expect(localStorage.getItem('drafts')).toBeNull()
    expect(hasRegisteredWork()).toBe(false)
  })

  it('given only a title, when sent by the keyboard, then the button stays off and the specified words are said', async () => {
    withThreads()
    fakeCall(similarThreads, { results: [] })
    const view = await open()
    await write(view, 'Alone', '')
    expect(screen.getByRole('button', { name: 'Post thread' })).toBeDisabled()
    await view.user.type(screen.getByLabelText('Title'), '{Enter}')
    await view.user.clear(screen.getByLabelText('Title'))
    await view.user.type(screen.getByLabelText('Title'), '{Enter}')
    expect(toasts(view)).toEqual([
      ['Content required', 'Please add some content to your thread.'],
      ['Title required', 'Please enter a title for your thread.'],
    ])
  })

  it('given a half-written thread, when the page is left and opened again, then it is there', async () => {
    withThreads()
    fakeCall(similarThreads, { results: [] })
    const first = await open()
    await write(first, 'Half a question', 'and half a text')
    expect(hasRegisteredWork()).toBe(true)
    first.unmount()
    const second = await open()
    await second.user.click(await screen.findByRole('button', { name: 'New thread' }))
    expect(await screen.findByLabelText('Title')).toHaveValue('Half a question')
    await waitFor(() => expect(screen.getByText('and half a text')).toBeInTheDocument())
    expect(screen.getByText('What you wrote earlier is still here.')).toBeInTheDocument()
    await second.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  it('given a refusal, when posted, then it is said as specified and what was written stays', async () => {
    withThreads()
    fakeCall(similarThreads, { results: [] })
    fakeCall(createThread, failWith('internal_error'))
    const view = await open()
    await write(view, 'Mine', 'text')
    await view.user.click(screen.getByRole('button', { name: 'Post thread' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to create thread', 'There was an error creating your thread. Please try again.'],
      ]),
    )
    expect(screen.getByLabelText('Title')).toHaveValue('Mine')
  })

  it('given a title asked before, when typed, then the earlier thread is offered', async () => {
    withThreads()
    fakeCall(similarThreads, {
      results: [{ id: 77, title: 'Joining tables', comments_count: 4, answered: true }],
    })
    const view = await open()
    await write(view, 'Join two tables', '')
    expect(await screen.findByText('Asked before?')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /Joining tables/ })).toHaveAttribute(
      'href',
      '/community/thread/77',
    )
  })

  it('given an unknown tag, when Enter is pressed, then it is created; Backspace takes it out again', async () => {
    withThreads()
    fakeCall(createTag, { id: 9, name: 'duckdb' })
    const view = await open()
    await view.user.click(await screen.findByRole('button', { name: 'New thread' }))
    const picker = await screen.findByRole('combobox', { name: /Tags/ })
    await view.user.type(picker, 'duckdb')
    expect(screen.getByRole('option', { name: 'Create “duckdb”' })).toBeInTheDocument()
    await view.user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Remove duckdb' })).toBeInTheDocument()
    await view.user.keyboard('{Backspace}')
    expect(screen.queryByRole('button', { name: 'Remove duckdb' })).not.toBeInTheDocument()
    await view.user.type(picker, 's')
    expect(within(screen.getByRole('listbox')).getByRole('option', { name: 'sql' })).toBeInTheDocument()
    await view.user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })
})

describe('thread list: editing and deleting', () => {
  it('given somebody else’s thread, when shown, then it can be reported, not edited', async () => {
    withThreads(aThread())
    await open()
    expect(await screen.findByRole('button', { name: 'Report thread' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Edit thread' })).not.toBeInTheDocument()
  })

  it('given a moderator, when the server says so, then the controls are there and the queue is linked', async () => {
    withThreads(aThread({ can_edit: true }))
    await open('/community', { person: aSignedIn({ role: 'instructor' }) })
    expect(await screen.findByRole('button', { name: 'Delete thread' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Moderation' })).toHaveAttribute('href', '/community/moderation')
  })

  it('given tags that could not be had when an edit was opened, when it is saved, then the thread keeps those it has', async () => {
    withThreads(aThread({ author: asha, tags: ['python'] }))
    fakeCall(listTags, failWith('forbidden'))
    const sent = fakeCall(updateThread, aThread({ author: asha }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Edit thread' }))
    await screen.findByRole('textbox', { name: 'Text' })
    fakeCall(listTags, someTags)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(sent.requests[0]?.body.tags).toEqual([2]))
  })

  it('given a namesake, when the server refuses the edit, then the specified words are said', async () => {
    withThreads(aThread({ author: { ...omar, name: 'Asha Rao' } }))
    fakeCall(updateThread, failWith('forbidden'))
    const view = await open()
    await view.user.click(await screen.findByRole('button', { name: 'Edit thread' }))
    const title = await screen.findByLabelText('Title')
    expect(title).toHaveValue('How do I join two tables?')
    await view.user.type(title, '!')
    await screen.findByRole('textbox', { name: 'Text' })
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to update thread', 'There was an error updating your thread. Please try again.'],
      ]),
    )
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByLabelText('Title')).not.toBeInTheDocument()
  })

  it('given a delete, when confirmed, then it is said and can be undone', async () => {
    withThreads(aThread({ author: asha }))
    const gone = fakeCall(deleteThread, undefined)
    const back = fakeCall(restoreThread, aThread({ author: asha }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Delete thread' }))
    expect(
      await screen.findByText('Are you sure you want to delete this thread? This action cannot be undone.'),
    ).toBeInTheDocument()
    expect(gone.requests).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The thread has been deleted successfully.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(back.requests).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('given a refusal, when deleted, then it is said as specified', async () => {
    withThreads(aThread({ author: asha }))
    fakeCall(deleteThread, failWith('internal_error'))
    const view = await open()
    await view.user.click(await screen.findByRole('button', { name: 'Delete thread' }))
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to delete thread', 'There was an error deleting the thread. Please try again.'],
      ]),
    )
  })
})
