import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  getDailyLeaders,
  getHoursSpent,
  getMonthlyStreak,
  type DailyLeader,
} from '#contract/activity/activity.ts'
import { StreakBadge } from '#src/features/leaderboard/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aLeader = (id: number, name: string, hours: number, minutes: number): DailyLeader => ({
  id,
  name,
  progress: { hours, minutes },
})
const days = (hours: readonly number[]) => ({
  hours_spent: [...hours],
  days: hours.map((_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`),
})

const openBadge = async () => {
  const view = await renderPage(<StreakBadge />)
  const badge = await screen.findByRole('button', { name: /Daily Leaders/ })
  await view.user.click(badge)
  return { ...view, panel: within(await screen.findByRole('group', { name: 'Daily Leaders' })) }
}

beforeEach(() => {
  fakeCall(getMonthlyStreak, {
    current_streak: 6,
    longest_streak: 9,
    minutes_to_go: 18,
    days: [],
  })
})

describe('streak badge', () => {
  it('counts the streak from the latest of 30 days', async () => {
    const hours = fakeCall(getHoursSpent, days([0.2, 1, 1, 2, 0.1]))
    fakeCall(getDailyLeaders, { leaderboard: [] })
    await renderPage(<StreakBadge />)
    expect(await screen.findByRole('button', { name: /^3 day streak/ })).toBeInTheDocument()
    expect(hours.requests[0]?.request.url).toContain('range=last-30-days')
  })

  it('shows the top three with rank, name and time', async () => {
    fakeCall(getHoursSpent, days([1]))
    fakeCall(getDailyLeaders, {
      leaderboard: [
        aLeader(1, 'Mira', 2, 5),
        aLeader(2, 'Omar', 0, 40),
        aLeader(3, 'Lin', 0, 40),
        aLeader(4, 'Fourth', 0, 1),
      ],
    })
    const { panel } = await openBadge()
    const rows = await panel.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Rank 1.*Mira2 h 5 min$/),
      expect.stringMatching(/Rank 2.*Omar40 min$/),
      expect.stringMatching(/Rank 2.*Lin40 min$/),
    ])
  })

  it('shows "No data available" without leaders', async () => {
    fakeCall(getHoursSpent, days([0]))
    fakeCall(getDailyLeaders, { leaderboard: [] })
    const { panel } = await openBadge()
    expect(await panel.findByText('No data available')).toBeInTheDocument()
  })

  it("shows the server's message and reloads on retry", async () => {
    fakeCall(getHoursSpent, failWith('internal_error'))
    fakeCall(getDailyLeaders, failWith('internal_error', { detail: 'Leaders are resting' }))
    const { panel, user } = await openBadge()
    expect(await panel.findByText('Leaders are resting')).toBeInTheDocument()
    fakeCall(getDailyLeaders, { leaderboard: [aLeader(1, 'Mira', 0, 3)] })
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('Mira')).toBeInTheDocument()
  })

  it('shows placeholder rows while loading', async () => {
    fakeCall(getHoursSpent, days([0]))
    let release: (() => void) | undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    fakeCall(getDailyLeaders, async () => {
      await gate
      return { leaderboard: [] }
    })
    const { panel } = await openBadge()
    expect(panel.getByRole('status')).toHaveAttribute('aria-busy', 'true')
    release?.()
    expect(await panel.findByText('No data available')).toBeInTheDocument()
  })
})
