import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getHeatmap, getMonthlyStreak } from '#contract/activity/activity.ts'
import { listSessions } from '#contract/auth/auth.ts'
import { listSupportViews } from '#contract/auth/support.ts'
import { twoStepState } from '#contract/auth/two-step.ts'
import { getOwnData } from '#contract/own-data/own-data.ts'
import { getProfile } from '#contract/profile/profile.ts'
import { getPreferences } from '#contract/notifications/notifications.ts'
import { UserProfilePage } from '#src/app/pages/UserProfilePage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const year = {
  from: '2025-11-22',
  to: '2026-11-21',
  days: [
    { day: '2026-11-20', minutes: 95 },
    { day: '2026-11-21', minutes: 30 },
  ],
}
const streak = { current_streak: 6, longest_streak: 9, minutes_to_go: 0, days: [] }
const fakeOthers = () => {
  fakeCall(listSessions, { results: [] })
  fakeCall(listSupportViews, { results: [] })
  fakeCall(getPreferences, failWith('not_found'))
  fakeCall(twoStepState, failWith('not_found'))
  fakeCall(getProfile, failWith('not_found'))
  fakeCall(getOwnData, { export: null, deletion: null })
}
const openProfile = async (options: RenderOptions = {}) => {
  const view = await renderPage(<UserProfilePage />, { path: '/user-profile#activity', ...options })
  await screen.findByRole('heading', { level: 1 })
  return view
}

describe('profile: my activity', () => {
  it('shows totals and the streak, with a link to everything else', async () => {
    fakeOthers()
    fakeCall(getHeatmap, year)
    fakeCall(getMonthlyStreak, streak)
    await openProfile()
    const region = within(await screen.findByRole('region', { name: 'My activity' }))
    const figure = async (name: string) =>
      (await region.findByText(name)).closest('div')?.querySelector('dd')?.textContent
    expect(await figure('Learned in the last year')).toBe('2 h 5 min')
    expect(await figure('Days with learning')).toBe('2')
    expect(await figure('Learning streak')).toBe('6 days')
    expect(await figure('Longest streak')).toBe('9 days')
    expect(region.getByRole('link', { name: 'Your progress' })).toHaveAttribute('href', '/progress')
  })

  it('reports a failed streak and shows the rest', async () => {
    fakeOthers()
    fakeCall(getHeatmap, year)
    let isBroken = true
    fakeCall(getMonthlyStreak, () => (isBroken ? { ...failWith('internal_error'), body: {} } : streak))
    const { user } = await openProfile()
    const region = within(await screen.findByRole('region', { name: 'My activity' }))
    expect(await region.findByText('Failed to fetch streak table')).toBeInTheDocument()
    expect(region.getByRole('link', { name: 'Your progress' })).toBeInTheDocument()
    isBroken = false
    await user.click(region.getByRole('button', { name: 'Try again' }))
    expect(await region.findByText('6 days')).toBeInTheDocument()
  })
})
