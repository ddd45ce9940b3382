import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  type Session,
} from '#contract/auth/auth.ts'
import { stepUp, stepUpMethods } from '#contract/auth/step-up.ts'
import { getOwnData } from '#contract/own-data/own-data.ts'
import { getProfile, saveProfile, type OwnProfile } from '#contract/profile/profile.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { ProfilePage } from '#src/features/profile/index.ts'
import { aProfile } from './a-profile.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { listSupportViews } from '#contract/auth/support.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const HERE = '0b0e7f3a-6a5e-4d0e-9f52-9d0a3f6f0001'
const aSession = (overrides: Partial<Session> = {}): Session => ({
  id: HERE,
  device: 'Firefox · Linux',
  network: '203.0.113.0',
  time_zone: 'Asia/Kolkata',
  created_at: '2026-11-01T08:00:00Z',
  last_seen_at: '2026-11-02T08:00:00Z',
  current: false,
  ...overrides,
})
const current = aSession({ current: true, device: 'Chrome · Android' })
const other = (n: number, device = `Browser ${n}`) =>
  aSession({ id: `0b0e7f3a-6a5e-4d0e-9f52-9d0a3f6f1${String(n).padStart(3, '0')}`, device })

const openProfile = async (options: RenderOptions = {}, part = '') => {
  fakeCall(getProfile, aProfile())
  fakeCall(getOwnData, { export: null, deletion: null })
  fakeCall(listSupportViews, { results: [] })
  const view = await renderPage(<ProfilePage />, { path: `/user-profile${part}`, ...options })
  await screen.findByRole('heading', { level: 1 })
  return view
}
const openSecurity = async (options: RenderOptions = {}) => {
  const view = await openProfile(options, '#security')
  await screen.findByRole('region', { name: 'Signed-in devices' })
  return view
}
const devicesRegion = () => within(screen.getByRole('region', { name: 'Signed-in devices' }))

describe('profile: account', () => {
  it('shows e-mail and username read-only, with the reason', async () => {
    fakeCall(listSessions, { results: [current] })
    await openProfile({ person: aSignedIn({ role: 'instructor' }) })
    const account = within(await screen.findByRole('region', { name: 'Account and links' }))
    expect(account.getByText('asha@kite.test')).toBeInTheDocument()
    expect(screen.getByText('Instructor')).toBeInTheDocument()
    expect(account.getByText(/^You cannot change your e-mail address and username/)).toBeInTheDocument()
    expect(account.queryByRole('textbox', { name: /e-mail|username/i })).not.toBeInTheDocument()
  })

  it("switches the page's language", async () => {
    fakeCall(listSessions, { results: [current] })
    const { user } = await openProfile({}, '#preferences')
    const pages = within(await screen.findByRole('group', { name: 'Language of the pages on this device' }))
    await user.click(pages.getByRole('radio', { name: 'العربية' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'الملف الشخصي' })).toBeInTheDocument()
    expect(document.documentElement.dir).toBe('rtl')
  })

  it('stores the chosen appearance', async () => {
    fakeCall(listSessions, { results: [current] })
    const { user } = await openProfile({}, '#preferences')
    await user.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset['mode']).toBe('dark')
    expect(localStorage.getItem('appearance')).toBe('dark')
    await user.click(screen.getByRole('radio', { name: 'System' }))
    expect(document.documentElement.dataset['mode']).toBe('light')
  })
})

describe('profile: parts', () => {
  const onPhone = () =>
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: false,
          media: query,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as never,
    )

  it('starts with the list of parts on a phone, and leads back to it', async () => {
    onPhone()
    const { user } = await openProfile()
    const list = within(screen.getByRole('navigation', { name: 'Parts of your profile' }))
    expect(list.getAllByRole('link')).toHaveLength(8)
    expect(screen.queryByRole('region', { name: 'About you' })).not.toBeInTheDocument()
    await user.click(list.getByRole('link', { name: /^About you/ }))
    expect(await screen.findByRole('region', { name: 'About you' })).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'About you' })).toHaveFocus())
    await user.click(screen.getByRole('link', { name: 'Back to profile' }))
    expect(screen.getByRole('navigation', { name: 'Parts of your profile' })).toBeInTheDocument()
  })

  it('shows one part beside the navigation on a wide screen', async () => {
    const { user } = await openProfile()
    expect(await screen.findByRole('region', { name: 'About you' })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: /^Language and display/ }))
    expect(await screen.findByRole('region', { name: 'Display and accessibility' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'About you' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^Language and display/ })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  it('saves the language of mails and the time zone in the account', async () => {
    const save = fakeCall(saveProfile, ({ body }) => aProfile(body as Partial<OwnProfile>))
    const { user } = await openProfile({}, '#preferences')
    const mails = within(await screen.findByRole('group', { name: /^Language of e-mails/ }))
    await user.click(mails.getByRole('radio', { name: 'العربية' }))
    await waitFor(() => expect(save.requests.at(-1)?.body).toEqual({ language: 'ar' }))
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Riyadh')
    await waitFor(() => expect(save.requests.at(-1)?.body).toEqual({ time_zone: 'Asia/Riyadh' }))
  })
})

describe('profile: signed-in devices', () => {
  it('removes a device from the list and ends its session', async () => {
    let activeSessions = [current, other(1), other(2)]
    fakeCall(listSessions, () => ({ results: activeSessions }))
    const call = fakeCall(endSession, ({ params }) => {
      activeSessions = activeSessions.filter(({ id }) => id !== params['sessionId'])
      return undefined
    })
    const { user, store } = await openSecurity()
    await user.click(await devicesRegion().findByRole('button', { name: 'Sign out Browser 1' }))
    await waitFor(() => expect(devicesRegion().queryByText('Browser 1')).not.toBeInTheDocument())
    await waitFor(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Device signed out'))
    expect(call.requests.map(({ params }) => params['sessionId'])).toEqual([other(1).id])
    expect(devicesRegion().getByText('Browser 2')).toBeInTheDocument()
    expect(devicesRegion().getByText('This device')).toBeInTheDocument()
    expect(devicesRegion().getAllByText(/^Near .*Kolkata.*, by its clock$/)).toHaveLength(2)
  })

  it('names no place for a clock that is set to UTC', async () => {
    fakeCall(listSessions, {
      results: [
        { ...current, time_zone: 'Etc/UTC' },
        { ...other(1), time_zone: 'UTC' },
      ],
    })
    await openSecurity()
    expect(await devicesRegion().findByText('Browser 1')).toBeInTheDocument()
    expect(devicesRegion().queryByText(/^Near /)).toBeNull()
  })

  it('restores the device with a message on failure', async () => {
    fakeCall(listSessions, { results: [current, other(1)] })
    fakeCall(endSession, { ...failWith('internal_error'), body: {} })
    const { user, store } = await openSecurity()
    await user.click(await devicesRegion().findByRole('button', { name: 'Sign out Browser 1' }))
    await waitFor(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Delete failed.'))
    expect(await devicesRegion().findByText('Browser 1')).toBeInTheDocument()
  })

  it('asks before it ends all other sessions and keeps this one', async () => {
    let activeSessions = [current, other(1), other(2)]
    fakeCall(listSessions, () => ({ results: activeSessions }))
    const call = fakeCall(endOtherSessions, () => {
      activeSessions = [current]
      return undefined
    })
    const { user } = await openSecurity()
    await user.click(await devicesRegion().findByRole('button', { name: 'Sign out all other devices' }))
    expect(call.requests).toHaveLength(0)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Sign out all other devices' }))
    expect(await devicesRegion().findByText('Only this device is signed in.')).toBeInTheDocument()
    expect(devicesRegion().getByText('Chrome · Android')).toBeInTheDocument()
    expect(call.requests).toHaveLength(1)
  })

  it('loads the devices on retry', async () => {
    fakeCall(listSessions, failWith('internal_error'))
    const { user } = await openSecurity()
    expect(await devicesRegion().findByText('Your devices could not be loaded.')).toBeInTheDocument()
    fakeCall(listSessions, { results: [current, other(1)] })
    await user.click(devicesRegion().getByRole('button', { name: 'Try again' }))
    expect(await devicesRegion().findByText('Browser 1')).toBeInTheDocument()
  })

  it('shows that it is loading', async () => {
    fakeCall(listSessions, () => new Promise<never>(() => {}))
    await openSecurity()
    expect(await devicesRegion().findByText('Loading your devices')).toBeInTheDocument()
  })

  it('clears a search without results', async () => {
    const others = Array.from({ length: 7 }, (_, index) => other(index))
    fakeCall(listSessions, { results: [current, ...others] })
    const { user } = await openSecurity()
    await user.type(await devicesRegion().findByRole('searchbox', { name: 'Find a device' }), 'tablet')
    expect(devicesRegion().getByText('No results found.')).toBeInTheDocument()
    await user.click(devicesRegion().getByRole('button', { name: 'Clear search' }))
    expect(devicesRegion().getByText('Browser 6')).toBeInTheDocument()
  })

  it('offers no search for few devices', async () => {
    fakeCall(listSessions, { results: [current, other(1)] })
    await openSecurity()
    expect(await devicesRegion().findByText('Browser 1')).toBeInTheDocument()
    expect(devicesRegion().queryByRole('searchbox')).not.toBeInTheDocument()
  })
})

describe('profile: password change', () => {
  const fill = async (
    user: Awaited<ReturnType<typeof openProfile>>['user'],
    oldPassword: string,
    next: string,
  ) => {
    await user.type(screen.getByLabelText('Current password'), oldPassword)
    await user.type(screen.getByLabelText('New password'), next)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }

  /** The current password proves the identity before the change. */
  const proves = (
    answer: Parameters<typeof fakeCall<typeof stepUp>>[1] = { until: '2026-11-02T08:05:00Z' },
  ) => {
    fakeCall(stepUpMethods, { methods: ['password'] })
    return fakeCall(stepUp, answer)
  }

  it('empties the fields and refetches the devices after a change', async () => {
    const proof = proves()
    const list = fakeCall(listSessions, { results: [current] })
    const call = fakeCall(changePassword, { detail: 'ok' })
    const { user, store } = await openSecurity()
    await waitFor(() => expect(list.requests).toHaveLength(1))
    await fill(user, 'six early trains', 'nine patient herons')
    await waitFor(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Password changed'))
    expect(call.requests[0]?.body).toEqual({
      current_password: 'six early trains',
      password: 'nine patient herons',
    })
    expect(screen.getByLabelText('Current password')).toHaveValue('')
    expect(proof.requests[0]?.body).toEqual({ password: 'six early trains' })
    await waitFor(() => expect(list.requests).toHaveLength(2))
  })

  it('leaves the proof of a person with a second step to the call itself', async () => {
    fakeCall(listSessions, { results: [current] })
    fakeCall(stepUpMethods, { methods: ['totp'] })
    const call = fakeCall(changePassword, { detail: 'ok' })
    const { user, store } = await openSecurity()
    await fill(user, 'six early trains', 'nine patient herons')
    await waitFor(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Password changed'))
    expect(call.requests).toHaveLength(1)
  })

  it('marks and focuses a wrong current password', async () => {
    fakeCall(listSessions, { results: [current] })
    const call = fakeCall(changePassword, { detail: 'ok' })
    proves(failWith('invalid_fields', { fields: { password: [{ code: 'incorrect', message: 'x' }] } }))
    const { user } = await openSecurity()
    await fill(user, 'not this one', 'nine patient herons')
    expect(await screen.findByText('This is not your current password.')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus())
    expect(screen.getByLabelText('New password')).toHaveValue('nine patient herons')
    expect(call.requests).toHaveLength(0)
  })

  it.each([
    ['short', 'student', 'Use at least 12 characters.'],
    ['nine patient', 'admin', 'Use at least 15 characters.'],
    ['asha rides the train', 'student', 'Leave out your name, your e-mail and the name of this site.'],
    ['six early trains', 'student', 'Choose a password that differs from the current one.'],
  ] as const)('rejects the new password %j of a %s: %s', async (next, role, text) => {
    fakeCall(listSessions, { results: [current] })
    const call = fakeCall(changePassword, { detail: 'ok' })
    const { user } = await openSecurity({ person: aSignedIn({ role }) })
    await fill(user, 'six early trains', next)
    expect(await screen.findByText(text)).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveFocus())
    expect(call.requests).toHaveLength(0)
  })

  it('keeps the fields and reports a failure when offline', async () => {
    fakeCall(listSessions, { results: [current] })
    fakeCall(stepUpMethods, noAnswer)
    const { user } = await openSecurity()
    await fill(user, 'six early trains', 'nine patient herons')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Update failed/)
    expect(screen.getByLabelText('New password')).toHaveValue('nine patient herons')
  })

  it('shows the wait and disables the button after too many tries', async () => {
    fakeCall(listSessions, { results: [current] })
    proves(failWith('account_locked', { retry_after: 120 }))
    const { user } = await openSecurity()
    await fill(user, 'not this one', 'nine patient herons')
    expect(await screen.findByText(/You can try again in (2:00|1:59)\./)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Change password' })).toBeDisabled()
  })
})
