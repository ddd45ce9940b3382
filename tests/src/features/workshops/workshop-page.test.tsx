import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  cancelRegistration,
  getMyRegistration,
  getWorkshopPage,
  openRegistration,
  registerForWorkshop,
  registerMyself,
  type WorkshopPageData,
} from '#contract/workshops/public.ts'
import type { OwnRegistration, PublicWorkshop } from '#contract/workshops/shapes.ts'
import { WorkshopPage } from '#src/features/workshops/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const CODE = 'chartfun'
const TOKEN = `1.${'a'.repeat(32)}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const aWorkshop = (changes: Partial<PublicWorkshop> = {}): PublicWorkshop => ({
  code: CODE,
  title: 'Charts that people read',
  description: 'Bring a laptop.',
  cover: null,
  state: 'open',
  starts_at: inDays(10),
  ends_at: inDays(10.1),
  time_zone: 'Asia/Kolkata',
  place: 'Hall 2',
  is_online: false,
  capacity: 24,
  seats_left: 5,
  ...changes,
})
const aPageOf = (changes: Partial<PublicWorkshop> = {}): WorkshopPageData => ({
  workshop: aWorkshop(changes),
  fields: [
    { id: 'level', kind: 'choice', label: 'Level', hint: '', required: true, options: ['New', 'Old'] },
    { id: 'rules', kind: 'consent', label: 'I agree', hint: '', required: true, options: [] },
  ],
  confirms_address: false,
  form_token: 'token',
})
const anOwn = (changes: Partial<OwnRegistration> = {}): OwnRegistration => ({
  workshop: aWorkshop(),
  status: 'confirmed',
  name: 'Ann',
  email: 'ann@example.test',
  until: null,
  position: null,
  link: '',
  calendar: 'BEGIN:VCALENDAR',
  ...changes,
})
const open = (hash = '', isSignedIn = false) =>
  renderPage(<WorkshopPage />, { path: `/w/${CODE}${hash}`, ...(!isSignedIn && { person: null }) })

describe('the page of a workshop', () => {
  it('registers a visitor and says what happens next', async () => {
    fakeCall(getWorkshopPage, aPageOf())
    fakeCall(registerForWorkshop, { outcome: 'confirmed' })
    const { user } = await open()
    await user.type(await screen.findByLabelText('Full name'), 'Ann')
    await user.type(screen.getByLabelText('E-mail'), 'ann@example.test')
    await user.selectOptions(screen.getByLabelText('Level'), 'Old')
    await user.click(screen.getByLabelText('I agree'))
    await user.click(screen.getByRole('button', { name: 'Register' }))
    await waitFor(() => expect(screen.getByText('You’re in')).toHaveFocus(), { timeout: 6_000 })
    expect(screen.getByRole('status')).toHaveTextContent('ann@example.test')
  })

  it('marks what is missing, moves the focus there and keeps what was typed', async () => {
    fakeCall(getWorkshopPage, aPageOf())
    const { user } = await open()
    await user.type(await screen.findByLabelText('E-mail'), 'ann@')
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(screen.getByLabelText('Full name')).toHaveFocus()
    expect(screen.getByText('Please agree to continue.')).toBeInTheDocument()
    expect(screen.getByLabelText('E-mail')).toHaveValue('ann@')
  })

  it('offers the waiting list when all seats are taken', async () => {
    fakeCall(getWorkshopPage, aPageOf({ seats_left: 0 }))
    await open()
    expect(await screen.findByRole('button', { name: 'Join the waiting list' })).toBeInTheDocument()
    expect(screen.getByText('All 24 seats are taken')).toBeInTheDocument()
  })

  it('asks a signed-in person for no address', async () => {
    fakeCall(getWorkshopPage, { ...aPageOf(), fields: [] })
    fakeCall(getMyRegistration, { name: 'Ann', email: 'ann@example.test', own: null })
    fakeCall(registerMyself, { registration: anOwn(), token: TOKEN })
    const { user } = await open('', true)
    expect(await screen.findByLabelText('Full name')).toHaveValue('Ann')
    expect(screen.queryByLabelText('E-mail')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByRole('heading', { name: 'You have a seat' })).toBeInTheDocument()
  })

  it('opens the registration of a link and cancels it after a question', async () => {
    fakeCall(getWorkshopPage, aPageOf())
    fakeCall(openRegistration, anOwn())
    fakeCall(cancelRegistration, anOwn({ status: 'cancelled', calendar: null }))
    const { user } = await open(`#r=${TOKEN}`)
    await user.click(await screen.findByRole('button', { name: 'Cancel my registration' }))
    await user.click(screen.getByRole('button', { name: 'Yes, cancel' }))
    expect(await screen.findByRole('heading', { name: 'You’re not registered' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Register' })).toBeInTheDocument()
  })

  it('says that a link no longer works and shows the form', async () => {
    fakeCall(getWorkshopPage, aPageOf())
    fakeCall(openRegistration, failWith('not_found'))
    await open(`#r=${TOKEN}`)
    expect(await screen.findByText(/This link no longer works/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Register' })).toBeInTheDocument()
  })

  it('says that a workshop does not exist', async () => {
    fakeCall(getWorkshopPage, failWith('not_found'))
    await open()
    expect(await screen.findByRole('heading', { name: 'This workshop isn’t here' })).toBeInTheDocument()
  })
})
