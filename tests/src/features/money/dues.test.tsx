/** What learners still owe for programmes, on the page of payments. */
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dueSpans, getDues, listDues, type Dues } from '#contract/money/dues.ts'
import { DueCard } from '#src/features/money/due/DueCard.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const anOverview: Dues = {
  today: '2026-11-21',
  currencies: [
    {
      currency: 'INR',
      spans: dueSpans.map((span) => ({
        span,
        open_minor: span === 'late_7' ? 3_000_000 : 0,
        parts: span === 'late_7' ? 12 : 0,
      })),
    },
  ],
}
const aPart = (position: number) => ({
  order_id: 4,
  position,
  person: { id: 5, name: 'Asha Learner', email: 'asha@example.test' },
  programme: 'Data Career Programme',
  due_on: '2026-11-18',
  open_minor: 250_000,
  currency: 'INR',
})

it('opens the rows of a sum, page by page, and leads to the payments of the person', async () => {
  fakeCall(getDues, anOverview)
  const listed = fakeCall(listDues, { count: 12, next: null, previous: null, results: [aPart(1), aPart(2)] })
  const { user } = await renderPage(<DueCard />)
  const sums = await screen.findByRole('list', { name: 'Open in INR' })
  expect(within(sums).getByRole('button', { name: /Not yet due/ })).toBeDisabled()
  const late = within(sums).getByRole('button', { name: /1–7 days late.*₹30,000.*12 parts/ })
  await user.click(late)
  expect(late).toHaveAttribute('aria-pressed', 'true')
  const [person] = await screen.findAllByRole('link', { name: 'Asha Learner' })
  expect(person).toHaveAttribute('href', expect.stringContaining('person=5'))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(listed.requests.map(({ query }) => [query['span'], query['currency'], query['page']])).toEqual([
    ['late_7', 'INR', '1'],
    ['late_7', 'INR', '2'],
  ])
  await user.click(late)
  expect(screen.queryByRole('link', { name: 'Asha Learner' })).toBeNull()
})

it('stays away while nothing is open', async () => {
  const { requests } = fakeCall(getDues, { today: '2026-11-21', currencies: [] })
  await renderPage(<DueCard />)
  await expect.poll(() => requests.length).toBe(1)
  expect(screen.queryByRole('heading', { name: 'Open programme payments' })).toBeNull()
})

it('can be asked again after an error', async () => {
  fakeCall(getDues, failWith('internal_error'))
  const { user } = await renderPage(<DueCard />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  fakeCall(getDues, anOverview)
  await user.click(again)
  expect(await screen.findByRole('heading', { name: 'Open programme payments' })).toBeVisible()
})
