import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { QuizItem } from '#contract/courses/topic-page.ts'
import { QuizStep } from '#src/features/courses/learning/components/quiz/QuizStep.tsx'
import { renderPage } from '#tests/support/web/render.tsx'

const texts = ['North', 'East', 'South', 'West', 'Up', 'Down']
const options = texts.map((text, index) => ({ id: `00000000-0000-4000-8000-00000000000${index}`, text }))
const aQuiz = (changes: Partial<QuizItem> = {}): QuizItem => ({
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
  questions: [{ id: 1, kind: 'single', prompt: 'Where?', points: 1, options }],
  ...changes,
})

const shownOrder = async (item: QuizItem) => {
  await renderPage(<QuizStep item={item} onGraded={() => {}} />)
  const radios = await screen.findAllByRole('radio')
  const order = radios.map((radio) => radio.closest('label')?.textContent ?? '')
  cleanup()
  return order
}

it('shows options in an order of the person and the attempt, the same after a reload', async () => {
  const first = await shownOrder(aQuiz())
  expect(first.toSorted()).toEqual(texts.toSorted())
  expect(await shownOrder(aQuiz())).toEqual(first)
  expect(await shownOrder(aQuiz({ attempts: 1 }))).not.toEqual(first)
  expect(await shownOrder(aQuiz({ seed: '8' }))).not.toEqual(first)
})

it("shows options in the author's order where the author keeps it", async () => {
  const questions: QuizItem['questions'] = [
    { id: 1, kind: 'single', prompt: 'Where?', points: 1, options, keep_order: true },
  ]
  for (const attempts of [0, 1, 2]) expect(await shownOrder(aQuiz({ attempts, questions }))).toEqual(texts)
})
