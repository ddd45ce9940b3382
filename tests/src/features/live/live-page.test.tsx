import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listPast, listSchedule, type Schedule, type ScheduledSession } from '#contract/live/live.ts'
import { SCHEDULE_TOPIC } from '#contract/notifications/live.ts'
import { deliverLiveEvent } from '#src/core/live/topics.ts'
import { LivePage } from '#src/features/live/pages/LivePage.tsx'
import { aClient } from '#tests/support/server/client.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

const aSession = (changes: Partial<ScheduledSession> = {}): ScheduledSession => ({
  id: 5,
  kind: 'class',
  title: 'Loops',
  description: '',
  course: null,
  hosts: [{ id: 2, name: 'Ina Instructor', profile_picture: null }],
  starts_at: inMinutes(-5),
  ends_at: inMinutes(55),
  ended_at: null,
  cancelled_at: null,
  time_zone: 'UTC',
  state: 'live',
  consent_rule: 'none',
  recording: { state: 'none', expected_at: null, ready_at: null, duration_seconds: null },
  is_host: false,
  joined_at: null,
  ...changes,
})
const aSchedule = (changes: Partial<Schedule> = {}): Schedule => ({
  results: [aSession()],
  recent: null,
  count: 1,
  courses: [],
  ...changes,
})
const noPast = { count: 0, next: null, previous: null, results: [] }
/** The stream's first word: it cannot tell what the page missed before. */
const firstWord = () => deliverLiveEvent({ topic: SCHEDULE_TOPIC, whole: true, came: [], gone: [] })

it('shows a class that was planned between the page’s request and the start of the stream', async () => {
  fakeCall(listSchedule, aSchedule({ results: [], count: 0 }))
  fakeCall(listPast, noPast)
  await renderPage(<LivePage />)
  expect(await screen.findByText('No live classes planned')).toBeInTheDocument()
  fakeCall(listSchedule, aSchedule())
  firstWord()
  expect(await screen.findByRole('region', { name: 'Loops' }, { timeout: 4000 })).toBeInTheDocument()
})

it('says when the recording will be ready as soon as the host ended the class', async () => {
  fakeCall(listSchedule, aSchedule())
  fakeCall(listPast, noPast)
  await renderPage(<LivePage />)
  const main = await screen.findByRole('region', { name: 'Loops' })
  expect(within(main).getByRole('button', { name: 'Join' })).toBeInTheDocument()
  const recent = aSession({
    state: 'ended',
    ended_at: inMinutes(-1),
    recording: { state: 'expected', expected_at: inMinutes(59), ready_at: null, duration_seconds: null },
  })
  fakeCall(listSchedule, aSchedule({ results: [], recent, count: 0 }))
  deliverLiveEvent({ topic: SCHEDULE_TOPIC, whole: false, came: [5], gone: [] })
  await waitFor(() => expect(within(main).getByText(/Recording ready about/)).toBeInTheDocument(), {
    timeout: 4000,
  })
})

it('lets the host manage the class beside joining it', async () => {
  fakeCall(listSchedule, aSchedule({ results: [aSession({ is_host: true })] }))
  fakeCall(listPast, noPast)
  await renderPage(<LivePage />, {
    client: aClient({ features: [{ id: 3, slug: 'admin_live', title: 'Live', links: [] }] }),
  })
  const main = await screen.findByRole('region', { name: 'Loops' })
  expect(within(main).getByRole('link', { name: 'Manage this class' })).toHaveAttribute(
    'href',
    '/admin/live?session=5',
  )
})
