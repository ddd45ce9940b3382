/** Payments, revenue and refunds as admins see them. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reverseRefund, settleRefund, type CourseRoster } from '#contract/courses/enrolment.ts'
import { getDocument, getSeller, saveSeller } from '#contract/money/documents.ts'
import {
  exportJournal,
  getRevenue,
  getStatement,
  listDueRefunds,
  listPayments,
  type DueRefund,
  type Payment,
  type Revenue,
} from '#contract/money/payments.ts'
import { getDues } from '#contract/money/dues.ts'
import { getComparison } from '#contract/money/comparison.ts'
import { listPaymentProviders } from '#contract/money/providers.ts'
import { refundCheckout, settleProgrammeRefund } from '#contract/money/refunds.ts'
import { PaymentsPage } from '#src/features/money/pages/PaymentsPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const PATH = '/admin/payments'
const PERSON = { id: 5, name: 'Asha Learner', email: 'asha@example.test' }
const COURSE = { id: 3, title: 'Charts' }

const aPayment = (changes: Partial<Payment> = {}): Payment => ({
  id: 11,
  at: '2026-11-20T10:00:00Z',
  kind: 'payment',
  place: 'bank',
  amount_minor: 1_234_567_00,
  currency: 'INR',
  person: PERSON,
  course: COURSE,
  programme: null,
  payment_link: null,
  purchase_id: 8,
  reference: 'UTR-1',
  noted_by: null,
  documents: [],
  reversible: false,
  by_exception: false,
  checkout: null,
  ...changes,
})
const pageOf = (results: Payment[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  is_counted_out: false,
  totals: [{ currency: 'INR', received_minor: 1_234_567_00, returned_minor: 0 }],
  course: null,
  programme: null,
  person: null,
})
const MONTHS = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11']
const revenueOf = (net: number): Revenue => {
  const months = MONTHS.map((month) => {
    const amount = month === '2026-11' ? net : 0
    return { month, sold_minor: amount, refunded_minor: 0, net_minor: amount }
  })
  return {
    months: MONTHS,
    this_month: '2026-11',
    first_month: '2026-01',
    rows: [{ course: COURSE, programme: null, currency: 'INR', months, net_minor: net }],
    totals: [{ currency: 'INR', months, net_minor: net }],
  }
}
const aRequest: DueRefund = {
  purchase_id: 8,
  order_id: null,
  person: PERSON,
  course: COURSE,
  programme: null,
  amount_minor: 4999_00,
  currency: 'INR',
  reference: 'UTR-1',
  paid_at: '2026-11-01T10:00:00Z',
  asked_at: '2026-11-20T10:00:00Z',
  reason: 'My college offers the same.',
  declined_before: [],
}
const ROSTER: CourseRoster = { seats: null, places: [], purchases: [], currency: 'INR', may_settle: true }

const open = (path = PATH, options: RenderOptions = {}) =>
  renderPage(
    <main>
      <PaymentsPage />
    </main>,
    { path, ...options },
  )

beforeEach(() => {
  fakeCall(getDues, { today: '2026-11-21', currencies: [] })
  fakeCall(listDueRefunds, { results: [] })
  fakeCall(getRevenue, revenueOf(30_000_00))
  fakeCall(listPaymentProviders, { providers: [], chosen: null })
  fakeCall(getComparison, { last: null, is_possible: false, findings: [] })
})

describe('the list of payments', () => {
  it('shows amounts with Indian grouping, and keeps the filters in the address', async () => {
    const { requests } = fakeCall(listPayments, pageOf([aPayment()]))
    const { user, address } = await open(`${PATH}?kind=payment&place=bank&month=2026-11`)
    const table = await screen.findByRole('table', { name: 'All payments' })
    expect(within(table).getByText('₹12,34,567.00')).toBeInTheDocument()
    expect(requests.at(-1)?.query).toMatchObject({ kind: 'payment', place: 'bank', month: '2026-11' })
    await user.type(screen.getByRole('searchbox'), 'asha')
    await waitFor(() => expect(address()).toContain('search=asha'))
  })

  it('says that a broad search was not counted to the end, and adds nothing up', async () => {
    fakeCall(listPayments, { ...pageOf([aPayment()]), count: 1_000, is_counted_out: true, totals: [] })
    await open(`${PATH}?search=ar`)
    expect(await screen.findByText(/^1,000\+ entries\. Search for something more exact/)).toBeVisible()
    expect(screen.queryByText('Received')).toBeNull()
  })

  it('narrows to a person and shows their account', async () => {
    fakeCall(getStatement, {
      person: PERSON,
      balances: [
        { currency: 'INR', sold_minor: 500_00, paid_minor: 400_00, refunded_minor: 0, open_minor: 100_00 },
      ],
    })
    fakeCall(listPayments, { ...pageOf([aPayment()]), person: PERSON })
    const { user, address } = await open()
    const table = await screen.findByRole('table', { name: 'All payments' })
    await user.click(within(table).getByRole('button', { name: 'Asha Learner' }))
    await waitFor(() => expect(address()).toBe(`${PATH}?person=5`))
    const account = await screen.findByRole('region', { name: 'Account of this learner' })
    expect(within(account).getByText('₹100.00')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Show everybody' }))
    await waitFor(() => expect(address()).toBe(PATH))
  })

  it('says what to do when there is nothing, and when nothing matches', async () => {
    fakeCall(getRevenue, { ...revenueOf(0), first_month: null, rows: [], totals: [] })
    fakeCall(listPayments, { ...pageOf([]), totals: [] })
    await open()
    expect(await screen.findByText('There are no payments yet.')).toBeInTheDocument()
    expect(screen.queryByText('Revenue')).not.toBeInTheDocument()
  })

  it('offers to clear filters that match nothing', async () => {
    fakeCall(listPayments, { ...pageOf([]), totals: [] })
    const { user, address } = await open(`${PATH}?kind=refund`)
    expect(await screen.findByText('No payment matches these filters.')).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
    await waitFor(() => expect(address()).toBe(PATH))
  })

  it('offers another try when it cannot be loaded', async () => {
    fakeCall(listPayments, failWith('forbidden'))
    await open()
    expect(await screen.findByText('The payments could not be loaded.')).toBeInTheDocument()
  })

  it('exports the journal of the chosen month', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    const { requests } = fakeCall(exportJournal, failWith('conflict', { detail: 'Too long.' }))
    const { user } = await open(`${PATH}?month=2026-11`)
    await user.click(await screen.findByRole('button', { name: 'Export journal' }))
    await waitFor(() => expect(requests.at(-1)?.query).toEqual({ month: '2026-11' }))
  })
})

describe('revenue', () => {
  it('leads from a number to its payments', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    await open()
    const [link] = await screen.findAllByRole('link', { name: /₹30,000\s*Payments for Charts, Nov 2026/ })
    expect(link).toHaveAttribute('href', `${PATH}?course=3&month=2026-11`)
  })

  it('leads from the number of a programme to its payments', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    const { rows, ...revenue } = revenueOf(30_000_00)
    const programme = { slug: 'flagship' as const, title: 'Data Career Programme' }
    fakeCall(getRevenue, { ...revenue, rows: rows.map((row) => ({ ...row, course: null, programme })) })
    await open()
    const [link] = await screen.findAllByRole('link', {
      name: /Payments for Data Career Programme, Nov 2026/,
    })
    expect(link).toHaveAttribute('href', `${PATH}?programme=flagship&month=2026-11`)
  })

  it('leads from the sums to all payments, and from what links brought to theirs', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    const { rows, ...revenue } = revenueOf(30_000_00)
    fakeCall(getRevenue, { ...revenue, rows: rows.map((row) => ({ ...row, course: null })) })
    await open()
    const [ofLinks] = await screen.findAllByRole('link', { name: /Payments for Payment links, Nov 2026/ })
    expect(ofLinks).toHaveAttribute('href', `${PATH}?links=true&month=2026-11`)
    expect(screen.getByRole('link', { name: /All payments, Nov 2026/ })).toHaveAttribute(
      'href',
      `${PATH}?month=2026-11`,
    )
  })

  it('goes to earlier months', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    const { requests } = fakeCall(getRevenue, revenueOf(30_000_00))
    const { user, address } = await open()
    expect(await screen.findByRole('button', { name: 'Later months' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Earlier months' }))
    await waitFor(() => expect(requests.at(-1)?.query).toEqual({ until: '2026-05' }))
    expect(address()).toBe(`${PATH}?until=2026-05`)
  })

  it('stays away when somebody looks at one course', async () => {
    fakeCall(listPayments, { ...pageOf([aPayment()]), course: COURSE })
    await open(`${PATH}?course=3`)
    expect(await screen.findByRole('button', { name: 'Show all courses' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Revenue' })).not.toBeInTheDocument()
  })
})

describe('refunds', () => {
  it('refunds a part, and refuses more than was paid', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    fakeCall(listDueRefunds, { results: [aRequest] })
    const { requests } = fakeCall(settleRefund, ROSTER)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Decide' }))
    const amount = await screen.findByRole('textbox', { name: /Amount \(INR\)/ })
    expect(amount).toHaveValue('4999.00')
    await user.clear(amount)
    await user.type(amount, '5000')
    expect(screen.getByText('Enter an amount of up to ₹4,999.00.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Refund ₹4,999.00' })).toBeDisabled()
    await user.clear(amount)
    await user.type(amount, '1250.5')
    await user.click(screen.getByRole('button', { name: 'Refund ₹1,250.50' }))
    await waitFor(() =>
      expect(requests.at(-1)?.body).toEqual({
        decision: 'refunded',
        note: '',
        amount_minor: 125_050,
        asked_at: aRequest.asked_at,
      }),
    )
  })

  it('declines with a note', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    fakeCall(listDueRefunds, { results: [aRequest] })
    const { requests } = fakeCall(settleRefund, ROSTER)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Decide' }))
    await user.type(await screen.findByRole('textbox', { name: /Note/ }), 'Finished already')
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    await waitFor(() =>
      expect(requests.at(-1)?.body).toEqual({
        decision: 'declined',
        note: 'Finished already',
        asked_at: aRequest.asked_at,
      }),
    )
  })

  it('decides the request of a programme by its order', async () => {
    const programme = { slug: 'flagship' as const, title: 'Data Career Programme' }
    fakeCall(listPayments, pageOf([aPayment()]))
    fakeCall(listDueRefunds, {
      results: [{ ...aRequest, purchase_id: null, order_id: 4, course: null, programme }],
    })
    const { requests } = fakeCall(settleProgrammeRefund, { refunds: [] })
    const { user } = await open()
    expect(await screen.findByText('Data Career Programme')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Decide' }))
    expect(await screen.findByText(/ends “Data Career Programme” for this learner/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Refund ₹4,999.00' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.params).toMatchObject({ orderId: '4' })
    expect(requests[0]?.body).toMatchObject({ decision: 'refunded', note: '', amount_minor: 4999_00 })
  })

  it('sends money back that nobody asked for, once there is a reason', async () => {
    fakeCall(listPayments, pageOf([aPayment({ by_exception: true, amount_minor: 4999_00 })]))
    const { requests } = fakeCall(settleRefund, ROSTER)
    const { user } = await open()
    const table = await screen.findByRole('table', { name: 'All payments' })
    await user.click(within(table).getByRole('button', { name: 'Refund Asha Learner' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund for Asha Learner' }))
    expect(dialog.queryByRole('button', { name: 'Decline' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Refund ₹4,999.00' }))
    expect(dialog.getByText('Say why this money goes back.')).toBeInTheDocument()
    expect(requests).toHaveLength(0)
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Illness')
    await user.click(dialog.getByRole('button', { name: 'Refund ₹4,999.00' }))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ decision: 'refunded', note: 'Illness' }))
  })

  it('takes a refund back after a question', async () => {
    fakeCall(listPayments, pageOf([aPayment({ kind: 'refund', amount_minor: -4999_00, reversible: true })]))
    const { requests } = fakeCall(reverseRefund, ROSTER)
    const { user } = await open()
    const table = await screen.findByRole('table', { name: 'All payments' })
    await user.click(within(table).getByRole('button', { name: 'Money came back' }))
    await user.click(await screen.findByRole('button', { name: 'Yes, take the refund back' }))
    await waitFor(() => expect(requests.at(-1)?.params).toMatchObject({ purchaseId: '8' }))
  })

  it('asks in Arabic', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    fakeCall(listDueRefunds, { results: [aRequest] })
    await open(PATH, { language: 'ar' })
    expect(await screen.findByText('طلب استرداد واحد بانتظار قرارك')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { level: 1, name: 'المدفوعات' })).toBeInTheDocument()
  })
})

describe('documents', () => {
  it('are downloaded from the row of their payment', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const document = { id: 9, kind: 'invoice', number: 'KSP/I2627/4' } as const
    fakeCall(listPayments, pageOf([aPayment({ documents: [document] })]))
    const { requests } = fakeCall(getDocument, { file_name: 'KSP-I2627-4.pdf', pdf: btoa('%PDF-') })
    const { user } = await open()
    const table = await screen.findByRole('table', { name: 'All payments' })
    await user.click(within(table).getByRole('button', { name: 'Tax invoice KSP/I2627/4' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(requests.at(-1)?.params).toMatchObject({ documentId: '9' })
  })
})

describe('the invoice details', () => {
  it('are checked at the fields, and sent with a folded tax number', async () => {
    fakeCall(listPayments, pageOf([aPayment()]))
    fakeCall(getSeller, { seller: null })
    const { requests } = fakeCall(saveSeller, {
      seller: {
        legal_name: 'Kite School',
        address: 'Street',
        state: '29',
        gstin: '29AABCL1234M1ZF',
        sac: '999293',
        tax_percent: 18,
        prefix: 'KSP',
      },
    })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Invoice details' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invoice details' })
    const field = (name: RegExp) => within(dialog).getByRole('textbox', { name })
    await user.type(field(/Legal name/), 'Kite School')
    await user.type(field(/Address/), 'Street')
    await user.type(field(/GSTIN/), '29aabcl1234m1zg')
    await user.type(field(/SAC/), '999293')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText(/This GSTIN is not valid/)).toBeInTheDocument()
    expect(requests).toHaveLength(0)
    await user.clear(field(/GSTIN/))
    await user.type(field(/GSTIN/), '29aabcl1234m1zf')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toMatchObject({ gstin: '29AABCL1234M1ZF', sac: '999293', tax_percent: 18 })
  })
})

describe('a payment by a provider', () => {
  const CHECKOUT = {
    id: crypto.randomUUID(),
    is_test: false,
    left_minor: 500_00,
    is_ended: false,
    needs_reason: false,
    refunds: [],
  }
  const online = (checkout: Partial<NonNullable<Payment['checkout']>> = {}) =>
    fakeCall(
      listPayments,
      pageOf([
        aPayment({
          place: 'online',
          course: null,
          programme: 'Data Career',
          amount_minor: 500_00,
          checkout: { ...CHECKOUT, ...checkout },
        }),
      ]),
    )
  const openRefund = async () => {
    const page = await open()
    const table = await screen.findByRole('table', { name: 'All payments' })
    await page.user.click(within(table).getByRole('button', { name: 'Refund Asha Learner' }))
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Refund for Asha Learner' })) }
  }

  it('is sent back in part, under one key', async () => {
    online()
    const { requests } = fakeCall(refundCheckout, {
      id: crypto.randomUUID(),
      amount_minor: 200_00,
      state: 'sent',
      order_id: 1,
    })
    const { user, dialog } = await openRefund()
    expect(dialog.queryByText('What the test provider does')).toBeNull()
    const amount = dialog.getByLabelText('Amount (INR)')
    await user.clear(amount)
    await user.type(amount, '600')
    expect(dialog.getByText('Enter an amount of up to ₹500.00.')).toBeInTheDocument()
    await user.clear(amount)
    await user.type(amount, '200')
    await user.click(dialog.getByRole('checkbox', { name: /^The learner leaves the programme/ }))
    expect(dialog.getByText(/the amount is owed again/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Refund ₹200.00' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests[0]?.body).toMatchObject({ amount_minor: 200_00, ends_order: false })
  })

  it('needs a reason after the guarantee', async () => {
    online({ needs_reason: true })
    const { requests } = fakeCall(refundCheckout, {
      id: crypto.randomUUID(),
      amount_minor: 500_00,
      state: 'sent',
      order_id: 1,
    })
    const { user, dialog } = await openRefund()
    await user.click(dialog.getByRole('button', { name: 'Refund ₹500.00' }))
    expect(dialog.getByText('Say why this money goes back.')).toBeInTheDocument()
    expect(requests).toHaveLength(0)
    await user.type(dialog.getByLabelText(/^Reason/), 'Illness')
    await user.click(dialog.getByRole('button', { name: 'Refund ₹500.00' }))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ reason: 'Illness' }))
  })

  it('keeps the key and what was typed after a lost answer', async () => {
    online({ is_test: true })
    const { requests } = fakeCall(refundCheckout, failWith('not_ready'))
    const { user, dialog } = await openRefund()
    await user.type(dialog.getByLabelText(/^Reason/), 'Moved away')
    const send = dialog.getByRole('button', { name: 'Refund ₹500.00' })
    await user.click(send)
    expect(await dialog.findByRole('alert')).toBeInTheDocument()
    await user.click(send)
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]?.body).toEqual(requests[0]?.body)
    expect(requests[0]?.body).toMatchObject({
      reason: 'Moved away',
      ends_order: true,
      test_outcome: 'confirm',
    })
  })

  it('shows what is on its way, and offers nothing when all went back', async () => {
    online({ left_minor: 0, refunds: [{ id: crypto.randomUUID(), amount_minor: 500_00, state: 'sent' }] })
    await open()
    const table = await screen.findByRole('table', { name: 'All payments' })
    expect(within(table).getByText('Refund on its way')).toBeInTheDocument()
    expect(within(table).queryByRole('button', { name: /^Refund / })).toBeNull()
  })
})
