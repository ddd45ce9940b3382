import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getHeatmap, getHoursSpent, getMonthlyStreak, getWeeklyGoal } from '#contract/activity/activity.ts'
import { getBadges } from '#contract/badges/badges.ts'
import { getCourseFacets } from '#contract/courses/catalogue.ts'
import { getLearnerPlan, saveLearnerPlan } from '#contract/learner-plan/learner-plan.ts'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { coursesReducer } from '#src/features/courses/index.ts'
import { ProgressPage } from '#src/app/pages/ProgressPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aFacets, aHome, noHome } from '../../features/courses/factory.ts'

const fakeProgress = () => {
  fakeCall(getLearningHome, aHome())
  fakeCall(getLearnerPlan, { ...plan, interests: [...plan.interests] })
  fakeCall(getCourseFacets, aFacets())
  fakeCall(getHeatmap, { from: '2025-11-22', to: '2026-11-21', days: [{ day: '2026-11-20', minutes: 95 }] })
  fakeCall(getHoursSpent, { hours_spent: [1.5, 0.5], days: ['2026-11-20', '2026-11-21'] })
  fakeCall(getWeeklyGoal, { goal_minutes: 120, minutes: 30, week_start: '2026-11-16', days_left: 2 })
  fakeCall(getMonthlyStreak, {
    current_streak: 6,
    longest_streak: 9,
    minutes_to_go: 18,
    days: [
      { day: '2026-11-20', hours: 1, counted: true },
      { day: '2026-11-21', hours: 0.2, counted: false },
    ],
  })
  fakeCall(getBadges, {
    badges: [{ badge: 'first_lesson', earned_at: '2026-11-03T08:00:00Z', value: 1, target: 1 }],
  })
}
const plan = { welcomed: true, purpose: 'job', interests: ['SQL'] } as const
const openProgress = async (options: RenderOptions = {}) => {
  const view = await renderPage(<ProgressPage />, {
    path: '/progress',
    reducers: { courses: coursesReducer },
    ...options,
  })
  await screen.findByRole('heading', { level: 1 })
  return view
}

describe('progress page', () => {
  it('shows streak, goal, overall progress, hours, the year and badges', async () => {
    fakeProgress()
    await openProgress()
    expect(screen.getByRole('heading', { level: 1, name: 'Your progress' })).toBeInTheDocument()
    for (const name of [
      'Learning streak',
      'Weekly goal',
      'Overall progress',
      'Time spent learning',
      'Your year',
      'Badges',
    ])
      expect(await screen.findByRole('region', { name })).toBeInTheDocument()
    expect(await screen.findByText('18 min to keep your streak')).toBeInTheDocument()
    expect(screen.getByText(/1 of the last 30 days counted/)).toBeInTheDocument()
    expect(await screen.findByText('Earned on Nov 3, 2026')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'How your time is counted' })).toHaveAttribute(
      'href',
      '/user-profile/study-time',
    )
  })

  it('counts no activities before the first course', async () => {
    fakeProgress()
    fakeCall(getLearningHome, noHome())
    await openProgress()
    expect(await screen.findByRole('region', { name: 'Badges' })).toBeInTheDocument()
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Overall progress' })).not.toBeInTheDocument(),
    )
  })

  it('shows the plan and saves another one', async () => {
    fakeProgress()
    const saved = fakeCall(saveLearnerPlan, { welcomed: true, purpose: 'fun', interests: ['SQL'] })
    const { user } = await openProgress()
    const region = within(await screen.findByRole('region', { name: 'Your plan' }))
    expect(await region.findByText('A new job')).toBeInTheDocument()
    await user.click(region.getByRole('button', { name: 'Change' }))
    expect(region.getByRole('radio', { name: 'A new job' })).toBeChecked()
    expect(await region.findByRole('checkbox', { name: 'SQL' })).toBeChecked()
    await user.click(region.getByRole('radio', { name: 'Out of curiosity' }))
    await user.click(region.getByRole('button', { name: 'Save' }))
    expect(await region.findByText('Out of curiosity')).toBeInTheDocument()
    expect(saved.requests[0]?.body).toEqual({ purpose: 'fun', interests: ['SQL'] })
  })

  it('reports a failure only in the failing block', async () => {
    fakeProgress()
    fakeCall(getMonthlyStreak, failWith('internal_error', { detail: '' }))
    await openProgress()
    expect(await screen.findByText('Failed to fetch streak table')).toBeInTheDocument()
    expect(await screen.findByRole('region', { name: 'Badges' })).toBeInTheDocument()
  })

  it('uses the Arabic plural forms', async () => {
    fakeProgress()
    await openProgress({ language: 'ar' })
    expect(await screen.findByText('6 أيام')).toBeInTheDocument()
    expect(screen.getByText('18 دقيقة للحفاظ على سلسلتك')).toBeInTheDocument()
  })
})
