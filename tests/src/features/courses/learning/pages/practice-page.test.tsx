import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerPractice, getPractice, type Practice } from '#contract/courses/practice.ts'
import { PracticePage } from '#src/features/courses/learning/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const A = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c01'
const B = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c02'
const aQuestion = (id: number): Practice['questions'][number] => ({
  question: {
    kind: 'single',
    id,
    prompt: `Prompt ${id}`,
    points: 1,
    options: [
      { id: A, text: 'first' },
      { id: B, text: 'second' },
    ],
  },
  course_id: 4,
  course_title: 'Data',
  topic_id: 9,
  item_id: 12,
  item_title: 'Check yourself',
  streak: 0,
})
const aPractice = (changes: Partial<Practice> = {}): Practice => ({
  due: 2,
  later: 0,
  learned: 0,
  next_on: null,
  questions: [aQuestion(1), aQuestion(2)],
  ...changes,
})
const open = (language: 'en' | 'ar' | 'hi' = 'en') =>
  renderPage(<PracticePage />, { path: '/practice', language })

describe('practice', () => {
  it('asks one question at a time, explains it, and says when it comes back', async () => {
    let answers = 0
    fakeCall(getPractice, () =>
      answers < 2 ? aPractice() : aPractice({ due: 0, later: 2, next_on: '2026-11-24', questions: [] }),
    )
    const sent = fakeCall(answerPractice, ({ body }) => {
      answers += 1
      const isRight = body.answer.kind === 'single' && body.answer.chosen === A
      return {
        marked: {
          question_id: body.answer.question_id,
          verdict: isRight ? ('right' as const) : ('wrong' as const),
          earned: isRight ? 1 : 0,
          points: 1,
          explanation: 'Because.',
          option_explanations: [],
          solution: { kind: 'single' as const, right: [A] },
        },
        streak: isRight ? 2 : 0,
        due_on: isRight ? '2026-11-26' : '2026-11-24',
      }
    })
    const { user } = await open()
    const first = await screen.findByRole('group', { name: /Question 1 of 2.*Prompt 1/ })
    expect(screen.getByText('2 due today')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Check answer' })).toBeDisabled()
    await user.click(within(first).getByRole('radio', { name: 'first' }))
    await user.click(screen.getByRole('button', { name: 'Check answer' }))
    expect(await screen.findByText('This question comes back in 3 days.')).toBeVisible()
    expect(screen.getByText('Because.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next question' }))
    await user.click(await screen.findByRole('radio', { name: 'second' }))
    await user.click(screen.getByRole('button', { name: 'Check answer' }))
    expect(await screen.findByText('This question comes back tomorrow.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Finish' }))
    expect(await screen.findByText('Round finished')).toBeVisible()
    expect(await screen.findByText(/1 of 2 right\. 2 questions come back\./)).toHaveTextContent('Tuesday')
    expect(sent.requests.map(({ body }) => body.answer.question_id)).toEqual([1, 2])
  })

  it('keeps the answer when the connection fails, and sends it again under the same id', async () => {
    fakeCall(getPractice, aPractice())
    const lost = fakeCall(answerPractice, () => noAnswer)
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'second' }))
    await user.click(screen.getByRole('button', { name: 'Check answer' }))
    expect(await screen.findByText(/It is still here/)).toBeVisible()
    expect(screen.getByRole('radio', { name: 'second' })).toBeChecked()
    const firstKey = lost.requests[0]?.body.idempotency_key
    await user.click(screen.getByRole('button', { name: 'Check answer' }))
    await expect.poll(() => lost.requests.length).toBeGreaterThan(1)
    expect(new Set(lost.requests.map(({ body }) => body.idempotency_key))).toEqual(new Set([firstKey]))
    // It can be left for later, too.
    await user.click(screen.getByRole('button', { name: 'Skip for now' }))
    expect(await screen.findByRole('group', { name: /Prompt 2/ })).toBeVisible()
  })

  it('explains that nothing is due, that there was no mistake, or that loading failed', async () => {
    fakeCall(getPractice, aPractice({ due: 0, later: 3, next_on: '2026-11-24', questions: [] }))
    const rest = await open()
    expect(await screen.findByText('Nothing is due today')).toBeVisible()
    expect(screen.getByText(/Tuesday/)).toBeVisible()
    rest.unmount()
    fakeCall(getPractice, aPractice({ due: 0, questions: [] }))
    const empty = await open('ar')
    expect(await screen.findByText('لا أخطاء للتدرّب عليها')).toBeVisible()
    empty.unmount()
    fakeCall(getPractice, () => failWith('internal_error'))
    await open()
    expect(await screen.findByText('Your questions could not be loaded')).toBeVisible()
  })
})
