import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  completeArticle,
  submitQuiz,
  type ProgressResult,
  type QuizResult,
} from '#contract/courses/progress.ts'
import {
  getTopic,
  type QuizItem,
  type TopicItem,
  type TopicPage as Page,
} from '#contract/courses/topic-page.ts'
import {
  getQuizAttempt,
  listNotes,
  listQuizAttempts,
  savePlace,
  saveQuizDraft,
} from '#contract/courses/learning.ts'
import type { ShownQuestion, Verdict } from '#contract/courses/quiz.ts'
import { selectToasts } from '#src/core/notify/notify-slice.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { stubInView } from '#tests/support/web/in-view.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const anArticle = (overrides: Partial<TopicItem> = {}): TopicItem =>
  ({
    id: 31,
    type: 'article',
    title: 'Rows',
    minutes: 2,
    state: 'not_started',
    html: '<p>A row.</p>',
    paragraph: 0,
    ...overrides,
  }) as TopicItem
/** Option ids are random UUIDs; here they encode a short name. */
const uid = (name: string) =>
  `00000000-0000-4000-8000-${name
    .split('')
    .map((character) => character.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`
const option = (name: string, text: string) => ({ id: uid(name), text })
const aQuiz = (overrides: Partial<QuizItem> = {}): QuizItem => ({
  id: 32,
  type: 'quiz',
  title: 'Check',
  minutes: 2,
  state: 'not_started',
  pass_percent: 60,
  best_percent: null,
  attempts: 0,
  attempts_limit: null,
  attempts_left: null,
  cooldown_minutes: 0,
  next_attempt_at: null,
  reveal: 'done',
  seed: '7',
  draft: { answers: [], question_id: null },
  questions: [
    {
      id: 1,
      kind: 'single',
      prompt: 'One?',
      points: 1,
      options: [option('11', 'Yes'), option('12', 'No')],
    },
    {
      id: 2,
      kind: 'single',
      prompt: 'Two?',
      points: 1,
      options: [option('21', 'Yes'), option('22', 'No')],
    },
  ],
  ...overrides,
})
const aTopic = (items: TopicItem[]): Page => ({
  course: { id: 1, title: 'SQL', percent: 25 },
  section_title: 'Asking',
  topic: { id: 12, title: 'SELECT', state: 'in_progress' },
  items,
  previous: null,
  next: { topic_id: 13, title: 'WHERE' },
})
/** A course that ends with this article. */
const onlyArticle: Page = { ...aTopic([anArticle()]), next: null }
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
/** The end of an article is not in view unless a test says so. */
let view: ReturnType<typeof stubInView>
beforeEach(async () => {
  // The queue outlives a page on purpose; reset it between tests.
  await runClearHooks()
  fakeCall(listNotes, { results: [] })
  view = stubInView()
})

const open = async (
  path = '/learn/course/1/12',
  onProgress = vi.fn<(result: ProgressResult) => void>(),
  options: Pick<RenderOptions, 'language'> = {},
) => {
  const view = await renderPage(
    <Routes>
      <Route
        path="/learn/course/:courseId/:submoduleId"
        element={<TopicPage outline={null} onProgress={onProgress} />}
      />
    </Routes>,
    { path, ...options },
  )
  return { ...view, onProgress }
}

describe('untranslated lessons', () => {
  it('says in Hindi that an article is in English and marks its language', async () => {
    fakeCall(getTopic, aTopic([anArticle({ language: 'en', content_language: 'en' })]))
    await open('/learn/course/1/12', vi.fn(), { language: 'hi' })

    expect(await screen.findByText(/अंग्रेज़ी में दिखाया गया है/)).toBeInTheDocument()
    expect((await screen.findByText('A row.')).closest('[lang]')).toHaveAttribute('lang', 'en')
    expect(screen.getByRole('heading', { level: 1, name: 'Rows' })).toHaveAttribute('lang', 'en')
  })

  it('says nothing about a translated article', async () => {
    fakeCall(getTopic, aTopic([anArticle()]))
    await open('/learn/course/1/12', vi.fn(), { language: 'hi' })

    expect(await screen.findByText('A row.')).toBeInTheDocument()
    expect(screen.queryByText(/में दिखाया गया है/)).not.toBeInTheDocument()
  })
})

describe('topic page: articles', () => {
  it('completes an article, sends it and opens the next step with one button', async () => {
    fakeCall(getTopic, aTopic([anArticle(), aQuiz()]))
    const sent = fakeCall(completeArticle, () => saved(31))
    const { user, onProgress, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Complete and continue' }))
    await waitFor(() => expect(address()).toBe('/learn/course/1/12?item=32'))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Check' })).toHaveFocus())
    await waitFor(() => expect(onProgress).toHaveBeenCalledWith(saved(31)))
    expect(sent.requests).toHaveLength(1)
  })

  it('opens the next step without completing this one', async () => {
    fakeCall(getTopic, aTopic([anArticle(), aQuiz()]))
    const sent = fakeCall(completeArticle, () => saved(31))
    const { user, address } = await open()
    await user.click(await screen.findByRole('link', { name: 'Next: Check' }))
    await waitFor(() => expect(address()).toBe('/learn/course/1/12?item=32'))
    expect(sent.requests).toHaveLength(0)
  })

  it('says that an article was completed by reading and offers the next step', async () => {
    fakeCall(getTopic, aTopic([anArticle(), aQuiz()]))
    fakeCall(completeArticle, () => saved(31))
    const { user, address } = await open()
    await waitFor(() => expect(view.watched()).toBe(true))
    view.comes()
    expect(await screen.findByText('Nice work. Lesson complete.')).toBeInTheDocument()
    expect(screen.getByText('Completed', { selector: '[role=status]' })).toBeInTheDocument()
    expect(address()).toBe('/learn/course/1/12')
    await user.click(screen.getByRole('link', { name: 'Next: Check' }))
    await waitFor(() => expect(address()).toBe('/learn/course/1/12?item=32'))
  })

  it('has one primary action and one heading of the first level', async () => {
    fakeCall(getTopic, aTopic([anArticle(), aQuiz()]))
    await open()
    await screen.findByText('A row.')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    const primary = [...document.querySelectorAll('a, button')].filter((each) =>
      each.classList.contains('bg-primary'),
    )
    expect(primary.map((each) => each.textContent)).toEqual(['Complete and continue'])
  })

  it('rolls back a rejected completion and shows the reason', async () => {
    fakeCall(getTopic, onlyArticle)
    fakeCall(completeArticle, failWith('locked_content', { detail: 'Enrol first' }))
    const { user, store } = await open()
    await user.click(await screen.findByRole('button', { name: 'Mark complete' }))
    await waitFor(() =>
      expect(selectToasts(store.getState())[0]).toMatchObject({ kind: 'error', message: 'Enrol first' }),
    )
    expect(await screen.findByRole('button', { name: 'Mark complete' })).toBeInTheDocument()
  })

  it('keeps a completion and says that it waits when offline', async () => {
    fakeCall(getTopic, onlyArticle)
    fakeCall(completeArticle, noAnswer)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Mark complete' }))
    expect(await screen.findByText('Waiting to send')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Mark complete' })).not.toBeInTheDocument()
  })

  it('completes an article once its end has been in view long enough', async () => {
    fakeCall(getTopic, aTopic([anArticle()]))
    const sent = fakeCall(completeArticle, () => saved(31))
    await open()
    await screen.findByText('A row.')
    await waitFor(() => expect(view.watched()).toBe(true))
    expect(sent.requests).toHaveLength(0)
    view.comes()
    await waitFor(() => expect(sent.requests).toHaveLength(1))
  })

  it('opens a link to another lesson inside the app', async () => {
    const html = '<p><a href="/learn/course/1/13?item=41">Columns</a></p>'
    fakeCall(getTopic, aTopic([anArticle({ html } as Partial<TopicItem>)]))
    const { user, address } = await open()
    const link = await screen.findByRole('link', { name: 'Columns' })
    expect(link).not.toHaveAttribute('target')
    await waitFor(() => expect(view.watched()).toBe(true))
    await user.click(link)
    await waitFor(() => expect(address()).toBe('/learn/course/1/13?item=41'))
  })

  it('shows only allowed HTML', async () => {
    const html = '<p onclick="alert(1)">Safe</p><script>alert(2)</script><img src=x onerror=alert(3)>'
    fakeCall(getTopic, aTopic([anArticle({ html } as Partial<TopicItem>)]))
    const { container } = await open()
    const text = await screen.findByText('Safe')
    expect(text.getAttributeNames()).toEqual([])
    expect(container.querySelector('script, .article img')).toBeNull()
  })
})

describe('topic page: beside the lesson', () => {
  const openWithQuestions = () =>
    renderPage(
      <Routes>
        <Route
          path="/learn/course/:courseId/:submoduleId"
          element={
            <TopicPage
              outline={null}
              onProgress={() => undefined}
              questions={({ itemId }) => <p>Questions about {itemId}</p>}
            />
          }
        />
      </Routes>,
      { path: '/learn/course/1/12' },
    )

  it('shows outline, notes and questions as tabs and reaches them with arrow keys', async () => {
    fakeCall(getTopic, aTopic([anArticle(), aQuiz()]))
    const { user } = await openWithQuestions()
    const outline = await screen.findByRole('tab', { name: 'Outline', selected: true })
    expect(screen.queryByText('Questions about 31')).not.toBeInTheDocument()
    outline.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Notes', selected: true })).toHaveFocus()
    expect(screen.getByRole('heading', { name: 'My notes' })).toBeVisible()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByText('Questions about 31')).toBeVisible()
    await user.keyboard('{ArrowRight}')
    expect(outline).toHaveFocus()
    expect(screen.getByText('Questions about 31')).not.toBeVisible()
  })

  it('keeps a note that is being written while another tab is open', async () => {
    fakeCall(getTopic, aTopic([anArticle()]))
    const { user } = await openWithQuestions()
    await user.click(await screen.findByRole('tab', { name: 'Notes' }))
    await user.click(await screen.findByRole('button', { name: 'Add a note' }))
    await user.type(screen.getByRole('textbox', { name: 'Your note' }), 'Ask')
    await user.click(screen.getByRole('tab', { name: 'Questions' }))
    await user.click(screen.getByRole('tab', { name: 'Notes' }))
    expect(screen.getByRole('textbox', { name: 'Your note' })).toHaveValue('Ask')
  })
})

describe('topic page: quiz', () => {
  const path = '/learn/course/1/12?item=32'
  const mark = (question_id: number, verdict: Verdict, explanation: string) => ({
    question_id,
    verdict,
    earned: verdict === 'right' ? 1 : 0,
    points: 1,
    explanation,
    option_explanations: [],
    solution: null,
  })
  const graded: QuizResult = {
    percent: 50,
    passed: false,
    revealed: false,
    attempt_id: 5,
    standing: { best_percent: 50, attempts: 1, attempts_left: null, next_attempt_at: null },
    questions: [mark(1, 'right', 'Because one.'), mark(2, 'wrong', 'Because two.')],
    progress: { ...saved(32), item: { id: 32, state: 'in_progress' as const } },
  }
  beforeEach(() => {
    fakeCall(saveQuizDraft, { kept: true })
    fakeCall(savePlace, saved(32))
  })

  it('warns about an unanswered question and submits only on confirmation', async () => {
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
    await waitFor(() => expect(screen.getByText('Not passed yet')).toHaveFocus())
    expect(sent.requests[0]?.body.answers).toEqual([{ question_id: 1, kind: 'single', chosen: uid('11') }])
    expect(screen.getByText('Because two.')).toBeInTheDocument()
    expect(screen.getByText(/^The right answers are shown once/)).toBeVisible()
    expect(isBusy()).toBe(false)
    expect(screen.queryByRole('button', { name: /earlier attempt/ })).not.toBeInTheDocument()
  })

  it('does not promise answers that the quiz never reveals', async () => {
    fakeCall(getTopic, aTopic([aQuiz({ reveal: 'never' })]))
    fakeCall(submitQuiz, graded)
    const { user } = await open(path)
    for (const group of await screen.findAllByRole('group'))
      await user.click(within(group).getByRole('radio', { name: 'No' }))
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))
    expect(await screen.findByText('The right answers of this quiz are not shown.')).toBeVisible()
    expect(screen.queryByText(/^The right answers are shown once/)).toBeNull()
  })

  it('resends a lost submission with the same key and keeps the choices', async () => {
    fakeCall(getTopic, aTopic([aQuiz()]))
    const lost = fakeCall(submitQuiz, noAnswer)
    const { user } = await open(path)
    for (const group of await screen.findAllByRole('group'))
      await user.click(within(group).getByRole('radio', { name: 'No' }))
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))
    expect(await screen.findByText('Submitted on this device')).toBeInTheDocument()
    const resent = fakeCall(submitQuiz, { ...graded, passed: true, percent: 100 })
    await user.click(screen.getByRole('button', { name: 'Send now' }))
    expect(await screen.findByText('Passed')).toBeInTheDocument()
    expect(resent.requests[0]?.body.idempotency_key).toBe(lost.requests[0]?.body.idempotency_key)
  })

  it('keeps the answers when the submission is rejected during the cooldown', async () => {
    fakeCall(getTopic, aTopic([aQuiz()]))
    fakeCall(submitQuiz, failWith('too_many_requests', { detail: 'Later' }))
    const { user } = await open(path)
    for (const group of await screen.findAllByRole('group'))
      await user.click(within(group).getByRole('radio', { name: 'No' }))
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    for (const radio of screen.getAllByRole('radio', { name: 'No' })) expect(radio).toBeChecked()
  })

  it('restores answers of another device and sends changes made here', async () => {
    const draft = {
      answers: [{ question_id: 1, kind: 'single' as const, chosen: uid('12') }],
      question_id: 1,
    }
    fakeCall(getTopic, aTopic([aQuiz({ draft })]))
    const sent = fakeCall(saveQuizDraft, { kept: true })
    const { user } = await open(path)
    const [first, second] = await screen.findAllByRole('group')
    expect(within(first as HTMLElement).getByRole('radio', { name: 'No' })).toBeChecked()
    await user.click(within(second as HTMLElement).getByRole('radio', { name: 'Yes' }))
    await waitFor(() => expect(sent.requests).toHaveLength(1), { timeout: 4000 })
    expect(sent.requests[0]?.body).toEqual({
      attempt: 0,
      answers: [{ question_id: 2, kind: 'single', chosen: uid('21') }],
    })
  })

  it('submits every other question kind in its own format', async () => {
    const questions: ShownQuestion[] = [
      { id: 1, kind: 'multiple', prompt: 'Many?', points: 2, options: [option('a', 'A'), option('b', 'B')] },
      { id: 2, kind: 'true_false', prompt: 'True?', points: 1 },
      { id: 3, kind: 'short', prompt: 'Word?', points: 1 },
      { id: 4, kind: 'numeric', prompt: 'How many?', points: 1, unit: 'kg' },
      {
        id: 5,
        kind: 'ordering',
        prompt: 'Order?',
        points: 1,
        items: [option('x', 'X'), option('y', 'Y'), option('z', 'Z')],
      },
      {
        id: 6,
        kind: 'matching',
        prompt: 'Pairs?',
        points: 1,
        left: [option('l', 'Left')],
        right: [option('r', 'Right'), option('s', 'Other')],
      },
    ]
    fakeCall(getTopic, aTopic([aQuiz({ questions })]))
    const sent = fakeCall(submitQuiz, { ...graded, questions: [] })
    const { user } = await open(path)
    await user.click(await screen.findByRole('checkbox', { name: 'A' }))
    await user.click(screen.getByRole('checkbox', { name: 'B' }))
    await user.click(screen.getByRole('checkbox', { name: 'A' }))
    await user.click(screen.getByRole('radio', { name: 'False' }))
    const [textField, numberField] = screen.getAllByRole('textbox', { name: /^Your answer/ })
    await user.type(textField as HTMLElement, 'join')
    await user.type(numberField as HTMLElement, '٤٢')
    await user.click(screen.getByRole('button', { name: 'Move down: X' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Move down: X' })).toHaveFocus())
    expect(screen.getByText('X moved to position 2 of 3')).toBeInTheDocument()
    await user.keyboard('{ArrowDown}')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Left' }), 'Right')
    await user.click(screen.getByRole('button', { name: 'Submit answers' }))
    await waitFor(() => expect(sent.requests).toHaveLength(1))
    expect(sent.requests[0]?.body.answers).toEqual([
      { question_id: 1, kind: 'multiple', chosen: [uid('b')] },
      { question_id: 2, kind: 'true_false', chosen: false },
      { question_id: 3, kind: 'short', text: 'join' },
      { question_id: 4, kind: 'numeric', text: '٤٢' },
      { question_id: 5, kind: 'ordering', order: ['y', 'z', 'x'].map(uid) },
      { question_id: 6, kind: 'matching', pairs: [{ left: uid('l'), right: uid('r') }] },
    ])
  })

  it('counts an order that is kept as it is as answered', async () => {
    const questions: ShownQuestion[] = [
      { id: 5, kind: 'ordering', prompt: 'Order?', points: 1, items: [option('x', 'X'), option('y', 'Y')] },
    ]
    fakeCall(getTopic, aTopic([aQuiz({ questions })]))
    const { user } = await open(path)
    expect(await screen.findByText('0 of 1 answered')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'This order is right' }))
    expect(screen.getByText('1 of 1 answered')).toBeInTheDocument()
  })

  it('shows earlier attempts and no submit button when no attempts are left', async () => {
    const item = aQuiz({ attempts: 2, attempts_limit: 2, attempts_left: 0, best_percent: 50 })
    fakeCall(getTopic, aTopic([item]))
    const summary = { id: 9, percent: 50, passed: false, created_at: '2026-11-20T10:00:00Z' }
    fakeCall(listQuizAttempts, { results: [summary] })
    fakeCall(getQuizAttempt, {
      ...summary,
      grade: {
        percent: 50,
        passed: false,
        revealed: true,
        questions: [
          { ...mark(1, 'wrong', 'Because one.'), solution: { kind: 'single', right: [uid('11')] } },
        ],
      },
      shown: item.questions,
      answers: [{ question_id: 1, kind: 'single', chosen: uid('12') }],
    })
    const { user } = await open(path)
    expect(await screen.findByText('No attempts are left. Your best result counts.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Submit answers' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: '2 earlier attempts' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(await within(dialog).findByRole('button', { name: /50%/ }))
    expect(await within(dialog).findByText('Because one.')).toBeInTheDocument()
    expect(within(dialog).getByText('Right answer:')).toBeInTheDocument()
  })
})

describe('read-only player', () => {
  const stubReadOnlyTopic = (items: TopicItem[]) => fakeCall(getTopic, { ...aTopic(items), looking: true })

  it('sends nothing and explains why in a free preview', async () => {
    stubReadOnlyTopic([anArticle()])
    const sent = fakeCall(completeArticle, failWith('locked_content'))
    const { store } = await open()
    expect(await screen.findByText('You’re previewing this course')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to the course' })).toHaveAttribute('href', '/courses/1')
    expect(await screen.findByText('A row.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /omplete/ })).not.toBeInTheDocument()
    expect(screen.queryByText('My notes')).not.toBeInTheDocument()
    // The end of the article is not observed.
    expect(view.watched()).toBe(false)
    expect(sent.requests).toHaveLength(0)
    expect(selectToasts(store.getState())).toEqual([])
  })

  it('lets a person answer a quiz but not submit it without enrolment', async () => {
    stubReadOnlyTopic([aQuiz()])
    const draft = fakeCall(saveQuizDraft, failWith('locked_content'))
    const { user } = await open()
    await user.click((await screen.findAllByRole('radio', { name: 'Yes' }))[0] as HTMLElement)
    expect(screen.getByText('Enrol to submit your answers.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Submit answers' })).not.toBeInTheDocument()
    expect(draft.requests).toHaveLength(0)
  })

  it('says that a payment is overdue, keeps notes, and leads to the payment', async () => {
    fakeCall(getTopic, { ...aTopic([anArticle()]), overdue: { programme: 'flagship' } })
    const sent = fakeCall(completeArticle, failWith('payment_overdue'))
    await open()
    expect(await screen.findByText('A payment is overdue, so you can only read')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See what is due' })).toHaveAttribute(
      'href',
      '/flagship-program-payment',
    )
    expect(screen.queryByText('You’re previewing this course')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /omplete/ })).not.toBeInTheDocument()
    expect(await screen.findByText('My notes')).toBeInTheDocument()
    expect(sent.requests).toHaveLength(0)
  })

  it('asks to pay, not to enrol, for submitting a quiz while a payment is overdue', async () => {
    fakeCall(getTopic, { ...aTopic([aQuiz()]), overdue: { programme: 'flagship' } })
    await open()
    expect(await screen.findByText('Pay what is due to submit your answers.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Submit answers' })).not.toBeInTheDocument()
  })

  it('control: lets an enrolled person complete the same lesson', async () => {
    fakeCall(getTopic, aTopic([anArticle()]))
    await open()
    expect(await screen.findByRole('button', { name: 'Complete and continue' })).toBeInTheDocument()
    expect(screen.queryByText('You’re previewing this course')).not.toBeInTheDocument()
  })
})

describe('topic page: errors', () => {
  it.each([
    ['locked_content', 'This lesson is locked'],
    ['not_found', 'Error loading course; no course found (check the id or retry later).'],
    ['internal_error', 'Course data is currently unavailable. Try refreshing or contact support.'],
  ] as const)('explains %s and offers a way to continue', async (code, title) => {
    fakeCall(getTopic, failWith(code))
    await open()
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
    expect(screen.getAllByRole('link').length).toBeGreaterThan(0)
  })

  it.each([
    ['hi', { section: { requires: 'Loops' } }, /पहले यह पूरा करें: *Loops/],
    ['hi', { section: { opens_at: '2026-12-03T03:30:00.000Z' } }, /यह भाग 3 दिस॰ 2026 को खुलेगा/],
    ['ar', { course: { why: 'seats' } }, /مقاعد هذه الدورة محدودة/],
    ['en', { course: { why: 'upcoming' } }, /not open yet/],
  ] as const)('says in %s what unlocks a lesson locked by %j', async (language, why, expected) => {
    const fields = Object.fromEntries(
      Object.entries(why).map(([name, params]) => [
        name,
        [{ code: 'invalid' as const, message: 'Closed.', params: { ...params } }],
      ]),
    )
    fakeCall(getTopic, failWith('locked_content', { fields }))
    await open('/learn/course/1/12', vi.fn(), { language })
    expect((await screen.findByRole('alert')).textContent).toMatch(expected)
  })

  it('offers saved courses for a lesson that is not on the device', async () => {
    fakeCall(getTopic, noAnswer)
    await open()
    const title = 'You are offline. The lesson appears here when the connection is back.'
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Saved courses' })).toHaveAttribute('href', '/offline')
  })

  it('makes no request for an invalid id', async () => {
    await open('/learn/course/x/12')
    expect(await screen.findByRole('heading', { name: 'Course ID not found.' })).toBeInTheDocument()
  })
})
