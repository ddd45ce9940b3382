/** Accounts, terms, domains and services as admins see them. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getClientInfo } from '#contract/client-info/client-info.ts'
import * as domainCalls from '#contract/client-info/domains.ts'
import * as legalCalls from '#contract/client-info/legal.ts'
import * as serviceCalls from '#contract/client-info/services.ts'
import * as settingsCalls from '#contract/client-info/settings-endpoints.ts'
import { listProviders } from '#contract/live/admin/providers.ts'
import {
  listPaymentProviders,
  testPaymentProvider,
  type PaymentProviders,
} from '#contract/money/providers.ts'
import { SettingsPage } from '#src/features/settings/pages/SettingsPage.tsx'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const client = aClient({
  features: ['course', 'admin_live'].map((slug, index) => ({ id: index + 1, slug, title: slug, links: [] })),
})
const open = (part: string) => {
  fakeCall(getClientInfo, client)
  return renderPage(
    <main>
      <SettingsPage />
    </main>,
    { path: `/admin/settings?part=${part}`, client, person: aSignedIn({ role: 'admin' }) },
  )
}

const someSettings = (version = 4): settingsCalls.ClientSettings => ({
  version,
  features: [],
  languages: ['en'],
  detect_browser_language: true,
  mail: { sender: null, reply_to: null, support_email: null },
  accounts: { password_min: 12, phone_required: false, staff_second_step: true },
})

it('saves a password length within the rules, and says where the second step is set', async () => {
  fakeCall(settingsCalls.getSettings, someSettings())
  const { requests } = fakeCall(settingsCalls.setAccountRules, someSettings(5))
  const { user } = await open('accounts')
  const length = await screen.findByRole('spinbutton', { name: /Shortest password/ })
  await user.clear(length)
  await user.type(length, '7')
  expect(length).toHaveAccessibleDescription(expect.stringContaining('from 8 to 64'))
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.type(length, '{Backspace}16')
  await user.click(screen.getByRole('switch', { name: /Ask for a phone number/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({ version: 4, password_min: 16, phone_required: true }),
  )
  expect(screen.getByText('Required')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Sign-in rules' })).toHaveAttribute(
    'href',
    '/admin/sign-in-security',
  )
})

const someLegal = (changes: Partial<legalCalls.LegalState> = {}): legalCalls.LegalState => ({
  kind: 'terms',
  version: 0,
  texts: {},
  standard: { en: '# Standard\nOurs.', hi: '# मानक\nहमारा।', ar: '# معتمد\nنصنا.' },
  versions: [],
  ...changes,
})

it('starts from the standard text, shows it as people read it, and publishes when asked', async () => {
  fakeCall(legalCalls.getLegalState, someLegal())
  const published = { version: 1, texts: { en: '# Standard\nOurs. Mine.' } }
  const { requests } = fakeCall(legalCalls.publishLegalText, someLegal(published))
  const { user } = await open('legal')
  const text = await screen.findByRole('textbox', { name: 'Text' })
  expect(screen.getByRole('heading', { name: 'Standard' }), 'what is in force').toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Start from our standard text' }))
  expect(text).toHaveValue('# Standard\nOurs.')
  await user.type(text, ' Mine.')
  expect(screen.getByText('Ours. Mine.', { selector: 'p' })).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'العربية' }))
  const arabic = screen.getByRole('textbox', { name: 'Text' })
  expect(arabic).toHaveAttribute('dir', 'rtl')
  await user.clear(arabic)
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({
      current: 0,
      texts: { en: '# Standard\nOurs. Mine.', hi: '# मानक\nहमारा।', ar: '' },
    }),
  )
})

it('keeps what was typed when somebody else published meanwhile', async () => {
  fakeCall(legalCalls.getLegalState, someLegal({ version: 1, texts: { en: 'Old.' } }))
  fakeCall(legalCalls.publishLegalText, failWith('conflict'))
  const { user } = await open('legal')
  const text = await screen.findByRole('textbox', { name: 'Text' })
  await user.clear(text)
  await user.type(text, 'Mine.')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Somebody else published this text meanwhile')).toBeInTheDocument()
  expect(text).toHaveValue('Mine.')
})

const aDomain = (changes: Partial<domainCalls.ClientDomain> = {}): domainCalls.ClientDomain => ({
  id: 3,
  host: 'learn.example.org',
  record_name: '_learning-site.learn.example.org',
  record_value: 'learning-site-verification=abc',
  verified_at: null,
  checked_at: null,
  is_main: false,
  ...changes,
})
const someDomains = (...domains: domainCalls.ClientDomain[]): domainCalls.ClientDomains => ({
  domains,
  fixed: [],
  target: 'platform.example.com',
})

it('adds a domain, tells why it is not proved yet, and what comes after the proof', async () => {
  fakeCall(domainCalls.listDomains, someDomains())
  const added = fakeCall(domainCalls.addDomain, someDomains(aDomain()))
  const { user } = await open('domains')
  const field = await screen.findByRole('textbox', { name: 'Your domain' })
  await user.type(field, 'localhost')
  await user.click(screen.getByRole('button', { name: 'Add domain' }))
  expect(field).toHaveAccessibleDescription(expect.stringContaining('not a domain on the internet'))
  expect(added.requests).toEqual([])
  await user.clear(field)
  await user.type(field, 'learn.example.org')
  await user.click(screen.getByRole('button', { name: 'Add domain' }))
  expect(await screen.findByText('learning-site-verification=abc')).toBeInTheDocument()

  fakeCall(domainCalls.checkDomain, { failure: 'other_record', state: someDomains(aDomain()) })
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  expect(await screen.findByText('There is a record, but with another value')).toBeInTheDocument()

  const proved = aDomain({ verified_at: '2026-11-27T10:00:00Z' })
  fakeCall(domainCalls.checkDomain, { failure: null, state: someDomains(proved) })
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  expect(await screen.findByText('platform.example.com')).toBeInTheDocument()
  fakeCall(domainCalls.setMainDomain, { failure: 'elsewhere', state: someDomains(proved) })
  await user.click(screen.getByRole('button', { name: 'Use it in links' }))
  expect(await screen.findByText('Your pages don’t open at this domain yet')).toBeInTheDocument()
})

it('says that a domain belongs to somebody else, and keeps what was typed', async () => {
  fakeCall(domainCalls.listDomains, someDomains())
  const fields = { host: [{ code: 'taken' as const, message: 'taken' }] }
  fakeCall(domainCalls.addDomain, failWith('invalid_fields', { fields }))
  const { user } = await open('domains')
  const field = await screen.findByRole('textbox', { name: 'Your domain' })
  await user.type(field, 'learn.example.org')
  await user.click(screen.getByRole('button', { name: 'Add domain' }))
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(expect.stringContaining('leads to another organisation')),
  )
  expect(field).toHaveValue('learn.example.org')
})

const somePayments: PaymentProviders = {
  providers: [
    {
      provider: 'stripe',
      has_keys: true,
      key_id: null,
      is_test: true,
      checked_at: null,
      message_url: null,
      message_path: '/x',
      last_message_at: null,
    },
  ],
  chosen: 'stripe',
}

it('tells in words how each service stands, and what a try of it said', async () => {
  fakeCall(serviceCalls.getServices, {
    sms: { is_set_up: true, from: 'KITE' },
    storage: { kind: 'folder' },
  })
  fakeCall(listPaymentProviders, somePayments)
  fakeCall(listProviders, { providers: [], consent_rule: null })
  const { user } = await open('services')
  await user.type(await screen.findByRole('textbox', { name: 'Phone number for the test' }), '+919876543210')
  fakeCall(serviceCalls.testSms, { failure: 'refused', status: 401 })
  await user.click(screen.getByRole('button', { name: 'Send a test message' }))
  expect(await screen.findByText('The gateway refused the message (answer 401)')).toBeInTheDocument()

  fakeCall(serviceCalls.testStorage, { failure: null, milliseconds: 12 })
  await user.click(screen.getByRole('button', { name: 'Test this' }))
  expect(await screen.findByText(/stored, read and removed in 12 ms/)).toBeInTheDocument()

  fakeCall(testPaymentProvider, { failure: 'key', account: null, settings: somePayments })
  await user.click(await screen.findByRole('button', { name: 'Test Stripe' }))
  expect(await screen.findByText('Stripe does not accept your settings')).toBeInTheDocument()
  expect(screen.getByText(/No meeting service is set up/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Payment provider' })).toHaveAttribute(
    'href',
    '/admin/payments?view=provider',
  )
})

it('offers no try of text messages without a gateway', async () => {
  fakeCall(serviceCalls.getServices, {
    sms: { is_set_up: false, from: null },
    storage: { kind: 'bucket' },
  })
  fakeCall(listPaymentProviders, { providers: [], chosen: null })
  fakeCall(listProviders, { providers: [], consent_rule: null })
  await open('services')
  expect(await screen.findByText(/text messages reach nobody/)).toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: /Phone number/ })).not.toBeInTheDocument()
})
