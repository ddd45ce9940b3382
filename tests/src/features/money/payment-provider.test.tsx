/** The card of payment providers: what is in use, keys that are typed once, and a test in words. */
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  choosePaymentProvider,
  listPaymentProviders,
  removePaymentProvider,
  savePaymentProvider,
  testPaymentProvider,
  type PaymentProviders,
  type PaymentProviderSettings,
} from '#contract/money/providers.ts'
import { ProviderCard } from '#src/features/money/components/provider/ProviderCard.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const settings = (changes: Partial<PaymentProviderSettings> = {}): PaymentProviderSettings => ({
  provider: 'stripe',
  has_keys: false,
  key_id: null,
  is_test: false,
  checked_at: null,
  message_url: 'https://learn.example.org/payment-messages/stripe/7/',
  message_path: '/payment-messages/stripe/7/',
  last_message_at: null,
  ...changes,
})
const overview = (
  stripe: Partial<PaymentProviderSettings> = {},
  chosen: PaymentProviders['chosen'] = null,
): PaymentProviders => ({
  providers: [settings(stripe), settings({ provider: 'razorpay' })],
  chosen,
})
const STORED = { has_keys: true, checked_at: '2026-11-23T10:00:00Z' }
const SECRET = 'sk_live_canarycanary'

const open = () =>
  renderPage(
    <main>
      <h1>Payments</h1>
      <ProviderCard />
    </main>,
    { path: '/admin/payments?view=provider' },
  )
const openSheet = async (name = 'Set up Stripe') => {
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name }))
  return { ...page, sheet: within(await screen.findByRole('dialog', { name: 'Stripe' })) }
}

beforeEach(() => {
  fakeCall(listPaymentProviders, overview())
})

describe('the card', () => {
  it('says that nobody can pay online without a provider', async () => {
    await open()
    expect(await screen.findByText(/Nobody can pay online yet/)).toBeInTheDocument()
    expect(screen.queryByText('In use')).toBeNull()
  })

  it('names the provider in use, and test keys', async () => {
    fakeCall(listPaymentProviders, overview({ ...STORED, is_test: true }, 'stripe'))
    await open()
    expect(await screen.findByText('Learners pay online with Stripe.')).toBeInTheDocument()
    expect(screen.getByText('In use')).toBeInTheDocument()
    expect(screen.getByText('Test keys')).toBeInTheDocument()
  })

  it('offers another try when it cannot load', async () => {
    fakeCall(listPaymentProviders, failWith('internal_error'))
    const { user } = await open()
    const again = await screen.findByRole('button', { name: 'Try again' })
    fakeCall(listPaymentProviders, overview())
    await user.click(again)
    expect(await screen.findByText(/Nobody can pay online yet/)).toBeInTheDocument()
  })
})

describe('the keys', () => {
  it('names what is missing or of another kind at its field, and sends nothing', async () => {
    const { requests } = fakeCall(savePaymentProvider, overview())
    const { user, sheet } = await openSheet()
    await user.type(sheet.getByLabelText('Secret key'), 'pk_live_publishable')
    await user.click(sheet.getByRole('button', { name: 'Save and test' }))
    expect(sheet.getByText('A secret key starts with sk_ or rk_.')).toBeInTheDocument()
    expect(sheet.getByText('Enter this key, too.')).toBeInTheDocument()
    expect(sheet.getByLabelText('Secret key')).toHaveValue('pk_live_publishable')
    expect(requests).toHaveLength(0)
  })

  it('saves, tests at once, says which account it is, and forgets what was typed', async () => {
    const after = overview(STORED)
    const { requests } = fakeCall(savePaymentProvider, after)
    fakeCall(testPaymentProvider, { failure: null, account: 'Acme', settings: after })
    const { user, sheet } = await openSheet()
    await user.type(sheet.getByLabelText('Secret key'), SECRET)
    await user.type(sheet.getByLabelText('Signing secret of the webhook'), 'whsec_canarycanary')
    await user.click(sheet.getByRole('button', { name: 'Save and test' }))
    expect(await sheet.findByText('Acme')).toBeInTheDocument()
    expect(requests.at(-1)?.body).toEqual({
      key_id: null,
      secret: SECRET,
      webhook_secret: 'whsec_canarycanary',
    })
    expect(sheet.getByLabelText('Secret key')).toHaveValue('')
    expect(sheet.getAllByText(/stays hidden/)).toHaveLength(2)
  })

  it('says in words why the provider refuses a key', async () => {
    fakeCall(listPaymentProviders, overview({ has_keys: true }))
    fakeCall(testPaymentProvider, { failure: 'key', account: null, settings: overview({ has_keys: true }) })
    const { user, sheet } = await openSheet('Change Stripe')
    expect(sheet.queryByRole('button', { name: 'Use Stripe' })).toBeNull()
    await user.click(sheet.getByRole('button', { name: 'Test this' }))
    expect(await sheet.findByText('The key is not known there')).toBeInTheDocument()
    expect(sheet.getByText(/Copy the key again/)).toBeInTheDocument()
  })

  it('keeps what was typed when saving fails', async () => {
    fakeCall(savePaymentProvider, failWith('internal_error'))
    const { user, sheet } = await openSheet()
    await user.type(sheet.getByLabelText('Secret key'), SECRET)
    await user.type(sheet.getByLabelText('Signing secret of the webhook'), 'whsec_canarycanary')
    await user.click(sheet.getByRole('button', { name: 'Save and test' }))
    expect(await sheet.findByRole('alert')).toBeInTheDocument()
    expect(sheet.getByLabelText('Secret key')).toHaveValue(SECRET)
  })
})

describe('the choice and the address', () => {
  it('uses a tested provider, stops using it, and removes keys only then', async () => {
    fakeCall(listPaymentProviders, overview(STORED))
    const { requests } = fakeCall(choosePaymentProvider, overview(STORED, 'stripe'))
    const { user, sheet } = await openSheet('Change Stripe')
    await user.click(sheet.getByRole('button', { name: 'Use Stripe' }))
    expect(await sheet.findByRole('button', { name: 'Stop using Stripe' })).toBeInTheDocument()
    expect(requests.at(-1)?.body).toEqual({ provider: 'stripe' })
    expect(sheet.queryByRole('button', { name: 'Remove keys' })).toBeNull()
    fakeCall(choosePaymentProvider, overview(STORED))
    await user.click(sheet.getByRole('button', { name: 'Stop using Stripe' }))
    fakeCall(removePaymentProvider, overview())
    await user.click(await sheet.findByRole('button', { name: 'Remove keys' }))
    expect(await screen.findByRole('button', { name: 'Set up Stripe' })).toBeInTheDocument()
  })

  it('copies the webhook address and names the events', async () => {
    const { user, sheet } = await openSheet()
    await user.click(sheet.getByRole('button', { name: 'Copy address' }))
    expect(await sheet.findByText('Copied')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('https://learn.example.org/payment-messages/stripe/7/')
    expect(sheet.getByText('checkout.session.completed')).toBeInTheDocument()
    expect(sheet.getByText('No message has arrived yet.')).toBeInTheDocument()
  })
})
