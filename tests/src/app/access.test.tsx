import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { AccessDenied } from '#src/app/access/AccessDenied.tsx'
import { GuestOnly } from '#src/app/access/GuestOnly.tsx'
import { RequireLogin } from '#src/app/access/RequireLogin.tsx'
import { RequireRole } from '#src/app/access/RequireRole.tsx'
import { UnknownPath } from '#src/app/access/UnknownPath.tsx'
import { authPages, openPages } from '#src/app/guest-pages.ts'
import { assessmentAreaPages, memberPages, staffPages } from '#src/app/member-pages.ts'
import { authPaths, memberPaths, openPaths, staffPaths } from '#src/core/routes.ts'
import { takeReturnPath } from '#src/core/session/return-path.ts'
import { forgetUser } from '#src/core/session/session.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const guarded = (
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

describe('the route guard (spec §2)', () => {
  it('given a visitor, when a private page is opened, then it is sign-in and the way back is kept', async () => {
    const { address } = await renderPage(guarded, { path: '/courses/5?x=1#y', person: null })
    expect(address()).toBe('/login')
    expect(screen.queryByText('private page')).not.toBeInTheDocument()
    expect(takeReturnPath()).toBe('/courses/5?x=1#y')
  })

  it('given a visitor at an unknown address, when it is opened, then its nearest parent is kept', async () => {
    await renderPage(guarded, { path: '/courses/5/reviews/9', person: null })
    expect(takeReturnPath()).toBe('/courses/5')
  })

  it('given somebody signed in, when a private page is opened, then it is shown', async () => {
    await renderPage(guarded, { path: '/courses' })
    expect(screen.getByText('private page')).toBeInTheDocument()
  })

  it('given somebody signed in, when sign-in is opened, then they are sent on', async () => {
    const { address } = await renderPage(guarded, { path: '/login' })
    expect(address()).toBe('/')
  })

  it('given somebody signed in, when their session ends here, then the page goes at once', async () => {
    await renderPage(guarded, { path: '/courses' })
    await forgetUser({ everything: true })
    await expect.poll(() => screen.queryByText('private page')).toBeNull()
    expect(sessionStorage.getItem('return_path')).toBeNull()
  })
})

describe('the admin area (spec §2, §6)', () => {
  const area = (
    <Routes>
      <Route path="/admin/dashboard" element={<RequireRole>{<p>admin page</p>}</RequireRole>} />
      <Route path="/" element={<p>home</p>} />
    </Routes>
  )
  it.each(['admin', 'instructor', 'superadmin'] as const)(
    'given %s, when it is opened, then it is shown',
    async (role) => {
      await renderPage(area, { path: '/admin/dashboard', person: aSignedIn({ role }) })
      expect(screen.getByText('admin page')).toBeInTheDocument()
    },
  )

  it('given a student, when it is opened, then access is denied in the specified words and home replaces it', async () => {
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
  ] as const)(
    'given %s, when access is denied, then it is said in that language',
    async (language, title) => {
      await renderPage(<AccessDenied />, { language })
      expect(screen.getByRole('heading', { name: title })).toBeInTheDocument()
    },
  )
})

describe('unknown paths (spec §2)', () => {
  const places = (
    <Routes>
      <Route path="/" element={<p>home</p>} />
      <Route path="/learn" element={<p>learn</p>} />
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  )
  it('given a path below a known one, when it is opened, then the nearest parent takes its place', async () => {
    const { address } = await renderPage(places, { path: '/learn/course/5' })
    expect(address()).toBe('/learn')
  })

  it('given a path of nowhere, when it is opened, then it is 404 with two ways out', async () => {
    const { user, address } = await renderPage(places, { path: '/nowhere' })
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Go back' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Return home' }))
    expect(address()).toBe('/')
  })

  it('given the router and the list of addresses, when compared, then they name the same', () => {
    expect(memberPages.map(({ path }) => path).sort()).toEqual([...memberPaths].sort())
    expect([...staffPages, ...assessmentAreaPages].map(({ path }) => path).sort()).toEqual(
      [...staffPaths].sort(),
    )
    expect(authPages.map(({ path }) => path)).toEqual([...authPaths])
    expect(openPages.map(({ path }) => path)).toEqual([...openPaths])
  })
})
