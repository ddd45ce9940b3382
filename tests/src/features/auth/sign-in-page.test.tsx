import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { login, resendVerification } from '#contract/auth/auth.ts'
import { keys } from '#src/core/storage/keys.ts'
import { forgetReturnPath, rememberReturnPath } from '#src/core/session/return-path.ts'
import { storedUser } from '#src/core/session/session.ts'
import { SignInPage } from '#src/features/auth/index.ts'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const openPage = async (options: RenderOptions = {}) => {
  // Navigation after login reads the window's location.
  window.history.replaceState(null, '', '/login')
  const view = await renderPage(
    <Routes>
      <Route path="/login" element={<SignInPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: '/login', person: null, ...options },
  )
  await screen.findByRole('heading', { level: 1 })
  return view
}
const identifier = () => screen.getByRole('textbox', { name: 'E-mail or username' })
const password = () => screen.getByLabelText('Password')
const fill = async (
  user: Awaited<ReturnType<typeof openPage>>['user'],
  name = 'asha',
  secret = 'six early trains',
) => {
  await user.type(identifier(), name)
  await user.type(password(), secret)
}

afterEach(() => vi.useRealTimers())

describe('an invitation that was followed signed out', () => {
  const note = 'You’ve been invited. Your invitation opens as soon as you sign in.'
  afterEach(forgetReturnPath)

  it('is announced above the form', async () => {
    rememberReturnPath('/join/abcdefgh')
    await openPage()
    expect(screen.getByText(note)).toBeInTheDocument()
  })

  it('is not announced on the way to another page', async () => {
    rememberReturnPath('/courses')
    await openPage()
    expect(screen.queryByText(note)).toBeNull()
  })
})

describe('the words beside the form', () => {
  it('are the product’s without a choice of the client', async () => {
    await openPage()
    expect(screen.getByText('Learning that fits your day')).toBeInTheDocument()
    expect(screen.getByText('Short lessons, with practice straight away')).toBeInTheDocument()
    expect(document.querySelector('aside img[loading]')).toBeNull()
  })

  it('are the client’s own, beside its picture, and above the form of a phone', async () => {
    const picture = `/brand/7/picture-${'c'.repeat(32)}.webp`
    await openPage({
      client: aClient({
        sign_in: {
          words: {
            en: { heading: 'Grow with us', line: 'For nurses.' },
            hi: {},
            ar: { heading: 'انمُ معنا' },
          },
          picture_url: picture,
        },
      }),
    })
    const panel = within(screen.getByRole('complementary'))
    expect(panel.getByText('Grow with us')).toBeInTheDocument()
    expect(panel.getByText('For nurses.')).toBeInTheDocument()
    expect(panel.queryByText('Learning that fits your day')).toBeNull()
    const image = document.querySelector(`img[src="${picture}"]`)
    expect(image).toHaveAttribute('loading', 'lazy')
    expect(image).toHaveAttribute('alt', '')
    expect(within(screen.getByRole('main')).getByText('Grow with us')).toBeInTheDocument()
  })
})

describe('sign-in page', () => {
  it('stores the session and opens the remembered page on Enter', async () => {
    const call = fakeCall(login, aSignedIn())
    rememberReturnPath('/courses/3')
    const { user, address } = await openPage()
    await fill(user, ' asha ')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/courses/3'))
    expect(call.requests[0]?.body).toEqual({ email: 'asha', password: 'six early trains' })
    expect(storedUser()?.email).toBe('asha@kite.test')
    expect(localStorage.getItem('token')).toBe(storedUser()?.access_token)
  })

  it("shows the server's message and focuses the password", async () => {
    fakeCall(login, failWith('invalid_credentials', { detail: 'The password is not right.' }))
    const { user } = await openPage()
    await fill(user)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The password is not right.')
    expect(identifier()).toHaveValue('asha')
    await waitFor(() => expect(password()).toHaveFocus())
    expect(storedUser()).toBeNull()
  })

  it('shows the specified text when the server gives no reason', async () => {
    fakeCall(login, { ...failWith('invalid_credentials'), body: {} })
    const { user } = await openPage()
    await fill(user)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed.')
  })

  it('keeps the typed values when there is no connection', async () => {
    fakeCall(login, noAnswer)
    const { user } = await openPage()
    await fill(user)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server.')
    expect(password()).toHaveValue('six early trains')
  })

  it('marks each empty field without a call', async () => {
    const call = fakeCall(login, aSignedIn())
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(identifier()).toHaveAccessibleDescription('Enter your e-mail address or username.')
    expect(password()).toHaveAccessibleDescription('Enter your password.')
    expect(identifier()).toHaveFocus()
    await user.type(identifier(), 'a')
    expect(identifier()).not.toBeInvalid()
    expect(password()).toBeInvalid()
    expect(call.requests).toHaveLength(0)
  })

  it('sends one call when the form is submitted three times', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const call = fakeCall(login, async () => {
      await gate
      return aSignedIn()
    })
    const { user, address } = await openPage()
    await fill(user)
    await user.keyboard('{Enter}{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Signing in' }))
    await waitFor(() => expect(call.requests).toHaveLength(1))
    release()
    await waitFor(() => expect(address()).toBe('/'))
    expect(call.requests).toHaveLength(1)
  })

  it('counts the wait down for one address and lets another one try', async () => {
    fakeCall(login, failWith('account_locked', { retry_after: 90 }))
    const { user } = await openPage()
    await fill(user)
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    await user.keyboard('{Enter}')
    expect(await screen.findByText('You can try again in 1:30.')).toBeInTheDocument()
    const button = screen.getByRole('button', { name: 'Sign in' })
    expect(button).toBeDisabled()
    act(() => void vi.advanceTimersByTime(31_000))
    expect(screen.getByText('You can try again in 0:59.')).toBeInTheDocument()

    await user.type(identifier(), '2')
    expect(button).toBeEnabled()
    await user.type(identifier(), '{Backspace}')
    expect(button).toBeDisabled()
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText('You can try again now.')).toBeInTheDocument()
    expect(button).toBeEnabled()
  })

  it('sends a code to an unverified address and opens the code page', async () => {
    fakeCall(login, failWith('email_not_verified'))
    const resend = fakeCall(resendVerification, { detail: 'sent' })
    const { user, address } = await openPage()
    await fill(user, 'asha@kite.test')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/otp'))
    expect(resend.requests[0]?.body).toEqual({ email: 'asha@kite.test' })
    expect(JSON.parse(sessionStorage.getItem(keys.pendingCode) ?? '')).toMatchObject({
      email: 'asha@kite.test',
      purpose: 'verify',
    })
  })

  it('forgets an older pending address for an unverified username', async () => {
    sessionStorage.setItem(
      keys.pendingCode,
      JSON.stringify({ email: 'older@kite.test', purpose: 'verify', sentAt: Date.now() }),
    )
    fakeCall(login, failWith('email_not_verified'))
    const { user, address } = await openPage()
    await fill(user, 'asha')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/otp'))
    expect(sessionStorage.getItem(keys.pendingCode)).toBeNull()
  })

  it('restores the address after a reload, and stores the password nowhere', async () => {
    const { user, unmount } = await openPage()
    await fill(user, 'asha@kite.test', 'never stored words')
    unmount()
    await openPage()
    expect(identifier()).toHaveValue('asha@kite.test')
    expect(password()).toHaveValue('')
    expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain(
      'never stored',
    )
  })

  it('removes the draft after sign-in', async () => {
    fakeCall(login, aSignedIn())
    const { user, address } = await openPage()
    await fill(user)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/'))
    expect(sessionStorage.getItem(keys.signInDraft)).toBeNull()
  })

  it('reports Caps Lock until the field is left', async () => {
    const { user } = await openPage()
    await user.click(password())
    await user.keyboard('{CapsLock}a')
    expect(screen.getByText('Caps Lock is on.')).toBeInTheDocument()
    await user.tab()
    expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument()
  })

  it('keeps autocomplete attributes while the password is visible', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password()).toHaveAttribute('type', 'text')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(identifier()).toHaveAttribute('autocomplete', 'username')
  })

  it('passes a referral to sign-up', async () => {
    await openPage({ path: '/login?ref=FRIEND' })
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/signup?ref=FRIEND',
    )
  })

  it("shows the reason in the page's language", async () => {
    fakeCall(login, failWith('invalid_credentials', { detail: 'English words' }))
    const { user } = await openPage({ language: 'ar' })
    await user.type(screen.getByRole('textbox', { name: 'البريد الإلكتروني أو اسم المستخدم' }), 'asha')
    await user.type(screen.getByLabelText('كلمة المرور'), 'wrong')
    await user.keyboard('{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/\p{Script=Arabic}/u)
    expect(alert).not.toHaveTextContent('English words')
  })
})
