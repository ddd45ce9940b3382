import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCompletion, type Completion } from '#contract/courses/completion.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { CourseDonePage, coursesReducer } from '#src/features/courses/index.ts'
import { share } from '#src/features/courses/model/share.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCourse, aCourseProgress, aDetail, stubCourseSurroundings } from './factory.ts'

const aCompletion = (overrides: Partial<Completion> = {}): Completion => ({
  course_id: 1,
  title: 'SQL from First Query',
  objectives: ['Ask a table a question'],
  state: 'completed',
  percent: 100,
  enrolled_at: '2026-11-01T08:00:00Z',
  completed_at: '2026-11-09T08:00:00Z',
  lessons: 8,
  activities: 20,
  minutes: 95,
  days: 5,
  quiz_percent: 92,
  next: {
    course: aCourse({ id: 2, title: 'SQL for Analysts' }),
    reason: { kind: 'most_enrolled', students: 12 },
  },
  ...overrides,
})

const open = (page = <CourseDonePage />) =>
  renderPage(
    <Routes>
      <Route path="/courses/:courseId/done" element={page} />
    </Routes>,
    { path: '/courses/1/done', reducers: { courses: coursesReducer } },
  )

describe('page of a finished course', () => {
  beforeEach(stubCourseSurroundings)

  it('shows what was learned, the figures and one next course', async () => {
    fakeCall(getCompletion, aCompletion())
    await open()
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      /^You finished .SQL from First Query.$/,
    )
    const figures = screen.getByRole('list', { name: 'What you did' })
    expect(figures).toHaveTextContent('8lessons5days of learning')
    expect(figures).toHaveTextContent('92%average in quizzes')
    expect(screen.getByText('Ask a table a question')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See your next course' })).toHaveAttribute('href', '/courses/2')
  })

  it('says nothing about a certificate unless a feature provides one', async () => {
    fakeCall(getCompletion, aCompletion())
    await open()
    await screen.findByRole('heading', { level: 1 })
    expect(document.body.textContent).not.toMatch(/certificate/i)
  })

  it('control: shows the state of a certificate that a feature provides', async () => {
    fakeCall(getCompletion, aCompletion())
    await open(<CourseDonePage certificate={(id) => <p>Certificate of {id}</p>} />)
    expect(await screen.findByText('Certificate of 1')).toBeVisible()
  })

  it('does not congratulate on a course that is not finished', async () => {
    fakeCall(getCompletion, aCompletion({ state: 'in_progress', percent: 80, completed_at: null }))
    await open()
    expect(await screen.findByText(/80% is done/)).toBeVisible()
    expect(screen.queryByText(/^You finished/)).not.toBeInTheDocument()
  })

  it('shows what the device knows without a connection', async () => {
    fakeCall(getCompletion, noAnswer)
    fakeCall(getCourse, aDetail({ progress: aCourseProgress({ state: 'completed', percent: 100 }) }))
    await open()
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('You finished')
    expect(screen.getByText(/Some figures follow/)).toBeVisible()
  })

  it('says so when the person is not in the course', async () => {
    fakeCall(getCompletion, failWith('forbidden'))
    await open()
    expect(await screen.findByRole('alert')).toHaveTextContent('You’re not enrolled in this course')
    expect(screen.getByText(/^Once you’ve finished it/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the course' })).toHaveAttribute('href', '/courses/1')
  })

  it('copies the link of the course where the device cannot share', async () => {
    fakeCall(getCompletion, aCompletion())
    const { user, store } = await open()
    await user.click(await screen.findByRole('button', { name: 'Share this course' }))
    await waitFor(() => expect(selectToasts(store.getState())[0]?.title).toBe('Link copied'))
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/courses/1')
  })
})

describe('sharing', () => {
  const data = { title: 'SQL', text: 'Done', url: 'https://a.example/courses/1' }
  const withNavigator = (parts: object) => vi.stubGlobal('navigator', parts)

  it('uses the sheet of the device first', async () => {
    const sheet = vi.fn<() => Promise<void>>(() => Promise.resolve())
    withNavigator({ share: sheet })
    expect(await share(data)).toBe('shared')
    expect(sheet).toHaveBeenCalledWith(data)
    vi.unstubAllGlobals()
  })

  it('copies nothing when the person closes the sheet', async () => {
    const writeText = vi.fn<() => Promise<void>>(() => Promise.resolve())
    withNavigator({
      share: () => Promise.reject(new DOMException('closed', 'AbortError')),
      clipboard: { writeText },
    })
    expect(await share(data)).toBe('dismissed')
    expect(writeText).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  it('says so when nothing works', async () => {
    withNavigator({ clipboard: { writeText: () => Promise.reject(new Error('no')) } })
    expect(await share(data)).toBe('failed')
    vi.unstubAllGlobals()
  })
})
