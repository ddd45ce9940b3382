import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { forgotPassword } from '#contract/auth/auth.ts'
import { keys } from '#src/core/storage/keys.ts'
import { ForgotPasswordPage } from '#src/features/auth/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const openPage = async () => {
  const view = await renderPage(
    <Routes>
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: '/forgot-password', person: null },
  )
  await screen.findByRole('heading', { level: 1 })
  return view
}

describe('forgotten password', () => {
  it('prefills the address typed at sign-in and opens the code page', async () => {
    sessionStorage.setItem(keys.signInDraft, JSON.stringify({ email: 'asha@kite.test' }))
    const call = fakeCall(forgotPassword, { detail: 'sent' })
    const { user, address } = await openPage()
    expect(screen.getByLabelText('E-mail')).toHaveValue('asha@kite.test')
    await user.click(screen.getByRole('button', { name: 'Send the code' }))
    await waitFor(() => expect(address()).toBe('/otp?purpose=reset'))
    expect(call.requests).toHaveLength(1)
  })

  it('does not prefill a username as an address', async () => {
    sessionStorage.setItem(keys.signInDraft, JSON.stringify({ email: 'asha' }))
    await openPage()
    expect(screen.getByLabelText('E-mail')).toHaveValue('')
  })

  it('rejects an invalid address without a call', async () => {
    const call = fakeCall(forgotPassword, { detail: 'sent' })
    const { user } = await openPage()
    await user.type(screen.getByLabelText('E-mail'), 'asha at kite{Enter}')
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(/does not look like an e-mail/)
    expect(call.requests).toHaveLength(0)
  })

  it('says how long to wait after too many codes', async () => {
    fakeCall(forgotPassword, failWith('too_many_requests', { retry_after: 60 }))
    const { user } = await openPage()
    await user.type(screen.getByLabelText('E-mail'), 'asha@kite.test{Enter}')
    expect(await screen.findByText(/You can try again in (1:00|0:59)\./)).toBeInTheDocument()
  })
})
