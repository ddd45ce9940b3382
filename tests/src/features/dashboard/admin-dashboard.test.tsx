import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listAtRisk } from '#contract/dashboard/at-risk.ts'
import { getAdminDashboard, getLessonProgress } from '#contract/dashboard/dashboard.ts'
import { compareGroups } from '#contract/dashboard/groups.ts'
import { listDashboardRows, type DashboardRow } from '#contract/dashboard/rows.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { AdminDashboardPage } from '#src/features/dashboard/index.ts'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

type Dashboard = ResponseOf<typeof getAdminDashboard>

const features = ['assessment', 'attendance', 'admin_manage_students', 'course'].map((slug, id) => ({
  id,
  slug,
  title: slug,
  links: [],
}))
const client = aClient({ features })

const numbers = {
  active: 26,
  joined: 3,
  enrolled: 0,
  completed: 5,
  study_seconds: 9000,
  submitted: 4,
  judged: 4,
  passed: 3,
  average_percent: 71.5,
  attended: 8,
  held: 10,
}
const step = (day: string, active: number) => ({
  from: day,
  to: day,
  active,
  study_seconds: active * 1800,
  joined: 0,
  enrolled: 0,
  completed: 0,
})

const aDashboard = (overrides: Partial<Dashboard> = {}): Dashboard => ({
  counted_at: '2026-11-21T09:00:00Z',
  today: '2026-11-21',
  period: { from: '2026-10-23', to: '2026-11-21', days: 30 },
  former: { from: '2026-09-23', to: '2026-10-22', days: 30 },
  learners: 37,
  now: numbers,
  before: { ...numbers, active: 20, joined: 4, enrolled: 0, completed: 0, attended: 10 },
  steps: [step('2026-11-20', 12), step('2026-11-21', 7)],
  revenue: null,
  courses: [{ id: 4, title: 'SQL', learners: 25, started: 20, completed: 6, average_percent: 31 }],
  at_risk: { any: 2, reasons: [{ reason: 'inactive', learners: 2 }] },
  ...overrides,
})
const omar = {
  id: 9,
  name: 'Omar Bashir',
  picture: null,
  email: 'omar@example.test',
  language: 'en' as const,
  reasons: [
    { reason: 'inactive' as const, course: null, value: 21, expected: null },
    { reason: 'behind' as const, course: { id: 4, title: 'SQL' }, value: 20, expected: 65 },
  ],
}
const risks = (results = [omar]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  counted_at: '2026-11-21T09:00:00Z',
})
const aRow: DashboardRow = {
  key: '9-4',
  person: { id: 9, name: 'Omar Bashir', email: 'omar@example.test' },
  title: 'SQL',
  at: '2026-11-20T09:00:00Z',
  seconds: null,
  percent: null,
  is_passed: null,
  status: null,
  amount_minor: null,
  currency: null,
}

const show = async (path = '/admin/dashboard', dashboard = aDashboard()) => {
  fakeCall(getAdminDashboard, dashboard)
  fakeCall(listAtRisk, risks())
  return renderPage(
    <AdminDashboardPage
      write={({ name, email }, { subject, text }) => (
        <p>
          {name} {email ?? 'no address'}: {subject} {text}
        </p>
      )}
    />,
    { path, client },
  )
}

describe('admin dashboard', () => {
  it('shows each number with how it changed, as a link to its rows', async () => {
    await show()
    const active = await screen.findByRole('link', { name: /^Active learners 26 30% more before: 20$/ })
    expect(active).toHaveAttribute('href', '/admin/dashboard?rows=active&from=2026-10-23&to=2026-11-21')
    expect(screen.getByRole('link', { name: /^New learners 3 25% less before: 4$/ })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^Enrolments 0 No change before: 0$/ })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^Completed courses 5 More before: 0$/ })).toBeInTheDocument()
    expect(
      screen.getByRole('link', { name: /^Attendance 80% 8 of 10 attended.* Less before: 100%$/ }),
    ).toBeInTheDocument()
    expect(screen.queryByText('Revenue')).not.toBeInTheDocument()
  })

  it('shows revenue with its refunds to those who may see it', async () => {
    const revenue = [{ currency: 'INR', sold_minor: 500_000, refunded_minor: 100_000, former_net_minor: 0 }]
    await show(undefined, aDashboard({ revenue }))
    expect(
      await screen.findByRole('link', { name: /^Revenue ₹4,000 after ₹1,000 refunded/ }),
    ).toBeInTheDocument()
  })

  it('opens the rows of each bar, by arrow keys and in the table as well', async () => {
    const { user } = await show()
    const bars = within(await screen.findByRole('list', { name: /^Active learners, / })).getAllByRole('link')
    expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual(['Nov 20, 2026: 12', 'Nov 21, 2026: 7'])
    expect(bars.map((bar) => bar.tabIndex)).toEqual([-1, 0])
    bars[1]!.focus()
    await user.keyboard('{ArrowLeft}')
    expect(bars[0]).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    const table = screen.getByRole('table', { name: /^Active learners, / })
    expect(within(table).getByRole('link', { name: '12' })).toHaveAttribute(
      'href',
      bars[0]!.getAttribute('href'),
    )
  })

  it('names learners at risk with their reasons, and a first word that fits the first one', async () => {
    await show()
    expect(await screen.findByText('No study for 21 days')).toBeInTheDocument()
    expect(screen.getByText(/^20% done, the pace is 65%/)).toBeInTheDocument()
    expect(
      screen.getByText(/^Omar Bashir omar@example\.test: How is it going\? I noticed/),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See all 2' })).toHaveAttribute(
      'href',
      '/admin/dashboard?risk=any',
    )
  })

  it('lets an instructor write, who sees no address', async () => {
    fakeCall(listAtRisk, risks([{ ...omar, email: null as never, reasons: omar.reasons.slice(1) }]))
    await renderPage(
      <AdminDashboardPage write={({ email }, { text }) => <p>{email ?? `no address: ${text}`}</p>} />,
      { path: '/admin/dashboard?risk=any', client },
    )
    expect(await screen.findByText(/^no address: .*getting on with “SQL”/)).toBeInTheDocument()
  })

  it('keeps the period in the address', async () => {
    const { user, address } = await show()
    await user.click(await screen.findByRole('radio', { name: '7 days' }))
    expect(address()).toBe('/admin/dashboard?days=7')
    await user.click(screen.getByRole('radio', { name: 'Other' }))
    const from = screen.getByLabelText('From')
    await user.clear(from)
    await user.type(from, '2026-11-01')
    expect(address()).toBe('/admin/dashboard?since=2026-11-01&until=2026-11-21')
  })

  it('says that the first count is under way', async () => {
    await show(undefined, aDashboard({ counted_at: null }))
    expect(await screen.findByText("We're counting for the first time")).toBeInTheDocument()
    expect(screen.queryByText('Active learners')).not.toBeInTheDocument()
  })

  it('welcomes an organisation without learners instead of showing zeros', async () => {
    await show(undefined, aDashboard({ learners: 0 }))
    expect(await screen.findByText('No learners yet')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to students' })).toBeInTheDocument()
  })

  it('shows the specified error and reloads on retry', async () => {
    fakeCall(getAdminDashboard, failWith('internal_error'))
    const { user } = await renderPage(<AdminDashboardPage write={null} />)
    expect(await screen.findByText('Error loading dashboard data.')).toBeInTheDocument()
    fakeCall(getAdminDashboard, aDashboard())
    fakeCall(listAtRisk, risks())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /^Active learners/ })).toBeInTheDocument()
  })

  it('reports that the person is offline', async () => {
    fakeCall(getAdminDashboard, noAnswer)
    await renderPage(<AdminDashboardPage write={null} />)
    expect(await screen.findByText(/^You are offline/)).toBeInTheDocument()
  })
})

describe('groups side by side', () => {
  const period = aDashboard().period
  const aGroup = {
    id: 3,
    name: 'Morning',
    learners: 12,
    active: 9,
    study_seconds: 7200,
    completed: 4,
    submitted: 2,
    average_percent: 71.5,
    attended: 8,
    held: 10,
  }

  it('open the rows of each number, and the people of the group', async () => {
    fakeCall(getAdminDashboard, aDashboard())
    fakeCall(listAtRisk, risks())
    fakeCall(compareGroups, { period, groups: [aGroup] })
    await renderPage(<AdminDashboardPage write={null} />, { client, person: aSignedIn({ role: 'admin' }) })
    const table = await screen.findByRole('table', { name: 'Groups side by side' })
    const link = (name: string) => within(table).getByRole('link', { name })
    expect(link('12')).toHaveAttribute('href', '/admin/manage-students?group=3')
    expect(link('9')).toHaveAttribute(
      'href',
      '/admin/dashboard?rows=active&from=2026-10-23&to=2026-11-21&group=3',
    )
    expect(link('80%')).toHaveAttribute('href', expect.stringContaining('rows=attendance'))
  })

  it('say how to begin where there are none, and instructors are not asked', async () => {
    fakeCall(getAdminDashboard, aDashboard())
    fakeCall(listAtRisk, risks())
    const { requests } = fakeCall(compareGroups, { period, groups: [] })
    const { unmount } = await renderPage(<AdminDashboardPage write={null} />, {
      client,
      person: aSignedIn({ role: 'admin' }),
    })
    expect(await screen.findByText('No groups yet')).toBeInTheDocument()
    unmount()
    const asked = requests.length
    await renderPage(<AdminDashboardPage write={null} />, {
      client,
      person: aSignedIn({ role: 'instructor' }),
    })
    expect(await screen.findByText('Courses side by side')).toBeInTheDocument()
    expect(requests).toHaveLength(asked)
  })
})

describe('the rows behind a number', () => {
  it('are listed with their count, and lead to the person and back to the same period', async () => {
    fakeCall(listDashboardRows, {
      count: 1,
      next: null,
      previous: null,
      results: [aRow],
      period: { from: '2026-11-01', to: '2026-11-21', days: 21 },
      today: '2026-11-21',
      course: null,
      lesson: null,
      group: null,
    })
    await renderPage(<AdminDashboardPage write={null} />, {
      client,
      path: '/admin/dashboard?days=7&rows=enrolled&from=2026-11-01&to=2026-11-21',
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Enrolments' })).toBeInTheDocument()
    expect(await screen.findByText('1 row')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Omar Bashir' })).toHaveAttribute(
      'href',
      '/admin/manage-students?student=9',
    )
    expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/admin/dashboard?days=7')
  })

  it('say so when they are not there for this person', async () => {
    fakeCall(listDashboardRows, failWith('not_found'))
    await renderPage(<AdminDashboardPage write={null} />, { path: '/admin/dashboard?rows=learners&course=5' })
    expect(await screen.findByText(/^This isn't there any more/)).toBeInTheDocument()
  })
})

describe('the lessons of a course', () => {
  const counted = { arrived: 0, arrived_before: 0, stopped: 0, stopped_before: 0 }
  const lessons = {
    counted_at: '2026-11-21T09:00:00Z',
    today: '2026-11-21',
    period: { from: '2026-11-15', to: '2026-11-21', days: 7 },
    former: { from: '2026-11-08', to: '2026-11-14', days: 7 },
    course: { id: 4, title: 'SQL' },
    learners: 10,
    completed: 2,
    lessons: [
      {
        id: 1,
        title: 'Tables',
        section: 'Basics',
        reached: 8,
        arrived: 6,
        arrived_before: 7,
        stopped: 3,
        stopped_before: 1,
      },
      { id: 2, title: 'Joins', section: 'Basics', reached: 5, ...counted },
    ],
  }

  it('show who came and stopped in the period beside the one before, each number with its rows', async () => {
    const { requests } = fakeCall(getLessonProgress, lessons)
    await renderPage(<AdminDashboardPage write={null} />, { path: '/admin/dashboard?lessons=4&days=7' })
    expect(await screen.findByRole('link', { name: '8 (80%)' })).toHaveAttribute(
      'href',
      '/admin/dashboard?days=7&rows=reached&course=4&lesson=1',
    )
    expect(requests.at(-1)?.query).toMatchObject({ days: '7' })
    const ofPeriod = (kind: string) =>
      `/admin/dashboard?days=7&rows=${kind}&course=4&lesson=1&from=2026-11-15&to=2026-11-21`
    expect(screen.getByRole('link', { name: '6' })).toHaveAttribute('href', ofPeriod('arrived'))
    expect(screen.getByRole('link', { name: '3' })).toHaveAttribute('href', ofPeriod('stopped'))
    expect(screen.getByText('before: 7')).toBeInTheDocument()
    expect(screen.getByText('before: 1')).toBeInTheDocument()
  })

  it('stay open when another period is chosen', async () => {
    fakeCall(getLessonProgress, lessons)
    const { user, address } = await renderPage(<AdminDashboardPage write={null} />, {
      path: '/admin/dashboard?lessons=4',
    })
    await user.click(await screen.findByRole('radio', { name: '90 days' }))
    expect(address()).toBe('/admin/dashboard?lessons=4&days=90')
  })
})
