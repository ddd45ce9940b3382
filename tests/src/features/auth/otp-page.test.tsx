import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgotPassword, resendVerification, resetPassword, verifyEmail } from '#contract/auth/auth.ts'
import { keys } from '#src/core/storage/keys.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { storedUser } from '#src/core/session/session.ts'
import { OtpPage, SignInPage } from '#src/features/auth/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const storePendingCode = (email: string, purpose: 'verify' | 'reset', sentAt: number | null = Date.now()) =>
  sessionStorage.setItem(keys.pendingCode, JSON.stringify({ email, purpose, sentAt }))

const openPage = async (path = '/otp') => {
  const view = await renderPage(
    <Routes>
      <Route path="/otp" element={<OtpPage />} />
      <Route path="/login" element={<SignInPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path, person: null },
  )
  await screen.findByRole('heading', { level: 1 })
  return view
}
const code = () => screen.getByLabelText('6-digit code')

afterEach(() => vi.useRealTimers())

describe('code page', () => {
  it.each([
    ['plain digits', '123456'],
    ['digits with a space and words', 'Your code: 123 456'],
    ['Arabic-Indic digits', '١٢٣٤٥٦'],
    ['extended Arabic-Indic digits', '۱۲۳۴۵۶'],
    ['Devanagari digits', '१२३४५६'],
  ])('submits pasted %s and opens the remembered page', async (_name, pasted) => {
    storePendingCode('meera@kite.test', 'verify')
    rememberReturnPath('/courses/5')
    const call = fakeCall(verifyEmail, aSignedIn())
    const { user, address } = await openPage()
    await user.click(code())
    await user.paste(pasted)
    await waitFor(() => expect(address()).toBe('/courses/5'))
    expect(call.requests.map(({ body }) => body)).toEqual([{ otp: '123456', email: 'meera@kite.test' }])
    expect(storedUser()?.isAuthenticated).toBe(true)
    expect(sessionStorage.getItem(keys.pendingCode)).toBeNull()
  })

  it('marks, clears and focuses the field after a wrong code', async () => {
    storePendingCode('meera@kite.test', 'verify')
    fakeCall(verifyEmail, failWith('invalid_code'))
    const { user } = await openPage()
    await user.type(code(), '000000')
    await waitFor(() => expect(code()).toBeInvalid())
    expect(code()).toHaveAccessibleDescription(/This code is wrong/)
    expect(code()).toHaveValue('')
    await waitFor(() => expect(code()).toHaveFocus())
  })

  it('asks for a password after the right code of a sign-up in another browser', async () => {
    storePendingCode('meera@kite.test', 'verify')
    const needsPassword = { password: [{ code: 'required' as const, message: 'Choose a password.' }] }
    fakeCall(verifyEmail, failWith('invalid_fields', { fields: needsPassword }))
    const { user } = await openPage()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await user.type(code(), '123456')
    const password = await screen.findByLabelText('Password')
    await waitFor(() => expect(password).toHaveFocus())
    expect(password).not.toHaveAccessibleDescription(/Choose a password/)
    expect(code()).toHaveValue('123456')
    expect(screen.getByText(/^Your code is right\./)).toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(password).toHaveAccessibleDescription(/Choose a password/)
    const call = fakeCall(verifyEmail, aSignedIn())
    await user.type(password, 'eleven copper kettles')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(storedUser()?.isAuthenticated).toBe(true))
    expect(call.requests.map(({ body }) => body)).toEqual([
      { otp: '123456', email: 'meera@kite.test', password: 'eleven copper kettles' },
    ])
  })

  it('advises a new code after an expired one', async () => {
    storePendingCode('meera@kite.test', 'verify')
    fakeCall(verifyEmail, failWith('code_expired'))
    const { user } = await openPage()
    await user.type(code(), '000000')
    expect(await screen.findByText('This code is no longer valid. Ask for a new one.')).toBeInTheDocument()
  })

  it('shows the specified text when the server gives no reason', async () => {
    storePendingCode('meera@kite.test', 'verify')
    fakeCall(verifyEmail, { ...failWith('conflict'), body: {} })
    const { user } = await openPage()
    await user.type(code(), '000000')
    expect(await screen.findByRole('alert')).toHaveTextContent('Verify OTP failed.')
  })

  it('asks for the sixth digit without a call', async () => {
    storePendingCode('meera@kite.test', 'verify')
    const call = fakeCall(verifyEmail, aSignedIn())
    const { user } = await openPage()
    await user.type(code(), '12345')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(code()).toHaveAccessibleDescription(/Enter all 6 digits/)
    expect(call.requests).toHaveLength(0)
  })

  it('offers a new code after a minute and starts the minute again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    storePendingCode('meera@kite.test', 'verify')
    const call = fakeCall(resendVerification, { detail: 'sent' })
    const { user } = await openPage()
    expect(screen.getByText('You can ask for a new code in 1:00')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Send a new code' })).not.toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(45_000))
    expect(screen.getByText('You can ask for a new code in 0:15')).toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(15_000))
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText(/^A new code is on its way/)).toBeInTheDocument()
    expect(screen.getByText('You can ask for a new code in 1:00')).toBeInTheDocument()
    expect(call.requests.map(({ body }) => body)).toEqual([{ email: 'meera@kite.test' }])
  })

  it('waits at most a minute when the clock is set back by a day', async () => {
    storePendingCode('meera@kite.test', 'verify', Date.now() + 86_400_000)
    await openPage()
    expect(screen.getByText('You can ask for a new code in 1:00')).toBeInTheDocument()
  })

  it("shows the server's wait after too many codes", async () => {
    storePendingCode('meera@kite.test', 'verify', Date.now() - 120_000)
    fakeCall(
      resendVerification,
      failWith('too_many_requests', { retry_after: 3600, detail: 'Too many codes.' }),
    )
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many codes.')
    expect(screen.getByText(/You can ask for a new code in (1:00:00|59:59)/)).toBeInTheDocument()
  })

  it('shows the specified text when a resend fails without a reason', async () => {
    storePendingCode('meera@kite.test', 'verify', Date.now() - 120_000)
    fakeCall(resendVerification, { ...failWith('conflict'), body: {} })
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Resend OTP failed.')
  })

  it('asks for the address when no code is pending', async () => {
    fakeCall(resendVerification, { detail: 'sent' })
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Enter your e-mail address.')
    await user.type(screen.getByLabelText('E-mail'), 'late@kite.test')
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText(/late@kite.test/)).toBeInTheDocument()
  })

  it('sends code and password in one call, then opens sign-in with a note', async () => {
    storePendingCode('asha@kite.test', 'reset')
    const call = fakeCall(resetPassword, { detail: 'changed' })
    const { user, address } = await openPage('/otp?purpose=reset')
    await user.type(code(), '१२३४५६')
    expect(call.requests).toHaveLength(0)
    expect(screen.getByLabelText('New password')).toHaveFocus()
    await user.keyboard('nine patient herons{Enter}')
    await waitFor(() => expect(address()).toBe('/login'))
    expect(call.requests.map(({ body }) => body)).toEqual([
      { email: 'asha@kite.test', otp: '123456', password: 'nine patient herons' },
    ])
    expect(await screen.findByText('Your password is changed. Sign in with the new one.')).toBeInTheDocument()
    expect(screen.getByLabelText('E-mail or username')).toHaveValue('asha@kite.test')
  })

  it('requests another reset code for a reset', async () => {
    storePendingCode('asha@kite.test', 'reset', Date.now() - 120_000)
    const call = fakeCall(forgotPassword, { detail: 'sent' })
    const { user } = await openPage('/otp?purpose=reset')
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    await waitFor(() => expect(call.requests).toHaveLength(1))
  })

  it('does not reuse the address of another purpose', async () => {
    storePendingCode('meera@kite.test', 'verify')
    await openPage('/otp?purpose=reset')
    expect(screen.getByLabelText('E-mail')).toHaveValue('')
  })
})
