import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listAssessments } from '#contract/assessments/assessments.ts'
import { AssessmentListPage, MyResultsPage } from '#src/features/assessments/index.ts'
import { isHelpfulPercentile, weakestTopic } from '#src/features/assessments/model/next-step.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCard, anAttemptSummary, doneCard, runningCard } from './factory.ts'

const OTHER = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c02'
const THIRD = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c03'
const open = (language: 'en' | 'ar' = 'en') =>
  renderPage(<MyResultsPage />, { path: '/assessments/results', language })

describe('my results', () => {
  it('lists the finished attempts of all assessments, newest first', async () => {
    fakeCall(listAssessments, {
      results: [
        { ...doneCard(), id: 1, title: { en: 'First' } },
        runningCard(),
        aCard({
          id: 2,
          title: { en: 'Second' },
          attempts: [
            anAttemptSummary({
              id: OTHER,
              number: 2,
              finished_at: '2026-11-22T10:20:00.000Z',
              percent: 59.97,
              passed: false,
              scholarship_percent: 0,
            }),
            anAttemptSummary({
              id: THIRD,
              number: 1,
              finished_at: '2026-11-20T10:20:00.000Z',
              released: false,
              percent: null,
              passed: null,
              scholarship_percent: null,
            }),
          ],
        }),
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
    fakeCall(listAssessments, { results: [aCard(), runningCard()] })
    const empty = await open('ar')
    expect(await screen.findByText('لا نتائج بعد')).toBeVisible()
    empty.unmount()
    fakeCall(listAssessments, () => failWith('internal_error'))
    const failed = await open()
    expect(await screen.findByText('Your results could not be loaded')).toBeVisible()
    failed.unmount()
    fakeCall(listAssessments, () => noAnswer)
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
