import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { googleLogin, googleNonce } from '#contract/auth/auth.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { SignInPage } from '#src/features/auth/index.ts'
import { keepReferral } from '#src/features/auth/model/kept-referral.ts'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

type Callback = (answer: { credential: string }) => void
interface Fake {
  google?: unknown
}

/** A fake of Google's client: it returns a token when its button is pressed. */
const installGoogle = () => {
  let callback: Callback = () => {}
  const renderButton = vi.fn<(container: HTMLElement) => void>()
  const initialize = vi.fn<(options: { client_id: string; nonce: string; callback: Callback }) => void>(
    (options) => {
      callback = options.callback
    },
  )
  ;(window as Fake).google = { accounts: { id: { initialize, renderButton } } }
  return { initialize, renderButton, press: (credential: string) => act(() => callback({ credential })) }
}
const withGoogle = () => aClient({ google_client_id: 'kite.apps.test' })
const scripts = () => document.querySelectorAll('script[src="https://accounts.google.com/gsi/client"]')
const openPage = async (client = withGoogle(), path = '/login') => {
  fakeCall(googleNonce, { nonce: 'a-nonce' })
  window.history.replaceState(null, '', path)
  const view = await renderPage(<SignInPage />, { path, person: null, client })
  await screen.findByRole('heading', { level: 1 })
  return view
}

afterEach(() => {
  // Unmount first: a page that is still there would request Google's script again, in the next test.
  cleanup()
  delete (window as Fake).google
  for (const script of scripts()) script.remove()
})

describe('Google sign-in', () => {
  it('neither shows nor loads Google for a client without it', async () => {
    await openPage(aClient())
    expect(screen.queryByRole('region', { name: 'Continue with Google' })).not.toBeInTheDocument()
    expect(scripts()).toHaveLength(0)
  })

  it('exchanges a Google token for a session', async () => {
    const google = installGoogle()
    const call = fakeCall(googleLogin, aSignedIn())
    const { address } = await openPage()
    await waitFor(() => expect(google.renderButton).toHaveBeenCalled())
    expect(google.initialize.mock.calls[0]?.[0].client_id).toBe('kite.apps.test')
    expect(google.initialize.mock.calls[0]?.[0].nonce).toBe('a-nonce')
    google.press('id-token')
    await waitFor(() => expect(address()).toBe('/'))
    expect(call.requests[0]?.body).toEqual({ token: 'id-token' })
  })

  it.each([
    ['the code of a link', 'FRIEND42', null],
    ['the kept code rather than the one of another link', 'KEPT2222', 'KEPT2222'],
  ])('sends %s with the token', async (_what, expected, kept) => {
    if (kept) keepReferral(safeLocal, 7, kept, Date.now())
    const google = installGoogle()
    const call = fakeCall(googleLogin, aSignedIn())
    const { address } = await openPage(withGoogle(), '/login?ref=FRIEND42')
    await waitFor(() => expect(google.renderButton).toHaveBeenCalled())
    google.press('id-token')
    await waitFor(() => expect(address()).toBe('/'))
    expect(call.requests[0]?.body).toEqual({ token: 'id-token', referral_code: expected })
  })

  it('sends no code for a client without referrals', async () => {
    const google = installGoogle()
    const call = fakeCall(googleLogin, aSignedIn())
    const client = aClient({ google_client_id: 'kite.apps.test', has_referrals: false })
    const { address } = await openPage(client, '/login?ref=FRIEND42')
    await waitFor(() => expect(google.renderButton).toHaveBeenCalled())
    google.press('id-token')
    await waitFor(() => expect(address()).toBe('/'))
    expect(call.requests[0]?.body).toEqual({ token: 'id-token' })
  })

  it.each([
    [
      'google_sign_in_unavailable',
      'Server error with this Google account. Please try another account or contact support.',
    ],
    ['forbidden', 'This account is not known here.'],
  ] as const)('shows the right text when the server answers %s', async (code, text) => {
    const google = installGoogle()
    fakeCall(googleLogin, failWith(code, { detail: 'This account is not known here.' }))
    await openPage()
    await waitFor(() => expect(google.renderButton).toHaveBeenCalled())
    google.press('id-token')
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })

  it('says "Google login failed" without a reason', async () => {
    const google = installGoogle()
    fakeCall(googleLogin, { ...failWith('forbidden'), body: {} })
    await openPage()
    await waitFor(() => expect(google.renderButton).toHaveBeenCalled())
    google.press('id-token')
    expect(await screen.findByRole('alert')).toHaveTextContent('Google login failed.')
  })

  it('keeps the form usable and offers a retry when the script fails', async () => {
    const { user } = await openPage()
    await waitFor(() => expect(scripts()).toHaveLength(1))
    act(() => void scripts()[0]?.dispatchEvent(new Event('error')))
    expect(await screen.findByText(/^Google sign-in could not be loaded/)).toBeInTheDocument()
    expect(scripts()).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(scripts()).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })
})
