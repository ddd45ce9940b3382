/** Paying for a seat on the course page, and coming back from the checkout. */
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { getCourseAccess } from '#contract/courses/enrolment.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { applyCourseCoupon, removeCourseCoupon } from '#contract/money/course-coupons.ts'
import {
  getCoursePayment,
  startCoursePayment,
  takeCoursePlace,
  type CoursePayment,
} from '#contract/money/course-payments.ts'
import { CourseDetailPage, coursesReducer } from '#src/features/courses/index.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aLockedDetail, anAccess, noHome, stubCourseSurroundings } from './factory.ts'

const CHECKOUT = '6f1c3c0e-51a3-4bd5-9a5e-2f7a3f6a9d10'
const price = { amount_minor: 500_000, currency: 'INR', booking_minor: 50_000 }
const held = anAccess({
  seats: { capacity: 5, left: 1, waiting: 0 },
  seat: { state: 'held', until: '2026-11-21T10:15:00.000Z', position: null },
  price,
  payment_instructions: 'Pay at the fee desk.',
})
const aPayment = (changes: Partial<CoursePayment> = {}): CoursePayment => ({
  currency: 'INR',
  full_price_minor: 500_000,
  coupon_minor: 0,
  coupon: null,
  price_minor: 500_000,
  paid_minor: 0,
  amount_minor: 50_000,
  provider: { is_test: true },
  checkout: null,
  ...changes,
})
const aCheckout = (changes: Partial<NonNullable<CoursePayment['checkout']>>) => ({
  id: CHECKOUT,
  state: 'created' as const,
  amount_minor: 50_000,
  created_at: '2026-11-21T10:00:00.000Z',
  goes_back: false,
  ...changes,
})

const open = (payment: CoursePayment | null, path = '/courses/1') => {
  fakeCall(getCourse, aLockedDetail({ price: 'premium', seats_left: 2 }))
  fakeCall(getCourseAccess, held)
  fakeCall(getCoursePayment, { payment })
  return renderPage(
    <Routes>
      <Route path="/courses/:courseId" element={<CourseDetailPage />} />
      <Route path="*" element={<h1>The checkout</h1>} />
    </Routes>,
    { path, reducers: { courses: coursesReducer }, person: { ...aSignedIn(), role: 'student' } },
  )
}

beforeEach(() => {
  stubCourseSurroundings()
  fakeCall(getLearningHome, noHome())
})

it('starts a checkout of the booking amount, and a repeat has the same key', async () => {
  const refused = fakeCall(startCoursePayment, failWith('not_ready'))
  const { user } = await open(aPayment())
  const button = await screen.findByRole('button', { name: 'Pay ₹500.00' })
  await user.click(button)
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  const started = fakeCall(startCoursePayment, { checkout_id: CHECKOUT, url: `/test-checkout/${CHECKOUT}` })
  await user.click(screen.getByRole('button', { name: 'Pay ₹500.00' }))
  expect(await screen.findByRole('heading', { name: 'The checkout' })).toBeVisible()
  expect(started.requests[0]?.body).toEqual(refused.requests[0]?.body)
  expect(started.requests[0]?.body.amount_minor).toBe(50_000)
})

it('says that something changed when the amount or the seats are not the same any more', async () => {
  fakeCall(startCoursePayment, failWith('conflict'))
  const { user } = await open(aPayment())
  await user.click(await screen.findByRole('button', { name: 'Pay ₹500.00' }))
  expect(await screen.findByText(/Something changed/)).toBeVisible()
})

it('says how to pay where nobody can pay online', async () => {
  await open(aPayment({ provider: null }))
  expect(await screen.findByRole('region', { name: 'How to pay' })).toHaveTextContent('Pay at the fee desk.')
  expect(screen.queryByRole('button', { name: /^Pay ₹/ })).toBeNull()
})

it.each([
  ['paid', false, 'Thank you, ₹500.00 is paid'],
  ['paid', true, 'Your ₹500.00 is on the way back to you'],
  ['processing', false, 'We’re waiting for the confirmation of your payment'],
  ['failed', false, 'The payment didn’t work'],
  ['expired', false, 'The payment was not finished in time'],
] as const)('tells who comes back: %s, going back: %s', async (state, goes_back, title) => {
  await open(aPayment({ checkout: aCheckout({ state, goes_back }) }), `/courses/1?checkout=${CHECKOUT}`)
  expect(await screen.findByText(title)).toBeVisible()
})

it('tells who left the checkout that nothing was charged', async () => {
  await open(aPayment({ checkout: aCheckout({}) }), `/courses/1?checkout=${CHECKOUT}&left=1`)
  expect(await screen.findByText('You didn’t finish the payment')).toBeVisible()
})

it('takes a coupon off the price, and takes it out again', async () => {
  const lower = aPayment({
    coupon_minor: 460_000,
    price_minor: 40_000,
    amount_minor: 40_000,
    coupon: { code: 'SPRING26', is_usable: true },
  })
  const { user } = await open(aPayment())
  const { requests } = fakeCall(applyCourseCoupon, { payment: lower })
  fakeCall(removeCourseCoupon, { payment: aPayment() })
  await user.click(await screen.findByRole('button', { name: 'I have a coupon code' }))
  await user.type(screen.getByRole('textbox', { name: 'Coupon code' }), 'spring-26')
  await user.click(screen.getByRole('button', { name: 'Use code' }))
  expect(await screen.findByText('− ₹4,600.00')).toBeVisible()
  expect(requests[0]?.body).toEqual({ code: 'spring-26' })
  const started = fakeCall(startCoursePayment, { checkout_id: CHECKOUT, url: `/test-checkout/${CHECKOUT}` })
  await user.click(screen.getByRole('button', { name: 'Pay ₹400.00' }))
  expect(await screen.findByRole('heading', { name: 'The checkout' })).toBeVisible()
  expect(started.requests[0]?.body).toMatchObject({ amount_minor: 40_000, price_minor: 40_000 })
})

it('gives the place without a payment when the coupon covers the price', async () => {
  const free = { coupon_minor: 500_000, price_minor: 0, amount_minor: 0 }
  const { user } = await open(aPayment({ ...free, coupon: { code: 'ALLFREE', is_usable: true } }))
  const taken = fakeCall(takeCoursePlace, { payment: aPayment({ price_minor: 0, amount_minor: null }) })
  await user.click(await screen.findByRole('button', { name: 'Take your place' }))
  expect(taken.requests).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Pay ₹/ })).toBeNull()
})
