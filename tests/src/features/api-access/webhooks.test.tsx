/** Webhooks as admins see them. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { listApiTokens } from '#contract/api-access/tokens.ts'
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  replaceWebhookSecret,
  replayDelivery,
  saveWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#contract/api-access/webhooks.ts'
import { ApiPage } from '#src/features/api-access/pages/ApiPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const ID = 'b3f8f3a0-6e6a-4d0e-9c6f-0c6a5f1c2d3e'
const aWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: ID,
  url: 'https://crm.example.org/hook',
  events: ['person.enrolled'],
  is_active: true,
  paused_for: null,
  owner: { id: 3, name: 'Ada Admin' },
  made_at: '2026-11-01T10:00:00Z',
  secret_made_at: '2026-11-01T10:00:00Z',
  former_secret_until: null,
  waiting: 0,
  failed: 0,
  last_delivered_at: null,
  ...changes,
})
const aDelivery: WebhookDelivery = {
  id: 'c3f8f3a0-6e6a-4d0e-9c6f-0c6a5f1c2d3e',
  event_id: 'd3f8f3a0-6e6a-4d0e-9c6f-0c6a5f1c2d3e',
  type: 'person.enrolled',
  created_at: '2026-11-20T10:00:00Z',
  state: 'failed',
  tries: 10,
  tried_at: '2026-11-22T10:00:00Z',
  due_at: null,
  status: 500,
  took_ms: 1234,
  failure: 'status',
  answer: '<b>out of order</b>',
}
const pageOf = (results: WebhookDelivery[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
})

beforeEach(() => {
  fakeCall(listApiTokens, { results: [] })
})
const open = () =>
  renderPage(
    <main>
      <ApiPage />
    </main>,
    { path: '/admin/api' },
  )
const openSheet = async (webhook: Webhook) => {
  fakeCall(listWebhooks, { results: [webhook] })
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name: `Open ${webhook.url}` }))
  return page
}

it('says at the field why an address is refused, and keeps it', async () => {
  fakeCall(listWebhooks, { results: [] })
  fakeCall(
    createWebhook,
    failWith('invalid_fields', {
      fields: { url: [{ code: 'invalid', message: 'No.', params: { reason: 'not-allowed' } }] },
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New webhook' }))
  const create = await screen.findByRole('button', { name: 'Create webhook' })
  await user.click(create)
  expect(screen.getByText('Enter the address.')).toBeInTheDocument()
  expect(screen.getByText('Tick at least one.')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Address'), 'localhost/')
  await user.click(screen.getByLabelText('Money came in'))
  await user.click(create)
  expect(await screen.findByText(/only send to public addresses/)).toBeInTheDocument()
  expect(screen.getByLabelText('Address')).toHaveValue('https://localhost/')
})

it('shows the deliveries with what the server said, as text, and sends one again', async () => {
  fakeCall(listDeliveries, pageOf([aDelivery]))
  const { requests } = fakeCall(replayDelivery, { ...aDelivery, state: 'waiting' })
  const { user } = await openSheet(aWebhook({ is_active: false, paused_for: 'failures', failed: 1 }))
  const log = await screen.findByRole('region', { name: 'Deliveries' })
  expect(await within(log).findByText(/Answer 500.? · .?1,234 ms.? · .?10 tries/)).toBeInTheDocument()
  expect(within(log).getByText('<b>out of order</b>')).toBeInTheDocument()
  expect(screen.getByText(/not accepted an event in ten tries/)).toBeInTheDocument()
  await user.click(within(log).getByRole('button', { name: /^Send again/ }))
  await waitFor(() => expect(requests).toHaveLength(1))
})

it('pauses a webhook and keeps its address and events', async () => {
  fakeCall(listDeliveries, pageOf([]))
  const { requests } = fakeCall(saveWebhook, aWebhook({ is_active: false, paused_for: 'person' }))
  const { user } = await openSheet(aWebhook())
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({
      url: 'https://crm.example.org/hook',
      events: ['person.enrolled'],
      is_active: false,
    }),
  )
})

it('shows a replaced secret once', async () => {
  fakeCall(listDeliveries, pageOf([]))
  const secret = `whsec_${'x'.repeat(43)}`
  const { requests } = fakeCall(replaceWebhookSecret, { webhook: aWebhook(), secret })
  const { user } = await openSheet(aWebhook())
  await user.click(await screen.findByRole('button', { name: 'Replace secret' }))
  expect(await screen.findByDisplayValue(secret)).toBeInTheDocument()
  expect(requests[0]?.body).toEqual({ secret_made_at: '2026-11-01T10:00:00Z' })
})

it('lets an admin take over a webhook whose owner left', async () => {
  const { requests } = fakeCall(saveWebhook, aWebhook())
  fakeCall(listDeliveries, pageOf([]))
  const { user } = await openSheet(aWebhook({ is_active: false, paused_for: 'owner', owner: null }))
  expect(await screen.findByText(/its owner is no longer an admin/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Take over and turn on' }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ is_active: true }))
})
