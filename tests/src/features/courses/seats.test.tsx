import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  askRefund,
  bookSeat,
  confirmSeat,
  getCourseAccess,
  getRoster,
  grantAccess,
  joinWaitingList,
  settleRefund,
  type CourseRoster,
  enrol,
} from '#contract/courses/enrolment.ts'
import { getPaymentInstructions, setPaymentInstructions } from '#contract/courses/payment-instructions.ts'
import { setCourseNotice } from '#contract/courses/catalogue.ts'
import { hideReview, listReviews, saveReview } from '#contract/courses/reviews.ts'
import { getCourse } from '#contract/courses/outline.ts'
import { getLearningHome } from '#contract/courses/learning-home.ts'
import { CourseDetailPage, coursesReducer } from '#src/features/courses/index.ts'
import { parseAmount, formatAmountInput } from '#src/shared/lib/amount-input.ts'
import { hideSeatPrompt, isSeatPromptHidden } from '#src/features/courses/model/seat-prompt.ts'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import {
  aDetail,
  aLockedDetail,
  anAccess,
  aPurchase,
  aReview,
  aCourseProgress,
  noHome,
  stubCourseSurroundings,
  aReviewPage,
} from './factory.ts'

const open = (role: 'student' | 'instructor' | 'admin' = 'student') =>
  renderPage(
    <Routes>
      <Route path="/courses/:courseId" element={<CourseDetailPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { path: '/courses/1', reducers: { courses: coursesReducer }, person: { ...aSignedIn(), role } },
  )

const seats = { capacity: 5, left: 2, waiting: 0 }

beforeEach(() => {
  stubCourseSurroundings()
  fakeCall(getLearningHome, noHome())
})

describe('a course with limited seats', () => {
  it('hides the prompt after "Maybe Later" and keeps the booking button', async () => {
    fakeCall(getCourse, aLockedDetail({ seats_left: 2 }))
    fakeCall(getCourseAccess, anAccess({ seats }))
    const { user } = await open()
    const prompt = await screen.findByRole('region', { name: 'Book your seat' })
    expect(prompt).toHaveTextContent('2 seats left')
    // One page, one primary action: the prompt has the only booking button, and promises no certificate.
    expect(screen.getAllByRole('button', { name: 'Book My Seat' })).toHaveLength(1)
    expect(document.body).not.toHaveTextContent(/certificate/i)
    await user.click(within(prompt).getByRole('button', { name: 'Maybe Later' }))
    expect(screen.queryByRole('region', { name: 'Book your seat' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Book My Seat' })).toBeInTheDocument()
  })

  it('counts down a booking and enrols on confirmation', async () => {
    fakeCall(getCourse, aLockedDetail({ seats_left: 2 }))
    fakeCall(getCourseAccess, anAccess({ seats }))
    const until = '2026-11-21T10:15:00.000Z'
    const held = anAccess({ seats: { ...seats, left: 1 }, seat: { state: 'held', until, position: null } })
    fakeCall(bookSeat, () => {
      fakeCall(getCourseAccess, held)
      return held
    })
    const confirmed = fakeCall(
      confirmSeat,
      anAccess({ seats, seat: { state: 'confirmed', until: null, position: null } }),
    )
    const { user } = await open()
    await user.click((await screen.findAllByRole('button', { name: 'Book My Seat' }))[0] as HTMLElement)
    expect(await screen.findByRole('timer')).toHaveTextContent(/^Time left: (15:00|14:5\d)$/)
    // The headline shows the seats without the person's own.
    expect(screen.getByText('1 seat left')).toBeInTheDocument()
    expect(screen.queryByText('2 seats left')).toBeNull()
    fakeCall(
      getCourse,
      aDetail({ seats_left: 1, progress: aCourseProgress({ state: 'not_started', percent: 0 }) }),
    )
    await user.click(screen.getByRole('button', { name: 'Confirm my seat' }))
    expect(await screen.findByRole('link', { name: 'Start learning' })).toBeInTheDocument()
    expect(confirmed.requests).toHaveLength(1)
  })

  it('offers the waiting list when somebody else took the last seat', async () => {
    fakeCall(getCourse, aLockedDetail({ seats_left: 1 }))
    fakeCall(getCourseAccess, anAccess({ seats: { ...seats, left: 1 } }))
    fakeCall(bookSeat, failWith('conflict'))
    const { user, store } = await open()
    const [book] = await screen.findAllByRole('button', { name: 'Book My Seat' })
    fakeCall(getCourseAccess, anAccess({ seats: { ...seats, left: 0, waiting: 3 } }))
    await user.click(book as HTMLElement)
    const join = await screen.findByRole('button', { name: 'Join the waiting list' })
    expect(screen.getByText(/3 people are waiting/)).toBeInTheDocument()
    expect(JSON.stringify(store.getState())).toContain('All seats are taken.')
    const waiting = { state: 'waiting', until: null, position: 4 } as const
    fakeCall(joinWaitingList, anAccess({ seats, seat: waiting }))
    await user.click(join)
    expect(await screen.findByText(/Your position: 4\./)).toBeInTheDocument()
  })

  it('shows the prompt again after a week or when the clock is set back', () => {
    const stored = new Map<string, string>()
    const storage = {
      get: (key: string) => stored.get(key) ?? null,
      set: (key: string, text: string) => void stored.set(key, text),
    }
    const week = 7 * 24 * 3_600_000
    hideSeatPrompt(storage, 1, 1000)
    expect([isSeatPromptHidden(storage, 1, 1000), isSeatPromptHidden(storage, 1, 999 + week)]).toEqual([
      true,
      true,
    ])
    expect([
      isSeatPromptHidden(storage, 1, 1000 + week),
      isSeatPromptHidden(storage, 1, 0),
      isSeatPromptHidden(storage, 2, 1000),
    ]).toEqual([false, false, false])
  })
})

describe('how to pay', () => {
  const price = { amount_minor: 499_900, booking_minor: 49_900, currency: 'INR' }
  const until = '2026-11-21T10:15:00.000Z'

  it('says how much to pay to whom while a premium seat is held', async () => {
    fakeCall(getCourse, aLockedDetail({ price: 'premium', seats_left: 2 }))
    const text = 'UPI: fees@example.test\nOr at the office.'
    fakeCall(
      getCourseAccess,
      anAccess({ seats, price, seat: { state: 'held', until, position: null }, payment_instructions: text }),
    )
    await open()
    const section = await screen.findByRole('region', { name: 'How to pay' })
    expect(section).toHaveTextContent('UPI: fees@example.test')
    expect(section).toHaveTextContent('Pay ₹499.00 to')
    expect(section).toHaveTextContent(aSignedIn().email ?? '')
    expect(screen.queryByRole('button', { name: 'Confirm my seat' })).not.toBeInTheDocument()
  })

  it('names the support where the client has no text, without limited seats too', async () => {
    fakeCall(getCourse, aLockedDetail({ price: 'premium' }))
    fakeCall(getCourseAccess, anAccess({ price }))
    await open()
    const section = await screen.findByRole('region', { name: 'How to pay' })
    expect(within(section).getByRole('link').getAttribute('href')).toMatch(/^mailto:/)
  })

  it('is not shown to a person who paid', async () => {
    fakeCall(getCourse, aLockedDetail({ price: 'premium' }))
    fakeCall(getCourseAccess, anAccess({ price, purchase: aPurchase() }))
    await open()
    expect(await screen.findByRole('button', { name: 'Start learning' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'How to pay' })).not.toBeInTheDocument()
  })
})

describe('a sold-out course', () => {
  it('explains locked lessons by the waiting list, not by booking', async () => {
    fakeCall(getCourse, aLockedDetail({ seats_left: 0 }))
    fakeCall(getCourseAccess, anAccess({ seats: { ...seats, left: 0 } }))
    await open()
    expect(await screen.findByText(/sold out. Join the waiting list for a seat/)).toBeInTheDocument()
    expect(screen.queryByText(/book your seat/i)).not.toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Join the waiting list' })).toBeInTheDocument()
  })
})

describe('an announced course', () => {
  it('confirms that it will notify about the opening', async () => {
    fakeCall(getCourse, aLockedDetail({ opens_at: '2027-01-05T09:00:00.000Z' }))
    fakeCall(getCourseAccess, anAccess({ opens_at: '2027-01-05T09:00:00.000Z' }))
    fakeCall(setCourseNotice, ({ body }) => ({ wanted: body.wanted, opens_at: '2027-01-05T09:00:00.000Z' }))
    const { user } = await open()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Notify me' })).not.toHaveAttribute('aria-busy'),
    )
    await user.click(screen.getByRole('button', { name: 'Notify me' }))
    expect(
      await screen.findByRole('button', { name: 'We will notify you', pressed: true }),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Enrol for free' })).not.toBeInTheDocument()
  })
})

describe('purchases and refunds', () => {
  it('shows the last day of the guarantee and a requested refund', async () => {
    fakeCall(getCourse, aDetail({ price: 'premium' }))
    fakeCall(getCourseAccess, anAccess({ purchase: aPurchase() }))
    const refund = {
      state: 'asked' as const,
      reason: '',
      asked_at: '2026-11-21T10:00:00.000Z',
      settled_at: null,
      note: '',
      asks_left: 2,
      declined_before: [],
    }
    const call = fakeCall(askRefund, anAccess({ purchase: aPurchase({ refundable: false, refund: refund }) }))
    const { user } = await open()
    expect(await screen.findByText(/guarantee until the end of .*20.*2026/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Request a refund' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox'), 'Too easy')
    await user.click(within(dialog).getByRole('button', { name: 'Request a refund' }))
    expect(await screen.findByText('Refund requested')).toBeInTheDocument()
    expect(call.requests[0]?.body).toEqual({ reason: 'Too easy' })
  })

  it('lets a person who paid and left rejoin the course', async () => {
    fakeCall(getCourse, aLockedDetail({ price: 'premium' }))
    fakeCall(getCourseAccess, anAccess({ purchase: aPurchase() }))
    const enrolled = fakeCall(enrol, aCourseProgress())
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Start learning' }))
    await waitFor(() => expect(enrolled.requests).toHaveLength(1))
  })

  it.each([
    ['1250', 'INR', 125_000],
    ['1 250,5', 'INR', 125_050],
    ['١٢٥٠٫٥٠', 'SAR', 125_050],
    ['12.345', 'KWD', 12_345],
    ['12.3', 'JPY', null],
    ['12.345', 'INR', null],
    ['-5', 'INR', null],
    ['', 'INR', null],
  ])('parses %s %s as %s minor units', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toBe(minor)
    // The formatted amount parses to the same value.
    expect(parseAmount(formatAmountInput(minor, currency), currency)).toBe(minor)
  })
})

describe('reviews', () => {
  it('requires stars before it posts a review', async () => {
    fakeCall(getCourse, aDetail())
    fakeCall(listReviews, aReviewPage({ barred: null }))
    const saved = fakeCall(saveReview, ({ body }) => aReview({ ...body, own: true }))
    const { user } = await open()
    await user.type(await screen.findByRole('textbox', { name: /What should others know/ }), 'Short lessons.')
    await user.click(screen.getByRole('button', { name: 'Post review' }))
    expect(screen.getByText('Choose from one to five stars.')).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: '4 stars' }))
    const ownReview = aReview({ text: 'Short lessons.', own: true })
    fakeCall(
      listReviews,
      aReviewPage({
        barred: null,
        own: ownReview,
        count: 1,
        results: [ownReview],
        average: 4,
        distribution: [0, 1, 0, 0, 0],
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Post review' }))
    expect(await screen.findByText('Your review')).toBeInTheDocument()
    expect(saved.requests[0]?.body).toEqual({ stars: 4, text: 'Short lessons.' })
    expect(screen.getByText('1 rating')).toBeInTheDocument()
  })

  it('keeps the text when sending a review fails', async () => {
    fakeCall(getCourse, aDetail())
    fakeCall(listReviews, aReviewPage({ barred: null }))
    fakeCall(saveReview, failWith('internal_error'))
    const { user } = await open()
    const text = await screen.findByRole('textbox', { name: /What should others know/ })
    await user.type(text, 'My first text')
    await user.click(screen.getByRole('radio', { name: '1 star' }))
    await user.click(screen.getByRole('button', { name: 'Post review' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(text).toHaveValue('My first text')
  })

  it('says what is needed before a review', async () => {
    fakeCall(getCourse, aDetail())
    fakeCall(listReviews, aReviewPage({ barred: 'no_progress' }))
    await open()
    expect(await screen.findByText(/To review this course, complete an activity first/)).toBeInTheDocument()
    expect(screen.getByText('No reviews yet.')).toBeInTheDocument()
  })

  it('requires a reason to hide a review and sends it', async () => {
    fakeCall(getCourse, aDetail())
    fakeCall(
      listReviews,
      aReviewPage({
        count: 1,
        results: [aReview()],
        average: 4,
        distribution: [0, 1, 0, 0, 0],
        may_hide: true,
      }),
    )
    const hidden = fakeCall(hideReview, aReview({ hidden: { reason: 'Insults' } }))
    const { user } = await open('instructor')
    await user.click(await screen.findByRole('button', { name: 'Hide' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('button', { name: 'Hide' })).toBeDisabled()
    await user.type(within(dialog).getByRole('textbox'), 'Insults')
    await user.click(within(dialog).getByRole('button', { name: 'Hide' }))
    await waitFor(() => expect(hidden.requests[0]?.body).toEqual({ reason: 'Insults' }))
  })
})

describe('seats and access for the staff', () => {
  const roster = (overrides: Partial<CourseRoster> = {}): CourseRoster => ({
    seats: { capacity: 5, left: 2 },
    places: [],
    purchases: [],
    currency: 'INR',
    may_settle: true,
    ...overrides,
  })
  const person = { id: 9, name: 'Meera Nambiar', email: 'meera@example.test' }
  beforeEach(() => void fakeCall(getPaymentInstructions, { texts: { en: 'At the office.', ar: '' } }))

  it('lets an admin write how people pay, in each language of the client', async () => {
    fakeCall(getCourse, aLockedDetail({ price: 'premium' }))
    fakeCall(getCourseAccess, anAccess({ may_manage: true }))
    fakeCall(getRoster, roster())
    const saved = fakeCall(setPaymentInstructions, ({ body }) => ({ texts: body.texts }))
    const { user } = await open('admin')
    const english = await screen.findByRole('textbox', { name: 'Text in English' })
    expect(english).toHaveValue('At the office.')
    await user.type(english, ' Ask for Tara.')
    await user.type(screen.getByRole('textbox', { name: 'Text in العربية' }), 'في المكتب.')
    await user.click(screen.getByRole('button', { name: 'Save payment text' }))
    expect(await screen.findByText('Saved. Learners see the new text now.')).toBeInTheDocument()
    expect(saved.requests[0]?.body).toEqual({
      texts: { en: 'At the office. Ask for Tara.', ar: 'في المكتب.' },
    })
  })

  it('shows the text about paying to no instructor', async () => {
    fakeCall(getCourse, aLockedDetail({ price: 'premium' }))
    fakeCall(getCourseAccess, anAccess({ may_manage: true }))
    fakeCall(getRoster, roster())
    await open('instructor')
    expect(await screen.findByRole('button', { name: 'Open the course' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Save payment text' })).not.toBeInTheDocument()
  })

  it('sends a recorded payment in minor units with its reference', async () => {
    fakeCall(getCourse, aLockedDetail({ price: 'premium' }))
    fakeCall(getCourseAccess, anAccess({ may_manage: true }))
    fakeCall(getRoster, roster())
    const granted = fakeCall(grantAccess, roster({ purchases: [{ ...aPurchase(), person }] }))
    const { user } = await open('admin')
    const panel = await screen.findByRole('region', { name: 'Seats and access' })
    await user.click(await within(panel).findByRole('button', { name: 'Open the course' }))
    expect(within(panel).getAllByText('Please fill this in.')).toHaveLength(2)
    await user.type(within(panel).getByRole('textbox', { name: 'E-mail of the learner' }), person.email)
    await user.type(within(panel).getByRole('textbox', { name: 'Reference number' }), 'UTR 12')
    await user.type(within(panel).getByRole('textbox', { name: 'Amount (INR)' }), '2500')
    await user.click(within(panel).getByRole('button', { name: 'Open the course' }))
    expect(await within(panel).findByText('Meera Nambiar')).toBeInTheDocument()
    expect(granted.requests[0]?.body).toEqual({
      email: person.email,
      reference: 'UTR 12',
      amount_minor: 250_000,
      place: 'bank',
    })
  })

  it('sends the refund decision of an admin', async () => {
    fakeCall(getCourse, aLockedDetail({ price: 'premium' }))
    fakeCall(getCourseAccess, anAccess({ may_manage: true }))
    const refund = {
      state: 'asked' as const,
      reason: 'Too easy',
      asked_at: '2026-11-21T10:00:00.000Z',
      settled_at: null,
      note: '',
      asks_left: 2,
      declined_before: [],
    }
    const waiting = { ...aPurchase({ refund, refundable: false }), person }
    fakeCall(getRoster, roster({ purchases: [waiting] }))
    const settled = fakeCall(
      settleRefund,
      roster({
        purchases: [
          { ...waiting, refund: { ...refund, state: 'refunded' as const, settled_at: refund.asked_at } },
        ],
      }),
    )
    const { user } = await open('admin')
    await user.click(await screen.findByRole('button', { name: 'Refund the payment' }))
    expect(await screen.findByText('Money returned')).toBeInTheDocument()
    expect(settled.requests[0]?.body).toEqual({
      decision: 'refunded',
      note: '',
      asked_at: refund.asked_at,
    })
  })

  it('shows no panel to staff who do not manage the course', async () => {
    fakeCall(getCourse, aDetail())
    await open('instructor')
    expect(await screen.findByText('Course content')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Seats and access' })).not.toBeInTheDocument()
  })
})
