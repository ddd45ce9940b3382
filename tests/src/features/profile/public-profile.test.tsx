import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listSessions } from '#contract/auth/auth.ts'
import { getOwnData } from '#contract/own-data/own-data.ts'
import { getProfile } from '#contract/profile/profile.ts'
import { getPublicProfile, getPublicSettings, savePublicSettings } from '#contract/profile/public-profile.ts'
import { ProfilePage, PublicProfilePage } from '#src/features/profile/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aProfile, aPublicProfile } from './a-profile.ts'

const whole = {
  name: 'Asha Rao',
  picture: null,
  bio: 'Learns at night.',
  links: ['https://github.com/asha'],
  badges: [{ badge: 'first_lesson' as const, earned_at: '2026-10-01T10:00:00.000Z' }],
  courses: [{ title: 'Data analytics', completed_at: '2026-10-02T10:00:00.000Z' }],
}
const openForm = async () => {
  fakeCall(listSessions, { results: [] })
  fakeCall(getProfile, aProfile())
  fakeCall(getPublicSettings, aPublicProfile({ whole }))
  fakeCall(getOwnData, { export: null, deletion: null })
  const view = await renderPage(<ProfilePage />, { path: '/user-profile#public' })
  const form = within(await screen.findByRole('form', { name: 'Public profile' }))
  return { ...view, form }
}

describe('public profile: settings', () => {
  it('shows nothing until the person switches each thing on, and previews what others see', async () => {
    const { user, form } = await openForm()
    expect(form.queryByText('Learns at night.')).not.toBeInTheDocument()
    await user.click(form.getByRole('switch', { name: /^Show my public profile/ }))
    // The names of badges load first.
    await form.findByRole('textbox', { name: 'Address' })
    for (const each of form.getAllByRole('switch').slice(1)) expect(each).not.toBeChecked()
    expect(form.getByText('Asha Rao')).toBeInTheDocument()
    expect(form.queryByText('Learns at night.')).not.toBeInTheDocument()
    await user.click(form.getByRole('switch', { name: 'About me' }))
    expect(form.getByText('Learns at night.')).toBeInTheDocument()
    expect(form.queryByText('Data analytics')).not.toBeInTheDocument()
  })

  it('suggests an address from the name and saves the choices', async () => {
    const save = fakeCall(savePublicSettings, ({ body }) =>
      aPublicProfile({ ...(body as object), whole, is_on: true }),
    )
    const { user, form } = await openForm()
    await user.click(form.getByRole('switch', { name: /^Show my public profile/ }))
    expect(form.getByLabelText('Address')).toHaveValue('asha-rao')
    await user.click(form.getByRole('switch', { name: 'Finished courses' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(save.requests).toHaveLength(1))
    expect(save.requests[0]?.body).toEqual({
      is_on: true,
      handle: 'asha-rao',
      fields: ['courses'],
      is_listed: false,
    })
    expect(await form.findByRole('link', { name: 'Open the page' })).toHaveAttribute(
      'href',
      '/people/asha-rao',
    )
  })

  it('names a wrong address under its field and sends nothing', async () => {
    const save = fakeCall(savePublicSettings, aPublicProfile())
    const { user, form } = await openForm()
    await user.click(form.getByRole('switch', { name: /^Show my public profile/ }))
    await user.clear(form.getByLabelText('Address'))
    await user.type(form.getByLabelText('Address'), 'a')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText('Use 3 to 30 small letters a–z, digits and single dashes.')).toBeInTheDocument()
    expect(save.requests).toHaveLength(0)
  })
})

describe('public profile: page', () => {
  it('shows what the person shows', async () => {
    const call = fakeCall(getPublicProfile, whole)
    await renderPage(<PublicProfilePage />, { path: '/people/asha-rao' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Asha Rao' })).toBeInTheDocument()
    expect(call.requests[0]?.params).toMatchObject({ handle: 'asha-rao' })
    expect(screen.getByRole('link', { name: 'github.com/asha' })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow ugc me',
    )
    expect(screen.getByText('First lesson')).toBeInTheDocument()
    expect(screen.getByText('Data analytics')).toBeInTheDocument()
  })

  it('says that there is no profile at an unknown address', async () => {
    fakeCall(getPublicProfile, failWith('not_found'))
    await renderPage(<PublicProfilePage />, { path: '/people/nobody' })
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no profile here')
  })
})
