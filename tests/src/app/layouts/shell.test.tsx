import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getDailyLeaders, getHoursSpent } from '#contract/activity/activity.ts'
import type { Feature } from '#contract/client-info/client-info.ts'
import { getUnread, listNotifications } from '#contract/notifications/notifications.ts'
import { useSettleHome } from '#src/app/home-settled.ts'
import { AreaShell } from '#src/app/layouts/AreaShell.tsx'
import { Bell } from '#src/app/layouts/Bell.tsx'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { keys } from '#src/core/storage/keys.ts'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const feature = (slug: string, href: string, id: number): Feature => ({
  id,
  slug,
  title: slug,
  links: [{ title: slug, href }],
})
const admin = aSignedIn({ role: 'admin' })

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  fakeCall(getHoursSpent, { hours_spent: [0, 1, 1], days: ['2026-11-19', '2026-11-20', '2026-11-21'] })
  fakeCall(getDailyLeaders, { leaderboard: [] })
})
afterEach(() => {
  vi.useRealTimers()
  act(() => setServerReached(true))
})

const pages = (
  <AreaShell>
    <Routes>
      <Route
        path="/"
        element={
          <>
            <h1>Welcome</h1>
            <Link to="/courses/3">First course</Link>
          </>
        }
      />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>
  </AreaShell>
)

const renderShell = async (options: RenderOptions = {}) => {
  const view = await renderPage(pages, options)
  await screen.findByRole('button', { name: /Daily Leaders/ })
  return view
}
const sideNav = () => screen.getByRole('complementary')

describe('side navigation', () => {
  it('marks courses as current on a course page, not home', async () => {
    await renderShell({ path: '/courses/3' })
    const current = within(sideNav()).getByRole('link', { current: 'page' })
    expect(current).toHaveAccessibleName('Courses')
    expect(within(sideNav()).getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current')
  })

  it('stays collapsed after a reload, with icons only', async () => {
    const { user, unmount } = await renderShell()
    await user.click(within(sideNav()).getByRole('button', { name: 'Collapse menu' }))
    expect(sideNav()).toHaveAttribute('data-collapsed', 'true')
    unmount()
    await renderShell()
    expect(sideNav()).toHaveAttribute('data-collapsed', 'true')
    expect(within(sideNav()).getByRole('link', { name: 'Courses' })).toHaveAttribute('title', 'Courses')
    const button = within(sideNav()).getByRole('button', { name: 'Expand menu' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    expect(localStorage.getItem(keys.navCollapsed)).toBe('true')
  })

  it('hides both navigations in the course player and shows a logo', async () => {
    await renderShell({ path: '/learn/course/3/14' })
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Kite Academy, home' })).toHaveAttribute('href', '/')
  })

  it('shows the admin navigation to an admin and the main one to a student', async () => {
    const view = await renderShell({ path: '/admin/dashboard', person: admin })
    expect(screen.getAllByRole('navigation', { name: 'Admin navigation' })).toHaveLength(2)
    view.unmount()
    await renderShell({ path: '/admin/dashboard' })
    expect(screen.getAllByRole('navigation', { name: 'Main navigation' })).toHaveLength(2)
  })
})

describe('grading in the admin navigation', () => {
  it.each([
    [['admin_course_builder'], true],
    [['admin_emails'], false],
  ])('for the features %s is offered: %s', async (slugs, isOffered) => {
    const features = slugs.map((slug, id) => ({ id, slug, title: slug, links: [] }))
    await renderShell({ path: '/admin/dashboard', person: admin, client: aClient({ features }) })
    const links = screen.queryAllByRole('link', { name: 'Grading' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(isOffered ? ['/admin/grading'] : [])
  })
})

describe('top bar', () => {
  it.each([
    ['student', false],
    ['instructor', true],
    ['admin', true],
    ['superadmin', true],
  ] as const)('for the role %s shows the Admin button: %s', async (role, shown) => {
    await renderShell({ person: aSignedIn({ role }) })
    const button = screen.queryByRole('link', { name: 'Admin' })
    expect(button?.getAttribute('href') ?? null).toBe(shown ? '/admin/dashboard' : null)
  })

  it('opens the account menu and closes it on a press outside', async () => {
    const { user } = await renderShell()
    await user.click(screen.getByRole('button', { name: 'Account of Asha Rao' }))
    const panel = screen.getByRole('group', { name: 'Your account' })
    expect(await within(panel).findByRole('link', { name: 'Profile' })).toHaveAttribute(
      'href',
      '/user-profile',
    )
    expect(within(panel).getByRole('button', { name: 'Logout' })).toBeVisible()
    await user.click(within(panel).getByRole('radio', { name: 'Dark' }))
    expect(localStorage.getItem(keys.appearance)).toBe('dark')
    await user.click(within(panel).getByRole('radio', { name: 'العربية' }))
    await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'rtl'))
    await user.click(screen.getByRole('heading', { name: 'Welcome' }))
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  })
})

describe('pages beyond the bottom bar', () => {
  const features = [
    feature('course', '/courses', 1),
    feature('assessment', '/assessments', 2),
    feature('live_class', '/live', 3),
    feature('job_portal', '/jobs', 4),
    feature('dashboard', '/', 5),
    feature('attendance', '/attendance', 6),
    feature('community_forum', '/community', 7),
  ]
  const openMenu = async (options: Parameters<typeof renderShell>[0]) => {
    const { user } = await renderShell(options)
    await user.click(screen.getByRole('button', { name: 'Account of Asha Rao' }))
    const panel = within(screen.getByRole('group', { name: 'Your account' }))
    await panel.findByRole('link', { name: 'Profile' })
    return panel.queryAllByRole('listitem').map((item) => item.textContent)
  }

  it('stand in the account menu of phones', async () => {
    expect(await openMenu({ client: aClient({ features }) })).toEqual(['Attendance', 'Community'])
  })

  it('are none while all fit', async () => {
    expect(await openMenu({ client: aClient({ features: features.slice(0, 5) }) })).toEqual([])
  })

  it('are those of the admin area there', async () => {
    const listed = await openMenu({
      path: '/admin/dashboard',
      person: aSignedIn({ role: 'admin' }),
      client: aClient({ features }),
    })
    expect(listed).toEqual(expect.arrayContaining(['Payments', 'Security', 'Settings']))
    expect(listed).not.toContain('Attendance')
  })
})

describe('page change', () => {
  it('focuses the heading and sets the title after a navigation', async () => {
    const { user } = await renderShell()
    expect(document.title).toBe('Welcome · Kite Academy')
    // The first page is no navigation: the focus stays.
    expect(document.body).toHaveFocus()
    await user.click(screen.getByRole('link', { name: 'First course' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Another page' })).toHaveFocus())
    expect(document.title).toBe('Another page · Kite Academy')
  })

  it('moves the focus into the page without changing the URL', async () => {
    const { user, address } = await renderShell()
    await user.tab()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
    expect(address()).toBe('/')
  })
})

describe('offline banner', () => {
  it('appears and disappears with the connection', async () => {
    await renderShell()
    const text = "You're currently offline. Some features may not work properly."
    expect(screen.queryByText(text)).not.toBeInTheDocument()
    act(() => setServerReached(false))
    expect(screen.getByText(text)).toBeVisible()
    act(() => setServerReached(true))
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })
})

describe('bell', () => {
  const withCommunity = aClient({ features: [feature('Community_Forum', '/community', 1)] })
  const notice = () => screen.queryByText('The community is live')
  const advance = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  /** Rendered with fake timers; the notice is due at `/`. */
  const renderBell = async (path: string) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await renderPage(<BellBesideHome />, { path, client: withCommunity })
  }
  const BellBesideHome = ({ isReady = true }: { isReady?: boolean }) => {
    useSettleHome(isReady)
    return <Bell communityExists />
  }

  it('opens the notice once on the home route and closes it after 4 s', async () => {
    await renderBell('/')
    advance(300)
    expect(notice()).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open community' })).toHaveAttribute('href', '/community')
    expect(localStorage.getItem(keys.noticeSeen)).toBe('true')
    advance(3999)
    expect(notice()).toBeVisible()
    advance(1)
    expect(notice()).not.toBeInTheDocument()
    advance(60_000)
    expect(notice()).not.toBeInTheDocument()
  })

  it('waits while the home still loads or asks a new learner its questions', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await renderPage(<BellBesideHome isReady={false} />, { path: '/', client: withCommunity })
    advance(60_000)
    expect(notice()).not.toBeInTheDocument()
    expect(localStorage.getItem(keys.noticeSeen)).toBeNull()
  })

  it('stays closed on other routes and when it was seen before', async () => {
    await renderBell('/courses')
    advance(60_000)
    expect(notice()).not.toBeInTheDocument()
    expect(localStorage.getItem(keys.noticeSeen)).toBeNull()
    vi.useRealTimers()
    localStorage.setItem(keys.noticeSeen, 'true')
    await renderBell('/')
    advance(60_000)
    expect(notice()).not.toBeInTheDocument()
  })

  it('stays open while somebody reads it', async () => {
    await renderBell('/')
    advance(300)
    fireEvent.pointerEnter(screen.getByRole('status'))
    advance(60_000)
    expect(notice()).toBeVisible()
    fireEvent.pointerLeave(screen.getByRole('status'))
    advance(4000)
    expect(notice()).not.toBeInTheDocument()
  })

  it('closes on a press outside', async () => {
    await renderBell('/')
    advance(300)
    expect(notice()).toBeVisible()
    fireEvent.pointerDown(document.body)
    expect(notice()).not.toBeInTheDocument()
  })

  it('opens only on a press for a client without a community', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await renderPage(<Bell communityExists />, { path: '/' })
    advance(60_000)
    expect(screen.queryByText('No notifications yet')).not.toBeInTheDocument()
    vi.useRealTimers()
    fakeCall(listNotifications, { count: 0, next: null, previous: null, results: [] })
    fakeCall(getUnread, { unread: 0, latest_id: 0 })
    fireEvent.click(screen.getByRole('button', { name: 'Notifications' }))
    expect(await screen.findByText('No notifications yet')).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    advance(60_000)
    expect(screen.getByText('No notifications yet')).toBeVisible()
    expect(localStorage.getItem(keys.noticeSeen)).toBeNull()
  })
})
