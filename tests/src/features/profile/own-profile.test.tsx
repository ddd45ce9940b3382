import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listSessions } from '#contract/auth/auth.ts'
import { listSupportViews } from '#contract/auth/support.ts'
import { getOwnData } from '#contract/own-data/own-data.ts'
import { getPublicSettings } from '#contract/profile/public-profile.ts'
import { getProfile, saveProfile, type OwnProfile } from '#contract/profile/profile.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { ProfilePage } from '#src/features/profile/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aProfile, aPublicProfile } from './a-profile.ts'

beforeEach(() => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-IN')
})

const open = async (profile: OwnProfile = aProfile()) => {
  fakeCall(listSessions, { results: [] })
  fakeCall(listSupportViews, { results: [] })
  fakeCall(getProfile, profile)
  fakeCall(getPublicSettings, aPublicProfile())
  fakeCall(getOwnData, { export: null, deletion: null })
  const view = await renderPage(<ProfilePage />, { path: '/user-profile' })
  await screen.findByRole('region', { name: 'About you' })
  return view
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const about = () => section('About you')
const account = () => section('Account and links')
const saves = (answer: Partial<OwnProfile> = {}) =>
  fakeCall(saveProfile, ({ body }) => aProfile({ ...(body as Partial<OwnProfile>), ...answer }))

describe('profile: about', () => {
  it('saves the section and shows the new name in the bars', async () => {
    const call = saves({ full_name: 'Asha Devi Rao' })
    const { user, store } = await open()
    await user.clear(about().getByLabelText('First name'))
    await user.type(about().getByLabelText('First name'), ' Asha Devi ')
    await user.type(about().getByRole('textbox', { name: /^About me/ }), 'Learns at night.')
    await user.click(about().getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(selectToasts(store.getState()).at(-1)?.title).toBe('Saved'))
    expect(call.requests[0]?.body).toEqual({
      first_name: 'Asha Devi',
      last_name: 'Rao',
      bio: 'Learns at night.',
      date_of_birth: null,
    })
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ full_name: 'Asha Devi Rao' })
    expect(about().queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument()
  })

  it('names what is wrong under the field, focuses it and sends nothing', async () => {
    const call = saves()
    const { user } = await open()
    await user.clear(about().getByLabelText('First name'))
    await user.type(about().getByLabelText(/^Date of birth/), '2999-01-01')
    await user.click(about().getByRole('button', { name: 'Save' }))
    expect(about().getByText('Enter your first name.')).toBeInTheDocument()
    expect(about().getByText('This date is in the future.')).toBeInTheDocument()
    await waitFor(() => expect(about().getByLabelText('First name')).toHaveFocus())
    await user.type(about().getByLabelText('First name'), 'A')
    expect(about().queryByText('Enter your first name.')).not.toBeInTheDocument()
    expect(call.requests).toHaveLength(0)
  })

  it('keeps what was typed over a failure and a reload', async () => {
    fakeCall(saveProfile, noAnswer)
    const { user, unmount } = await open()
    await user.type(about().getByRole('textbox', { name: /^About me/ }), 'Almost lost')
    await user.click(about().getByRole('button', { name: 'Save' }))
    expect(await about().findByRole('alert')).toHaveTextContent(/^Save failed/)
    unmount()
    await open()
    expect(about().getByRole('textbox', { name: /^About me/ })).toHaveValue('Almost lost')
    expect(about().getByText(/^Your unsaved changes are still here/)).toBeInTheDocument()
  })

  it('gives changes up', async () => {
    const { user } = await open(aProfile({ bio: 'Before' }))
    const bio = about().getByRole('textbox', { name: /^About me/ })
    await user.type(bio, ' and after')
    await user.click(about().getByRole('button', { name: 'Discard changes' }))
    expect(bio).toHaveValue('Before')
  })
})

describe('profile: account and links', () => {
  it('shows the country of the saved number and sends a new one in E.164', async () => {
    const call = saves()
    const { user } = await open(aProfile({ phone_number: '+442079460958' }))
    expect(account().getByLabelText('Country')).toHaveValue('GB')
    expect(account().getByRole('textbox', { name: /^Phone/ })).toHaveValue('2079460958')
    await user.selectOptions(account().getByLabelText('Country'), 'IN')
    await user.clear(account().getByRole('textbox', { name: /^Phone/ }))
    await user.type(account().getByRole('textbox', { name: /^Phone/ }), '098765 43210')
    await user.type(account().getByLabelText(/^Code profile/), 'github.com/asha')
    await user.click(account().getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(call.requests).toHaveLength(1))
    expect(call.requests[0]?.body).toEqual({
      phone_number: '+919876543210',
      professional_url: null,
      code_url: 'https://github.com/asha',
    })
  })

  it.each([
    ['https://linkedin.com.evil.test/in/asha', /leads to another site\. Use your page on linkedin\.com/],
    ['https://linkedin.com/feed', /does not lead to a profile/],
    ['asha rao', /is not a link/],
  ])('explains what is wrong with %s', async (link, text) => {
    const call = saves()
    const { user } = await open()
    await user.type(account().getByLabelText(/^Professional profile/), link)
    await user.click(account().getByRole('button', { name: 'Save' }))
    expect(account().getByText(text)).toBeInTheDocument()
    expect(account().getByLabelText(/^Professional profile/)).toHaveValue(link)
    expect(call.requests).toHaveLength(0)
  })

  it('shows the server’s refusal under its field', async () => {
    fakeCall(
      saveProfile,
      failWith('invalid_fields', { fields: { phone_number: [{ code: 'required', message: 'x' }] } }),
    )
    const { user } = await open()
    await user.clear(account().getByRole('textbox', { name: /^Phone/ }))
    await user.click(account().getByRole('button', { name: 'Save' }))
    expect(await account().findByText('Your organisation asks for a phone number.')).toBeInTheDocument()
    await waitFor(() => expect(account().getByRole('textbox', { name: /^Phone/ })).toHaveFocus())
  })
})

describe('profile: loading', () => {
  it('loads again after a failure', async () => {
    fakeCall(listSessions, { results: [] })
    fakeCall(getProfile, failWith('internal_error'))
    fakeCall(getPublicSettings, aPublicProfile())
    fakeCall(getOwnData, { export: null, deletion: null })
    const { user } = await renderPage(<ProfilePage />, { path: '/user-profile' })
    expect(await screen.findByText('Your profile could not be loaded.')).toBeInTheDocument()
    fakeCall(getProfile, aProfile())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'About you' })).toBeInTheDocument()
  })
})
