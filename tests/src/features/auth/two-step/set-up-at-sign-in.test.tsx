/** A sign-in of staff whose organisation requires a second step, for somebody who has none. */
import { startRegistration } from '@simplewebauthn/browser'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { login } from '#contract/auth/auth.ts'
import { passkeySetUpOptions } from '#contract/auth/passkeys.ts'
import type { SecondStepMethod } from '#contract/auth/second-step.ts'
import { confirmSetUpAtSignIn, setUpAtSignIn } from '#contract/auth/two-step.ts'
import { storedUser } from '#src/core/session/session.ts'
import { SignInPage } from '#src/features/auth/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

vi.mock(import('@simplewebauthn/browser'), async (load) => ({
  ...(await load()),
  startRegistration: vi.fn<typeof startRegistration>(),
}))

const registration = {
  id: 'a1',
  rawId: 'a1',
  type: 'public-key',
  response: { clientDataJSON: 'b2', attestationObject: 'c3' },
}
const USE_PASSKEY = { name: 'Use a passkey instead' }

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.mocked(startRegistration).mockResolvedValue(registration as never)
})
afterEach(() => vi.unstubAllGlobals())

const signIn = async (methods: SecondStepMethod[] = ['totp', 'passkey']) => {
  window.history.replaceState(null, '', '/login')
  fakeCall(login, {
    second_step: { ticket: 'ticket-1', kind: 'set_up', methods, expires_at: '2030-01-01T00:00:00Z' },
  })
  fakeCall(setUpAtSignIn, { key: 'ABCD', uri: 'otpauth://totp/x?secret=ABCD' })
  const view = await renderPage(
    <Routes>
      <Route path="/login" element={<SignInPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: '/login', person: null },
  )
  await view.user.type(await screen.findByRole('textbox', { name: 'E-mail or username' }), 'asha')
  await view.user.type(screen.getByLabelText('Password'), 'six early trains')
  await view.user.keyboard('{Enter}')
  await screen.findByLabelText('6-digit code')
  return view
}

describe('setting a second step up at sign-in', () => {
  it('adds a passkey, shows the recovery codes and signs in', async () => {
    const options = fakeCall(passkeySetUpOptions, { options: { challenge: 'd4' } })
    const confirm = fakeCall(confirmSetUpAtSignIn, { ...aSignedIn(), recovery_codes: ['one-two'] })
    const { user, address } = await signIn()
    await user.click(screen.getByRole('button', USE_PASSKEY))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'My phone')
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
    expect(await screen.findByText('one-two')).toBeVisible()
    expect(options.requests[0]?.body).toEqual({ ticket: 'ticket-1' })
    expect(confirm.requests[0]?.body).toEqual({
      ticket: 'ticket-1',
      new_passkey: { passkey: registration, name: 'My phone' },
    })
    expect(storedUser()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'I saved the codes, continue' }))
    await waitFor(() => expect(address()).not.toBe('/login'))
    expect(storedUser()?.email).toBe('asha@kite.test')
  })

  it('keeps the app as the other way when the device makes no passkey', async () => {
    fakeCall(passkeySetUpOptions, { options: { challenge: 'd4' } })
    vi.mocked(startRegistration).mockRejectedValue(new Error('cancelled'))
    const { user } = await signIn()
    await user.click(screen.getByRole('button', USE_PASSKEY))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'My phone')
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The passkey could not be added.')
    await user.click(screen.getByRole('button', { name: 'Use an authenticator app instead' }))
    expect(await screen.findByLabelText('6-digit code')).toBeVisible()
  })

  it('starts again when the sign-in took too long', async () => {
    fakeCall(passkeySetUpOptions, failWith('code_expired'))
    const { user } = await signIn()
    await user.click(screen.getByRole('button', USE_PASSKEY))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'My phone')
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
    expect(await screen.findByRole('button', { name: 'Start again' })).toBeVisible()
  })

  it('offers no passkey where the browser has none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await signIn()
    expect(screen.queryByRole('button', USE_PASSKEY)).toBeNull()
  })
})
