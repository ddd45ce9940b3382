/** Referrals as learners and admins see them. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  getOwnReferrals,
  listReferrals,
  listReferrers,
  payOutReferrals,
  reviewReferral,
  saveReferralReward,
  type OwnReferrals,
  type Referral,
  type Referrer,
  type ReferrerPage,
} from '#contract/money/referrals.ts'
import { AdminReferralsPage } from '#src/features/money/admin/index.ts'
import { ReferralsPage } from '#src/features/money/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const PATH = '/admin/referals'
const INR = (amount_minor: number) => ({ amount_minor, currency: 'INR' })
const STEPS = {
  invited: 9,
  joined: 8,
  qualified: 7,
  held: 5,
  rewarded: 1,
  reversed: 0,
  rejected: 1,
  review: 2,
}

const aReferrer = (changes: Partial<Referrer> = {}): Referrer => ({
  person: { id: 3, name: 'Rita Rao', email: 'rita@example.test' },
  code: 'RITA2345',
  ...STEPS,
  due: [INR(50_000)],
  ...changes,
})
const pageOf = (results: Referrer[], more: Partial<ReferrerPage> = {}): ReferrerPage => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  totals: STEPS,
  reward: INR(50_000),
  currency: 'INR',
  ...more,
})
const aReferral = (changes: Partial<Referral> = {}): Referral => ({
  id: 8,
  referrer: { id: 3, name: 'Rita Rao', email: 'rita@example.test' },
  invited: { id: 4, name: 'Farid Ali', email: 'farid@example.test' },
  state: 'qualified',
  reject_reason: null,
  review_reason: 'month_limit',
  in_review: true,
  review_note: null,
  reviewed_by: null,
  invited_at: '2026-11-01T10:00:00Z',
  joined_at: '2026-11-01T10:05:00Z',
  qualified_at: '2026-11-02T10:00:00Z',
  hold_until: '2026-12-02',
  rewarded_at: null,
  ended_at: null,
  reward: INR(50_000),
  ...changes,
})
const peopleOf = (results: Referral[]) => ({ count: results.length, next: null, previous: null, results })
const openAdmin = (path = PATH) =>
  renderPage(
    <main>
      <AdminReferralsPage />
    </main>,
    { path },
  )
const own = (changes: Partial<OwnReferrals> = {}): OwnReferrals => ({
  count: 1,
  next: null,
  previous: null,
  results: [
    {
      id: 1,
      name: 'Farid A.',
      state: 'held',
      at: '2026-11-02T10:00:00Z',
      reward: INR(50_000),
      hold_until: '2026-12-02',
      in_review: false,
    },
  ],
  code: 'RITA2345',
  reward: INR(50_000),
  totals: [{ currency: 'INR', held_minor: 50_000, earned_minor: 0, paid_out_minor: 0 }],
  ...changes,
})
const openOwn = () =>
  renderPage(
    <main>
      <ReferralsPage />
    </main>,
    { path: '/referrals' },
  )

describe('the admins’ page', () => {
  it('leads from each number to its people', async () => {
    fakeCall(listReferrers, () => pageOf([aReferrer()]))
    const { requests } = fakeCall(listReferrals, () => peopleOf([aReferral()]))
    const { user, address } = await openAdmin()
    await user.click(await screen.findByRole('link', { name: 'Rita Rao, On hold: 5. Show who.' }))
    expect(address()).toBe(`${PATH}?view=people&step=held&referrer=3`)
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ step: 'held', referrer: '3' }))
    expect(await screen.findByText('Brought by Rita Rao')).toBeVisible()
  })

  it('decides with a reason, and keeps it when the server refuses', async () => {
    fakeCall(listReferrals, () => peopleOf([aReferral()]))
    let fails = true
    const { requests } = fakeCall(reviewReferral, () =>
      fails ? failWith('conflict', { detail: 'Too late.' }) : aReferral({ state: 'held', in_review: false }),
    )
    const { user } = await openAdmin(`${PATH}?view=people&step=review`)
    await user.click(await screen.findByRole('button', { name: 'Approve Farid Ali' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(within(dialog).getByText('Say why.')).toBeVisible()
    expect(requests).toHaveLength(0)
    await user.type(within(dialog).getByLabelText('Reason'), 'I asked them both.')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await within(dialog).findByText('Too late.')).toBeVisible()
    expect(within(dialog).getByLabelText('Reason')).toHaveValue('I asked them both.')
    fails = false
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests.at(-1)?.body).toEqual({ decision: 'approve', note: 'I asked them both.' })
  })

  it('sets the reward, or none', async () => {
    fakeCall(listReferrers, () => pageOf([], { reward: null }))
    const { requests } = fakeCall(saveReferralReward, () => ({ reward: INR(75_000) }))
    const { user } = await openAdmin()
    await user.click(await screen.findByRole('button', { name: 'Set a reward' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Amount (INR)'), '७५०')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ amount_minor: 75_000 }]))
  })

  it('notes a payout up to what is due, once for each dialog', async () => {
    fakeCall(listReferrers, () => pageOf([aReferrer()]))
    let fails = true
    const { requests } = fakeCall(payOutReferrals, () => (fails ? failWith('conflict') : { due: [] }))
    const { user } = await openAdmin()
    await user.click(await screen.findByRole('button', { name: 'Mark as paid out to Rita Rao' }))
    const dialog = await screen.findByRole('dialog')
    const amount = within(dialog).getByLabelText(/^Amount/)
    expect(amount).toHaveValue('500.00')
    await user.clear(amount)
    await user.type(amount, '501')
    const send = within(dialog).getByRole('button', { name: 'Mark as paid out' })
    await user.click(send)
    expect(within(dialog).getByText('This is more than is due.')).toBeVisible()
    expect(within(dialog).getByText('Enter the reference.')).toBeVisible()
    await user.clear(amount)
    await user.type(amount, '500')
    await user.type(within(dialog).getByLabelText(/^Reference/), 'UTR-1')
    await user.click(send)
    await within(dialog).findByRole('alert')
    fails = false
    await user.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = requests.map(({ body }) => body)
    expect(first).toMatchObject({ user_id: 3, amount_minor: 50_000, currency: 'INR', reference: 'UTR-1' })
    expect(second?.idempotency_key).toBe(first?.idempotency_key)
  })

  it('says what is empty, what matches nothing, and what failed', async () => {
    fakeCall(listReferrers, () => pageOf([]))
    const { unmount } = await openAdmin()
    expect(await screen.findByText('Nobody has brought a friend yet.')).toBeVisible()
    unmount()
    const narrowed = await openAdmin(`${PATH}?search=zzz`)
    expect(await screen.findByText('Nobody matches these filters.')).toBeVisible()
    narrowed.unmount()
    fakeCall(listReferrers, () => failWith('conflict'))
    await openAdmin()
    expect(await screen.findByText('The referrals could not be loaded.')).toBeVisible()
  })
})

describe('the learner’s page', () => {
  it('shows code, link, friends and sums', async () => {
    fakeCall(getOwnReferrals, () => own())
    await openOwn()
    expect(await screen.findByText('RITA2345')).toBeVisible()
    expect(screen.getByText(/\/signup\?ref=RITA2345/)).toBeVisible()
    expect(screen.getByText(/You get ₹500/)).toBeVisible()
    expect(screen.getByText('Farid A.').closest('li')).toHaveTextContent('Held until Dec 2, 2026')
  })

  it('explains itself without friends, and when it fails', async () => {
    fakeCall(getOwnReferrals, () => own({ count: 0, results: [], reward: null, totals: [] }))
    const { unmount } = await openOwn()
    expect(await screen.findByText('Nobody has used your link yet.')).toBeVisible()
    unmount()
    fakeCall(getOwnReferrals, () => failWith('conflict'))
    await openOwn()
    expect(await screen.findByText('Your friends could not be loaded.')).toBeVisible()
  })
})
