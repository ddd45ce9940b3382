/** The public page of a payment link. */
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openPayDocument, openPayLink, sendPayPass, startPayment, type PayLink } from '#contract/money/pay.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { PayPages } from '#src/features/programmes/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const CODE = 'a'.repeat(22)
const CHECKOUT = '6f1c3c0e-51a3-4bd5-9a5e-2f7a3f6a9d10'
const PASS = `1800000000.${'s'.repeat(32)}`

const aLink = (changes: Partial<PayLink> = {}): PayLink => ({
  title: 'Exam fee',
  amount_minor: 150_000,
  currency: 'INR',
  paid_minor: 0,
  open_minor: 150_000,
  is_closed: false,
  expires_at: '2026-11-30T18:30:00Z',
  payable: { min_minor: 50_000, max_minor: 150_000 },
  started: null,
  provider: { is_test: true },
  payment_instructions: null,
  checkout: null,
  ...changes,
})
const open = (path = `/pay/${CODE}`, options: RenderOptions = {}) =>
  renderPage(
    <Routes>
      <Route path="/pay/:code" element={<PayPages />} />
      <Route path="/pay/:code/test/:id" element={<p>provider</p>} />
    </Routes>,
    { path, person: null, ...options },
  )
beforeEach(() => safeSession.clear())

describe('/pay/{code}', () => {
  it('starts a payment of the chosen amount, without signing in', async () => {
    fakeCall(openPayLink, () => ({ link: aLink() }))
    const { requests } = fakeCall(startPayment, () => ({
      checkout_id: CHECKOUT,
      url: `/pay/${CODE}/test/${CHECKOUT}`,
    }))
    const { user } = await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Exam fee' })).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /The first part/ }))
    await user.click(screen.getByRole('button', { name: /Pay/ }))
    expect(await screen.findByText('provider')).toBeVisible()
    expect(requests[0]?.body).toMatchObject({ amount_minor: 50_000, pass: null })
  })

  it('says the same for every link that cannot be found', async () => {
    fakeCall(openPayLink, () => failWith('not_found'))
    await open()
    expect(await screen.findByRole('heading', { name: 'This payment link doesn’t work' })).toBeVisible()
  })

  it('asks again after a lost connection', async () => {
    let fails = true
    fakeCall(openPayLink, () => (fails ? failWith('conflict') : { link: aLink() }))
    const { user } = await open()
    const again = await screen.findByRole('button', { name: 'Try again' })
    fails = false
    await user.click(again)
    expect(await screen.findByRole('heading', { level: 1, name: 'Exam fee' })).toBeVisible()
  })

  it('asks for the address of a link for one person, and opens it with the pass of the mail', async () => {
    fakeCall(openPayLink, ({ body }) => ({ link: body.pass === PASS ? aLink() : null }))
    const { requests } = fakeCall(sendPayPass, () => undefined)
    const { user, unmount } = await open()
    await user.type(await screen.findByLabelText('Email address'), 'ria@example.test')
    await user.click(screen.getByRole('button', { name: 'Send me the email' }))
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    expect(requests[0]?.body).toEqual({ email: 'ria@example.test' })
    unmount()
    const opened = await open(`/pay/${CODE}#p=${PASS}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Exam fee' })).toBeVisible()
    opened.unmount()
    // Back from the payment the address has no pass.
    await open(`/pay/${CODE}?checkout=${CHECKOUT}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Exam fee' })).toBeVisible()
  })

  it('waits for the confirmation, then thanks', async () => {
    let asked = 0
    fakeCall(openPayLink, () => {
      asked += 1
      const isPaid = asked > 1
      return {
        link: aLink({
          ...(isPaid && { paid_minor: 150_000, open_minor: 0, is_closed: true, payable: null }),
          checkout: {
            id: CHECKOUT,
            state: isPaid ? 'paid' : 'created',
            amount_minor: 150_000,
            documents: [],
          },
        }),
      }
    })
    await open(`/pay/${CODE}?checkout=${CHECKOUT}`)
    expect(await screen.findByText('To pay')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
    await waitFor(() => expect(screen.getByText('Paid in full. Thank you!')).toBeVisible(), { timeout: 5000 })
  })

  it('gives the receipt to whoever comes back from the payment', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const { requests } = fakeCall(openPayDocument, { file_name: 'R2627-4.pdf', pdf: btoa('%PDF-') })
    const documents = [{ id: 4, kind: 'receipt' as const, number: 'R2627/4' }]
    fakeCall(openPayLink, () => ({
      link: aLink({ checkout: { id: CHECKOUT, state: 'paid', amount_minor: 150_000, documents } }),
    }))
    const { user } = await open(`/pay/${CODE}?checkout=${CHECKOUT}`)
    await user.click(await screen.findByRole('button', { name: 'Receipt R2627/4' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]).toMatchObject({
      params: { payCode: CODE, checkoutId: CHECKOUT, documentId: '4' },
      body: { pass: null },
    })
  })

  it('goes on with a payment that was started', async () => {
    const url = `/pay/${CODE}/test/${CHECKOUT}`
    fakeCall(openPayLink, () => ({
      link: aLink({ payable: null, started: { url, amount_minor: 150_000 } }),
    }))
    const { user, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Continue the payment' }))
    expect(address()).toBe(url)
  })

  it('says how to pay where nobody can pay online', async () => {
    fakeCall(openPayLink, () => ({
      link: aLink({ provider: null, payment_instructions: 'UPI: school@bank' }),
    }))
    await open()
    expect(await screen.findByText('UPI: school@bank')).toBeVisible()
  })
})
