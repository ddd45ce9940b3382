/** The brand as admins edit it: a draft that is saved, refused files, publishing, former versions. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import * as calls from '#contract/client-info/brand-endpoints.ts'
import { derivedColours, NO_SIGN_IN_PAGE, type BrandSettings } from '#contract/client-info/brand.ts'
import { getClientInfo } from '#contract/client-info/client-info.ts'
import { SettingsPage } from '#src/features/settings/pages/SettingsPage.tsx'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aBrand = (changes: Partial<BrandSettings> = {}): BrandSettings => ({
  name: 'Kitewing Academy',
  short_name: 'Kitewing',
  colour: '#1d4ed8',
  colours: Object.fromEntries(derivedColours.map((name) => [name, null])) as BrandSettings['colours'],
  font_family: 'inter',
  logo: null,
  logo_dark: null,
  icon: null,
  icon_background: '#ffffff',
  sign_in: NO_SIGN_IN_PAGE,
  ...changes,
})
const aState = (changes: Partial<calls.BrandState> = {}): calls.BrandState => ({
  published: aBrand(),
  version: 3,
  draft: null,
  draft_number: 4,
  versions: [
    {
      version: 3,
      published_at: '2026-11-20T10:00:00Z',
      published_by: 'Ada Admin',
      restored_from: null,
      settings: aBrand(),
    },
    {
      version: 2,
      published_at: '2026-11-10T10:00:00Z',
      published_by: null,
      restored_from: null,
      settings: aBrand({ name: 'Kite School' }),
    },
  ],
  ...changes,
})

const open = (state = aState()) => {
  fakeCall(calls.getBrand, state)
  fakeCall(getClientInfo, aClient())
  return renderPage(
    <main>
      <SettingsPage />
    </main>,
    { path: '/admin/settings', client: aClient(), person: aSignedIn({ role: 'admin' }) },
  )
}

it('saves a typed colour as a draft, says what is repaired, and publishes it when asked', async () => {
  const saved = fakeCall(calls.saveBrandDraft, { draft_number: 5 })
  const published = fakeCall(calls.publishBrand, aState({ version: 4, draft_number: 6 }))
  const { user } = await open()
  const colour = await screen.findByRole('textbox', { name: 'Brand colour' })
  expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled()

  fireEvent.change(colour, { target: { value: 'FFE000' } })
  expect(screen.getByRole('heading', { name: /colours were adjusted/ })).toBeInTheDocument()
  expect(screen.getAllByText(/^Buttons · Light/)).toHaveLength(1)
  await screen.findByText('Draft saved. Only admins see it.')
  expect(saved.requests[0]?.body).toMatchObject({ draft_number: 4, settings: { colour: '#ffe000' } })

  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(published.requests[0]?.body).toEqual({ draft_number: 5 }))
  await screen.findByText('This is what everybody sees now.')
})

it('keeps what is typed while it is no colour, and says so', async () => {
  await open()
  const colour = await screen.findByRole('textbox', { name: 'Brand colour' })
  fireEvent.change(colour, { target: { value: '#12' } })
  expect(colour).toHaveValue('#12')
  expect(colour).toHaveAccessibleDescription(expect.stringContaining('Enter a colour such as'))
})

it('overwrites nothing when somebody else saved meanwhile', async () => {
  fakeCall(calls.saveBrandDraft, failWith('conflict'))
  const { user } = await open()
  fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Mine' } })
  await screen.findByText('Somebody else changed the brand meanwhile')
  expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled()

  fakeCall(calls.getBrand, aState({ draft: aBrand({ name: 'Theirs' }), draft_number: 9 }))
  await user.click(screen.getByRole('button', { name: 'Show the newest draft' }))
  expect(await screen.findByDisplayValue('Theirs')).toBeInTheDocument()
})

it('refuses an SVG before it travels, and keeps the icon', async () => {
  const { requests } = fakeCall(calls.uploadBrandPicture, {
    id: 'a'.repeat(32),
    width: 1,
    height: 1,
    edge: null,
  })
  const { user } = await open()
  const file = new File(['<svg onload="alert(1)"/>'], 'logo.png', { type: 'image/png' })
  await user.upload(await screen.findByLabelText('Icon', { selector: 'input' }), file)
  expect(await screen.findByText(/This file is an SVG or a web page/)).toBeInTheDocument()
  expect(requests).toEqual([])
})

it('brings a former version back after a question', async () => {
  const restored = fakeCall(calls.restoreBrand, aState({ version: 4 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Bring back version 2' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Bring back' }))
  await waitFor(() => expect(restored.requests[0]?.body).toEqual({ current: 3 }))
})

it('shows the draft in another language and the dark look', async () => {
  const { user } = await open()
  const preview = await screen.findByRole('group', { name: 'Language' })
  await user.click(within(preview).getByRole('radio', { name: 'العربية' }))
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  const figure = screen.getByRole('figure')
  const picture = figure.firstElementChild as HTMLElement
  expect(picture).toHaveAttribute('dir', 'rtl')
  expect(picture.dataset['mode']).toBe('dark')
  expect(picture.style.getPropertyValue('--primary')).not.toBe('')
})

it('shows own words of the sign-in page at once, and a stand-in for a language without any', async () => {
  const saved = fakeCall(calls.saveBrandDraft, { draft_number: 5 })
  fakeCall(calls.uploadBrandPicture, { id: 'b'.repeat(32), width: 9, height: 9, edge: null })
  const { user } = await open()
  const figure = await screen.findByRole('figure')
  expect(within(figure).getByText('Learning that fits your day')).toBeInTheDocument()
  fireEvent.change(screen.getByRole('textbox', { name: 'Heading' }), { target: { value: 'Grow with us' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'One line below it' }), {
    target: { value: 'Courses for\nevery nurse.' },
  })
  expect(within(figure).getByText('Grow with us')).toBeInTheDocument()
  expect(within(figure).getByText('Courses for every nurse.')).toBeInTheDocument()
  expect(within(figure).queryByText(/with practice straight away/)).toBeNull()

  await user.upload(
    screen.getByLabelText('Picture', { selector: 'input' }),
    new File(['photo'], 'photo.jpg', { type: 'image/jpeg' }),
  )
  await waitFor(() => expect(figure.querySelector('img[src$="b.webp"]')).not.toBeNull())
  await waitFor(() =>
    expect(saved.requests.at(-1)?.body).toMatchObject({
      settings: {
        sign_in: {
          heading: { en: 'Grow with us' },
          line: { en: 'Courses for every nurse.' },
          picture: 'b'.repeat(32),
        },
      },
    }),
  )
  const words = screen.getByRole('group', { name: 'Language of the text' })
  await user.click(within(words).getByRole('radio', { name: 'हिन्दी' }))
  expect(screen.getByRole('textbox', { name: 'Heading' })).toHaveValue('')
  expect(screen.getByRole('textbox', { name: 'Heading' })).toHaveAttribute('placeholder', 'Grow with us')
})
