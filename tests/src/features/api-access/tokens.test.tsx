/** API keys as admins see them. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { createApiToken, listApiTokens, revokeApiToken, type ApiToken } from '#contract/api-access/tokens.ts'
import { listWebhooks } from '#contract/api-access/webhooks.ts'
import { ApiPage } from '#src/features/api-access/pages/ApiPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const aToken = (changes: Partial<ApiToken> = {}): ApiToken => ({
  id: 'b3f8f3a0-6e6a-4d0e-9c6f-0c6a5f1c2d3e',
  name: 'Staff directory',
  prefix: 'lpt_AbCdEfGh',
  scopes: ['people.read'],
  made_at: '2026-11-01T10:00:00Z',
  made_by: { id: 5, name: 'Ada Admin' },
  expires_at: '2027-01-30T10:00:00Z',
  last_used_at: null,
  revoked_at: null,
  revoked_for: null,
  state: 'active',
  ...changes,
})
beforeEach(() => {
  fakeCall(listWebhooks, { results: [] })
})
const open = () =>
  renderPage(
    <main>
      <ApiPage />
    </main>,
    { path: '/admin/api' },
  )

it('shows what each key may do and why one ended', async () => {
  const ended = aToken({ id: 'c3f8f3a0-6e6a-4d0e-9c6f-0c6a5f1c2d3e', name: 'Old', state: 'revoked' })
  fakeCall(listApiTokens, {
    results: [aToken(), { ...ended, revoked_at: '2026-11-02T10:00:00Z', revoked_for: 'maker' }],
  })
  await open()
  const table = await screen.findByRole('table', { name: 'API keys' })
  expect(within(table).getAllByText('people.read')).toHaveLength(2)
  expect(within(table).getByText('Its maker is no longer an admin.')).toBeInTheDocument()
  expect(within(table).getAllByRole('button')).toHaveLength(1)
})

it('asks for a name and a right, then shows the key once', async () => {
  fakeCall(listApiTokens, { results: [] })
  const secret = `lpt_${'x'.repeat(43)}`
  const { requests } = fakeCall(createApiToken, { token: aToken(), secret })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const create = await screen.findByRole('button', { name: 'Create key' })
  await user.click(create)
  expect(screen.getByText('Give the key a name.')).toBeInTheDocument()
  expect(screen.getByText('Tick at least one.')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Name'), 'Staff directory')
  await user.click(screen.getByLabelText('See issued certificates'))
  await user.click(create)
  expect(await screen.findByLabelText('Key')).toHaveValue(secret)
  expect(requests[0]?.body).toMatchObject({
    name: 'Staff directory',
    scopes: ['certificates.read'],
    days: 90,
  })
  await user.click(screen.getByRole('button', { name: 'I’ve saved it' }))
  await waitFor(() => expect(screen.queryByDisplayValue(secret)).not.toBeInTheDocument())
})

it('keeps what was typed when the key could not be created', async () => {
  fakeCall(listApiTokens, { results: [] })
  fakeCall(createApiToken, failWith('conflict', { detail: 'At most 50 keys.' }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  await user.type(await screen.findByLabelText('Name'), 'Payroll')
  await user.click(screen.getByLabelText('See issued certificates'))
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveValue('Payroll')
})

it('revokes a key after a question', async () => {
  fakeCall(listApiTokens, { results: [aToken()] })
  const { requests } = fakeCall(revokeApiToken, aToken({ state: 'revoked', revoked_for: 'person' }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Revoke Staff directory' }))
  expect(requests).toHaveLength(0)
  await user.click(await screen.findByRole('button', { name: 'Revoke key' }))
  await waitFor(() => expect(requests).toHaveLength(1))
})
