import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getDailyLeaders, getHoursSpent, type DailyLeader } from '#contract/activity/activity.ts'
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

const open = async () => {
  const view = await renderPage(<StreakBadge />)
  const badge = await screen.findByRole('button', { name: /Daily Leaders/ })
  await view.user.click(badge)
  return { ...view, panel: within(await screen.findByRole('group', { name: 'Daily Leaders' })) }
}

describe('streak badge', () => {
  it('given 30 days of hours, when shown, then the streak is counted from the latest day and said', async () => {
    const hours = fakeCall(getHoursSpent, days([0.2, 1, 1, 2, 0.1]))
    fakeCall(getDailyLeaders, { leaderboard: [] })
    await renderPage(<StreakBadge />)
    expect(await screen.findByRole('button', { name: /^3 day streak/ })).toBeInTheDocument()
    expect(hours.requests[0]?.request.url).toContain('range=last-30-days')
  })

  it('given leaders, when opened, then the first three stand with rank, name and time', async () => {
    fakeCall(getHoursSpent, days([1]))
    fakeCall(getDailyLeaders, {
      leaderboard: [
        aLeader(1, 'Mira', 2, 5),
        aLeader(2, 'Omar', 0, 40),
        aLeader(3, 'Lin', 0, 40),
        aLeader(4, 'Fourth', 0, 1),
      ],
    })
    const { panel } = await open()
    const rows = await panel.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Rank 1.*Mira2 h 5 min$/),
      expect.stringMatching(/Rank 2.*Omar40 min$/),
      expect.stringMatching(/Rank 2.*Lin40 min$/),
    ])
  })

  it('given nobody today, when opened, then it says No data available', async () => {
    fakeCall(getHoursSpent, days([0]))
    fakeCall(getDailyLeaders, { leaderboard: [] })
    const { panel } = await open()
    expect(await panel.findByText('No data available')).toBeInTheDocument()
  })

  it('given a refusal, when opened, then the server’s detail is said, and a retry brings the list', async () => {
    fakeCall(getHoursSpent, failWith('internal_error'))
    fakeCall(getDailyLeaders, failWith('internal_error', { detail: 'Leaders are resting' }))
    const { panel, user } = await open()
    expect(await panel.findByText('Leaders are resting')).toBeInTheDocument()
    fakeCall(getDailyLeaders, { leaderboard: [aLeader(1, 'Mira', 0, 3)] })
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('Mira')).toBeInTheDocument()
  })

  it('given no answer yet, when opened, then rows of the list’s shape wait', async () => {
    fakeCall(getHoursSpent, days([0]))
    let answer: (() => void) | undefined
    const gate = new Promise<void>((resolve) => (answer = resolve))
    fakeCall(getDailyLeaders, async () => {
      await gate
      return { leaderboard: [] }
    })
    const { panel } = await open()
    expect(panel.getByRole('status')).toHaveAttribute('aria-busy', 'true')
    answer?.()
    expect(await panel.findByText('No data available')).toBeInTheDocument()
  })
})
