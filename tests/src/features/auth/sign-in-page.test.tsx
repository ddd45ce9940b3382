import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { login, resendVerification } from '#contract/auth/auth.ts'
import { keys } from '#src/core/storage/keys.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { storedUser } from '#src/core/session/session.ts'
import { SignInPage } from '#src/features/auth/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const open = async (options: RenderOptions = {}) => {
  // Navigation after login asks the window where it stands.
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
  user: Awaited<ReturnType<typeof open>>['user'],
  name = 'asha',
  word = 'six early trains',
) => {
  await user.type(identifier(), name)
  await user.type(password(), word)
}

afterEach(() => vi.useRealTimers())

describe('sign-in page', () => {
  it('given the right password, when Enter is pressed, then the session is stored and the remembered page opens', async () => {
    const call = fakeCall(login, aSignedIn())
    rememberReturnPath('/courses/3')
    const { user, address } = await open()
    await fill(user, ' asha ')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/courses/3'))
    expect(call.requests[0]?.body).toEqual({ email: 'asha', password: 'six early trains' })
    expect(storedUser()?.email).toBe('asha@kite.test')
    expect(localStorage.getItem('token')).toBe(storedUser()?.access_token)
  })

  it('given a wrong password, when sent, then the server is quoted, the address stays and the password has the focus', async () => {
    fakeCall(login, failWith('invalid_credentials', { detail: 'The password is not right.' }))
    const { user } = await open()
    await fill(user)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The password is not right.')
    expect(identifier()).toHaveValue('asha')
    expect(password()).toHaveFocus()
    expect(storedUser()).toBeNull()
  })

  it('given a back end that gives no reason, when it refuses, then the text of the catalogue is shown', async () => {
    fakeCall(login, { ...failWith('invalid_credentials'), body: {} })
    const { user } = await open()
    await fill(user)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed.')
  })

  it('given no connection, when sent, then everything typed is still there', async () => {
    fakeCall(login, noAnswer)
    const { user } = await open()
    await fill(user)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server.')
    expect(password()).toHaveValue('six early trains')
  })

  it('given empty fields, when sent, then each error belongs to its field and no call is made', async () => {
    const call = fakeCall(login, aSignedIn())
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(identifier()).toHaveAccessibleDescription('Enter your e-mail address or username.')
    expect(password()).toHaveAccessibleDescription('Enter your password.')
    expect(identifier()).toHaveFocus()
    await user.type(identifier(), 'a')
    expect(identifier()).not.toBeInvalid()
    expect(password()).toBeInvalid()
    expect(call.requests).toHaveLength(0)
  })

  it('given an answer on its way, when the form is sent twice more, then one call is made', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const call = fakeCall(login, async () => {
      await held
      return aSignedIn()
    })
    const { user, address } = await open()
    await fill(user)
    await user.keyboard('{Enter}{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Signing in' }))
    await waitFor(() => expect(call.requests).toHaveLength(1))
    release()
    await waitFor(() => expect(address()).toBe('/'))
    expect(call.requests).toHaveLength(1)
  })

  it('given a locked account, when refused, then the wait counts down, holds the button, and another address may try', async () => {
    fakeCall(login, failWith('account_locked', { retry_after: 90 }))
    const { user } = await open()
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

  it('given an address not yet proven, when signed in, then a code is sent and the code page keeps the address', async () => {
    fakeCall(login, failWith('email_not_verified'))
    const resend = fakeCall(resendVerification, { detail: 'sent' })
    const { user, address } = await open()
    await fill(user, 'asha@kite.test')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/otp'))
    expect(resend.requests[0]?.body).toEqual({ email: 'asha@kite.test' })
    expect(JSON.parse(sessionStorage.getItem(keys.pendingCode) ?? '')).toMatchObject({
      email: 'asha@kite.test',
      purpose: 'verify',
    })
  })

  it('given a username whose address is not proven, when signed in, then no older address is taken for it', async () => {
    sessionStorage.setItem(
      keys.pendingCode,
      JSON.stringify({ email: 'older@kite.test', purpose: 'verify', sentAt: Date.now() }),
    )
    fakeCall(login, failWith('email_not_verified'))
    const { user, address } = await open()
    await fill(user, 'asha')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/otp'))
    expect(sessionStorage.getItem(keys.pendingCode)).toBeNull()
  })

  it('given a reload, when the page opens again, then the address is there and the password is nowhere', async () => {
    const { user, unmount } = await open()
    await fill(user, 'asha@kite.test', 'never stored words')
    unmount()
    await open()
    expect(identifier()).toHaveValue('asha@kite.test')
    expect(password()).toHaveValue('')
    expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain(
      'never stored',
    )
  })

  it('given somebody signed in, when the session is stored, then no draft of theirs stays in the tab', async () => {
    fakeCall(login, aSignedIn())
    const { user, address } = await open()
    await fill(user)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/'))
    expect(sessionStorage.getItem(keys.signInDraft)).toBeNull()
  })

  it('given Caps Lock is on, when a key is pressed in the password, then the page says so until it is left', async () => {
    const { user } = await open()
    await user.click(password())
    await user.keyboard('{CapsLock}a')
    expect(screen.getByText('Caps Lock is on.')).toBeInTheDocument()
    await user.tab()
    expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument()
  })

  it('given the password is shown, when looked at, then password managers still know the fields', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password()).toHaveAttribute('type', 'text')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(identifier()).toHaveAttribute('autocomplete', 'username')
  })

  it('given an invitation in the address, when signing up instead, then it goes along', async () => {
    await open({ path: '/login?ref=FRIEND' })
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/signup?ref=FRIEND',
    )
  })

  it('given another language, when refused, then the reason is said in it', async () => {
    fakeCall(login, failWith('invalid_credentials', { detail: 'English words' }))
    const { user } = await open({ language: 'ar' })
    await user.type(screen.getByRole('textbox', { name: 'البريد الإلكتروني أو اسم المستخدم' }), 'asha')
    await user.type(screen.getByLabelText('كلمة المرور'), 'wrong')
    await user.keyboard('{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/\p{Script=Arabic}/u)
    expect(alert).not.toHaveTextContent('English words')
  })
})
