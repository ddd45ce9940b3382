import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { UNDO_MS, deleteThread, listTags, listThreads, restoreThread } from '#contract/community/community.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { CommunityPage } from '#src/features/community/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aList, aThread, asha, someTags } from './factory.ts'

const open = (path = '/community') =>
  renderPage(
    <main>
      <CommunityPage />
    </main>,
    { path },
  )
const withThreads = (threads = [aThread()], count = threads.length) => {
  fakeCall(listTags, someTags)
  return fakeCall(listThreads, aList(threads, count))
}

describe('thread list: order and narrower lists', () => {
  it('given an order, when chosen on page 3, then the server is asked for it from the first page on', async () => {
    const asked = withThreads([aThread()], 60)
    const { user, address } = await open('/community?page=3')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Latest activity')
    expect(address()).toBe('/community?ordering=active')
    await waitFor(() => expect(asked.requests.at(-1)?.query).toMatchObject({ ordering: 'active', page: '1' }))
  })

  it('given own and unanswered ones, when both are pressed, then they hold together and say so', async () => {
    const asked = withThreads()
    const { user, address } = await open()
    const group = await screen.findByRole('group', { name: 'Show only' })
    await user.click(within(group).getByRole('button', { name: 'No comments yet' }))
    await user.click(within(group).getByRole('button', { name: 'My threads' }))
    expect(address()).toBe('/community?mine=true&unanswered=true')
    await waitFor(() =>
      expect(asked.requests.at(-1)?.query).toMatchObject({ mine: 'true', unanswered: 'true' }),
    )
    expect(asked.requests.at(-1)?.query).not.toHaveProperty('bookmarked')
    expect(within(group).getByRole('button', { name: 'My threads' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(within(group).getByRole('button', { name: 'My threads' }))
    expect(address()).toBe('/community?unanswered=true')
  })

  it('given no bookmarked thread, when shown, then the filters are what is cleared', async () => {
    withThreads([])
    const { user, address } = await open('/community?bookmarked=true')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('/community')
  })

  it('given 20 pages, when page 10 is shown, then first, last, and one to each side, with gaps between', async () => {
    withThreads([aThread()], 200)
    await open('/community?page=10')
    const pages = await screen.findByRole('navigation', { name: 'Pages' })
    expect(
      within(pages)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['1', '…', '9', '10', '11', '…', '20'])
    expect(within(pages).getByRole('button', { name: 'Page 10' })).toHaveAttribute('aria-current', 'page')
  })
})

describe('thread list: undo', () => {
  const removed = async () => {
    withThreads([aThread({ author: asha })])
    fakeCall(deleteThread, undefined)
    const view = await open()
    await view.user.click(await screen.findByRole('button', { name: 'Delete thread' }))
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText('The thread has been deleted successfully.')
    return view
  }

  it('given a delete, when ten seconds are over, then the offer is gone and not before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      await removed()
      await act(() => vi.advanceTimersByTimeAsync(UNDO_MS - 2000))
      expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
      await act(() => vi.advanceTimersByTimeAsync(2000))
      expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
    } finally {
      vi.useRealTimers()
    }
  })

  it('given a server that says it is too late, when undone, then that is said', async () => {
    fakeCall(restoreThread, failWith('not_found'))
    const view = await removed()
    await view.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(selectToasts(view.store.getState()).map(({ title, message }) => [title, message])).toEqual([
        ['Failed to undo', 'It could not be brought back. The time for it may be over.'],
      ]),
    )
  })
})
