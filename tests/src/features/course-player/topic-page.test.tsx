import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  completeArticle,
  getTopic,
  submitQuiz,
  type ProgressResult,
  type TopicItem,
  type TopicPage as Page,
} from '#contract/courses.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { runWipes } from '#src/core/session/wipe.ts'
import { TopicPage } from '#src/features/course-player/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/msw.ts'
import { renderPage } from '#tests/support/render.tsx'

const anArticle = (given: Partial<TopicItem> = {}): TopicItem =>
  ({
    id: 31,
    type: 'article',
    title: 'Rows',
    minutes: 2,
    state: 'not_started',
    html: '<p>A row.</p>',
    ...given,
  }) as TopicItem
const aQuiz = (): TopicItem => ({
  id: 32,
  type: 'quiz',
  title: 'Check',
  minutes: 2,
  state: 'not_started',
  pass_percent: 60,
  best_percent: null,
  attempts: 0,
  questions: [
    {
      id: 1,
      prompt: 'One?',
      choices: [
        { id: 11, text: 'Yes' },
        { id: 12, text: 'No' },
      ],
    },
    {
      id: 2,
      prompt: 'Two?',
      choices: [
        { id: 21, text: 'Yes' },
        { id: 22, text: 'No' },
      ],
    },
  ],
})
const aTopic = (items: TopicItem[]): Page => ({
  course: { id: 1, title: 'SQL', percent: 25 },
  section_title: 'Asking',
  topic: { id: 12, title: 'SELECT', state: 'in_progress' },
  items,
  previous: null,
  next: { topic_id: 13, title: 'WHERE' },
})
const saved = (itemId: number): ProgressResult => ({
  item: { id: itemId, state: 'completed' },
  topic: { id: 12, state: 'in_progress' },
  course: {
    course_id: 1,
    state: 'in_progress',
    completed_items: 2,
    total_items: 4,
    percent: 50,
    enrolled_at: '2026-11-01T08:00:00Z',
    last_activity_at: null,
  },
})
/** The end of an article is never in view here; a test that wants it says so. */
let seen: (() => void) | null = null
beforeEach(async () => {
  seen = null
  // The queue outlives a page, as it should; not a test.
  await runWipes()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        seen = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

const open = async (path = '/learn/course/1/12', onProgress = vi.fn<(result: ProgressResult) => void>()) => {
  const view = await renderPage(
    <Routes>
      <Route
        path="/learn/course/:courseId/:submoduleId"
        element={<TopicPage outline={null} onProgress={onProgress} />}
      />
    </Routes>,
    { path },
  )
  return { ...view, onProgress }
}

describe('topic page: articles', () => {
  it('given an article, when marked complete, then it ticks at once, is sent, and the next step is offered', async () => {
    fakeCall(getTopic, aTopic([anArticle(), aQuiz()]))
    const sent = fakeCall(completeArticle, () => saved(31))
    const { user, onProgress, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Mark complete' }))
    expect(screen.getByText('Completed', { selector: '[role=status]' })).toBeInTheDocument()
    await waitFor(() => expect(onProgress).toHaveBeenCalledWith(saved(31)))
    expect(sent.requests).toHaveLength(1)
    expect(screen.getByText('Done. Well learned.')).toBeInTheDocument()
    // Offered, not jumped to.
    expect(address()).toBe('/learn/course/1/12')
    await user.click(screen.getAllByRole('link', { name: 'Next: Check' })[0] as HTMLElement)
    expect(address()).toBe('/learn/course/1/12?item=32')
  })

  it('given a refusal, when marked complete, then the tick goes back and the reason is said', async () => {
    fakeCall(getTopic, aTopic([anArticle()]))
    fakeCall(completeArticle, failWith('locked_content', { detail: 'Enrol first' }))
    const { user, store } = await open()
    await user.click(await screen.findByRole('button', { name: 'Mark complete' }))
    await waitFor(() =>
      expect(selectToasts(store.getState())[0]).toMatchObject({ kind: 'error', message: 'Enrol first' }),
    )
    expect(await screen.findByRole('button', { name: 'Mark complete' })).toBeInTheDocument()
  })

  it('given no connection, when marked complete, then it stays ticked and says that it waits', async () => {
    fakeCall(getTopic, aTopic([anArticle()]))
    fakeCall(completeArticle, noAnswer)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Mark complete' }))
    expect(await screen.findByText('Waiting to send')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Mark complete' })).not.toBeInTheDocument()
  })

  it('given the end in view long enough, when read, then the article completes by itself', async () => {
    fakeCall(getTopic, aTopic([anArticle()]))
    const sent = fakeCall(completeArticle, () => saved(31))
    await open()
    await screen.findByText('A row.')
    await waitFor(() => expect(seen).not.toBeNull())
    expect(sent.requests).toHaveLength(0)
    seen?.()
    await waitFor(() => expect(sent.requests).toHaveLength(1))
  })

  it('given HTML with a script, when shown, then only the text of the allow-list stands', async () => {
    const html = '<p onclick="alert(1)">Safe</p><script>alert(2)</script><img src=x onerror=alert(3)>'
    fakeCall(getTopic, aTopic([anArticle({ html } as Partial<TopicItem>)]))
    const { container } = await open()
    const text = await screen.findByText('Safe')
    expect(text.getAttributeNames()).toEqual([])
    expect(container.querySelector('script, .article img')).toBeNull()
  })
})

describe('topic page: quiz', () => {
  const path = '/learn/course/1/12?item=32'
  const graded = {
    percent: 50,
    passed: false,
    best_percent: 50,
    questions: [
      { question_id: 1, correct: true, explanation: 'Because one.' },
      { question_id: 2, correct: false, explanation: 'Because two.' },
    ],
    progress: { ...saved(32), item: { id: 32, state: 'in_progress' as const } },
  }

  it('given an open question, when submitted, then it is named first, and sent only when wanted', async () => {
    fakeCall(getTopic, aTopic([anArticle(), aQuiz()]))
    const sent = fakeCall(submitQuiz, graded)
    const { user } = await open(path)
    const [first] = await screen.findAllByRole('group')
    await user.click(within(first as HTMLElement).getByRole('radio', { name: 'Yes' }))
    expect(isBusy()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))
    expect(screen.getByText('1 question is still open: 2')).toBeInTheDocument()
    expect(sent.requests).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Submit anyway' }))
    expect(await screen.findByText('Not passed yet')).toHaveFocus()
    expect(sent.requests[0]?.body.answers).toEqual([
      { question_id: 1, choice_id: 11 },
      { question_id: 2, choice_id: null },
    ])
    expect(screen.getByText('Because two.')).toBeInTheDocument()
    expect(isBusy()).toBe(false)
  })

  it('given a lost answer, when sent again, then it goes under the same key and the choice is kept', async () => {
    fakeCall(getTopic, aTopic([aQuiz()]))
    const lost = fakeCall(submitQuiz, noAnswer)
    const { user } = await open(path)
    for (const group of await screen.findAllByRole('group'))
      await user.click(within(group).getByRole('radio', { name: 'No' }))
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))
    expect(await screen.findByText(/Sending again counts once/)).toBeInTheDocument()
    const again = fakeCall(submitQuiz, { ...graded, passed: true, percent: 100, best_percent: 100 })
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))
    expect(await screen.findByText('Passed')).toBeInTheDocument()
    expect(again.requests[0]?.body.idempotency_key).toBe(lost.requests[0]?.body.idempotency_key)
  })
})

describe('topic page: problems', () => {
  it.each([
    ['locked_content', 'This lesson is locked'],
    ['not_found', 'Error loading course; no course found (check the id or retry later).'],
    ['internal_error', 'Course data is currently unavailable. Try refreshing or contact support.'],
  ] as const)('given %s, when opened, then it says why and offers a way on', async (code, title) => {
    fakeCall(getTopic, failWith(code))
    await open()
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
    expect(screen.getAllByRole('link').length).toBeGreaterThan(0)
  })

  it('given a broken id, when opened, then no call is made', async () => {
    await open('/learn/course/x/12')
    expect(await screen.findByRole('heading', { name: 'Course ID not found.' })).toBeInTheDocument()
  })
})
