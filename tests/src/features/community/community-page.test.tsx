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

// jsdom has no layout, but the editor asks for the cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

const openPage = (path = '/community', options: RenderOptions = {}) =>
  renderPage(
    <main>
      <CommunityPage />
    </main>,
    { path, ...options },
  )
type View = Awaited<ReturnType<typeof openPage>>
const toasts = (view: View) =>
  selectToasts(view.store.getState()).map(({ title, message }) => [title, message])
const withThreads = (...threads: ReturnType<typeof aThread>[]) => {
  fakeCall(listTags, someTags)
  return fakeCall(listThreads, aList(threads))
}
/** Pastes a text as a person does. */
const paste = (textbox: HTMLElement, text: string) =>
  act(() =>
    fireEvent.paste(textbox, {
      clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') },
    }),
  )

describe('thread list: states', () => {
  it('shows author, tags, votes and up to four avatars', async () => {
    const people = Array.from({ length: 7 }, (_, index) => ({
      ...omar,
      user_name: `u${index}`,
      name: `P ${index}`,
    }))
    withThreads(aThread({ participants: people, participants_count: 7, comments_count: 2 }))
    await openPage()
    const card = await screen.findByRole('article', { name: 'How do I join two tables?' })
    expect(within(card).getByText('Omar Said')).toBeInTheDocument()
    expect(within(card).getByRole('button', { name: 'Upvote, 3 votes' })).toBeInTheDocument()
    expect(within(card).getByRole('link', { name: '2 comments' })).toBeInTheDocument()
    expect(within(card).getByRole('img', { name: '7 participants' })).toHaveTextContent('+3')
  })

  it('shows the specified error and reloads on Try Again', async () => {
    fakeCall(listTags, someTags)
    fakeCall(listThreads, failWith('forbidden'))
    const { user } = await openPage()
    expect(await screen.findByText('Failed to load community')).toBeInTheDocument()
    withThreads(aThread())
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('How do I join two tables?')).toBeInTheDocument()
  })

  it('retries a server error twice before it reports it', async () => {
    fakeCall(listTags, someTags)
    const list = fakeCall(listThreads, failWith('internal_error'))
    await openPage()
    expect(await screen.findByText('Failed to load community')).toBeInTheDocument()
    expect(list.requests).toHaveLength(3)
  })

  it('reports that the person is offline', async () => {
    fakeCall(listTags, noAnswer)
    fakeCall(listThreads, noAnswer)
    await openPage()
    expect(await screen.findByText(/^You are offline/)).toBeInTheDocument()
  })

  it('offers to start the first thread', async () => {
    withThreads()
    await openPage()
    expect(await screen.findByText('Be the first to ask something.')).toBeInTheDocument()
  })

  it('clears the filters from the URL', async () => {
    withThreads()
    const { user, address } = await openPage('/community?search=zzz&tag=sql')
    expect(await screen.findByText(/Nothing matches these filters/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('/community')
  })

  it('filters by the fallback tags when tags fail to load', async () => {
    fakeCall(listTags, failWith('forbidden'))
    fakeCall(listThreads, aList([aThread()]))
    await openPage()
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

  it('searches from page 1', async () => {
    fakeCall(listTags, someTags)
    const list = fakeCall(listThreads, aList([aThread()], 35))
    const { user, address } = await openPage('/community?page=2')
    await user.type(await screen.findByRole('searchbox'), 'join')
    await waitFor(() => expect(address()).toBe('/community?search=join'))
    await waitFor(() => expect(list.requests.at(-1)?.query).toMatchObject({ search: 'join', page: '1' }))
  })
})

describe('thread list: bodies', () => {
  it('expands and collapses a long body without breaking its markup', async () => {
    withThreads(aThread({ body: `<p>${'word '.repeat(80)}<strong>end</strong></p>` }))
    const { user } = await openPage()
    const more = await screen.findByRole('button', { name: 'Show more' })
    await waitFor(() => expect(screen.getByText('end')).toBeInTheDocument())
    await user.click(more)
    await user.click(screen.getByRole('button', { name: 'Show less' }))
    expect(screen.getByRole('button', { name: 'Show more' })).toBeInTheDocument()
  })

  it('shows a body of 300 characters in full', async () => {
    withThreads(aThread({ body: `<p>${'a'.repeat(300)}</p>` }))
    await openPage()
    await screen.findByText('How do I join two tables?')
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  })
})

describe('thread list: votes and bookmarks', () => {
  it('shows a vote at once and refetches after success', async () => {
    const list = withThreads(aThread())
    let release = () => undefined as void
    const gate = new Promise<void>((resolve) => (release = resolve))
    fakeCall(voteThread, async () => {
      await gate
      return { upvotes: 4, downvotes: 1, my_vote: 'upvote' as const }
    })
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Upvote, 3 votes' }))
    const pressed = await screen.findByRole('button', { name: 'Upvote, 4 votes' })
    expect(pressed).toHaveAttribute('aria-pressed', 'true')
    const before = list.requests.length
    release()
    await waitFor(() => expect(list.requests.length).toBeGreaterThan(before))
  })

  it('rolls a failed vote back with the specified message', async () => {
    withThreads(aThread())
    fakeCall(voteThread, failWith('internal_error'))
    const view = await openPage()
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
  ] as const)('rolls a failed toggle back when bookmarked is %s', async (...row) => {
    const [bookmarked, endpoint, title, message] = row
    withThreads(aThread({ bookmarked }))
    fakeCall(endpoint as typeof bookmarkThread, failWith('internal_error'))
    const view = await openPage()
    await view.user.click(await screen.findByRole('button', { name: 'Bookmark, 2 bookmarks' }))
    await waitFor(() => expect(toasts(view)).toEqual([[title, message]]))
    expect(screen.getByRole('button', { name: 'Bookmark, 2 bookmarks' })).toHaveAttribute(
      'aria-pressed',
      String(bookmarked),
    )
  })
})

describe('thread list: writing', () => {
  const write = async (view: View, title: string, text: string) => {
    await view.user.click(await screen.findByRole('button', { name: 'New thread' }))
    await view.user.type(await screen.findByLabelText('Title'), title)
    if (text !== '') await paste(await screen.findByRole('textbox', { name: 'Text' }), text)
  }

  it('posts title, text and chosen tags, then closes the form', async () => {
    withThreads()
    fakeCall(similarThreads, { results: [] })
    const sent = fakeCall(createThread, aThread())
    const view = await openPage()
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
    const [toast] = selectToasts(view.store.getState())
    expect(toast).toMatchObject({
      title: 'Thread posted',
      link: { to: `/community/thread/${aThread().id}`, label: 'Open thread' },
    })
  })

  it('rejects a missing title or text with the specified messages', async () => {
    withThreads()
    fakeCall(similarThreads, { results: [] })
    const view = await openPage()
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

  it('restores a draft after leaving the page', async () => {
    withThreads()
    fakeCall(similarThreads, { results: [] })
    const first = await openPage()
    await write(first, 'Half a question', 'and half a text')
    expect(hasRegisteredWork()).toBe(true)
    first.unmount()
    const second = await openPage()
    await second.user.click(await screen.findByRole('button', { name: 'New thread' }))
    expect(await screen.findByLabelText('Title')).toHaveValue('Half a question')
    await waitFor(() => expect(screen.getByText('and half a text')).toBeInTheDocument())
    expect(screen.getByText('What you wrote earlier is still here.')).toBeInTheDocument()
    await second.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  it('reports a failed post as specified and keeps the draft', async () => {
    withThreads()
    fakeCall(similarThreads, { results: [] })
    fakeCall(createThread, failWith('internal_error'))
    const view = await openPage()
    await write(view, 'Mine', 'text')
    await view.user.click(screen.getByRole('button', { name: 'Post thread' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to create thread', 'There was an error creating your thread. Please try again.'],
      ]),
    )
    expect(screen.getByLabelText('Title')).toHaveValue('Mine')
  })

  it('suggests an earlier thread with a similar title', async () => {
    withThreads()
    fakeCall(similarThreads, {
      results: [{ id: 77, title: 'Joining tables', comments_count: 4, answered: true }],
    })
    const view = await openPage()
    await write(view, 'Join two tables', '')
    expect(await screen.findByText('Asked before?')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /Joining tables/ })).toHaveAttribute(
      'href',
      '/community/thread/77',
    )
  })

  it('creates an unknown tag on Enter and removes it on Backspace', async () => {
    withThreads()
    fakeCall(createTag, { id: 9, name: 'duckdb' })
    const view = await openPage()
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
  it("offers to report, not to edit, another person's thread", async () => {
    withThreads(aThread())
    await openPage()
    expect(await screen.findByRole('button', { name: 'Report thread' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Edit thread' })).not.toBeInTheDocument()
  })

  it('gives a moderator a menu apart for the threads of others, and the moderation link', async () => {
    withThreads(aThread({ can_edit: true }))
    const { user } = await openPage('/community', { person: aSignedIn({ role: 'instructor' }) })
    await user.click(await screen.findByRole('button', { name: 'Moderate' }))
    expect(screen.getByRole('link', { name: 'Moderation' })).toHaveAttribute('href', '/community/moderation')
    for (const name of ['Edit thread', 'Delete thread', 'Report thread'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
  })

  it("keeps the thread's tags when they failed to load before an edit", async () => {
    withThreads(aThread({ author: asha, tags: ['python'] }))
    fakeCall(listTags, failWith('forbidden'))
    const sent = fakeCall(updateThread, aThread({ author: asha }))
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Edit thread' }))
    await screen.findByRole('textbox', { name: 'Text' })
    fakeCall(listTags, someTags)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(sent.requests[0]?.body.tags).toEqual([2]))
  })

  it("shows the specified message when a namesake's edit fails", async () => {
    withThreads(aThread({ author: { ...omar, name: 'Asha Rao' } }))
    fakeCall(updateThread, failWith('forbidden'))
    const view = await openPage()
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

  it('deletes after a confirmation and offers undo', async () => {
    withThreads(aThread({ author: asha }))
    const deleted = fakeCall(deleteThread, undefined)
    const restored = fakeCall(restoreThread, aThread({ author: asha }))
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Delete thread' }))
    expect(
      await screen.findByText('Are you sure you want to delete this thread? This action cannot be undone.'),
    ).toBeInTheDocument()
    expect(deleted.requests).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The thread has been deleted successfully.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(restored.requests).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('reports a failed deletion as specified', async () => {
    withThreads(aThread({ author: asha }))
    fakeCall(deleteThread, failWith('internal_error'))
    const view = await openPage()
    await view.user.click(await screen.findByRole('button', { name: 'Delete thread' }))
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to delete thread', 'There was an error deleting the thread. Please try again.'],
      ]),
    )
  })
})
