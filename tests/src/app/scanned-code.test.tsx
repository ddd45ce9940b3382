/** A code that was scanned signed out reaches the check-in, however long the way through sign-in is (AT2). */
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkIn, getCheckIn, scanCode } from '#contract/attendance/attendance.ts'
import { forgotPassword, login, resetPassword } from '#contract/auth/auth.ts'
import { confirmSecondStep } from '#contract/auth/two-step.ts'
import { VisitorPage } from '#src/app/access/VisitorPage.tsx'
import { CheckInPage } from '#src/features/attendance/index.ts'
import { ForgotPasswordPage, OtpPage, SignInPage } from '#src/features/auth/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const session = { id: 5, title: 'Charts', starts_at: '2026-11-20T08:00:00.000Z', length_minutes: 60 }

/** Scans the code signed out, and waits for the sign-in page. */
const scan = async () => {
  const view = await renderPage(
    <Routes>
      <Route path="/login" element={<SignInPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/otp" element={<OtpPage />} />
      <Route
        path="*"
        element={
          <VisitorPage>
            <CheckInPage />
          </VisitorPage>
        }
      />
    </Routes>,
    { path: '/attendance/check-in?session=5&code=12345678', person: null },
  )
  await screen.findByLabelText('E-mail or username')
  return view
}
const signIn = async ({ user }: Awaited<ReturnType<typeof scan>>) => {
  await user.clear(screen.getByLabelText('E-mail or username'))
  await user.type(screen.getByLabelText('E-mail or username'), 'asha@kite.test')
  await user.type(screen.getByLabelText('Password'), 'nine patient herons{Enter}')
}

let sent: { readonly requests: readonly { body: unknown }[] }
beforeEach(() => {
  // Navigation after login reads the window's location.
  window.history.replaceState(null, '', '/login')
  fakeCall(scanCode, {})
  fakeCall(getCheckIn, { session, checked_in_at: null })
  sent = fakeCall(checkIn, { session, status: 'present', at: '2026-11-20T08:01:00.000Z' })
})
const expectCheckedIn = async () => {
  expect(await screen.findByRole('heading', { name: 'You are in' })).toBeInTheDocument()
  expect(sent.requests.map(({ body }) => body)).toEqual([{ code: '12345678' }])
}

describe('a code scanned before signing in', () => {
  it('checks in after a sign-in with two steps', async () => {
    fakeCall(login, {
      second_step: {
        ticket: 'ticket',
        kind: 'confirm',
        methods: ['totp'],
        expires_at: new Date(Date.now() + 600_000).toISOString(),
      },
    })
    fakeCall(confirmSecondStep, aSignedIn())
    const view = await scan()
    await signIn(view)
    await view.user.type(await screen.findByLabelText('6-digit code'), '123456')
    await expectCheckedIn()
  })

  it('checks in after a new password', async () => {
    fakeCall(forgotPassword, { detail: 'sent' })
    fakeCall(resetPassword, { detail: 'changed' })
    fakeCall(login, aSignedIn())
    const view = await scan()
    await view.user.click(screen.getByRole('link', { name: 'Forgot password?' }))
    await view.user.type(await screen.findByLabelText('E-mail'), 'asha@kite.test{Enter}')
    await waitFor(() => expect(view.address()).toBe('/otp?purpose=reset'))
    await view.user.type(await screen.findByLabelText('6-digit code'), '123456')
    await view.user.type(screen.getByLabelText('New password'), 'nine patient herons{Enter}')
    await screen.findByText('Your password is changed. Sign in with the new one.')
    await signIn(view)
    await expectCheckedIn()
  })
})
