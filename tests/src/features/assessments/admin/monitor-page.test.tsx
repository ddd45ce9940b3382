import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { addExtraTime, getMonitor, type Monitor } from '#contract/assessments/admin/results.ts'
import { MonitorPage } from '#src/features/assessments/admin/index.ts'
import { rowsOf } from '#src/features/assessments/admin/model/monitor.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aMonitor, aMonitorRow } from './factory.ts'

const openMonitor = (monitor: Monitor) => {
  fakeCall(getMonitor, monitor)
  return renderPage(
    <Routes>
      <Route path="/admin/assesment-results/live/:assessmentId" element={<MonitorPage />} />
    </Routes>,
    { path: '/admin/assesment-results/live/3' },
  )
}
const names = () =>
  within(screen.getByRole('table', { name: 'Attempts right now' }))
    .getAllByRole('rowheader')
    .map((cell) => within(cell).getByRole('link').textContent)

const ATTEMPTS = aMonitor([
  aMonitorRow(3, { state: 'submitted', finished_at: '2026-11-21T09:18:00.000Z' }),
  aMonitorRow(1, { offline_since: '2026-11-21T09:17:00.000Z', flagged: true, events: 4, moves: 1 }),
  aMonitorRow(4, { extra_minutes: 10 }),
])

describe('live monitor', () => {
  it('shows presence, progress, time left and integrity events of each attempt', async () => {
    await openMonitor(ATTEMPTS)
    const table = await screen.findByRole('table', { name: 'Attempts right now' })
    const [, offline, finished, inside] = within(table).getAllByRole('row')
    for (const text of ['No connection', '3 minutes ago', '4 events', '1 change of device', '11 of 30'])
      expect(within(offline as HTMLElement).getByText(text)).toBeVisible()
    expect(within(finished as HTMLElement).getByText('2 minutes ago')).toBeVisible()
    expect(within(inside as HTMLElement).getByRole('timer')).toHaveTextContent(
      /^(10:00|9:5\d)10 minutes extra$/,
    )
    expect(within(finished as HTMLElement).queryByRole('timer')).toBeNull()
  })

  it('filters the rows by counter and search and clears the filters', async () => {
    const { user } = await openMonitor(ATTEMPTS)
    await user.click(await screen.findByRole('radio', { name: '1 Without connection' }))
    expect(names()).toEqual(['Vikram Singh'])
    await user.click(screen.getByRole('radio', { name: '2 In progress' }))
    expect(names()).toEqual(['Vikram Singh', 'Daniel Okafor'])
    await user.type(screen.getByRole('searchbox'), 'DANIEL')
    expect(names()).toEqual(['Daniel Okafor'])
    await user.type(screen.getByRole('searchbox'), 'zz')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(names()).toHaveLength(3)
  })

  it('refetches after extra time and keeps the order of rows', async () => {
    const { user } = await openMonitor(ATTEMPTS)
    await screen.findByRole('table')
    const before = names()
    await user.click(await screen.findByRole('button', { name: 'Time: give extra time to Vikram Singh' }))
    const { requests } = fakeCall(addExtraTime, { deadline_at: '2026-11-21T10:00:00.000Z', extra_minutes: 5 })
    fakeCall(
      getMonitor,
      aMonitor([aMonitorRow(5), ...ATTEMPTS.rows.map((row) => ({ ...row, extra_minutes: 5 }))].toReversed()),
    )
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Extra minutes'), '5')
    await user.type(within(dialog).getByLabelText('Reason'), 'Power cut.')
    await user.click(within(dialog).getByRole('button', { name: 'Give time' }))
    await waitFor(() => expect(names()).toEqual([...before, 'Nandini Iyer']))
    expect(requests[0]?.params['attemptId']).toBe(aMonitorRow(1).attempt_id)
  })

  it('keeps the last data when a request fails and says when it is from', async () => {
    const { queryClient } = await openMonitor(ATTEMPTS)
    await screen.findByRole('table')
    fakeCall(getMonitor, failWith('internal_error'))
    await queryClient.refetchQueries()
    expect(await screen.findByText(/^These figures are from/)).toBeVisible()
    expect(names()).toHaveLength(3)
  })

  it('distinguishes an empty monitor from an unknown assessment', async () => {
    const empty = await openMonitor(aMonitor([]))
    expect(await screen.findByText('Nobody is taking it right now.')).toBeVisible()
    empty.unmount()
    fakeCall(getMonitor, failWith('not_found'))
    await renderPage(
      <Routes>
        <Route path="/admin/assesment-results/live/:assessmentId" element={<MonitorPage />} />
      </Routes>,
      { path: '/admin/assesment-results/live/9' },
    )
    expect(await screen.findByText('This assessment does not exist.')).toBeVisible()
  })
})

describe('order of the monitor', () => {
  it('sorts by start time, then id, independent of the order received', () => {
    const rows = [aMonitorRow(4), aMonitorRow(2), aMonitorRow(9, { started_at: aMonitorRow(2).started_at })]
    const expected = [2, 9, 4].map((number) => aMonitorRow(number).attempt_id)
    expect(rowsOf(rows, 'all', '').map((row) => row.attempt_id)).toEqual(expected)
    expect(rowsOf(rows.toReversed(), 'all', '').map((row) => row.attempt_id)).toEqual(expected)
  })
})
