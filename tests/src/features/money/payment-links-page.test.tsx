/** Payment links as admins see them. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  createPaymentLink,
  decidePayment,
  decideReturn,
  getPaymentLink,
  importPaymentLinks,
  listPaymentLinks,
  notePayment,
  returnPayment,
  type LinkImport,
  type PaymentLink,
  type PaymentLinkDocument,
  type PaymentLinkPage,
  type PaymentNote,
  type PaymentReturn,
} from '#contract/money/payment-links.ts'
import { PaymentLinksPage } from '#src/features/money/links/PaymentLinksPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const PATH = '/admin/payment-links'

const aLink = (changes: Partial<PaymentLink> = {}): PaymentLink => ({
  id: 4,
  code: 'a'.repeat(22),
  title: 'Exam fee',
  amount_minor: 150_000,
  currency: 'INR',
  part_minor: null,
  email: null,
  state: 'created',
  paid_minor: 0,
  extra_minor: 0,
  refunded_minor: 0,
  waiting_minor: 0,
  expires_at: '2026-11-30T18:30:00Z',
  created_at: '2026-11-23T10:00:00Z',
  created_by: 'Ada Admin',
  ...changes,
})
const aNote = (changes: Partial<PaymentNote> = {}): PaymentNote => ({
  id: 9,
  amount_minor: 150_000,
  place: 'bank',
  reference: 'UTR-9',
  received_on: '2026-11-23',
  state: 'waiting',
  noted_by: 'Ada Admin',
  noted_at: '2026-11-23T11:00:00Z',
  left_minor: 0,
  returns: [],
  decided_by: null,
  can_approve: true,
  ...changes,
})
const aReturn: PaymentReturn = {
  id: 12,
  amount_minor: 50_000,
  place: 'bank',
  reference: 'BACK-9',
  reason: 'Too much',
  returned_on: '2026-11-23',
  state: 'waiting',
  noted_by: 'Ada Admin',
  noted_at: '2026-11-23T12:00:00Z',
  decided_by: null,
  can_approve: false,
}
const documentOf = (
  link: PaymentLink = aLink(),
  more: Partial<PaymentLinkDocument> = {},
): PaymentLinkDocument => ({
  link,
  notes: [],
  events: [{ id: 1, kind: 'created', at: link.created_at, by: 'Ada Admin', amount_minor: null }],
  ...more,
})
const pageOf = (results: PaymentLink[], more: Partial<PaymentLinkPage> = {}): PaymentLinkPage => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  totals: results.map(({ state, currency, amount_minor, paid_minor }) => ({
    state,
    currency,
    count: 1,
    amount_minor,
    paid_minor,
  })),
  waiting_count: 0,
  limits: [],
  currency: 'INR',
  today: '2026-11-23',
  ...more,
})
const open = (path = PATH) =>
  renderPage(
    <main>
      <PaymentLinksPage />
    </main>,
    { path },
  )

describe('the list', () => {
  it('shows links with their sums, and a sum shows its links', async () => {
    const { requests } = fakeCall(listPaymentLinks, () =>
      pageOf([aLink(), aLink({ id: 5, title: 'Done', state: 'paid', paid_minor: 150_000 })]),
    )
    const { user, address } = await open()
    expect(await screen.findByRole('link', { name: 'Exam fee' })).toHaveAttribute(
      'href',
      expect.stringContaining('open=4'),
    )
    const sums = screen.getByRole('list', { name: 'Sums by status' })
    await user.click(within(sums).getByRole('button', { name: /Paid/ }))
    expect(address()).toContain('state=paid')
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ state: 'paid', currency: 'INR' }))
    await user.click(within(sums).getByRole('button', { name: /Paid/ }))
    expect(address()).not.toContain('state=')
  })

  it('says what is empty, what matches nothing, and what failed', async () => {
    fakeCall(listPaymentLinks, () => pageOf([]))
    const { unmount } = await open()
    expect(await screen.findByText('There are no payment links yet.')).toBeVisible()
    unmount()
    const narrowed = await open(`${PATH}?search=zzz`)
    expect(await screen.findByText('No payment link matches these filters.')).toBeVisible()
    narrowed.unmount()
    fakeCall(listPaymentLinks, () => failWith('conflict'))
    await open()
    expect(await screen.findByText('The payment links could not be loaded.')).toBeVisible()
  })

  it('leads to the payments that wait for approval', async () => {
    fakeCall(listPaymentLinks, () => pageOf([aLink()], { waiting_count: 1 }))
    const { user, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Show these links' }))
    expect(address()).toContain('waiting=true')
  })
})

describe('a new link', () => {
  it('names what is missing, keeps what was typed, and opens the new link', async () => {
    fakeCall(listPaymentLinks, () => pageOf([]))
    fakeCall(getPaymentLink, () => documentOf())
    const { requests } = fakeCall(createPaymentLink, () => documentOf())
    const { user, address } = await open(`${PATH}?new`)
    await user.click(await screen.findByRole('button', { name: 'Create link' }))
    expect(screen.getByText('Say what the payment is for.')).toBeVisible()
    expect(requests).toHaveLength(0)
    await user.type(screen.getByLabelText('For what?'), 'Exam fee')
    await user.type(screen.getByLabelText('Amount'), '1500')
    await user.click(screen.getByLabelText(/It can be paid in parts/))
    await user.type(screen.getByLabelText('Least first payment'), '2000')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect(screen.getByText('Enter an amount of up to the whole.')).toBeVisible()
    await user.clear(screen.getByLabelText('Least first payment'))
    await user.type(screen.getByLabelText('Least first payment'), '500')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    await waitFor(() => expect(address()).toContain('open=4'))
    expect(requests[0]?.body).toMatchObject({
      title: 'Exam fee',
      amount_minor: 150_000,
      part_minor: 50_000,
      email: null,
      expires_on: '2026-11-30',
      mails: false,
    })
  })

  it('starts a copy from the other link, with a new end', async () => {
    fakeCall(listPaymentLinks, () => pageOf([]))
    fakeCall(getPaymentLink, () => documentOf(aLink({ email: 'ria@example.test', part_minor: 10_000 })))
    await open(`${PATH}?new&from=4`)
    expect(await screen.findByLabelText('For what?')).toHaveValue('Exam fee')
    expect(screen.getByLabelText('Least first payment')).toHaveValue('100.00')
    expect(screen.getByLabelText('Email of the person')).toHaveValue('ria@example.test')
    expect(screen.getByLabelText('Last day to pay')).toHaveValue('2026-11-30')
  })
})

describe('a link', () => {
  it('approves what somebody else noted, and offers no approval of one’s own', async () => {
    let document = documentOf(aLink({ waiting_minor: 150_000 }), { notes: [aNote()] })
    fakeCall(getPaymentLink, () => document)
    const { requests } = fakeCall(decidePayment, () => {
      document = documentOf(aLink({ state: 'paid', paid_minor: 150_000 }), {
        notes: [aNote({ state: 'posted', decided_by: 'Otto Admin', can_approve: false })],
      })
      return document
    })
    const { user, unmount } = await open(`${PATH}?open=4`)
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Otto Admin')).toBeVisible()
    expect(requests[0]?.body).toEqual({ approve: true })
    unmount()
    document = documentOf(aLink(), { notes: [aNote({ can_approve: false })] })
    await open(`${PATH}?open=4`)
    expect(await screen.findByText('Another admin has to approve this payment.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('says at the field that a reference is used, and keeps the form', async () => {
    fakeCall(getPaymentLink, () => documentOf())
    fakeCall(notePayment, () =>
      failWith('invalid_fields', { fields: { reference: [{ code: 'taken', message: 'Used.' }] } }),
    )
    const { user } = await open(`${PATH}?open=4`)
    await user.click(await screen.findByRole('button', { name: 'Note a payment' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Reference'), 'UTR-9')
    await user.click(within(dialog).getByRole('button', { name: 'Note payment' }))
    expect(await within(dialog).findByText('This reference has been used for another payment.')).toBeVisible()
    expect(within(dialog).getByLabelText('Reference')).toHaveValue('UTR-9')
  })
})

describe('money that was noted by hand', () => {
  it('is given back in part with a reason, and shows what waits for another admin', async () => {
    const posted = aNote({ state: 'posted', can_approve: false, left_minor: 150_000 })
    let document = documentOf(aLink({ state: 'paid', paid_minor: 150_000 }), { notes: [posted] })
    fakeCall(getPaymentLink, () => document)
    const { requests } = fakeCall(returnPayment, () => {
      document = documentOf(aLink({ state: 'paid', paid_minor: 150_000 }), {
        notes: [{ ...posted, left_minor: 100_000, returns: [aReturn] }],
      })
      return document
    })
    const { user } = await open(`${PATH}?open=4`)
    await user.click(await screen.findByRole('button', { name: 'Give back' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Amount (INR)')).toHaveValue('1500.00')
    await user.clear(dialog.getByLabelText('Amount (INR)'))
    await user.type(dialog.getByLabelText('Amount (INR)'), '500')
    await user.type(dialog.getByLabelText('Reference'), 'BACK-9')
    await user.click(dialog.getByRole('button', { name: 'Record return' }))
    expect(dialog.getByText('Say why the money goes back.')).toBeVisible()
    await user.type(dialog.getByLabelText('Reason'), 'Too much')
    await user.click(dialog.getByRole('button', { name: 'Record return' }))
    const list = within(await screen.findByRole('list', { name: 'Given back' }))
    expect(list.getByText('Another admin has to approve this return.')).toBeVisible()
    expect(list.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(requests[0]?.body).toMatchObject({
      amount_minor: 50_000,
      place: 'bank',
      reference: 'BACK-9',
      reason: 'Too much',
    })
  })

  it('is approved by another admin', async () => {
    const note = aNote({ state: 'posted', can_approve: false, returns: [{ ...aReturn, can_approve: true }] })
    fakeCall(getPaymentLink, documentOf(aLink({ state: 'paid', paid_minor: 150_000 }), { notes: [note] }))
    const { requests } = fakeCall(
      decideReturn,
      documentOf(aLink(), { notes: [{ ...note, returns: [{ ...aReturn, state: 'posted' }] }] }),
    )
    const { user } = await open(`${PATH}?open=4`)
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(requests[0]?.body).toEqual({ approve: true })
    expect(screen.queryByRole('button', { name: 'Give back' })).toBeNull()
  })
})

describe('links from a file', () => {
  it('tries the file first, then creates what is good', async () => {
    const row: LinkImport['rows'][number] = {
      outcome: 'ready',
      link_id: null,
      line: 2,
      title: 'Fee',
      amount_minor: 1000,
      currency: 'INR',
      email: null,
      problems: [],
    }
    const wrong: LinkImport['rows'][number] = { ...row, line: 3, outcome: 'wrong', problems: ['No amount.'] }
    const created: LinkImport['rows'][number] = { ...row, outcome: 'created', link_id: 7 }
    const { requests } = fakeCall(importPaymentLinks, ({ body }) => ({
      rows: [body.dry_run ? row : created, wrong],
      errors_csv: 'title,amount,problem',
    }))
    const { user, container } = await open(`${PATH}?import`)
    const file = new File(['title,amount\nFee,10\nFee,x'], 'links.csv', { type: 'text/csv' })
    await screen.findByRole('button', { name: 'Choose a CSV file' })
    const input = container.querySelector('input[type=file]')
    await user.upload(input as HTMLInputElement, file)
    expect(await screen.findByText('1 row is wrong and left out')).toBeVisible()
    expect(screen.getByText('No amount.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download wrong rows' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Create 1 link' }))
    expect(await screen.findByText('1 link created')).toBeVisible()
    expect(requests.map(({ body }) => body.dry_run)).toEqual([true, false])
  })
})
