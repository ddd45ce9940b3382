/** The comparison with the payment provider: its list states, and a repair of each kind. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  compareNow,
  getComparison,
  repairFinding,
  type Comparison as Page,
  type Finding,
} from '#contract/money/comparison.ts'
import { Comparison } from '#src/features/money/components/Comparison.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aFinding = (changes: Partial<Finding> = {}): Finding => ({
  id: 4,
  kind: 'paid_not_granted',
  provider: 'stripe',
  reference: 'cs_live_1',
  person: { id: 5, name: 'Asha Learner' },
  subject: 'Data Career',
  currency: 'INR',
  theirs_minor: 900_00,
  ours_minor: 0,
  found_at: '2026-11-23T21:30:00Z',
  is_unknown: false,
  ...changes,
})
const page = (findings: Finding[] = [], changes: Partial<Page> = {}): Page => ({
  last: { at: '2026-11-23T21:30:00Z', is_complete: true },
  is_possible: true,
  findings,
  ...changes,
})
const open = () =>
  renderPage(
    <main>
      <h1>Payments</h1>
      <Comparison />
    </main>,
    { path: '/admin/payments' },
  )

describe('the comparison', () => {
  it('stays away without a provider', async () => {
    fakeCall(getComparison, page([], { last: null, is_possible: false }))
    await open()
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Comparison with the payment provider' })).toBeNull(),
    )
  })

  it('says that everything matches, and when nothing was compared yet', async () => {
    fakeCall(getComparison, page([], { last: null }))
    fakeCall(compareNow, page())
    const { user } = await open()
    expect(await screen.findByText('Nothing has been compared yet.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Compare now' }))
    expect(await screen.findByText('Everything matches.')).toBeInTheDocument()
    expect(screen.getByText(/^Last compared/)).toBeInTheDocument()
  })

  it('offers another try when it cannot load', async () => {
    fakeCall(getComparison, failWith('internal_error'))
    const { user } = await open()
    const again = await screen.findByRole('button', { name: 'Try again' })
    fakeCall(getComparison, page())
    await user.click(again)
    expect(await screen.findByText('Everything matches.')).toBeInTheDocument()
  })

  it('says that the provider did not answer', async () => {
    fakeCall(getComparison, page([aFinding()], { last: { at: '2026-11-23T21:30:00Z', is_complete: false } }))
    await open()
    expect(await screen.findByText(/The provider did not answer/)).toBeInTheDocument()
  })

  it.each([
    ['Paid but not granted', 'Grant', aFinding()],
    ['Granted but not paid', 'Take back', aFinding({ kind: 'granted_not_paid' })],
    ['The amount differs', 'Correct', aFinding({ kind: 'amount_differs', ours_minor: 100_00 })],
    ['Paid but not granted', 'Mark as handled', aFinding({ is_unknown: true, person: null, subject: null })],
  ])('repairs "%s" by "%s"', async (title, button, finding) => {
    fakeCall(getComparison, page([finding]))
    const { requests } = fakeCall(repairFinding, page())
    const { user } = await open()
    const row = within((await screen.findByText(title)).closest('li')!)
    expect(row.getByText('₹900.00')).toBeInTheDocument()
    fakeCall(getComparison, page())
    await user.click(row.getByRole('button', { name: button }))
    expect(await screen.findByText('Everything matches.')).toBeInTheDocument()
    expect(requests[0]?.params['findingId']).toBe('4')
  })

  it('names the payment link that somebody without an account paid', async () => {
    fakeCall(getComparison, page([aFinding({ person: null, subject: 'Fee for the spring term' })]))
    await open()
    expect(await screen.findByText('Fee for the spring term')).toBeInTheDocument()
    expect(screen.queryByText('Nobody here')).toBeNull()
  })

  it('keeps the finding when its repair fails', async () => {
    fakeCall(getComparison, page([aFinding()]))
    fakeCall(repairFinding, failWith('internal_error'))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Grant' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.getByText('Paid but not granted')).toBeInTheDocument()
  })
})
