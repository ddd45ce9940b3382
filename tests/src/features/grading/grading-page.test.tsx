import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getToGrade, gradeSubmission, listToGrade, type ToGrade } from '#contract/grading/submissions.ts'
import { GradingPage } from '#src/features/grading/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const CRITERION = '6f1f2f0e-3b1a-4c55-9d3e-0a6d1f1a7c01'
const rubric = [{ id: CRITERION, title: 'Reason', description: '', points: 5 }]
const line = {
  id: 9,
  state: 'waiting' as const,
  passed: 0,
  total: 0,
  points_earned: null,
  points: 20,
  created_at: '2026-11-21T10:00:00.000Z',
  kind: 'text' as const,
}
const context = { learner: { id: 3, name: 'Asha' }, course: { id: 1, title: 'SQL' }, item_title: 'Essay' }
const work: ToGrade = {
  ...context,
  submission: {
    ...line,
    item_id: 4,
    answer: { kind: 'text', text: 'Because rows match.' },
    tests: [],
    rubric,
    grade: null,
  },
  problem: {
    kind: 'text',
    statement: '<p>Why?</p>',
    points: 20,
    attempts_limit: null,
    words_min: null,
    words_max: null,
    rubric,
    pass_percent: 60,
  },
}
const page = { count: 1, next: null, previous: null, results: [{ ...line, ...context }] }

describe('grading', () => {
  it('sends exactly the points and comments of a grade', async () => {
    fakeCall(listToGrade, () => page)
    fakeCall(getToGrade, () => work)
    let sent: unknown = null
    fakeCall(gradeSubmission, ({ body }) => {
      sent = body
      return { ...work.submission, state: 'accepted' as const, points_earned: 16 }
    })
    const { user } = await renderPage(<GradingPage />, { path: '/admin/grading' })
    await user.click(await screen.findByRole('link', { name: /Asha/ }))
    expect(await screen.findByText('Because rows match.')).toBeVisible()
    const save = screen.getByRole('button', { name: 'Save grade' })
    await user.click(save)
    expect(sent).toBeNull()
    await user.type(screen.getByLabelText('Points (0–5)'), '4')
    await user.type(screen.getByLabelText('Comment to the learner'), 'Good.')
    await user.click(save)
    await expect
      .poll(() => sent)
      .toEqual({
        marks: [{ criterion_id: CRITERION, points: 4, comment: '' }],
        comment: 'Good.',
      })
  })

  it('keeps the page when the search is only focused, and searches once from page 1', async () => {
    const listCall = fakeCall(listToGrade, () => ({ ...page, count: 45 }))
    const { user, address } = await renderPage(<GradingPage />, { path: '/admin/grading?page=2' })
    const field = await screen.findByRole('searchbox', { name: 'Search by learner, course or task' })
    await user.click(field)
    await user.tab()
    expect(address()).toBe('/admin/grading?page=2')
    await user.type(field, 'asha v')
    await expect.poll(address).toBe('/admin/grading?search=asha+v')
    await expect
      .poll(() => listCall.requests.map(({ query }) => [query.search, query.page]))
      .toEqual([
        [undefined, '2'],
        ['asha v', '1'],
      ])
  })

  it('distinguishes an empty list from a failed one', async () => {
    fakeCall(listToGrade, () => ({ count: 0, next: null, previous: null, results: [] }))
    const empty = await renderPage(<GradingPage />, { path: '/admin/grading' })
    expect(await screen.findByText('Nothing is waiting for a grade.')).toBeVisible()
    empty.unmount()
    fakeCall(listToGrade, () => failWith('internal_error'))
    await renderPage(<GradingPage />, { path: '/admin/grading' })
    expect(await screen.findByText('The submissions could not be loaded.')).toBeVisible()
  })
})
