/** The coupon on the page of a programme. */
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { applyCoupon, removeCoupon } from '#contract/money/coupons.ts'
import { getProgramme, type Programme } from '#contract/money/programmes.ts'
import { ProgrammePages } from '#src/features/programmes/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const PATH = '/flagship-program-payment'
const offer = (price: Partial<Programme['price']> = {}): Programme => ({
  slug: 'flagship',
  title: 'Data Career Programme',
  summary: 'Courses and projects.',
  currency: 'INR',
  courses: [],
  price: {
    total_minor: 10_000_000,
    scholarship_percent: 0,
    scholarship_minor: 0,
    coupon_minor: 0,
    coupon: null,
    owed_minor: 10_000_000,
    ...price,
  },
  assessment: null,
  grace_days: 7,
  plans: [],
  order: null,
  has_left: false,
  payable: { min_minor: 1_000_000, max_minor: 10_000_000 },
  provider: { is_test: true },
  payment_instructions: null,
  checkout: null,
  payments: [],
})
const DISCOUNTED = offer({
  coupon_minor: 2_000_000,
  owed_minor: 8_000_000,
  coupon: { code: 'SPRING26', is_usable: true },
})
const open = async (programme: Programme) => {
  fakeCall(getProgramme, programme)
  const page = await renderPage(
    <Routes>
      <Route path={PATH} element={<ProgrammePages />} />
    </Routes>,
    { path: PATH },
  )
  await screen.findByRole('heading', { level: 1 })
  return page
}

describe('a coupon code', () => {
  it('lowers the price, and can be taken out again', async () => {
    const { user } = await open(offer())
    const { requests } = fakeCall(applyCoupon, DISCOUNTED)
    fakeCall(removeCoupon, offer())
    await user.click(screen.getByRole('button', { name: 'I have a coupon code' }))
    const field = screen.getByRole('textbox', { name: 'Coupon code' })
    expect(field).toHaveFocus()
    await user.type(field, 'spring26{Enter}')
    expect(await screen.findByText('Coupon SPRING26')).toBeInTheDocument()
    expect(screen.getByText(/₹80,000/, { selector: 'dd' })).toBeInTheDocument()
    expect(requests[0]?.body).toEqual({ code: 'spring26' })
    await user.click(screen.getByRole('button', { name: 'Remove the coupon' }))
    expect(await screen.findByText(/₹1,00,000/, { selector: 'dd.text-2xl' })).toBeInTheDocument()
  })

  it('that does not work is told at the field, and stays typed', async () => {
    const { user } = await open(offer())
    fakeCall(
      applyCoupon,
      failWith('invalid_fields', { fields: { code: [{ code: 'invalid', message: '' }] } }),
    )
    await user.click(screen.getByRole('button', { name: 'I have a coupon code' }))
    await user.click(screen.getByRole('button', { name: 'Use code' }))
    expect(screen.getByText('Enter the code.')).toBeInTheDocument()
    await user.type(screen.getByRole('textbox', { name: 'Coupon code' }), 'NOSUCH{Enter}')
    expect(await screen.findByText(/This code doesn't work here/)).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Coupon code' })).toHaveValue('NOSUCH')
  })

  it('that ran out is told, with the full price', async () => {
    await open(offer({ coupon: { code: 'SPRING26', is_usable: false } }))
    expect(screen.getByText("Your coupon can't be used any more")).toBeInTheDocument()
    expect(screen.queryByText('Coupon SPRING26')).not.toBeInTheDocument()
  })
})
