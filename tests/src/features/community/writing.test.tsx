import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { getHistory } from '#contract/community/moderation.ts'
import { suggestPeople } from '#contract/community/people.ts'
import {
  createComment,
  createTag,
  deleteComment,
  getThread,
  listComments,
  listTags,
  listThreads,
  updateComment,
} from '#contract/community/community.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { CommunityPage, ThreadPage } from '#src/features/community/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aComment, aList, aThread, asha, omar, someTags } from './factory.ts'

// jsdom has no layout, but the editor asks for the cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

type View = Awaited<ReturnType<typeof renderPage>>
const toasts = (view: View) =>
  selectToasts(view.store.getState()).map(({ title, message }) => [title, message])
/**
 * The callback is async: `await act()` of a synchronous one flushes after the test environment is no longer marked for act,
 * and an update in that gap (the editor's frame, a settled pause) makes React write to the console.
 */
const paste = (textbox: HTMLElement, text: string) =>
  act(async () => {
    fireEvent.paste(textbox, {
      clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') },
    })
  })
/** Lets the editor take the focus and scroll, which it does in an animation frame. */
const nextFrame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
const press = (textbox: HTMLElement, key: string) =>
  act(async () => {
    fireEvent.keyDown(textbox, { key })
  })

const openThread = (comment = aComment(), options: RenderOptions = {}) => {
  fakeCall(listTags, someTags)
  fakeCall(getThread, aThread())
  fakeCall(listComments, aList([comment]))
  return renderPage(
    <main>
      <Routes>
        <Route path="/community/thread/:threadId" element={<ThreadPage />} />
      </Routes>
    </main>,
    { path: '/community/thread/5', ...options },
  )
}

describe('editing a comment', () => {
  it('reports a failed edit as specified and keeps the text', async () => {
    const view = await openThread(aComment({ author: asha }))
    fakeCall(updateComment, failWith('forbidden'))
    await view.user.click(await screen.findByRole('button', { name: 'Edit' }))
    const textbox = await screen.findByRole('textbox', { name: 'Edit comment' })
    await paste(textbox, ' Or two.')
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(toasts(view).map(([title]) => title)).toEqual(['Failed to update comment']))
    expect(textbox).toHaveTextContent('Or two.')
  })

  it('reports a failed deletion and keeps the comment', async () => {
    const view = await openThread(aComment({ author: asha }))
    fakeCall(deleteComment, failWith('forbidden'))
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }))
    await view.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toasts(view).map(([title]) => title)).toEqual(['Failed to delete comment']))
    await waitFor(() => expect(screen.getByText('Use a join.')).toBeInTheDocument())
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('shows earlier versions to a moderator', async () => {
    const edited = aComment({ edited_at: '2026-11-20T12:00:00Z' })
    fakeCall(getHistory, {
      versions: [{ body: '<p>Use a loop.</p>', title: null, edited_at: '2026-11-20T12:00:00Z' }],
    })
    const { user } = await openThread(edited, { person: aSignedIn({ role: 'instructor' }) })
    await user.click(await screen.findByRole('button', { name: 'edited' }))
    const dialog = await screen.findByRole('dialog', { name: 'Earlier versions' })
    // Plain text renders first and then the markup: wait until it stays.
    await waitFor(() => expect(within(dialog).getByText('Use a loop.')).toBeInTheDocument())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('shows a learner the "edited" mark without a button', async () => {
    await openThread(aComment({ edited_at: '2026-11-20T12:00:00Z' }))
    expect(await screen.findByText('edited')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'edited' })).not.toBeInTheDocument()
  })
})

describe('tag picker', () => {
  const openPicker = async () => {
    fakeCall(listTags, someTags)
    fakeCall(listThreads, aList([]))
    const view = await renderPage(
      <main>
        <CommunityPage />
      </main>,
      { path: '/community' },
    )
    const [button] = await screen.findAllByRole('button', { name: 'New thread' })
    await view.user.click(button as HTMLElement)
    return { view, picker: await screen.findByRole('combobox', { name: /^Tags/ }) }
  }

  it('picks the option chosen with the arrow keys and removes it from the list', async () => {
    const { view, picker } = await openPicker()
    await view.user.click(picker)
    // The placeholder follows the page's direction, typed text its own.
    expect(picker).not.toHaveAttribute('dir')
    await view.user.keyboard('p')
    expect(picker).toHaveAttribute('dir', 'auto')
    await view.user.keyboard('{Backspace}{ArrowDown}')
    const option = within(screen.getByRole('listbox')).getByRole('option', { name: 'python' })
    expect(option).toHaveAttribute('aria-selected', 'true')
    expect(picker).toHaveAttribute('aria-activedescendant', option.id)
    await view.user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Remove python' })).toBeInTheDocument()
    // The list closes after a choice; an arrow key opens it again, without what was chosen.
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(picker).toHaveFocus()
    await view.user.keyboard('{ArrowDown}')
    expect(
      within(screen.getByRole('listbox')).queryByRole('option', { name: 'python' }),
    ).not.toBeInTheDocument()
    // Up from the first option selects the last.
    await view.user.keyboard('{ArrowUp}{ArrowUp}{Enter}')
    expect(screen.getByRole('button', { name: 'Remove sql' })).toBeInTheDocument()
  })

  it('reports a failed tag creation as specified and keeps the text', async () => {
    fakeCall(createTag, failWith('internal_error'))
    const { view, picker } = await openPicker()
    await view.user.type(picker, 'duckdb{Enter}')
    await waitFor(() =>
      expect(toasts(view)).toEqual([
        ['Failed to create tag', 'There was an error creating the tag. Please try again.'],
      ]),
    )
    expect(picker).toHaveValue('duckdb')
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  })

  it("shows the server's reason at the daily tag limit", async () => {
    fakeCall(createTag, failWith('too_many_requests', { detail: 'Too many tags today.' }))
    const { view, picker } = await openPicker()
    await view.user.type(picker, 'duckdb{Enter}')
    await waitFor(() => expect(toasts(view).map(([title]) => title)).toEqual(['Failed to create tag']))
    expect(toasts(view)[0]?.[1]).not.toBe('There was an error creating the tag. Please try again.')
  })
})

describe('mentions', () => {
  const openComment = async () => {
    const view = await openThread()
    await view.user.click(await screen.findByRole('button', { name: 'Write a comment' }))
    const textbox = await screen.findByRole('textbox', { name: 'Your comment' })
    await waitFor(() => expect(textbox).toHaveFocus())
    await nextFrame()
    return { view, box: textbox }
  }

  it('inserts the user name chosen with the keys', async () => {
    const peopleCall = fakeCall(suggestPeople, {
      results: [omar, { user_name: 'omar.k', name: 'Omar Khan', profile_pic_url: null }],
    })
    const sent = fakeCall(createComment, aComment())
    const { view, box: textbox } = await openComment()
    await paste(textbox, 'Ask @om')
    const list = await screen.findByRole('listbox', { name: 'People' })
    await waitFor(() => expect(peopleCall.requests.at(-1)?.query).toEqual({ search: 'om', thread: '5' }))
    expect(textbox).toHaveAttribute('aria-controls', list.id)
    await press(textbox, 'ArrowDown')
    const option = screen.getByRole('option', { name: /Omar Khan/ })
    expect(option).toHaveAttribute('aria-selected', 'true')
    expect(textbox).toHaveAttribute('aria-activedescendant', option.id)
    expect(screen.getByText('2 people. Choose with the arrow keys and Enter.')).toBeInTheDocument()
    await press(textbox, 'Enter')
    await nextFrame()
    expect(textbox).toHaveTextContent('Ask @omar.k')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(textbox).not.toHaveAttribute('aria-activedescendant')
    await view.user.click(screen.getByRole('button', { name: 'Post comment' }))
    await waitFor(() => expect(sent.requests[0]?.body.body).toContain('Ask @omar.k'))
  })

  it('dismisses suggestions for one name on Escape, and opens them for the next', async () => {
    fakeCall(suggestPeople, { results: [omar] })
    const { box: textbox } = await openComment()
    await paste(textbox, '@om')
    await screen.findByRole('listbox')
    await press(textbox, 'Escape')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    await paste(textbox, 'ar and @o')
    expect(await screen.findByRole('listbox')).toBeInTheDocument()
  })

  it('suggests nobody for an e-mail address', async () => {
    const peopleCall = fakeCall(suggestPeople, { results: [omar] })
    const { box: textbox } = await openComment()
    await paste(textbox, 'write to omar@om')
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(peopleCall.requests).toHaveLength(0)
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  it('shows resolved mentions by name, marks oneself, and leaves code', async () => {
    await openThread(
      aComment({
        body: '<p>Thanks @Omar and @asha.</p><pre><code>@omar</code></pre>',
        mentions: [
          { user_name: 'omar', name: 'Omar Said' },
          { user_name: 'asha', name: 'Asha Rao' },
        ],
      }),
    )
    await waitFor(() => expect(screen.getByText('@Omar Said')).toHaveClass('mention'))
    expect(screen.getByText('@Omar Said')).not.toHaveClass('mention-self')
    expect(screen.getByText('@Asha Rao')).toHaveClass('mention-self')
    expect(screen.getByText('@omar').closest('code')).not.toBeNull()
    // The highlighter loads in the background; wait so that it ends with this test.
    await import('#src/shared/lib/text/code-colours.ts')
  })
})
