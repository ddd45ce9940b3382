import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { UNDO_MS, deleteThread, listTags, listThreads, restoreThread } from '#contract/community/community.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { CommunityPage } from '#src/features/community/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aList, aThread, asha, someTags } from './factory.ts'

const openPage = (path = '/community') =>
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

describe('thread list: order and views', () => {
  it('requests the first page in a new order', async () => {
    const listCall = withThreads([aThread()], 60)
    const { user, address } = await openPage('/community?page=3')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Latest activity')
    expect(address()).toBe('/community?ordering=active')
    await waitFor(() =>
      expect(listCall.requests.at(-1)?.query).toMatchObject({ ordering: 'active', page: '1' }),
    )
  })

  it('combines views in the URL and in the request', async () => {
    const listCall = withThreads()
    const { user, address } = await openPage()
    const group = await screen.findByRole('group', { name: 'Show only' })
    await user.click(within(group).getByRole('button', { name: 'No comments yet' }))
    await user.click(within(group).getByRole('button', { name: 'My threads' }))
    expect(address()).toBe('/community?mine=true&unanswered=true')
    await waitFor(() =>
      expect(listCall.requests.at(-1)?.query).toMatchObject({ mine: 'true', unanswered: 'true' }),
    )
    expect(listCall.requests.at(-1)?.query).not.toHaveProperty('bookmarked')
    expect(within(group).getByRole('button', { name: 'My threads' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(within(group).getByRole('button', { name: 'My threads' }))
    expect(address()).toBe('/community?unanswered=true')
  })

  it('offers to clear the filters when a view is empty', async () => {
    withThreads([])
    const { user, address } = await openPage('/community?bookmarked=true')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('/community')
  })

  it('shows first, last and neighbours of page 10 of 20', async () => {
    withThreads([aThread()], 200)
    await openPage('/community?page=10')
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
  const deleteFirstThread = async () => {
    withThreads([aThread({ author: asha })])
    fakeCall(deleteThread, undefined)
    const view = await openPage()
    await view.user.click(await screen.findByRole('button', { name: 'Delete thread' }))
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText('The thread has been deleted successfully.')
    return view
  }

  it('offers undo for ten seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      await deleteFirstThread()
      await act(() => vi.advanceTimersByTimeAsync(UNDO_MS - 2000))
      expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
      await act(() => vi.advanceTimersByTimeAsync(2000))
      expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
    } finally {
      vi.useRealTimers()
    }
  })

  it('reports that it is too late to undo', async () => {
    fakeCall(restoreThread, failWith('not_found'))
    const view = await deleteFirstThread()
    await view.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(selectToasts(view.store.getState()).map(({ title, message }) => [title, message])).toEqual([
        ['Failed to undo', 'It could not be restored. It may be too late to undo.'],
      ]),
    )
  })
})
