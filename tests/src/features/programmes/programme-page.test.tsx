import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import {
  askProgrammeRefund,
  getProgramme,
  getTestCheckout,
  payTestCheckout,
  startCheckout,
  takePlace,
  type Programme,
} from '#contract/money/programmes.ts'
import { ProgrammePages } from '#src/features/programmes/index.ts'
import { payOptions, typedAmount } from '#src/features/programmes/model/pay-choices.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const CHECKOUT = '6f1c3c0e-51a3-4bd5-9a5e-2f7a3f6a9d10'
const PATH = '/flagship-program-payment'

const anOffer = (changes: Partial<Programme> = {}): Programme => ({
  slug: 'flagship',
  title: 'Data Career Programme',
  summary: 'Courses and projects.',
  currency: 'INR',
  courses: [{ id: 4, title: 'SQL' }],
  price: {
    total_minor: 12_000_000,
    scholarship_percent: 25,
    scholarship_minor: 3_000_000,
    coupon_minor: 0,
    coupon: null,
    owed_minor: 9_000_000,
  },
  assessment: { id: 2, has_result: true },
  grace_days: 7,
  plans: [
    {
      plan: 'once',
      parts: [
        { due_on: '2026-11-23', amount_minor: 900_000 },
        { due_on: '2026-11-30', amount_minor: 8_100_000 },
      ],
    },
    {
      plan: 'instalments',
      parts: [
        { due_on: '2026-11-23', amount_minor: 900_000 },
        { due_on: '2026-12-23', amount_minor: 2_430_000 },
        { due_on: '2027-01-22', amount_minor: 2_835_000 },
        { due_on: '2027-02-21', amount_minor: 2_835_000 },
      ],
    },
  ],
  order: null,
  has_left: false,
  payable: { min_minor: 900_000, max_minor: 9_000_000 },
  provider: { is_test: true },
  payment_instructions: null,
  checkout: null,
  payments: [],
  ...changes,
})

type Order = NonNullable<Programme['order']>
const anOrder = (changes: Partial<Order> = {}): Order => ({
  plan: 'instalments',
  state: 'booked',
  parts: [
    { due_on: '2026-09-30', amount_minor: 900_000, paid_minor: 900_000, open_minor: 0, state: 'paid' },
    {
      due_on: '2026-11-20',
      amount_minor: 2_430_000,
      paid_minor: 430_000,
      open_minor: 2_000_000,
      state: 'grace',
    },
    {
      due_on: '2026-12-20',
      amount_minor: 5_670_000,
      paid_minor: 0,
      open_minor: 5_670_000,
      state: 'upcoming',
    },
  ],
  paid_minor: 1_330_000,
  open_minor: 7_670_000,
  due_minor: 2_000_000,
  credit_minor: 0,
  is_read_only: false,
  guarantee: null,
  ...changes,
})
const bought = (order: Partial<Order> = {}, changes: Partial<Programme> = {}) =>
  anOffer({
    plans: [],
    order: anOrder(order),
    payable: { min_minor: 100_000, max_minor: 7_670_000 },
    payments: [
      {
        id: 1,
        at: '2026-09-30T08:00:00.000Z',
        amount_minor: 1_330_000,
        documents: [
          { id: 5, kind: 'receipt', number: 'ABC/R2627/1' },
          { id: 6, kind: 'invoice', number: 'ABC/I2627/1' },
        ],
      },
    ],
    ...changes,
  })

const open = async (programme: Programme, search = '') => {
  fakeCall(getProgramme, programme)
  const page = await renderPage(
    <Routes>
      <Route path={PATH} element={<ProgrammePages />} />
      <Route path="/test-checkout/:checkoutId" element={<ProgrammePages />} />
    </Routes>,
    { path: `${PATH}${search}` },
  )
  await screen.findByRole('heading', { level: 1 })
  return page
}

describe('before the first payment', () => {
  it('shows the price with the scholarship, and starts a checkout of the booking amount', async () => {
    const { requests } = fakeCall(startCheckout, { checkout_id: CHECKOUT, url: `/test-checkout/${CHECKOUT}` })
    fakeCall(getTestCheckout, {
      amount_minor: 900_000,
      currency: 'INR',
      title: 'Data Career Programme',
      is_open: true,
      return_path: `${PATH}?checkout=${CHECKOUT}`,
    })
    const { user } = await open(anOffer())
    const price = screen.getByRole('region', { name: 'What you pay' })
    expect(price).toHaveTextContent(/Your scholarship \(25%\).*₹30,000/)
    expect(price).toHaveTextContent(/You pay.*₹90,000/)
    await user.click(screen.getByRole('radio', { name: /The rest in one payment/ }))
    await user.click(screen.getByRole('button', { name: /Pay .*₹9,000/ }))
    expect(await screen.findByRole('heading', { name: 'Test payment' })).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([
      { idempotency_key: expect.any(String), plan: 'once', amount_minor: 900_000 },
    ])
  })

  it('asks for the assessment when there is no result yet', async () => {
    await open(anOffer({ assessment: { id: 2, has_result: false } }))
    expect(screen.getByRole('link', { name: 'Take the assessment' })).toHaveAttribute('href', '/assessment/2')
  })

  it('offers the place when the scholarship covers everything', async () => {
    const { requests } = fakeCall(takePlace, bought({ parts: [], open_minor: 0, state: 'paid' }))
    const { user } = await open(anOffer({ payable: null }))
    await user.click(screen.getByRole('button', { name: 'Take my place' }))
    expect(requests).toHaveLength(1)
  })

  it('shows the instructions of the client where nobody can pay online', async () => {
    await open(anOffer({ provider: null, payment_instructions: 'Pay to account 12.' }))
    expect(screen.getByText('Pay to account 12.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
  })
})

describe('a programme that was bought', () => {
  it('shows every part, until when a late one keeps the courses open, and what is due first', async () => {
    await open(bought())
    const parts = within(screen.getByRole('region', { name: 'Your payments, step by step' })).getAllByRole(
      'listitem',
    )
    expect(parts.map(({ textContent }) => textContent?.replace(/[\u2068\u2069]/g, ''))).toEqual([
      'Booking amountDue Sep 30, 2026₹9,000Paid',
      'Instalment 1Due Nov 20, 2026₹24,300Late₹20,000 still open',
      'Instalment 2Due Dec 20, 2026₹56,700Later',
    ])
    expect(screen.getByText(/Pay by Nov 27, 2026/)).toBeVisible()
    expect(screen.getByRole('radio', { name: /What is due/ })).toBeChecked()
  })

  it('takes another amount from the minimum to what is open, and says what is wrong', async () => {
    const { requests } = fakeCall(startCheckout, failWith('conflict'))
    const { user } = await open(bought())
    await user.click(screen.getByRole('radio', { name: 'Another amount' }))
    const amount = screen.getByLabelText('Amount')
    await user.type(amount, '999')
    await user.click(screen.getByRole('button', { name: 'Pay' }))
    expect(screen.getByText(/Pay at least/)).toBeVisible()
    await user.clear(amount)
    await user.type(amount, '76,701')
    expect(screen.getByText(/Only .* is open/)).toBeVisible()
    await user.clear(amount)
    await user.type(amount, '12,345.50')
    await user.click(screen.getByRole('button', { name: /12,345.50/ }))
    expect(requests.map(({ body }) => body)).toEqual([
      { idempotency_key: expect.any(String), plan: 'instalments', amount_minor: 1_234_550 },
    ])
  })

  it('says that the courses can only be read', async () => {
    await open(bought({ is_read_only: true }))
    expect(screen.getByRole('alert')).toHaveTextContent('Your courses can only be read')
  })
})

describe('coming back from the checkout', () => {
  const checkout = (state: NonNullable<Programme['checkout']>['state']) => ({
    id: CHECKOUT,
    state,
    amount_minor: 900_000,
    created_at: '2026-11-23T10:00:00.000Z',
  })

  it.each([
    ['paid', '', /We received .*₹9,000/],
    ['created', '', /Confirming your payment/],
    ['created', '&left=1', /You left before paying/],
    ['failed', '', /didn't go through/],
    ['expired', '', /has expired/],
  ] as const)('says what became of it: %s%s', async (state, more, text) => {
    await open(anOffer({ checkout: checkout(state) }), `?checkout=${CHECKOUT}${more}`)
    expect(screen.getByText(text)).toBeVisible()
    // Whoever awaits a confirmation is not asked to pay again.
    const isWaiting = state === 'created' && more === ''
    expect(screen.queryByRole('radio', { name: /Booking amount/ }) === null).toBe(isWaiting)
  })

  it('asks until the confirmation is there', async () => {
    await open(anOffer({ checkout: checkout('processing') }), `?checkout=${CHECKOUT}`)
    expect(screen.getByText(/Confirming your payment/)).toBeVisible()
    fakeCall(getProgramme, bought({}, { checkout: checkout('paid') }))
    expect(await screen.findByText(/We received/, {}, { timeout: 4000 })).toBeVisible()
  })
})

describe('the test checkout', () => {
  it('says that it is one, and sends the chosen outcome', async () => {
    fakeCall(getProgramme, anOffer())
    const answer = {
      amount_minor: 900_000,
      currency: 'INR',
      title: 'Data Career Programme',
      is_open: true,
      return_path: `${PATH}?checkout=${CHECKOUT}`,
    }
    fakeCall(getTestCheckout, answer)
    const { requests } = fakeCall(payTestCheckout, answer)
    const { user, address } = await renderPage(
      <Routes>
        <Route path={PATH} element={<ProgrammePages />} />
        <Route path="/test-checkout/:checkoutId" element={<ProgrammePages />} />
      </Routes>,
      { path: `/test-checkout/${CHECKOUT}` },
    )
    expect(await screen.findByText(/No money moves/)).toBeVisible()
    await user.click(await screen.findByRole('radio', { name: /Leave without paying/ }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByRole('heading', { name: 'Data Career Programme' })
    expect(requests.map(({ body }) => body)).toEqual([{ outcome: 'abandon' }])
    expect(address()).toBe(`${PATH}?checkout=${CHECKOUT}&left=1`)
  })
})

describe('amounts to choose from', () => {
  it('are never offered twice, nor outside of what may be paid', () => {
    expect(payOptions(anOffer()).map(({ choice, minor }) => [choice, minor])).toEqual([
      ['booking', 900_000],
      ['all', 9_000_000],
    ])
    expect(payOptions(bought()).map(({ choice }) => choice)).toEqual(['due', 'all'])
    expect(payOptions({ order: null, payable: null })).toEqual([])
  })

  it.each([
    ['5000', 500_000],
    ['1,20,000', 12_000_000],
    ['120,000.50', 12_000_050],
    ['१२००', 120_000],
    ['٥٠٠٠', 500_000],
    ['-5', null],
    ['1e9', null],
    ['5.005', null],
    ['', null],
  ])('reads "%s" as people write it', (text, minor) => {
    expect(typedAmount(text, 'INR')).toBe(minor)
  })
})

describe('the money-back guarantee', () => {
  const guarantee = { until: '2026-10-30', may_ask: true, request: null }
  const declined = {
    state: 'declined' as const,
    asked_at: '2026-10-02T08:00:00Z',
    reason: 'No time',
    note: 'All lessons done',
    asks_left: 2,
    declined_before: [],
  }

  it('says its last day, and asks for the money back with a reason', async () => {
    const asked = { ...declined, state: 'asked' as const, note: '' }
    const { requests } = fakeCall(
      askProgrammeRefund,
      bought({ guarantee: { ...guarantee, may_ask: false, request: asked } }),
    )
    const { user } = await open(bought({ guarantee }))
    expect(screen.getByText(/until Oct 30, 2026/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ask for a refund' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'No time')
    await user.click(dialog.getByRole('button', { name: 'Ask for a refund' }))
    expect(await screen.findByText(/We received your request on Oct 2, 2026/)).toBeVisible()
    expect(requests[0]?.body).toEqual({ reason: 'No time' })
    expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull()
  })

  it('keeps what was typed when the request cannot be sent', async () => {
    fakeCall(askProgrammeRefund, failWith('not_ready'))
    const { user } = await open(bought({ guarantee }))
    await user.click(screen.getByRole('button', { name: 'Ask for a refund' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'No time')
    await user.click(dialog.getByRole('button', { name: 'Ask for a refund' }))
    expect(await dialog.findByRole('alert')).toBeVisible()
    expect(dialog.getByRole('textbox')).toHaveValue('No time')
  })

  it('shows why a request was declined, and when it is over', async () => {
    await open(bought({ guarantee: { ...guarantee, may_ask: false, request: declined } }))
    expect(screen.getByText('All lessons done')).toBeVisible()
    expect(screen.getByText('You wrote: No time')).toBeVisible()
    expect(screen.getByText('It lasted until Oct 30, 2026.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull()
  })
})

describe('a refund that was declined', () => {
  const first = {
    asked_at: '2026-10-02T08:00:00Z',
    reason: 'No time',
    settled_at: '2026-10-03T08:00:00Z',
    note: 'All lessons done',
  }
  const request = {
    state: 'declined' as const,
    asked_at: '2026-10-04T08:00:00Z',
    reason: 'I moved',
    note: 'It is online',
    asks_left: 1,
    declined_before: [first],
  }
  const guarantee = { until: '2026-10-30', may_ask: true, request }

  it('can be asked for again with a new reason only', async () => {
    const asked = { ...request, state: 'asked' as const, reason: 'I am ill' }
    const { requests } = fakeCall(
      askProgrammeRefund,
      bought({ guarantee: { ...guarantee, may_ask: false, request: asked } }),
    )
    const { user } = await open(bought({ guarantee }))
    expect(screen.getByText(/again until Oct 30, 2026. Requests left: 1/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ask again' }))
    const dialog = within(await screen.findByRole('dialog'))
    const send = () => user.click(dialog.getByRole('button', { name: 'Ask again' }))
    await send()
    expect(dialog.getByText('Say what is new since your last request.')).toBeVisible()
    await user.type(dialog.getByRole('textbox'), 'no time!')
    await send()
    expect(dialog.getByText('You gave this reason before. Say what is new.')).toBeVisible()
    expect(requests).toHaveLength(0)
    await user.clear(dialog.getByRole('textbox'))
    await user.type(dialog.getByRole('textbox'), 'I am ill')
    await send()
    expect(await screen.findByText('You wrote: I am ill')).toBeVisible()
    expect(requests[0]?.body).toEqual({ reason: 'I am ill' })
  })

  it('shows each earlier request and what was decided', async () => {
    await open(bought({ guarantee: { ...guarantee, may_ask: false, request: { ...request, asks_left: 0 } } }))
    const past = within(screen.getByRole('list', { name: 'Earlier requests' }))
    for (const text of ['No time', 'Declined on Oct 3, 2026', 'All lessons done'])
      expect(past.getByText(text)).toBeVisible()
    expect(screen.getByText('You have asked 3 times. This decision is final.')).toBeVisible()
  })
})

describe('a programme that was given up', () => {
  it('says so, and asks for no money', async () => {
    await open(
      anOffer({ order: anOrder({ state: 'ended', parts: [], open_minor: 0, due_minor: 0 }), payable: null }),
    )
    expect(await screen.findByText('You have left this programme')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    expect(screen.queryByText('Everything is paid')).toBeNull()
  })
})
