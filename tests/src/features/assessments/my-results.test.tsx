import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listOwnResults, type OwnResult } from '#contract/assessments/results.ts'
import type { ScoredAttempt } from '#contract/assessments/shapes.ts'
import { listAssessments } from '#contract/assessments/assessments.ts'
import { AssessmentListPage, MyResultsPage } from '#src/features/assessments/index.ts'
import { isHelpfulPercentile, weakestTopic } from '#src/features/assessments/model/next-step.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCard, aScoredAttempt, doneCard, runningCard } from './factory.ts'

const OTHER = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c02'
const THIRD = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c03'
const open = (language: 'en' | 'ar' = 'en') =>
  renderPage(<MyResultsPage />, { path: '/assessments/results', language })

describe('my results', () => {
  it('lists the finished attempts with score, scholarship and state', async () => {
    const resultOf = (title: string, attempt: ScoredAttempt, is_one_of_several = false): OwnResult => ({
      assessment: { id: 1, title: { en: title }, main_language: 'en' },
      attempt,
      is_one_of_several,
    })
    fakeCall(listOwnResults, {
      results: [
        resultOf(
          'Second',
          aScoredAttempt({ id: OTHER, number: 2, percent: 59.97, passed: false, scholarship_percent: 0 }),
          true,
        ),
        resultOf('First', aScoredAttempt()),
        resultOf(
          'Second',
          aScoredAttempt({
            id: THIRD,
            released: false,
            percent: null,
            passed: null,
            scholarship_percent: null,
          }),
          true,
        ),
      ],
    })
    await open()
    const links = await screen.findAllByRole('link', { name: /First|Second/ })
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Second, Attempt 2',
      'First',
      'Second, Attempt 1',
    ])
    expect(links[0]).toHaveAttribute('href', `/assessments/results/${OTHER}`)
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    // Not lifted to the 60 where the scholarship starts.
    expect(rows[0]).toContain('59%')
    expect(rows[1]).toContain('Scholarship: 25% of the fees')
    expect(rows[2]).toContain('Not released yet')
  })

  it('shows the empty, failed and offline states', async () => {
    fakeCall(listOwnResults, { results: [] })
    const empty = await open('ar')
    expect(await screen.findByText('لا نتائج بعد')).toBeVisible()
    empty.unmount()
    fakeCall(listOwnResults, () => failWith('internal_error'))
    const failed = await open()
    expect(await screen.findByText('Your results could not be loaded')).toBeVisible()
    failed.unmount()
    fakeCall(listOwnResults, () => noAnswer)
    await open()
    expect(await screen.findByText(/Your results (need|could not)/)).toBeVisible()
  })

  it('is linked from the assessments once there is a result', async () => {
    fakeCall(listAssessments, { results: [aCard({ id: 4 }), runningCard()] })
    const none = await renderPage(<AssessmentListPage />, { path: '/assessments' })
    await screen.findAllByText('Entrance')
    expect(screen.queryByRole('link', { name: 'My results' })).toBeNull()
    none.unmount()
    fakeCall(listAssessments, { results: [doneCard()] })
    await renderPage(<AssessmentListPage />, { path: '/assessments' })
    expect(await screen.findByRole('link', { name: 'My results' })).toHaveAttribute(
      'href',
      '/assessments/results',
    )
  })
})

describe('the next step of a result', () => {
  const topicOf = (id: number, right: number, questions: number) => ({
    topic: { id, key: `t${id}`, name: { en: `Topic ${id}` } },
    right,
    questions,
    percent: (100 * right) / questions,
  })

  it('is the weakest topic, of equal ones the larger', () => {
    expect(weakestTopic([topicOf(1, 2, 3), topicOf(2, 1, 4), topicOf(3, 2, 8)])?.topic.id).toBe(3)
    expect(weakestTopic([topicOf(1, 3, 3)])).toBeNull()
  })

  it('compares with others only where that encourages', () => {
    expect([null, 0, 49.99, 50, 99].map(isHelpfulPercentile)).toEqual([false, false, false, true, true])
  })
})
