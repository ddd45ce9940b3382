import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  type Session,
} from '#contract/auth/auth.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { ProfilePage } from '#src/features/profile/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const HERE = '0b0e7f3a-6a5e-4d0e-9f52-9d0a3f6f0001'
const aSession = (given: Partial<Session> = {}): Session => ({
  id: HERE,
  device: 'Firefox · Linux',
  network: '203.0.113.0',
  created_at: '2026-11-01T08:00:00Z',
  last_seen_at: '2026-11-02T08:00:00Z',
  current: false,
  ...given,
})
const current = aSession({ current: true, device: 'Chrome · Android' })
const other = (n: number, device = `Browser ${n}`) =>
  aSession({ id: `0b0e7f3a-6a5e-4d0e-9f52-9d0a3f6f1${String(n).padStart(3, '0')}`, device })

const open = async (options: RenderOptions = {}) => {
  const view = await renderPage(<ProfilePage />, { path: '/user-profile', ...options })
  await screen.findByRole('heading', { level: 1 })
  return view
}
const devices = () => within(screen.getByRole('region', { name: 'Signed-in devices' }))

describe('profile: account', () => {
  it('given a person, when shown, then e-mail and username are read only and the reason is given', async () => {
    fakeCall(listSessions, { results: [current] })
    await open({ person: aSignedIn({ role: 'instructor', phone_number: '+91 98765 43210' }) })
    const account = within(screen.getByRole('region', { name: 'Account' }))
    expect(account.getByText('asha@kite.test')).toBeInTheDocument()
    expect(account.getByText('Instructor')).toBeInTheDocument()
    expect(account.getByText('+91 98765 43210')).toBeInTheDocument()
    expect(account.getByText(/^E-mail and username cannot be edited/)).toBeInTheDocument()
    expect(account.queryByRole('textbox')).not.toBeInTheDocument()
  })

  it('given a choice of language, when made, then the page speaks it', async () => {
    fakeCall(listSessions, { results: [current] })
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: 'العربية' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'الملف الشخصي' })).toBeInTheDocument()
    expect(document.documentElement.dir).toBe('rtl')
  })

  it('given a choice of appearance, when made, then it is remembered', async () => {
    fakeCall(listSessions, { results: [current] })
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset['mode']).toBe('dark')
    expect(localStorage.getItem('appearance')).toBe('dark')
    await user.click(screen.getByRole('radio', { name: 'System' }))
    expect(document.documentElement.dataset['mode']).toBe('light')
  })
})

describe('profile: signed-in devices', () => {
  it('given two more devices, when one is signed out, then it leaves the list and the server is told', async () => {
    let live = [current, other(1), other(2)]
    fakeCall(listSessions, () => ({ results: live }))
    const call = fakeCall(endSession, ({ params }) => {
      live = live.filter(({ id }) => id !== params['sessionId'])
      return undefined
    })
    const { user, store } = await open()
    await user.click(await devices().findByRole('button', { name: 'Sign out Browser 1' }))
    await waitFor(() => expect(devices().queryByText('Browser 1')).not.toBeInTheDocument())
    await waitFor(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Device signed out'))
    expect(call.requests.map(({ params }) => params['sessionId'])).toEqual([other(1).id])
    expect(devices().getByText('Browser 2')).toBeInTheDocument()
    expect(devices().getByText('This device')).toBeInTheDocument()
  })

  it('given the server refuses, when one is signed out, then it is back in the list with the reason', async () => {
    fakeCall(listSessions, { results: [current, other(1)] })
    fakeCall(endSession, { ...failWith('internal_error'), body: {} })
    const { user, store } = await open()
    await user.click(await devices().findByRole('button', { name: 'Sign out Browser 1' }))
    await waitFor(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Delete failed.'))
    expect(await devices().findByText('Browser 1')).toBeInTheDocument()
  })

  it('given others, when all are to end, then it asks first and keeps this one', async () => {
    let live = [current, other(1), other(2)]
    fakeCall(listSessions, () => ({ results: live }))
    const call = fakeCall(endOtherSessions, () => {
      live = [current]
      return undefined
    })
    const { user } = await open()
    await user.click(await devices().findByRole('button', { name: 'Sign out all other devices' }))
    expect(call.requests).toHaveLength(0)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Sign out all other devices' }))
    expect(await devices().findByText('Only this device is signed in.')).toBeInTheDocument()
    expect(devices().getByText('Chrome · Android')).toBeInTheDocument()
    expect(call.requests).toHaveLength(1)
  })

  it('given the list cannot be read, when it fails, then retry brings it', async () => {
    fakeCall(listSessions, failWith('internal_error'))
    const { user } = await open()
    expect(await devices().findByText('Your devices could not be loaded.')).toBeInTheDocument()
    fakeCall(listSessions, { results: [current, other(1)] })
    await user.click(devices().getByRole('button', { name: 'Try again' }))
    expect(await devices().findByText('Browser 1')).toBeInTheDocument()
  })

  it('given the answer is on its way, when shown, then it says that it is loading', async () => {
    fakeCall(listSessions, () => new Promise<never>(() => {}))
    await open()
    expect(await devices().findByText('Loading your devices')).toBeInTheDocument()
  })

  it('given many devices, when searched in vain, then the search can be cleared', async () => {
    const others = Array.from({ length: 7 }, (_, index) => other(index))
    fakeCall(listSessions, { results: [current, ...others] })
    const { user } = await open()
    await user.type(await devices().findByRole('searchbox', { name: 'Find a device' }), 'tablet')
    expect(devices().getByText('No results found.')).toBeInTheDocument()
    await user.click(devices().getByRole('button', { name: 'Clear search' }))
    expect(devices().getByText('Browser 6')).toBeInTheDocument()
  })

  it('given few devices, when shown, then there is nothing to search', async () => {
    fakeCall(listSessions, { results: [current, other(1)] })
    await open()
    expect(await devices().findByText('Browser 1')).toBeInTheDocument()
    expect(devices().queryByRole('searchbox')).not.toBeInTheDocument()
  })
})

describe('profile: change of password', () => {
  const fill = async (user: Awaited<ReturnType<typeof open>>['user'], now: string, next: string) => {
    await user.type(screen.getByLabelText('Current password'), now)
    await user.type(screen.getByLabelText('New password'), next)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }

  it('given both passwords, when changed, then the fields are empty again and the devices are asked anew', async () => {
    const list = fakeCall(listSessions, { results: [current] })
    const call = fakeCall(changePassword, { detail: 'ok' })
    const { user, store } = await open()
    await waitFor(() => expect(list.requests).toHaveLength(1))
    await fill(user, 'six early trains', 'nine patient herons')
    await waitFor(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Password changed'))
    expect(call.requests[0]?.body).toEqual({
      current_password: 'six early trains',
      password: 'nine patient herons',
    })
    expect(screen.getByLabelText('Current password')).toHaveValue('')
    await waitFor(() => expect(list.requests).toHaveLength(2))
  })

  it('given a wrong current password, when refused, then it is said under that field, which has the focus', async () => {
    fakeCall(listSessions, { results: [current] })
    fakeCall(
      changePassword,
      failWith('invalid_fields', { fields: { current_password: [{ code: 'incorrect', message: 'x' }] } }),
    )
    const { user } = await open()
    await fill(user, 'not this one', 'nine patient herons')
    expect(await screen.findByText('This is not your current password.')).toBeInTheDocument()
    expect(screen.getByLabelText('Current password')).toHaveFocus()
    expect(screen.getByLabelText('New password')).toHaveValue('nine patient herons')
  })

  it.each([
    ['short', 'student', 'Use at least 12 characters.'],
    ['nine patient', 'admin', 'Use at least 15 characters.'],
    ['asha rides the train', 'student', 'Leave out your name, your e-mail and the name of this site.'],
    ['six early trains', 'student', 'Choose a password that differs from the current one.'],
  ] as const)('given the new password %j of a %s, when sent, then it reads: %s', async (next, role, text) => {
    fakeCall(listSessions, { results: [current] })
    const call = fakeCall(changePassword, { detail: 'ok' })
    const { user } = await open({ person: aSignedIn({ role }) })
    await fill(user, 'six early trains', next)
    expect(await screen.findByText(text)).toBeInTheDocument()
    expect(screen.getByLabelText('New password')).toHaveFocus()
    expect(call.requests).toHaveLength(0)
  })

  it('given no connection, when sent, then a message says so and the fields keep what was typed', async () => {
    fakeCall(listSessions, { results: [current] })
    fakeCall(changePassword, noAnswer)
    const { user } = await open()
    await fill(user, 'six early trains', 'nine patient herons')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Update failed/)
    expect(screen.getByLabelText('New password')).toHaveValue('nine patient herons')
  })

  it('given too many tries, when refused, then the wait is shown and holds the button', async () => {
    fakeCall(listSessions, { results: [current] })
    fakeCall(changePassword, failWith('account_locked', { retry_after: 120 }))
    const { user } = await open()
    await fill(user, 'not this one', 'nine patient herons')
    expect(await screen.findByText(/You can try again in (2:00|1:59)\./)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Change password' })).toBeDisabled()
  })
})
