import { screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  getDailyLeaders,
  getHeatmap,
  getHoursSpent,
  getMonthlyStreak,
  getWeeklyGoal,
} from '#contract/activity/activity.ts'
import { getBadges } from '#contract/badges/badges.ts'
import { getOverallLeaderboard } from '#contract/leaderboard/leaderboard.ts'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { LearningHomePage } from '#src/app/pages/LearningHomePage.tsx'
import { coursesReducer } from '#src/features/courses/index.ts'
import { dayPart, firstName } from '#src/features/courses/model/day-part.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aHome, noHome } from '../../features/courses/factory.ts'

const aStreak = {
  current_streak: 6,
  longest_streak: 9,
  minutes_to_go: 18,
  days: [
    { day: '2026-11-20', hours: 1, counted: true },
    { day: '2026-11-21', hours: 0.2, counted: false },
  ],
}
const fakeActivity = () => {
  fakeCall(getOverallLeaderboard, {
    leaderboard: [],
    own: null,
    neighbours: [],
    learners: 0,
    updated_at: '2026-11-21T10:00:00Z',
  })
  fakeCall(getHeatmap, { from: '2025-11-22', to: '2026-11-21', days: [] })
  fakeCall(getWeeklyGoal, { goal_minutes: 120, minutes: 30, week_start: '2026-11-16', days_left: 2 })
  fakeCall(getBadges, { badges: [] })
  fakeCall(getMonthlyStreak, aStreak)
  fakeCall(getHoursSpent, { hours_spent: [1, 0.2], days: ['2026-11-20', '2026-11-21'] })
  fakeCall(getDailyLeaders, { leaderboard: [{ id: 3, name: 'Mira', progress: { hours: 0, minutes: 12 } }] })
}
const openHome = async (options: RenderOptions = {}) => {
  const view = await renderPage(<LearningHomePage />, { reducers: { courses: coursesReducer }, ...options })
  await screen.findByRole('heading', { level: 1 })
  return view
}

describe('learning home', () => {
  it('opens the next item from the first card', async () => {
    fakeCall(getLearningHome, aHome())
    fakeActivity()
    await openHome()
    const region = await screen.findByRole('region', { name: 'Continue learning' })
    expect(await within(region).findByRole('link', { name: 'Continue' })).toHaveAttribute(
      'href',
      '/learn/course/1/12?item=23',
    )
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/, Asha$/)
    expect(await screen.findByText('18 min to keep your streak')).toBeInTheDocument()
    expect(screen.getByText(/1 of the last 30 days counted/)).toBeInTheDocument()
    expect(await screen.findByText('Mira')).toBeInTheDocument()
    // Each block loads on its own.
    expect(await screen.findByRole('progressbar', { name: 'Overall progress' })).toHaveAttribute(
      'aria-valuetext',
      '1 of 4 activities completed',
    )
  })

  it('reports a failure only in the failing block', async () => {
    fakeCall(getLearningHome, aHome())
    fakeActivity()
    fakeCall(getMonthlyStreak, failWith('internal_error', { detail: '' }))
    fakeCall(getDailyLeaders, failWith('internal_error'))
    await openHome()
    expect(await screen.findByText('Failed to fetch streak table')).toBeInTheDocument()
    expect(await screen.findByText('Error loading leaderboard data.')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeInTheDocument()
  })

  it('fills the blocks after a retry', async () => {
    fakeCall(getLearningHome, failWith('internal_error'))
    fakeActivity()
    const { user } = await openHome()
    expect((await screen.findAllByText('Error loading dashboard data.')).length).toBeGreaterThan(0)
    fakeCall(getLearningHome, aHome())
    await user.click(
      within(screen.getByRole('region', { name: 'Continue learning' })).getByRole('button', {
        name: 'Try again',
      }),
    )
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeInTheDocument()
  })

  it('tells a new learner where to start', async () => {
    fakeCall(getLearningHome, noHome())
    fakeActivity()
    await openHome()
    expect((await screen.findAllByText('No enrolled courses found.')).length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'Browse courses' })).toHaveAttribute('href', '/courses')
  })

  it('uses the Arabic plural forms', async () => {
    fakeCall(getLearningHome, aHome())
    fakeActivity()
    await openHome({ language: 'ar' })
    expect(await screen.findByText('6 أيام')).toBeInTheDocument()
    expect(screen.getByText('18 دقيقة للحفاظ على سلسلتك')).toBeInTheDocument()
  })
})

describe('greeting', () => {
  it('matches the part of the day at any hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), (hour) => {
        const part = dayPart(hour)
        expect(part === 'morning').toBe(hour >= 5 && hour <= 11)
        expect(part === 'afternoon').toBe(hour >= 12 && hour <= 16)
      }),
    )
  })

  it('uses the first word of the name', () => {
    expect([firstName('Asha Rao'), firstName('  سارة  علي '), firstName(''), firstName(null)]).toEqual([
      'Asha',
      'سارة',
      null,
      null,
    ])
  })
})
