import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listRegistrations, listWebinars, registerForWebinar, type Webinar } from '#contract/live/webinars.ts'
import { WebinarsPage } from '#src/features/webinars/pages/WebinarsPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aWebinar = (changes: Partial<Webinar> = {}): Webinar => ({
  id: 5,
  title: 'Careers',
  description: 'How to start.',
  hosts: [{ id: 2, name: 'Ina Instructor' }],
  starts_at: '2030-01-07T09:00:00Z',
  ends_at: '2030-01-07T10:00:00Z',
  time_zone: 'UTC',
  state: 'scheduled',
  capacity: 10,
  registered: 8,
  is_registered: false,
  may_manage: false,
  recording: { state: 'none', expected_at: null, ready_at: null, duration_seconds: null },
  ...changes,
})
const pageOf = <T,>(results: T[]) => ({ count: results.length, next: null, previous: null, results })
const open = () =>
  renderPage(
    <main>
      <WebinarsPage />
    </main>,
    { path: '/admin/webinar-management' },
  )

it('registers with one press', async () => {
  fakeCall(listWebinars, pageOf([aWebinar()]))
  const { requests } = fakeCall(registerForWebinar, aWebinar({ is_registered: true, registered: 9 }))
  const { user } = await open()
  expect(await screen.findByText('2 seats left')).toBeInTheDocument()
  fakeCall(listWebinars, pageOf([aWebinar({ is_registered: true, registered: 9 })]))
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText("You're registered")).toBeInTheDocument()
  expect(requests[0]?.params).toMatchObject({ sessionId: '5' })
})

it('says that the last seat is gone', async () => {
  fakeCall(listWebinars, pageOf([aWebinar()]))
  fakeCall(registerForWebinar, failWith('conflict', { detail: 'All seats are taken.' }))
  const { user } = await open()
  const button = await screen.findByRole('button', { name: 'Register' })
  fakeCall(listWebinars, pageOf([aWebinar({ registered: 10 })]))
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('All seats are taken.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'All seats are taken' })).toBeDisabled())
})

it('shows registrations to staff', async () => {
  fakeCall(listWebinars, pageOf([aWebinar({ may_manage: true })]))
  fakeCall(
    listRegistrations,
    pageOf([
      {
        id: 9,
        name: 'Asha',
        email: 'asha@example.test',
        registered_at: '2029-12-01T09:00:00Z',
        joined_at: null,
      },
    ]),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '8 registrations' }))
  expect(await screen.findByText('asha@example.test')).toBeInTheDocument()
})

it('leaves out the addresses that instructors do not get', async () => {
  fakeCall(listWebinars, pageOf([aWebinar({ may_manage: true })]))
  const person = { id: 9, name: 'Asha', email: null, registered_at: '2029-12-01T09:00:00Z', joined_at: null }
  fakeCall(listRegistrations, pageOf([person]))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '8 registrations' }))
  const row = (await screen.findByText('Asha')).closest('li')
  expect(row?.children).toHaveLength(2)
})

it('hides the staff controls from learners', async () => {
  fakeCall(listWebinars, pageOf([aWebinar()]))
  await open()
  expect(await screen.findByText('Careers')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /registration/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Plan a webinar' })).not.toBeInTheDocument()
})
