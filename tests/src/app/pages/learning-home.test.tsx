import { screen, within } from '@testing-library/react'
import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { getDailyLeaders, getMonthlyStreak, getWeeklyGoal } from '#contract/activity/activity.ts'
import { getRecommended } from '#contract/courses/catalogue.ts'
import { getOverallLeaderboard } from '#contract/leaderboard/leaderboard.ts'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { LearningHomePage } from '#src/app/pages/LearningHomePage.tsx'
import { coursesReducer } from '#src/features/courses/index.ts'
import { dayPart, firstName } from '#src/features/courses/model/day-part.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'
import { aCourse, aCourseProgress, aHome } from '../../features/courses/factory.ts'

const aStreak = {
  current_streak: 6,
  longest_streak: 9,
  minutes_to_go: 18,
  days: [
    { day: '2026-11-20', hours: 1, counted: true },
    { day: '2026-11-21', hours: 0.2, counted: false },
  ],
}
const aRow = (standing: number) => ({
  standing,
  name: `Learner ${standing}`,
  course: 'Spreadsheets',
  marks: 100 - standing,
  is_me: false,
})
const fakeActivity = () => {
  fakeCall(getRecommended, {
    results: [
      { course: aCourse({ id: 7, title: 'Tidy data' }), reason: { kind: 'most_enrolled', students: 12 } },
    ],
  })
  fakeCall(getOverallLeaderboard, {
    leaderboard: [1, 2, 3, 4, 5, 6].map(aRow),
    own: null,
    neighbours: [],
    learners: 6,
    updated_at: '2026-11-21T10:00:00Z',
  })
  fakeCall(getWeeklyGoal, { goal_minutes: 120, minutes: 30, week_start: '2026-11-16', days_left: 2 })
  fakeCall(getMonthlyStreak, aStreak)
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
    const strip = within(await screen.findByRole('region', { name: 'Today' }))
    expect(await strip.findByText('6 days')).toBeInTheDocument()
    expect(strip.getByRole('progressbar', { name: 'Today' })).toHaveAttribute(
      'aria-valuetext',
      '12 min of 18 min',
    )
    expect(strip.getByRole('progressbar', { name: 'Weekly goal' })).toHaveAttribute(
      'aria-valuetext',
      '30 min of 2 h',
    )
    expect(strip.getByRole('link', { name: 'Your progress' })).toHaveAttribute('href', '/progress')
    expect(await screen.findByText('Mira')).toBeInTheDocument()
    // Each block loads on its own.
    expect(await screen.findByRole('progressbar', { name: 'Overall progress' })).toHaveAttribute(
      'aria-valuetext',
      '1 of 4 activities completed',
    )
    const recommended = within(await screen.findByRole('region', { name: 'Recommended for you' }))
    expect(recommended.getByRole('link', { name: 'Tidy data' })).toHaveAttribute('href', '/courses/7')
    expect(recommended.getByText('Popular: 12 learners')).toBeInTheDocument()
  })

  it('keeps year, chart and badges off the page and shows five rows of the leaderboard', async () => {
    fakeCall(getLearningHome, aHome())
    fakeActivity()
    await openHome()
    const ranking = within(await screen.findByRole('region', { name: 'Leaderboard' }))
    // One row is the header.
    expect(await ranking.findAllByRole('row')).toHaveLength(6)
    for (const name of ['Your year', 'Time spent learning', 'Badges', 'Weekly goal'])
      expect(screen.queryByRole('region', { name })).not.toBeInTheDocument()
  })

  it('offers the first item of a course that is not started, without leaderboard and strip', async () => {
    const [entry] = aHome().continue_learning
    if (!entry) throw new Error('The factory has a course in progress.')
    const course = {
      ...aCourseProgress({ state: 'not_started', completed_items: 0 }),
      title: 'SQL',
      cover_url: null,
    }
    fakeCall(
      getLearningHome,
      aHome({
        overall: {
          enrolled_courses: 1,
          completed_courses: 0,
          completed_items: 0,
          total_items: 4,
          percent: 0,
        },
        continue_learning: [],
        start: { ...entry, item_id: 21, percent: 0 },
        courses: [course],
      }),
    )
    fakeActivity()
    await openHome()
    expect(await screen.findByRole('link', { name: 'Start' })).toHaveAttribute(
      'href',
      '/learn/course/1/12?item=21',
    )
    expect(await screen.findByRole('region', { name: 'My courses' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Leaderboard' })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Today' })).not.toBeInTheDocument()
  })

  it('reports a failure only in the failing block', async () => {
    fakeCall(getLearningHome, aHome())
    fakeActivity()
    fakeCall(getMonthlyStreak, failWith('internal_error', { detail: '' }))
    fakeCall(getDailyLeaders, failWith('internal_error'))
    await openHome()
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

  describe('next class', () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const aClass = (from: number, to = from + 60) => ({
      id: 5,
      title: 'Loops',
      starts_at: inMinutes(from),
      ends_at: inMinutes(to),
    })
    const isBelowContinue = (element: HTMLElement) =>
      screen.getByRole('region', { name: 'Continue learning' }).compareDocumentPosition(element) ===
      Node.DOCUMENT_POSITION_FOLLOWING

    it('stands above the course to continue', async () => {
      fakeCall(getLearningHome, aHome({ next_class: aClass(-5) }))
      fakeActivity()
      await openHome()
      const card = await screen.findByRole('region', { name: 'Next class' })
      expect(within(card).getByRole('link', { name: 'Loops' })).toHaveAttribute('href', '/live')
      expect(isBelowContinue(card)).toBe(false)
    })

    it('stands below it when it is heard of later, so that nothing moves', async () => {
      fakeCall(getLearningHome, aHome())
      fakeActivity()
      const { queryClient } = await openHome()
      await screen.findByRole('link', { name: 'Continue' })
      fakeCall(getLearningHome, aHome({ next_class: aClass(-5) }))
      await queryClient.invalidateQueries({ queryKey: ['learning-home'] })
      expect(isBelowContinue(await screen.findByRole('region', { name: 'Next class' }))).toBe(true)
    })

    it('stays away when it is over or on another day', async () => {
      for (const next of [aClass(-70), aClass(24 * 60)]) {
        fakeCall(getLearningHome, aHome({ next_class: next }))
        fakeActivity()
        const { unmount } = await openHome()
        await screen.findByRole('region', { name: 'My courses' })
        expect(screen.queryByRole('region', { name: 'Next class' })).not.toBeInTheDocument()
        unmount()
      }
    })
  })

  it('uses the Arabic plural forms', async () => {
    fakeCall(getLearningHome, aHome())
    fakeActivity()
    await openHome({ language: 'ar' })
    expect(await screen.findByText('6 أيام')).toBeInTheDocument()
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
