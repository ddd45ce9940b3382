import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getAdminDashboard } from '#contract/dashboard/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { AdminDashboardPage } from '#src/features/dashboard/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aDashboard = (overrides: Partial<ResponseOf<typeof getAdminDashboard>> = {}) => ({
  students: 37,
  active_today: 26,
  new_this_week: 3,
  courses: 2,
  enrolments: 41,
  completions: 5,
  hours: [
    { day: '2026-11-20', hours: 1.5 },
    { day: '2026-11-21', hours: 0.5 },
  ],
  course_rows: [{ id: 4, title: 'SQL', students: 25, average_percent: 31, completions: 0 }],
  recent_students: [{ id: 9, name: 'Omar Bashir', joined_at: '2026-10-28T09:00:00Z' }],
  ...overrides,
})

describe('admin dashboard', () => {
  it('shows figures, hours, courses and recent students', async () => {
    fakeCall(getAdminDashboard, aDashboard())
    await renderPage(<AdminDashboardPage />)
    expect(await screen.findByText('37')).toBeInTheDocument()
    const row = within(screen.getByRole('table')).getAllByRole('row')[1]
    expect(row).toHaveTextContent('SQL2531%0')
    expect(screen.getByText('Omar Bashir')).toBeInTheDocument()
  })

  it('shows the chart as a table, today first', async () => {
    fakeCall(getAdminDashboard, aDashboard())
    const { user } = await renderPage(<AdminDashboardPage />)
    expect(await screen.findByRole('img', { name: '2 h in all' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Show as table' }))
    const rows = within(screen.getByRole('table', { name: '2 h in all' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'DayTime',
      expect.stringMatching(/21.*30 min$/),
      expect.stringMatching(/20.*1 h 30 min$/),
    ])
  })

  it('shows an empty state in each block of a new organisation', async () => {
    const hours = [{ day: '2026-11-21', hours: 0 }]
    fakeCall(getAdminDashboard, aDashboard({ hours, course_rows: [], recent_students: [] }))
    await renderPage(<AdminDashboardPage />)
    expect(await screen.findByText('No study time in the last 14 days.')).toBeInTheDocument()
    expect(screen.getByText('No courses available at the moment.')).toBeInTheDocument()
    expect(screen.getByText('No students yet.')).toBeInTheDocument()
  })

  it('shows the specified error and reloads on retry', async () => {
    fakeCall(getAdminDashboard, failWith('internal_error'))
    const { user } = await renderPage(<AdminDashboardPage />)
    expect(await screen.findByText('Error loading dashboard data.')).toBeInTheDocument()
    fakeCall(getAdminDashboard, aDashboard())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('37')).toBeInTheDocument()
  })

  it('reports that the person is offline', async () => {
    fakeCall(getAdminDashboard, noAnswer)
    await renderPage(<AdminDashboardPage />)
    expect(await screen.findByText(/^You are offline/)).toBeInTheDocument()
  })
})
