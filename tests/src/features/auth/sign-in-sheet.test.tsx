import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { login } from '#contract/auth/auth.ts'
import { storedUser } from '#src/core/session/session.ts'
import { SignInSheet } from '#src/features/auth/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const openSheet = async () => {
  const onSignedIn = vi.fn<() => void>()
  const onDecline = vi.fn<() => void>()
  const view = await renderPage(
    <>
      <textarea aria-label="Answer" defaultValue="half a thought" />
      <SignInSheet user={aSignedIn()} onSignedIn={onSignedIn} onDecline={onDecline} />
    </>,
  )
  await screen.findByRole('dialog', { name: 'Sign in to continue' })
  return { ...view, onSignedIn, onDecline }
}

describe('sign-in sheet', () => {
  it('renews the session and leaves the page below untouched', async () => {
    const call = fakeCall(login, aSignedIn({ refresh_token: 'refresh-2' }))
    const { user, onSignedIn, onDecline } = await openSheet()
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/Nothing you have done here is lost/)
    expect(screen.getByText('asha@kite.test')).toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: /E-mail/ })).not.toBeInTheDocument()
    await user.type(screen.getByLabelText('Password'), 'six early trains{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(call.requests[0]?.body).toEqual({ email: 'asha@kite.test', password: 'six early trains' })
    expect(storedUser()?.refresh_token).toBe('refresh-2')
    expect(screen.getByText('half a thought')).toBeInTheDocument()
    expect(onDecline).not.toHaveBeenCalled()
  })

  it('stays open and shows the error', async () => {
    fakeCall(login, failWith('invalid_credentials', { detail: 'Not right.' }))
    const { user, onSignedIn } = await openSheet()
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Not right.')
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('reports that it was declined', async () => {
    const { user, onDecline } = await openSheet()
    await user.click(screen.getByRole('button', { name: 'Sign out and leave this page' }))
    expect(onDecline).toHaveBeenCalledOnce()
  })

  it('stays open on Escape and after a forced close', async () => {
    const { onDecline } = await openSheet()
    const sheet = screen.getByRole<HTMLDialogElement>('dialog')
    // Cancelled, so that no browser closes it and gives the key to the page below.
    expect(fireEvent.keyDown(screen.getByLabelText('Password'), { key: 'Escape' })).toBe(false)
    expect(fireEvent(sheet, new Event('cancel', { cancelable: true }))).toBe(false)
    sheet.close()
    expect(sheet.open).toBe(false)
    fireEvent(sheet, new Event('close'))
    expect(sheet.open).toBe(true)
    expect(onDecline).not.toHaveBeenCalled()
  })
})
