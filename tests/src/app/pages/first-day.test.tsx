import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getDailyLeaders, getMonthlyStreak, getWeeklyGoal } from '#contract/activity/activity.ts'
import { getOverallLeaderboard } from '#contract/leaderboard/leaderboard.ts'
import { getCourseFacets, getRecommended, type Recommendation } from '#contract/courses/catalogue.ts'
import { enrol } from '#contract/courses/enrolment.ts'
import { getLearningHome, type LearningHome } from '#contract/courses/learning-home.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { getLearnerPlan, saveLearnerPlan, type LearnerPlan } from '#contract/learner-plan/learner-plan.ts'
import { useIsHomeSettled } from '#src/app/home-settled.ts'
import { LearningHomePage } from '#src/app/pages/LearningHomePage.tsx'
import { coursesReducer } from '#src/features/courses/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCourse, aCourseProgress, aDetail, aFacets, aHome, noHome } from '../../features/courses/factory.ts'

const recommended: Recommendation[] = [
  {
    course: aCourse({ id: 3, title: 'Paid first', price: 'premium' }),
    reason: { kind: 'most_enrolled', students: 40 },
  },
  { course: aCourse({ id: 4, title: 'Tidy data' }), reason: { kind: 'interest', tag: 'sql' } },
  ...[5, 6, 7, 8].map((id) => ({
    course: aCourse({ id, title: `Course ${id}` }),
    reason: { kind: 'level' as const, difficulty: 'beginner' as const },
  })),
]

const openFirstDay = async (plan: Partial<LearnerPlan> = {}, home: () => LearningHome = noHome) => {
  fakeCall(getLearningHome, home)
  fakeCall(getLearnerPlan, { welcomed: false, purpose: null, interests: [], ...plan })
  fakeCall(getRecommended, { results: recommended })
  fakeCall(
    getCourseFacets,
    aFacets({
      tag: [
        { value: 'sql', count: 3 },
        { value: 'python', count: 2 },
      ],
    }),
  )
  const view = await renderPage(<Home />, { reducers: { courses: coursesReducer } })
  await screen.findByRole('heading', { level: 1 })
  return view
}
/** The test renders the home at every address, so it shows the returning learner's blocks after Start. */
const fakeActivity = () => {
  fakeCall(getMonthlyStreak, failWith('not_found'))
  fakeCall(getWeeklyGoal, failWith('not_found'))
  fakeCall(getOverallLeaderboard, failWith('not_found'))
  fakeCall(getDailyLeaders, failWith('not_found'))
}
const Home = () => (
  <>
    <LearningHomePage />
    {useIsHomeSettled() && <p>settled</p>}
  </>
)
const question = (name: string) => screen.findByRole('heading', { level: 2, name })

describe('first day', () => {
  it('asks three short questions, saves the answers, then shows one course to start with', async () => {
    const saved = fakeCall(saveLearnerPlan, { welcomed: true, purpose: 'job', interests: ['sql'] })
    const { user } = await openFirstDay()
    await question('What are you learning for?')
    // Nothing else is on the page.
    expect(screen.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Leaderboard' })).not.toBeInTheDocument()
    // Notices wait, too.
    expect(screen.queryByText('settled')).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'A new job' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(async () => expect(await question('How much time do you have?')).toHaveFocus())
    await user.click(screen.getByRole('radio', { name: /20 min a day/ }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(async () => expect(await question('What interests you?')).toHaveFocus())
    expect(screen.queryByRole('button', { name: 'Skip' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('checkbox', { name: 'sql' }))
    await user.click(screen.getByRole('button', { name: 'Show my courses' }))
    expect(await question('Start with Tidy data')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(screen.getByText('settled')).toBeInTheDocument()
    expect(saved.requests[0]?.body).toEqual({ purpose: 'job', interests: ['sql'], daily_minutes: 20 })
  })

  it('skips at once, keeps what was answered and never asks again in this visit', async () => {
    const saved = fakeCall(saveLearnerPlan, failWith('internal_error'))
    const { user } = await openFirstDay()
    await user.click(await screen.findByRole('radio', { name: 'Out of curiosity' }))
    await user.click(screen.getByRole('button', { name: 'Skip' }))
    expect(await question('Start with Tidy data')).toBeInTheDocument()
    await waitFor(() => expect(saved.requests).toHaveLength(1))
    expect(saved.requests[0]?.body).toEqual({ purpose: 'fun', interests: [], daily_minutes: null })
  })

  it('keeps the answers when saving fails', async () => {
    fakeCall(saveLearnerPlan, failWith('internal_error', { detail: '' }))
    const { user } = await openFirstDay()
    await user.click(await screen.findByRole('radio', { name: 'A new job' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    await user.click(await screen.findByRole('button', { name: 'Show my courses' }))
    expect(await screen.findByRole('button', { name: 'Show my courses' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('radio', { name: 'A new job' })).toBeChecked()
  })

  it('starts with the first course that is free, beside four others with their reason', async () => {
    await openFirstDay({ welcomed: true })
    const hero = within(await screen.findByRole('region', { name: 'Start with Tidy data' }))
    expect(hero.getByText('Because you’re interested in sql')).toBeInTheDocument()
    const others = within(await screen.findByRole('region', { name: 'Recommended for you' }))
    expect(others.getAllByRole('listitem')).toHaveLength(4)
    expect(others.getByRole('link', { name: 'Paid first' })).toHaveAttribute('href', '/courses/3')
    expect(others.getAllByText('Fits your level: Beginner')).toHaveLength(3)
  })

  it('enrols on Start and opens the first lesson', async () => {
    const [entry] = aHome().continue_learning
    if (!entry) throw new Error('The factory has a course in progress.')
    let isEnrolled = false
    const started = aHome({ continue_learning: [], start: { ...entry, course_id: 4, item_id: 21 } })
    const view = await openFirstDay({ welcomed: true }, () => (isEnrolled ? started : noHome()))
    const enrolled = fakeCall(enrol, () => {
      isEnrolled = true
      return aCourseProgress({ course_id: 4, state: 'not_started' })
    })
    fakeCall(getCourse, aDetail({ id: 4 }))
    fakeActivity()
    await view.user.click(await screen.findByRole('button', { name: 'Start' }))
    await waitFor(() => expect(view.address()).toBe('/learn/course/4/12?item=21'))
    expect(enrolled.requests).toHaveLength(1)
  })

  it('stays on the page when enrolling fails', async () => {
    const view = await openFirstDay({ welcomed: true })
    fakeCall(enrol, failWith('internal_error'))
    await view.user.click(await screen.findByRole('button', { name: 'Start' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Start' })).not.toHaveAttribute('aria-busy'),
    )
    expect(view.address()).toBe('/')
  })
})
