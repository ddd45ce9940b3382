/** Coupons as admins make and watch them. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  createCoupons,
  exportCoupons,
  listCoupons,
  listCouponUses,
  setCouponActive,
  type Coupon,
} from '#contract/money/coupons.ts'
import { PaymentsPage } from '#src/features/money/pages/PaymentsPage.tsx'
import { couponBody, EMPTY_COUPON, issuesOf } from '#src/features/money/model/coupon-form.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const BATCH = '6f1c3c0e-51a3-4bd5-9a5e-2f7a3f6a9d10'
const aCoupon = (changes: Partial<Coupon> = {}): Coupon => ({
  id: 4,
  code: 'SPRING26',
  title: 'Spring campaign',
  percent: 20,
  amount_minor: null,
  currency: null,
  uses_max: 10,
  person_max: 1,
  starts_on: '2026-11-01',
  ends_on: '2026-11-30',
  programmes: ['flagship'],
  courses: [],
  first_purchase_only: false,
  is_active: true,
  batch: BATCH,
  created_at: '2026-11-01T10:00:00Z',
  used: 3,
  held: 1,
  ...changes,
})
const pageOf = (results: Coupon[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  currency: 'INR',
})
const open = (options: RenderOptions = {}) =>
  renderPage(
    <main>
      <PaymentsPage />
    </main>,
    { path: '/admin/payments?view=coupons', ...options },
  )

describe('the list of coupons', () => {
  it('shows discount, window and uses, and who used one', async () => {
    fakeCall(listCoupons, pageOf([aCoupon()]))
    fakeCall(listCouponUses, {
      results: [
        {
          person: { id: 5, name: 'Asha Learner', email: 'asha@example.test' },
          programme: 'flagship',
          course: null,
          state: 'held',
          discount_minor: 2_400_000,
          currency: 'INR',
          at: '2026-11-20T10:00:00Z',
        },
      ],
    })
    const { user } = await open()
    const table = await screen.findByRole('table', { name: 'Coupons' })
    expect(within(table).getByText('20%')).toBeInTheDocument()
    expect(within(table).getByText('Nov 1, 2026 – Nov 30, 2026')).toBeInTheDocument()
    await user.click(within(table).getByRole('button', { name: '3 of 10 used · 1 in a checkout' }))
    const dialog = await screen.findByRole('dialog', { name: 'Who used SPRING26' })
    expect(await within(dialog).findByText('Asha Learner')).toBeInTheDocument()
    expect(within(dialog).getByText('In a checkout')).toBeInTheDocument()
  })

  it('switches one off', async () => {
    fakeCall(listCoupons, pageOf([aCoupon()]))
    const { requests } = fakeCall(setCouponActive, aCoupon({ is_active: false }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Switch off: SPRING26' }))
    await waitFor(() => expect(requests[0]?.body).toEqual({ is_active: false }))
  })

  it('says when there are none, and offers another try when it fails', async () => {
    fakeCall(listCoupons, pageOf([]))
    await open()
    expect(await screen.findByText('There are no coupons yet.')).toBeInTheDocument()
  })

  it('offers another try when it cannot be loaded', async () => {
    fakeCall(listCoupons, failWith('forbidden'))
    await open()
    expect(await screen.findByText('The coupons could not be loaded.')).toBeInTheDocument()
  })
})

/** The currency of a new coupon comes with the list. */
const newCouponButton = async () => {
  const button = await screen.findByRole('button', { name: 'New coupon' })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

describe('new coupons', () => {
  it.each([
    ['everything', null, null],
    ['all', null, []],
    ['nanodegree', ['nanodegree'], []],
    ['courses', [], null],
    ['chosen', [], [3, 5]],
  ] as const)('for %s say so', (of, programmes, courses) => {
    const body = couponBody({ ...EMPTY_COUPON, of, courses: [3, 5] }, 'INR')
    expect(body).toMatchObject({ programmes, courses })
  })

  it('are many generated codes, which come as a file', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    fakeCall(listCoupons, pageOf([]))
    const { requests } = fakeCall(createCoupons, { batch: BATCH, created: 25 })
    const file = fakeCall(exportCoupons, { file_name: 'coupons.csv', rows: 25, csv: 'code\r\n' })
    const { user } = await open()
    await user.click(await newCouponButton())
    const dialog = await screen.findByRole('dialog', { name: 'New coupon' })
    const field = (name: RegExp) => within(dialog).getByRole('textbox', { name })
    await user.click(within(dialog).getByRole('radio', { name: 'Many codes' }))
    await user.clear(field(/How many/))
    await user.type(field(/How many/), '25')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    expect(await within(dialog).findByText('Enter a number from 1 to 100.')).toBeInTheDocument()
    expect(requests).toHaveLength(0)
    await user.type(field(/^Name/), 'Fair')
    await user.type(field(/^Percent/), '15')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(requests[0]?.body).toMatchObject({ code: null, count: 25, title: 'Fair', percent: 15 })
    expect(file.requests[0]?.query).toEqual({ batch: BATCH })
  })

  it('keep what was typed when the code exists', async () => {
    fakeCall(listCoupons, pageOf([]))
    fakeCall(createCoupons, failWith('conflict'))
    const { user } = await open()
    await user.click(await newCouponButton())
    const dialog = await screen.findByRole('dialog', { name: 'New coupon' })
    const field = (name: RegExp) => within(dialog).getByRole('textbox', { name })
    await user.type(field(/^Code/), 'spring 26')
    await user.type(field(/^Name/), 'Spring')
    await user.type(field(/^Percent/), '15')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    expect(await within(dialog).findByRole('alert')).toBeInTheDocument()
    expect(field(/^Code/)).toHaveValue('spring 26')
  })

  it.each([
    [{ code: 'AB' }, { code: 'code' }],
    [{ kind: 'amount', value: 'x' }, { value: 'amount' }],
    [{ value: '101' }, { value: 'percent' }],
    [{ usesMax: '0' }, { usesMax: 'whole' }],
    [{ startsOn: '2026-02-02', endsOn: '2026-02-01' }, { endsOn: 'ends' }],
    [{ of: 'chosen' }, { courses: 'courses' }],
  ] as const)('are checked before they are sent: %o', (changes, issues) => {
    const valid = { ...EMPTY_COUPON, code: 'spring-26', title: 'Spring', value: '10' }
    expect(issuesOf(valid, 'INR')).toEqual({})
    expect(issuesOf({ ...valid, ...changes }, 'INR')).toEqual(issues)
    expect(couponBody(valid, 'INR')).toMatchObject({ code: 'SPRING26', percent: 10, uses_max: null })
  })
})
