import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { featureOfPage, isPageOff } from '#src/app/access/feature-pages.ts'
import { AccessDenied } from '#src/app/access/AccessDenied.tsx'
import { GuestOnly } from '#src/app/access/GuestOnly.tsx'
import { RequireLogin } from '#src/app/access/RequireLogin.tsx'
import { RequireRole } from '#src/app/access/RequireRole.tsx'
import { UnknownPath } from '#src/app/access/UnknownPath.tsx'
import { authPages, openPages } from '#src/app/guest-pages.ts'
import { memberPages } from '#src/app/member-pages.ts'
import { adminPages, assessmentAreaPages, staffPages, superadminPages } from '#src/app/staff-pages.ts'
import { authPaths, memberPaths, openPaths, staffPaths } from '#src/core/routes.ts'
import { takeReturnPath } from '#src/core/session/return-path.ts'
import { endSession } from '#src/core/sign-out/end-session.ts'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const routes = (
  <Routes>
    <Route element={<GuestOnly />}>
      <Route path="/login" element={<p>sign-in page</p>} />
    </Route>
    <Route
      path="*"
      element={
        <RequireLogin>
          <p>private page</p>
        </RequireLogin>
      }
    />
  </Routes>
)

describe('route guard (spec 2)', () => {
  it('sends a visitor to sign-in and remembers the page', async () => {
    const { address } = await renderPage(routes, { path: '/courses/5?x=1#y', person: null })
    expect(address()).toBe('/login')
    expect(screen.queryByText('private page')).not.toBeInTheDocument()
    expect(takeReturnPath()).toBe('/courses/5?x=1#y')
  })

  it('remembers the nearest parent of an unknown path', async () => {
    await renderPage(routes, { path: '/courses/5/reviews/9', person: null })
    expect(takeReturnPath()).toBe('/courses/5')
  })

  it('shows a private page to a signed-in person', async () => {
    await renderPage(routes, { path: '/courses' })
    expect(screen.getByText('private page')).toBeInTheDocument()
  })

  it('redirects a signed-in person from the sign-in page', async () => {
    const { address } = await renderPage(routes, { path: '/login' })
    expect(address()).toBe('/')
  })

  it('hides the page at once when the session ends', async () => {
    await renderPage(routes, { path: '/courses' })
    await endSession({ everything: true })
    await expect.poll(() => screen.queryByText('private page')).toBeNull()
    expect(sessionStorage.getItem('return_path')).toBeNull()
  })
})

describe('admin area (spec 2, 6)', () => {
  const area = (
    <Routes>
      <Route path="/admin/dashboard" element={<RequireRole>{<p>admin page</p>}</RequireRole>} />
      <Route path="/" element={<p>home</p>} />
    </Routes>
  )
  it.each(['admin', 'instructor', 'superadmin'] as const)('shows the page to the role %s', async (role) => {
    await renderPage(area, { path: '/admin/dashboard', person: aSignedIn({ role }) })
    expect(screen.getByText('admin page')).toBeInTheDocument()
  })

  it('denies a student access with the specified text; home replaces the entry', async () => {
    const { user, address } = await renderPage(area, { path: '/admin/dashboard' })
    expect(screen.queryByText('admin page')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument()
    expect(
      screen.getByText(
        "You don't have permission to access this page. This area is restricted to administrators and instructors only.",
      ),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Go to Home' }))
    expect(address()).toBe('/')
  })

  it.each([
    ['hi', 'प्रवेश की अनुमति नहीं'],
    ['ar', 'الوصول مرفوض'],
  ] as const)('denies access in the language %s', async (language, title) => {
    await renderPage(<AccessDenied />, { language })
    expect(screen.getByRole('heading', { name: title })).toBeInTheDocument()
  })
})

describe('unknown paths (spec 2)', () => {
  const routes = (
    <Routes>
      <Route path="/" element={<p>home</p>} />
      <Route path="/learn" element={<p>learn</p>} />
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  )
  it('redirects a path below a known one to its nearest parent', async () => {
    const { address } = await renderPage(routes, { path: '/learn/course/5' })
    expect(address()).toBe('/learn')
  })

  it('shows 404 with two ways out for an unknown path', async () => {
    const { user, address } = await renderPage(routes, { path: '/nowhere' })
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Go back' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Return home' }))
    expect(address()).toBe('/')
  })

  it('TE5: shows 404 for a page of a feature that is off, and never goes to another such page', async () => {
    const { address } = await renderPage(
      <Routes>
        <Route path="*" element={<UnknownPath />} />
      </Routes>,
      { path: '/community/thread/5', client: aClient() },
    )
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
    expect(address()).toBe('/community/thread/5')
  })

  it('TE5: knows the feature of every page, or that every client has it', () => {
    const common = [
      '/',
      '/admin/api',
      '/admin/dashboard',
      '/admin/platform',
      '/admin/security',
      '/admin/settings',
      '/admin/sign-in-security',
      '/learn',
      '/outbox',
      '/progress',
      '/search',
      '/user-profile',
      '/user-profile/study-time',
    ]
    const pages = [...memberPaths, ...staffPaths]
    expect(pages.filter((path) => featureOfPage(path) === undefined).sort()).toEqual(common)
    const isOff = (path: string) => isPageOff({ features: [] }, path)
    expect(pages.filter((path) => !isOff(path)).sort()).toEqual([...common, '/community/share'].sort())
    // The server decides while the client's configuration is unknown.
    expect(pages.filter((path) => isPageOff(null, path))).toEqual([])
  })

  it('has the same paths in the router and in the path lists', () => {
    expect(memberPages.map(({ path }) => path).sort()).toEqual([...memberPaths].sort())
    expect(
      [...staffPages, ...assessmentAreaPages, ...adminPages, ...superadminPages]
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...staffPaths].sort())
    expect(authPages.map(({ path }) => path)).toEqual([...authPaths])
    expect(openPages.map(({ path }) => path)).toEqual([...openPaths])
  })
})
