/** The client's own sender address: the record to copy, the check, and giving it up. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import * as calls from '#contract/emails/sender.ts'
import { SenderCard } from '#src/features/settings/components/SenderCard.tsx'
import { aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const OWN: calls.OwnSender = {
  address: 'hello@school.example',
  domain: 'school.example',
  record: { name: 'lp-12ab34cd._domainkey.school.example', type: 'TXT', value: 'v=DKIM1; k=rsa; p=AAAA' },
  verified_at: null,
  checked_at: null,
}
const open = (own: calls.OwnSender | null) => {
  fakeCall(calls.getSender, { own })
  return renderPage(
    <main>
      <SenderCard />
    </main>,
    { path: '/admin/settings?part=mail', person: aSignedIn({ role: 'admin' }) },
  )
}

it('makes a record for an address, and keeps a refused address in its field', async () => {
  fakeCall(
    calls.setSender,
    failWith('invalid_fields', { fields: { address: [{ code: 'invalid', message: 'no' }] } }),
  )
  const { user } = await open(null)
  await user.type(await screen.findByLabelText('Sender address'), 'hello@10.0.0.1')
  await user.click(screen.getByRole('button', { name: 'Create the record' }))
  expect(await screen.findByText(/Enter an address of your own domain/)).toBeInTheDocument()
  expect(screen.getByLabelText('Sender address')).toHaveValue('hello@10.0.0.1')
  fakeCall(calls.setSender, { own: OWN })
  await user.clear(screen.getByLabelText('Sender address'))
  await user.type(screen.getByLabelText('Sender address'), OWN.address)
  await user.click(screen.getByRole('button', { name: 'Create the record' }))
  expect(await screen.findByLabelText('Value')).toHaveValue(OWN.record.value)
  expect(screen.getByText(/^Not in use yet/)).toBeInTheDocument()
})

it('says what the check found, and is in use once the record is there', async () => {
  fakeCall(calls.checkSender, { own: OWN, found: 'missing' })
  const { user } = await open(OWN)
  await user.click(await screen.findByRole('button', { name: 'Check the record' }))
  expect(await screen.findByText(/The record is not there yet/)).toBeInTheDocument()
  const verified = { ...OWN, verified_at: '2026-11-27T10:00:00Z' }
  fakeCall(calls.checkSender, { own: verified, found: 'verified' })
  await user.click(screen.getByRole('button', { name: 'Check the record' }))
  expect(await screen.findByText(/^In use since/)).toBeInTheDocument()
})

it('is given up after a question', async () => {
  const { requests } = fakeCall(calls.removeSender, undefined)
  const { user } = await open(OWN)
  await user.click(await screen.findByRole('button', { name: 'Stop using it' }))
  expect(requests).toHaveLength(0)
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Stop using it' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Create the record' })).toBeInTheDocument()
})
