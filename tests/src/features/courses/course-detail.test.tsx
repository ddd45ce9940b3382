import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { enrol, unenrol } from '#contract/courses/enrolment.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { CourseDetailPage, coursesReducer } from '#src/features/courses/index.ts'
import { findNextItem } from '#src/features/courses/model/next-item.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aDetail, aHome, aLockedDetail, aCourseProgress, noHome, stubCourseSurroundings } from './factory.ts'

const open = (id = '1') =>
  renderPage(
    <Routes>
      <Route path="/courses/:courseId" element={<CourseDetailPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { path: `/courses/${id}`, reducers: { courses: coursesReducer } },
  )

describe('course page', () => {
  beforeEach(stubCourseSurroundings)

  it('links "continue" to the next item that the server names', async () => {
    fakeCall(getLearningHome, aHome())
    fakeCall(getCourse, aDetail())
    await open()
    const link = await screen.findByRole('link', { name: 'Continue learning' })
    await waitFor(() => expect(link).toHaveAttribute('href', '/learn/course/1/12?item=23'))
    expect(screen.getByText('1 of 4 completed')).toBeInTheDocument()
  })

  it('finds the first item in progress, else the first open one', () => {
    const { sections } = aDetail()
    expect(findNextItem(sections)).toMatchObject({ topicId: 12, itemId: 22 })
    const [section] = sections
    const topic = section?.topics[1]
    if (topic?.items[1]) topic.items[1].state = 'in_progress'
    expect(findNextItem(sections)?.itemId).toBe(23)
    expect(findNextItem([])).toBeNull()
  })

  it('opens only the section with the next item', async () => {
    const [one] = aDetail().sections
    const sections = [1, 2, 3].map((id) => ({
      id,
      title: `Part ${id}`,
      topics: (one?.topics ?? []).map((topic) => ({
        ...topic,
        id: topic.id + 100 * id,
        title: `${topic.title} ${id}`,
        state: 'in_progress' as const,
      })),
    }))
    const [next] = aHome().continue_learning
    fakeCall(getLearningHome, aHome({ continue_learning: next ? [{ ...next, topic_id: 312 }] : [] }))
    fakeCall(getCourse, aDetail({ sections }))
    const { user } = await open()
    expect(await screen.findByRole('link', { name: 'SELECT and FROM 3' })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'SELECT and FROM 2' })).not.toBeInTheDocument()
    await user.click(screen.getByText('Part 2'))
    expect(await screen.findByRole('link', { name: 'SELECT and FROM 2' })).toBeInTheDocument()
  })

  it('unlocks the outline after enrolment', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(getCourse, aLockedDetail())
    const enrolled = fakeCall(
      enrol,
      aCourseProgress({ state: 'not_started', completed_items: 0, percent: 0 }),
    )
    const { user, store } = await open()
    expect(await screen.findByText('Locked: enrol in this course to open it.')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'SELECT and FROM' })).not.toBeInTheDocument()
    fakeCall(getCourse, aDetail({ progress: aCourseProgress({ state: 'not_started', percent: 0 }) }))
    await user.click(screen.getByRole('button', { name: 'Enrol for free' }))
    expect(await screen.findByRole('link', { name: 'Start learning' })).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'SELECT and FROM' })).toBeInTheDocument()
    expect(enrolled.requests).toHaveLength(1)
    expect(selectToasts(store.getState())[0]).toMatchObject({ kind: 'success' })
    expect(store.getState().courses.current.course?.progress).not.toBeNull()
  })

  it('names the guarantee and the way to unlock a premium course, and offers the preview', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(getCourse, aLockedDetail({ price: 'premium' }))
    await open()
    expect(await screen.findByText('30-day money-back guarantee')).toBeInTheDocument()
    expect(screen.getByText('Locked: it opens as soon as your payment is recorded.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open the free preview' })).toHaveAttribute(
      'href',
      '/learn/course/1/11?item=21',
    )
    expect(screen.queryByRole('button', { name: 'Enrol for free' })).not.toBeInTheDocument()
  })

  it('shows outcomes before the content, marks free lessons and counts lessons and time once', async () => {
    fakeCall(getLearningHome, noHome())
    fakeCall(getCourse, aLockedDetail())
    await open()
    const outcomes = await screen.findByRole('heading', { name: 'What you will learn' })
    const contents = screen.getByRole('heading', { name: 'Course content' })
    expect(outcomes.compareDocumentPosition(contents)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByText(/1 free lesson/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'What a table is Free preview' })).toHaveAttribute(
      'href',
      '/learn/course/1/11',
    )
    expect(screen.getAllByText('8 lessons')).toHaveLength(1)
    expect(screen.getAllByText(/1 hr|1 h/)).toHaveLength(1)
  })

  it('shows the reason and changes nothing when leaving is rejected', async () => {
    fakeCall(getLearningHome, aHome())
    fakeCall(getCourse, aDetail())
    fakeCall(unenrol, failWith('conflict', { detail: 'An exam is running' }))
    const { user, store } = await open()
    await user.click(await screen.findByRole('button', { name: 'Leave this course' }))
    await user.click(await screen.findByRole('button', { name: 'Leave course' }))
    await waitFor(() =>
      expect(selectToasts(store.getState())[0]).toMatchObject({
        kind: 'error',
        message: 'An exam is running',
      }),
    )
    expect(store.getState().courses.current.course?.progress).not.toBeNull()
  })

  it('offers saved courses when offline and loads the course once back online', async () => {
    fakeCall(getCourse, noAnswer)
    await open()
    const title = 'You are offline. The course appears here when the connection is back.'
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Saved courses' })).toHaveAttribute('href', '/offline')

    fakeCall(getLearningHome, noHome())
    fakeCall(getCourse, aDetail())
    act(() => setServerReached(false))
    act(() => setServerReached(true))
    expect(await screen.findByRole('heading', { level: 1, name: aDetail().title })).toBeInTheDocument()
  })

  it.each([
    ['not_found', 'Error loading course; no course found (check the id or retry later).'],
    ['internal_error', 'Course data is currently unavailable. Try refreshing or contact support.'],
  ] as const)('shows the specified message for %s', async (code, sentence) => {
    fakeCall(getLearningHome, noHome())
    fakeCall(getCourse, failWith(code))
    await open()
    expect(await screen.findByRole('heading', { name: sentence })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to courses' })).toHaveAttribute('href', '/courses')
  })

  it.each(['abc', '0', '99999999999', '1e3'])('makes no request for the invalid id %s', async (id) => {
    await open(id)
    expect(await screen.findByRole('heading', { name: 'Course ID not found.' })).toBeInTheDocument()
  })
})
