import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  getWorkshop,
  getWorkshopOptions,
  listWorkshops,
  saveWorkshop,
  type ManagedWorkshop,
  type WorkshopDocument,
} from '#contract/workshops/manage.ts'
import {
  changeRegistrations,
  getSavedViews,
  listRegistrations,
  saveViews,
  type RegistrationRow,
} from '#contract/workshops/registrations.ts'
import { WorkshopRegistrationsPage } from '#src/features/workshops/admin/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const PATH = '/admin/workshop-registrations'

const aWorkshop = (changes: Partial<ManagedWorkshop> = {}): ManagedWorkshop => ({
  id: 4,
  code: 'chartfun',
  title: 'Charts that people read',
  cover: null,
  state: 'open',
  starts_at: '2099-01-15T04:30:00.000Z',
  ends_at: '2099-01-15T06:30:00.000Z',
  time_zone: 'Asia/Kolkata',
  place: 'Hall 2',
  is_online: false,
  capacity: 24,
  seats_left: 20,
  course: null,
  counts: { registered: 0, waiting: 2, offered: 0, confirmed: 4, attended: 0, no_show: 0, cancelled: 1 },
  ...changes,
})
const page = <Row,>(results: Row[]) => ({ count: results.length, next: null, previous: null, results })
const aRow = (changes: Partial<RegistrationRow> = {}): RegistrationRow => ({
  id: 1,
  workshop: { id: 4, title: 'Charts that people read' },
  name: 'Ann',
  email: 'ann@example.test',
  user_id: null,
  status: 'confirmed',
  until: null,
  created_at: '2026-11-20T08:00:00.000Z',
  enrolled_in: null,
  answers: [{ label: 'Level', kind: 'choice', value: 'New', file: null }],
  ...changes,
})
const aDocument = (changes: Partial<WorkshopDocument> = {}): WorkshopDocument => ({
  workshop: aWorkshop(),
  draft: {
    title: 'Charts that people read',
    description: '',
    cover: null,
    course_id: null,
    starts_local: '2099-01-15T10:00',
    time_zone: 'Asia/Kolkata',
    minutes: 120,
    place: 'Hall 2',
    link: '',
    capacity: 24,
    fields: [],
    double_opt_in: false,
  },
  version: 3,
  ...changes,
})

beforeEach(() => {
  fakeCall(listWorkshops, page([aWorkshop()]))
  fakeCall(getSavedViews, { views: [] })
  fakeCall(getWorkshopOptions, { courses: [{ id: 9, title: 'Charts' }], time_zone: 'Asia/Kolkata' })
})

describe('workshops of staff', () => {
  it('shows numbers that open their registrations', async () => {
    await renderPage(<WorkshopRegistrationsPage />, { path: PATH })
    const waiting = await screen.findByRole('link', { name: /2\s*Waiting/ })
    expect(waiting).toHaveAttribute('href', `${PATH}?tab=registrations&workshop=4&status=waiting`)
    expect(screen.getByText('4 of 24 seats taken')).toBeInTheDocument()
  })

  it('invites to create the first workshop', async () => {
    fakeCall(listWorkshops, page([]))
    await renderPage(<WorkshopRegistrationsPage />, { path: PATH })
    expect(await screen.findByText('No workshops yet')).toBeInTheDocument()
  })

  it('keeps what was typed when somebody else saved meanwhile, and saves it on demand', async () => {
    fakeCall(getWorkshop, aDocument())
    fakeCall(saveWorkshop, failWith('conflict'))
    const { user } = await renderPage(<WorkshopRegistrationsPage />, { path: `${PATH}?edit=4` })
    const title = await screen.findByLabelText('Title')
    await user.clear(title)
    await user.type(title, 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Somebody else changed this workshop')).toBeInTheDocument()
    expect(screen.getByLabelText('Title')).toHaveValue('Mine')
    fakeCall(getWorkshop, aDocument({ version: 4 }))
    let version = 0
    fakeCall(saveWorkshop, ({ body }) => {
      ;({ version } = body)
      return aDocument({ version: 5, draft: { ...aDocument().draft, title: 'Mine' } })
    })
    await user.click(screen.getByRole('button', { name: 'Save mine' }))
    expect(await screen.findByText('Everything is saved')).toBeInTheDocument()
    expect(version).toBe(4)
  })
})

describe('registrations of staff', () => {
  it('says for each chosen row what came of the action', async () => {
    fakeCall(listRegistrations, page([aRow(), aRow({ id: 2, name: 'Bob', email: 'bob@example.test' })]))
    fakeCall(changeRegistrations, {
      results: [
        { id: 1, result: 'done', reason: null },
        { id: 2, result: 'refused', reason: 'not_started' },
      ],
    })
    const { user } = await renderPage(<WorkshopRegistrationsPage />, { path: `${PATH}?tab=registrations` })
    await user.click(await screen.findByLabelText('Select everyone on this page'))
    const bar = screen.getByRole('region', { name: 'Selected registrations' })
    expect(bar).toHaveTextContent('2 selected')
    await user.click(within(bar).getByRole('button', { name: 'Attended' }))
    expect(await screen.findByText('Done for 1 person')).toBeInTheDocument()
    expect(screen.getByText('The workshop has not started yet.').parentElement).toHaveTextContent('Bob')
  })

  it('saves the filters of the address under a name', async () => {
    fakeCall(listRegistrations, page([aRow({ status: 'waiting' })]))
    let saved: ResponseOf<typeof saveViews> = { views: [] }
    fakeCall(saveViews, ({ body }) => (saved = body))
    const { user } = await renderPage(<WorkshopRegistrationsPage />, {
      path: `${PATH}?tab=registrations&status=waiting`,
    })
    await user.click(await screen.findByRole('button', { name: 'Save this view' }))
    await user.type(screen.getByLabelText('Name of the view'), 'Queue')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('link', { name: 'Queue' })).toBeInTheDocument()
    expect(saved).toEqual({ views: [{ name: 'Queue', query: 'status=waiting' }] })
  })
})
