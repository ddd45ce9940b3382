import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { previewQuiz, previewTopic, type CoursePreview } from '#contract/course-builder/preview.ts'
import { PreviewPage } from '#src/features/courses/learning/index.ts'
import { stubInView } from '#tests/support/web/in-view.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

beforeEach(() => void stubInView())

const YES = '00000000-0000-4000-8000-000000000001'
const NO = '00000000-0000-4000-8000-000000000002'
const aPreview = (overrides: Partial<CoursePreview> = {}): CoursePreview => ({
  page: {
    course: { id: 4, title: 'SQL', percent: 0 },
    section_title: 'Asking',
    topic: { id: 1, title: 'SELECT', state: 'not_started' },
    items: [
      {
        id: 1,
        type: 'article',
        title: 'Rows',
        minutes: 2,
        state: 'not_started',
        html: '<p>A row.</p>',
        paragraph: 0,
      },
      {
        id: 2,
        type: 'quiz',
        title: 'Check',
        minutes: 2,
        state: 'not_started',
        pass_percent: 60,
        reveal: 'done',
        seed: 'preview',
        best_percent: null,
        attempts: 0,
        attempts_limit: null,
        attempts_left: null,
        cooldown_minutes: 0,
        next_attempt_at: null,
        draft: { answers: [], question_id: null },
        questions: [
          {
            id: 1,
            kind: 'single',
            prompt: 'One?',
            points: 1,
            options: [
              { id: YES, text: 'Yes' },
              { id: NO, text: 'No' },
            ],
          },
        ],
      },
    ],
    previous: null,
    next: null,
  },
  sections: [
    {
      id: 1,
      title: 'Asking',
      topics: [
        {
          id: 1,
          title: 'SELECT',
          state: 'not_started',
          free_preview: false,
          items: [
            { id: 1, type: 'article', title: 'Rows', minutes: 2, state: 'not_started' },
            { id: 2, type: 'quiz', title: 'Check', minutes: 2, state: 'not_started' },
          ],
        },
      ],
    },
  ],
  items: [
    { id: 1, key: 'rows' },
    { id: 2, key: 'check' },
  ],
  problems: [],
  unfinished: [],
  ...overrides,
})

const open = (path = '/learn/preview/4/1') =>
  renderPage(
    <Routes>
      <Route path="/learn/preview/:courseId/:submoduleId" element={<PreviewPage />} />
    </Routes>,
    { path: path },
  )

describe('draft preview', () => {
  it('marks an article complete without a request of a learner', async () => {
    // Any other request fails the test (unhandled request).
    fakeCall(previewTopic, aPreview())
    const { user } = await open()

    await user.click(await screen.findByRole('button', { name: 'Complete and continue' }))

    expect(await screen.findAllByText('50% of the course completed')).not.toHaveLength(0)
  })

  it('shows the server’s marks and counts attempts across submissions', async () => {
    fakeCall(previewTopic, aPreview())
    const { requests } = fakeCall(previewQuiz, ({ body }) => ({
      percent: 100,
      passed: true,
      revealed: true,
      questions: [
        {
          question_id: 1,
          verdict: 'right' as const,
          earned: 1,
          points: 1,
          explanation: '',
          option_explanations: [],
          solution: null,
        },
      ],
      standing: {
        best_percent: 100,
        attempts: body.attempts + 1,
        attempts_left: null,
        next_attempt_at: null,
      },
    }))
    const { user } = await open('/learn/preview/4/1?item=2')

    await user.click(await screen.findByRole('radio', { name: 'Yes' }))
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))
    expect(await screen.findByRole('heading', { name: /Passed/ })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try the quiz again' }))
    await user.click(await screen.findByRole('radio', { name: 'Yes' }))
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))

    await waitFor(() =>
      expect(requests.map(({ body }) => [body.item, body.attempts])).toEqual([
        ['check', 0],
        ['check', 1],
      ]),
    )
  })

  it('says that part of an unfinished item is missing', async () => {
    fakeCall(previewTopic, aPreview({ unfinished: [2] }))

    await open('/learn/preview/4/1?item=2')

    expect(await screen.findByText(/Part of this activity is not finished yet/)).toBeInTheDocument()
  })
})
