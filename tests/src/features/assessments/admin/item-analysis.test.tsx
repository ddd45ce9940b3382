import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listAssessmentTotals } from '#contract/assessments/admin/results.ts'
import { getItemAnalysis, regrade, type ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import { ResultsPage } from '#src/features/assessments/admin/index.ts'
import {
  discriminationLevel,
  letterShares,
  sortItems,
} from '#src/features/assessments/admin/model/item-analysis.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aLearner, anAssessment, anItem, ATTEMPT } from './factory.ts'

const openAnalysis = async (items: ItemAnalysis[]) => {
  fakeCall(listAssessmentTotals, { results: [anAssessment()] })
  fakeCall(getItemAnalysis, {
    assessment: anAssessment(),
    attempts: 40,
    counted_at: '2026-11-21T10:00:00.000Z',
    results: items,
  })
  return renderPage(<ResultsPage />, { path: '/admin/assesment-results?assessment=3&view=questions' })
}
const WRONG = anItem({
  question_id: 12,
  prompt: { en: 'Odd one out?' },
  difficulty: 0.2,
  discrimination: -0.31,
  suspicious: true,
  right: ['A'],
})
const CHANGE = {
  attempt_id: ATTEMPT,
  learner: aLearner(0),
  before: { right: 23, percent: 76.67, scholarship_percent: 50 },
  after: { right: 24, percent: 80, scholarship_percent: 75 },
}

describe('item analysis', () => {
  it('lists a suspicious key first and labels it', async () => {
    const { user } = await openAnalysis([anItem(), WRONG])
    const table = await screen.findByRole('table', { name: 'Analysis of the questions' })
    const rows = within(table)
      .getAllByRole('button', { name: /^Fix key/ })
      .map((button) => button.closest('[role="row"]') as HTMLElement)
    const [first, second] = rows
    expect(within(first as HTMLElement).getByText('Odd one out?')).toBeVisible()
    for (const text of ['Key in doubt', '-0.31', 'Negative', '20%'])
      expect(within(first as HTMLElement).getByText(text)).toBeVisible()
    expect(within(second as HTMLElement).getByText('Good')).toBeVisible()
    await user.click(screen.getByRole('switch', { name: 'Only doubtful keys' }))
    expect(screen.queryByText(/Which number comes next/)).toBeNull()
  })

  it('returns to the first page when a filter changes or is cleared', async () => {
    const items = Array.from({ length: 25 }, (_, index) =>
      anItem({ question_id: index + 1, prompt: { en: `Question ${index + 1}?` } }),
    )
    const { user, address } = await openAnalysis(items)
    await user.click(await screen.findByRole('button', { name: 'Page 2' }))
    expect(await screen.findByText('Question 25?')).toBeVisible()
    expect(address()).toMatch(/view=questions&page=2$/)

    await user.click(screen.getByRole('switch', { name: 'Only doubtful keys' }))
    expect(address()).toMatch(/view=questions&doubtful=true$/)
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))

    expect(await screen.findByText('Question 1?')).toBeVisible()
    expect(address()).toMatch(/view=questions$/)
  })

  it('lists the changes of a corrected key before a second step applies them', async () => {
    const { user } = await openAnalysis([WRONG])
    const { requests } = fakeCall(regrade, ({ body }) => ({
      applied: !body.dry_run,
      looked_at: 40,
      changed: 3,
      changes: [CHANGE],
    }))
    await user.click(await screen.findByRole('button', { name: 'Fix key of question 12' }))
    const dialog = await screen.findByRole('dialog', { name: 'Fix the key' })
    await user.click(within(dialog).getByRole('checkbox', { name: 'A 28' }))
    await user.click(within(dialog).getByRole('button', { name: 'Show what changes' }))
    expect(await within(dialog).findByText('Choose at least one.')).toBeVisible()
    expect(within(dialog).getByText('Please write a reason.')).toBeVisible()
    expect(requests).toHaveLength(0)
    await user.click(within(dialog).getByRole('checkbox', { name: 'D 36' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'C 32' }))
    await user.type(within(dialog).getByLabelText('Reason'), 'The key was wrong.')
    await user.click(within(dialog).getByRole('button', { name: 'Show what changes' }))
    expect(await within(dialog).findByText('3 of 40 results change.')).toBeVisible()
    expect(within(dialog).getByText('And 2 more.')).toBeVisible()
    const [, line] = within(within(dialog).getByRole('table', { name: 'Results that change' })).getAllByRole(
      'row',
    )
    expect(line).toHaveTextContent(/76\.7%becomes80%.*50%becomes75%/)
    await user.click(within(dialog).getByRole('button', { name: 'Grade anew' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const keys = [{ question_id: 12, version: 1, right: ['C', 'D'] }]
    expect(requests.map(({ body }) => body)).toEqual([
      { dry_run: true, reason: 'The key was wrong.', keys },
      { dry_run: false, reason: 'The key was wrong.', keys },
    ])
  })

  it('sends no keys when it takes over the corrected keys of the bank', async () => {
    const { user } = await openAnalysis([anItem({ newest_right: ['C'], newest_version: 2 })])
    const { requests } = fakeCall(regrade, { applied: false, looked_at: 40, changed: 0, changes: [] })
    await user.click(await screen.findByRole('button', { name: 'Regrade with the new keys' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Key B becomes C')).toBeVisible()
    await user.type(within(dialog).getByLabelText('Reason'), 'See the bank.')
    await user.click(within(dialog).getByRole('button', { name: 'Show what changes' }))
    expect(await within(dialog).findByText(/^No result changes/)).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ dry_run: true, reason: 'See the bank.', keys: [] }])
  })

  it('keeps the typed reason when the server refuses', async () => {
    const { user } = await openAnalysis([WRONG])
    fakeCall(regrade, failWith('conflict', { detail: 'Another regrade is running.' }))
    await user.click(await screen.findByRole('button', { name: 'Fix key of question 12' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Reason'), 'Wrong.')
    await user.click(within(dialog).getByRole('button', { name: 'Show what changes' }))
    expect(await within(dialog).findByText('Another regrade is running.')).toBeVisible()
    expect(within(dialog).getByLabelText('Reason')).toHaveValue('Wrong.')
  })

  it('says that there is no finished attempt yet', async () => {
    await openAnalysis([])
    expect(await screen.findByText('No finished attempt yet.')).toBeVisible()
  })
})

describe('sorting and labels of the item analysis', () => {
  it('sorts suspicious questions first, unknown values last and ties by id', () => {
    const ids = (items: ItemAnalysis[]) => items.map((item) => item.question_id)
    const unsorted = [
      anItem({ question_id: 4, discrimination: null, difficulty: null }),
      anItem({ question_id: 3, discrimination: 0.1, difficulty: 0.9 }),
      anItem({ question_id: 2, discrimination: 0.1, difficulty: 0.5 }),
      anItem({ question_id: 1, discrimination: 0.5, difficulty: 0.7, newest_right: ['A'] }),
    ]
    expect(ids(sortItems(unsorted, 'attention'))).toEqual([1, 2, 3, 4])
    expect(ids(sortItems(unsorted, 'hardest'))).toEqual([2, 1, 3, 4])
    expect(ids(sortItems(unsorted, 'easiest'))).toEqual([3, 1, 2, 4])
    expect(ids(sortItems(unsorted, 'weakest'))).toEqual([2, 3, 1, 4])
  })

  it('includes the limits in the better level, and the shares add up to 1', () => {
    expect([-0.01, 0, 0.19, 0.2, 0.3].map(discriminationLevel)).toEqual([
      'negative',
      'weak',
      'weak',
      'fair',
      'good',
    ])
    expect(letterShares(anItem()).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(letterShares(anItem({ attempts: 0, chosen: { A: 0, B: 0, C: 0, D: 0, none: 0 } }))[0]?.share).toBe(
      0,
    )
  })
})
