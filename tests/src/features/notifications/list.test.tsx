import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  getUnread,
  listNotifications,
  readNotifications,
  type Notification,
} from '#contract/notifications/notifications.ts'
import { setServerReached } from '#src/core/pwa/connectivity.ts'
import { addNotification } from '#src/features/notifications/api/notifications.cache.ts'
import { NotificationList } from '#src/features/notifications/components/NotificationList.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

afterEach(() => setServerReached(true))

const aNotification = (id: number, overrides: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'mention',
  params: { who: 'Vikram', title: `Loops ${id}` },
  link: `/community/thread/${id}`,
  created_at: new Date().toISOString(),
  read_at: null,
  ...overrides,
})
const pageOf = (results: Notification[], next: string | null = null) => ({
  count: results.length,
  next,
  previous: null,
  results,
})
const unread = (count: number, latest = 9) => fakeCall(getUnread, { unread: count, latest_id: latest })
const renderList = (onLeave = vi.fn<() => void>()) => renderPage(<NotificationList onLeave={onLeave} />)

const rendered = vi.hoisted(() => ({ rows: 0 }))
vi.mock('#src/shared/lib/format.ts', async (original) => {
  const real = await original<typeof import('#src/shared/lib/format.ts')>()
  return {
    ...real,
    formatRelative: (...args: Parameters<typeof real.formatRelative>) => {
      rendered.rows += 1
      return real.formatRelative(...args)
    },
  }
})

describe('long list', () => {
  it('renders only the new rows of a loaded page', async () => {
    unread(0)
    const many = Array.from({ length: 100 }, (_, index) =>
      aNotification(2000 - index, { read_at: '2026-11-21T00:00:00Z' }),
    )
    const older = Array.from({ length: 20 }, (_, index) =>
      aNotification(900 - index, { read_at: '2026-11-21T00:00:00Z' }),
    )
    fakeCall(listNotifications, ({ query }) => (query['before'] ? pageOf(older) : pageOf(many, '/next')))
    const { user } = await renderList()
    const more = await screen.findByRole('button', { name: 'Show more' })
    // Control: each row rendered once is counted.
    expect(rendered.rows).toBeGreaterThanOrEqual(100)
    rendered.rows = 0
    await user.click(more)
    expect(await screen.findByText(/Loops 881/)).toBeInTheDocument()
    // All rows render once more if a minute ends in between.
    expect([20, 120]).toContain(rendered.rows)
  })
})

describe('NotificationList', () => {
  it('opens, marks as read and closes the panel when a row is followed', async () => {
    unread(1)
    fakeCall(listNotifications, pageOf([aNotification(9)]))
    const read = fakeCall(readNotifications, { unread: 0, latest_id: 9 })
    const onLeave = vi.fn<() => void>()
    const { user, address } = await renderList(onLeave)
    const link = await screen.findByRole('link', { name: /Unread:.*Vikram.*mentioned you/ })
    await user.click(link)
    expect(address()).toBe('/community/thread/9')
    expect(onLeave).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(read.requests.map(({ body }) => body)).toEqual([{ ids: [9] }]))
    expect(screen.getByRole('link', { name: /mentioned you/ })).not.toHaveAccessibleName(/Unread/)
  })

  it('marks all as read up to the newest', async () => {
    unread(2)
    fakeCall(listNotifications, pageOf([aNotification(9), aNotification(8)]))
    const read = fakeCall(readNotifications, { unread: 0, latest_id: 9 })
    const { user } = await renderList()
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(read.requests.map(({ body }) => body)).toEqual([{ up_to: 9 }]))
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
  })

  it('continues below the last loaded row', async () => {
    unread(0)
    const pages = fakeCall(listNotifications, ({ query }) =>
      query['before'] ? pageOf([aNotification(3)]) : pageOf([aNotification(9), aNotification(5)], '/next'),
    )
    const { user } = await renderList()
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText(/Loops 3/)).toBeVisible()
    expect(pages.requests.map(({ query }) => query['before'])).toEqual([undefined, '5'])
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  })

  it('adds new notifications once and in order', async () => {
    unread(0)
    fakeCall(listNotifications, pageOf([aNotification(9)]))
    const { queryClient } = await renderList()
    await screen.findByText(/Loops 9/)
    for (const id of [12, 11, 12]) addNotification(queryClient, aNotification(id))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
    expect(screen.getAllByText(/Loops/).map((line) => /Loops \d+/.exec(line.textContent)?.[0])).toEqual([
      'Loops 12',
      'Loops 11',
      'Loops 9',
    ])
  })

  it('shows empty, all read, error and offline states with actions', async () => {
    unread(0, 0)
    const list = fakeCall(listNotifications, pageOf([]))
    const empty = await renderList()
    expect(await screen.findByText('No notifications yet')).toBeVisible()
    await empty.user.click(screen.getByRole('button', { name: 'Unread only' }))
    expect(await screen.findByText('Everything is read')).toBeVisible()
    expect(list.requests.at(-1)?.query['unread']).toBe('true')
    empty.unmount()

    fakeCall(listNotifications, failWith('internal_error'))
    const failed = await renderList()
    const alert = await screen.findByRole('alert')
    fakeCall(listNotifications, pageOf([aNotification(4)]))
    await failed.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Loops 4/)).toBeVisible()
    failed.unmount()

    setServerReached(false)
    fakeCall(listNotifications, failWith('not_ready'))
    await renderList()
    expect(await screen.findByText('Notifications come back when you are online')).toBeVisible()
  })
})
