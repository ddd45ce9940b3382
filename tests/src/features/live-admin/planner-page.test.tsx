import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  cancelSession,
  checkPlan,
  createSession,
  endSession,
  getCalendar,
  getOptions,
  getStaffSession,
  listStaffSessions,
  updateSession,
} from '#contract/live/admin/sessions.ts'
import { LivePlannerPage } from '#src/features/live-admin/pages/LivePlannerPage.tsx'
import { aClient } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aPlan, aSessionDetail, aStaffSession, someOptions } from './session-factory.ts'

const client = aClient({ features: [{ id: 3, slug: 'admin_attendance', title: 'Attendance', links: [] }] })

const open = (query: string) =>
  renderPage(
    <main>
      <LivePlannerPage />
    </main>,
    { path: `/admin/live?${query}`, client },
  )

const openForm = async (query: string) => {
  fakeCall(getOptions, someOptions)
  return open(query)
}

describe('the calendar of live sessions', () => {
  it('shows the sessions of the chosen day, and moves by arrow keys', async () => {
    fakeCall(getCalendar, { sessions: [aStaffSession()], is_complete: true })
    const { user } = await open('view=month&day=2030-01-07')
    const day = await screen.findByRole('region', { name: /7 January 2030|January 7, 2030/ })
    expect(within(day).getByRole('link', { name: /Loops/ })).toHaveAttribute('href', '/admin/live?session=5')
    const chosen = screen.getByRole('button', { pressed: true })
    expect(chosen).toHaveAccessibleName(/1 session$/)
    chosen.focus()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByText('Nothing planned on this day.')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { pressed: true })).toHaveFocus())
  })

  it('asks for the stretch that the view shows', async () => {
    const { requests } = fakeCall(getCalendar, { sessions: [], is_complete: true })
    await open('view=week&day=2030-01-09')
    await waitFor(() => expect(requests).toHaveLength(1))
    const { from = '', until = '' } = requests[0]?.query ?? {}
    expect((Date.parse(until) - Date.parse(from)) / 86_400_000).toBe(7)
  })

  it('lists sessions with filters in the address', async () => {
    const { requests } = fakeCall(listStaffSessions, {
      count: 1,
      next: null,
      previous: null,
      results: [aStaffSession({ state: 'ended', joined: 9 })],
    })
    await open('view=list&when=past&search=loo')
    const table = await screen.findByRole('table', { name: 'Sessions' })
    expect(within(table).getByText('9 of 12 came')).toBeInTheDocument()
    expect(requests[0]?.query).toMatchObject({ when: 'past', search: 'loo' })
  })

  it('says why it is empty and offers a retry', async () => {
    fakeCall(getCalendar, failWith('internal_error'))
    const { user } = await open('view=agenda&day=2030-01-07')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    fakeCall(getCalendar, { sessions: [], is_complete: true })
    await user.click(retry)
    expect(await screen.findByText('Nothing planned in these four weeks')).toBeInTheDocument()
  })
})

describe('the form of a session', () => {
  it('names what is missing and keeps what was typed', async () => {
    fakeCall(checkPlan, aPlan())
    const { user } = await openForm('session=new')
    await user.type(await screen.findByLabelText('Title'), 'Joins')
    await user.click(screen.getByRole('button', { name: 'Plan session' }))
    expect(await screen.findByText(/need.* your attention/)).toBeInTheDocument()
    expect(screen.getByText('Paste a link that starts with https://')).toBeInTheDocument()
    expect(screen.getByLabelText('Title')).toHaveValue('Joins')
  })

  it('shows who can come, conflicts and skipped times', async () => {
    fakeCall(
      checkPlan,
      aPlan({
        clock_changes: [{ kind: 'gap', local: '2030-03-31T02:30', shown: '2030-03-31T03:30' }],
        conflicts: [
          {
            session_id: 9,
            title: 'Beside',
            starts_at: '2030-01-07T09:30:00Z',
            ends_at: '2030-01-07T10:30:00Z',
            hosts: [{ id: 2, name: 'Ina Instructor' }],
            learners: 3,
          },
        ],
      }),
    )
    await openForm('session=new')
    expect(await screen.findByText('12 learners')).toBeInTheDocument()
    expect(screen.getByText('1 session at the same time')).toBeInTheDocument()
    expect(screen.getByText('3 learners are invited to both')).toBeInTheDocument()
    expect(screen.getByText(/^02:30 does not exist on/)).toBeInTheDocument()
  })

  it('asks before it plans in the past', async () => {
    fakeCall(checkPlan, aPlan({ is_past: true }))
    const { requests } = fakeCall(updateSession, aSessionDetail())
    fakeCall(getStaffSession, aSessionDetail())
    const { user } = await openForm('session=5&edit=1')
    const start = await screen.findByLabelText('Starts')
    await user.clear(start)
    await user.type(start, '2020-01-07T10:00')
    expect(await screen.findByText('This time is in the past')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save a session in the past?' })
    expect(requests).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ past_ok: true, scope: 'one' }))
  })

  it('limits the places of a class', async () => {
    fakeCall(checkPlan, aPlan())
    fakeCall(getStaffSession, aSessionDetail())
    const { requests } = fakeCall(updateSession, aSessionDetail({ capacity: 30 }))
    const { user } = await openForm('session=5&edit=1')
    await user.click(await screen.findByRole('switch', { name: /^Limit the seats/ }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Type how many seats there are.')).toBeInTheDocument()
    await user.type(screen.getByLabelText('Seats'), '30')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ kind: 'class', capacity: 30 }))
  })

  it('asks which sessions of a series are meant', async () => {
    fakeCall(checkPlan, aPlan())
    const series = { weekdays: [1], last_on: '2030-02-25', sessions: 8, remaining: 8 }
    fakeCall(getStaffSession, aSessionDetail({ series, series_id: 7 }))
    const { requests } = fakeCall(updateSession, aSessionDetail())
    const { user } = await openForm('session=5&edit=1')
    await user.type(await screen.findByLabelText('Title'), ' again')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('radio', { name: 'This and the following ones' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ scope: 'following', title: 'Loops again' }))
  })

  it('loses nothing when somebody else saved meanwhile', async () => {
    fakeCall(checkPlan, aPlan())
    fakeCall(getStaffSession, aSessionDetail())
    fakeCall(updateSession, failWith('conflict'))
    const { user } = await openForm('session=5&edit=1')
    await user.type(await screen.findByLabelText('Title'), ' mine')
    fakeCall(getStaffSession, aSessionDetail({ revision: 5, title: 'Theirs' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Somebody changed this session while you edited it')).toBeInTheDocument()
    expect(screen.getByLabelText('Title')).toHaveValue('Loops mine')
    const { requests } = fakeCall(updateSession, aSessionDetail({ revision: 6 }))
    await user.click(screen.getByRole('button', { name: 'Keep my changes' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ revision: 5, title: 'Loops mine' }))
  })

  it('plans a weekly series', async () => {
    fakeCall(checkPlan, aPlan({ sessions: 8 }))
    const { requests } = fakeCall(createSession, aSessionDetail())
    fakeCall(getStaffSession, aSessionDetail())
    const { user } = await openForm('session=new&kind=class&day=2030-01-07')
    await user.type(await screen.findByLabelText('Title'), 'Weekly')
    await user.type(screen.getByLabelText('Meeting link'), 'https://meet.example.org/w')
    await user.click(screen.getByLabelText(/^Course/))
    await user.click(await screen.findByRole('option', { name: 'SQL' }))
    await user.click(screen.getByRole('switch', { name: 'Repeat every week' }))
    await user.click(screen.getByRole('checkbox', { name: 'Thursday' }))
    await user.click(screen.getByRole('button', { name: 'Plan series' }))
    await waitFor(() =>
      expect(requests[0]?.body).toMatchObject({
        title: 'Weekly',
        starts_local: expect.stringMatching(/^2030-01-07T/) as string,
        repeat: { weekdays: [1, 4] },
        host_ids: [2],
      }),
    )
  })
})

describe('one session', () => {
  it('ends a session that is under way after a question', async () => {
    fakeCall(getStaffSession, aSessionDetail({ state: 'live' }))
    const { requests } = fakeCall(endSession, aSessionDetail({ state: 'ended' }))
    const { user } = await open('session=5')
    await user.click(await screen.findByRole('button', { name: 'End for everybody' }))
    expect(requests).toEqual([])
    const dialog = await screen.findByRole('dialog', { name: 'End this session now?' })
    await user.click(within(dialog).getByRole('button', { name: 'End session' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End for everybody' })).toBeNull())
  })

  it('shows attendance, and cancels after a question', async () => {
    fakeCall(
      getStaffSession,
      aSessionDetail({
        state: 'open',
        joined: 2,
        attendance: [
          { id: 9, name: 'Asha', minutes: 50, joined_at: '2030-01-07T09:00:00Z' },
          { id: 10, name: 'Bilal', minutes: 5, joined_at: '2030-01-07T09:20:00Z' },
        ],
      }),
    )
    const { requests } = fakeCall(cancelSession, aSessionDetail({ state: 'cancelled' }))
    const { user } = await open('session=5')
    const attendance = await screen.findByRole('region', { name: 'Attendance' })
    expect(within(attendance).getByText('Stayed at least 75%').closest('div')).toHaveTextContent('1')
    await user.click(screen.getByRole('button', { name: 'Cancel session' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this session?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel session' }))
    expect(await screen.findByText(/It stays in calendars as cancelled/)).toBeInTheDocument()
    expect(requests[0]?.body).toEqual({ scope: 'one' })
  })
  it('folds a long list of people, and leads to the sheet of the course', async () => {
    const attendance = Array.from({ length: 24 }, (_, n) => ({
      id: n + 20,
      name: `Learner ${n + 1}`,
      minutes: 55,
      joined_at: '2030-01-07T09:00:00Z',
    }))
    fakeCall(getStaffSession, aSessionDetail({ state: 'ended', joined: 24, attendance }))
    const { user } = await open('session=5')
    const region = await screen.findByRole('region', { name: 'Attendance' })
    const people = () => within(region).getAllByRole('rowheader')
    expect(people()).toHaveLength(8)
    await user.click(within(region).getByRole('button', { name: 'Show all 24 people' }))
    expect(people()).toHaveLength(24)
    await user.click(within(region).getByRole('button', { name: 'Show fewer' }))
    expect(people()).toHaveLength(8)
    expect(within(region).getByRole('link', { name: 'Attendance sheet' })).toHaveAttribute(
      'href',
      '/admin/attendance?course=3',
    )
  })
})
