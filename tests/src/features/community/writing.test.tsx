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

// jsdom lays nothing out; the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

type View = Awaited<ReturnType<typeof renderPage>>
const toasts = (view: View) =>
  selectToasts(view.store.getState()).map(({ title, message }) => [title, message])
const paste = (box: HTMLElement, text: string) =>
  act(() =>
    fireEvent.paste(box, {
      clipboardData: { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') },
    }),
  )
const press = (box: HTMLElement, key: string) => act(() => fireEvent.keyDown(box, { key }))

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

describe('changing a comment', () => {
  it('given a refused edit, when saved, then it is said as specified and the words stay', async () => {
    const view = await openThread(aComment({ author: asha }))
    fakeCall(updateComment, failWith('forbidden'))
    await view.user.click(await screen.findByRole('button', { name: 'Edit' }))
    const box = await screen.findByRole('textbox', { name: 'Edit comment' })
    await paste(box, ' Or two.')
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(toasts(view).map(([title]) => title)).toEqual(['Failed to update comment']))
    expect(box).toHaveTextContent('Or two.')
  })

  it('given a refused delete, when confirmed, then it is said and the comment stands', async () => {
    const view = await openThread(aComment({ author: asha }))
    fakeCall(deleteComment, failWith('forbidden'))
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }))
    await view.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toasts(view).map(([title]) => title)).toEqual(['Failed to delete comment']))
    await waitFor(() => expect(screen.getByText('Use a join.')).toBeInTheDocument())
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('given an edited comment, when a moderator opens its mark, then earlier versions stand there', async () => {
    const edited = aComment({ edited_at: '2026-11-20T12:00:00Z' })
    fakeCall(getHistory, {
      versions: [{ body: '<p>Use a loop.</p>', title: null, edited_at: '2026-11-20T12:00:00Z' }],
    })
    const { user } = await openThread(edited, { person: aSignedIn({ role: 'instructor' }) })
    await user.click(await screen.findByRole('button', { name: 'edited' }))
    const dialog = await screen.findByRole('dialog', { name: 'Earlier versions' })
    // The words first stand there plainly and then with their markup: what counts is that they stay.
    await waitFor(() => expect(within(dialog).getByText('Use a loop.')).toBeInTheDocument())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('given an edited comment, when a learner looks, then the mark is no button', async () => {
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

  it('given the arrow keys, when Enter is pressed, then the marked one is picked and no longer listed', async () => {
    const { view, picker } = await openPicker()
    await view.user.click(picker)
    // The product's own words stand on the page's side, what is typed on its own.
    expect(picker).not.toHaveAttribute('dir')
    await view.user.keyboard('p')
    expect(picker).toHaveAttribute('dir', 'auto')
    await view.user.keyboard('{Backspace}{ArrowDown}')
    const marked = within(screen.getByRole('listbox')).getByRole('option', { name: 'python' })
    expect(marked).toHaveAttribute('aria-selected', 'true')
    expect(picker).toHaveAttribute('aria-activedescendant', marked.id)
    await view.user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Remove python' })).toBeInTheDocument()
    expect(
      within(screen.getByRole('listbox')).queryByRole('option', { name: 'python' }),
    ).not.toBeInTheDocument()
    expect(picker).toHaveFocus()
    // From the first upwards is the last.
    await view.user.keyboard('{ArrowUp}{Enter}')
    expect(screen.getByRole('button', { name: 'Remove sql' })).toBeInTheDocument()
  })

  it('given a refused tag, when created, then it is said as specified and what was typed stays', async () => {
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

  it('given a limit of tags a day, when it is reached, then the server’s reason is said', async () => {
    fakeCall(createTag, failWith('too_many_requests', { detail: 'Too many tags today.' }))
    const { view, picker } = await openPicker()
    await view.user.type(picker, 'duckdb{Enter}')
    await waitFor(() => expect(toasts(view).map(([title]) => title)).toEqual(['Failed to create tag']))
    expect(toasts(view)[0]?.[1]).not.toBe('There was an error creating the tag. Please try again.')
  })
})

describe('naming somebody', () => {
  const openComment = async () => {
    const view = await openThread()
    await view.user.click(await screen.findByRole('button', { name: 'Write a comment' }))
    return { view, box: await screen.findByRole('textbox', { name: 'Your comment' }) }
  }

  it('given an @ and letters, when chosen with the keys, then the user name stands in the text', async () => {
    const asked = fakeCall(suggestPeople, {
      results: [omar, { user_name: 'omar.k', name: 'Omar Khan', profile_pic_url: null }],
    })
    const sent = fakeCall(createComment, aComment())
    const { view, box } = await openComment()
    await paste(box, 'Ask @om')
    const list = await screen.findByRole('listbox', { name: 'People' })
    await waitFor(() => expect(asked.requests.at(-1)?.query).toEqual({ search: 'om', thread: '5' }))
    expect(box).toHaveAttribute('aria-controls', list.id)
    await press(box, 'ArrowDown')
    const marked = screen.getByRole('option', { name: /Omar Khan/ })
    expect(marked).toHaveAttribute('aria-selected', 'true')
    expect(box).toHaveAttribute('aria-activedescendant', marked.id)
    expect(screen.getByText('2 people. Choose with the arrow keys and Enter.')).toBeInTheDocument()
    await press(box, 'Enter')
    expect(box).toHaveTextContent('Ask @omar.k')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(box).not.toHaveAttribute('aria-activedescendant')
    await view.user.click(screen.getByRole('button', { name: 'Post comment' }))
    await waitFor(() => expect(sent.requests[0]?.body.body).toContain('Ask @omar.k'))
  })

  it('given the list, when Escape is pressed, then it stays closed for this name and opens for the next', async () => {
    fakeCall(suggestPeople, { results: [omar] })
    const { box } = await openComment()
    await paste(box, '@om')
    await screen.findByRole('listbox')
    await press(box, 'Escape')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    await paste(box, 'ar and @o')
    expect(await screen.findByRole('listbox')).toBeInTheDocument()
  })

  it('given an address, when typed, then nobody is offered', async () => {
    const asked = fakeCall(suggestPeople, { results: [omar] })
    const { box } = await openComment()
    await paste(box, 'write to omar@om')
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(asked.requests).toHaveLength(0)
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  it('given names that the server knows, when shown, then they stand as names, oneself marked, code untouched', async () => {
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
    // What colours the code is fetched beside: nothing may be on its way when the file ends.
    await import('#src/shared/lib/text/code-colours.ts')
  })
})
