import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listOwnPayments, saveBuyer, type OwnPayments as Own } from '#contract/money/documents.ts'
import { OwnPayments } from '#src/features/programmes/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const NOBODY = { legal_name: '', address: '', state: null, gstin: null }
const answer = (changes: Partial<Own> = {}): Own => ({
  results: [
    {
      id: 3,
      at: '2026-11-20T10:00:00Z',
      amount_minor: -400_000,
      currency: 'INR',
      title: 'Data Career Programme',
      documents: [
        { id: 7, kind: 'receipt', number: 'R2627/2' },
        { id: 8, kind: 'credit_note', number: 'C2627/1' },
      ],
    },
  ],
  buyer: NOBODY,
  ...changes,
})
const open = () => renderPage(<OwnPayments />, { path: '/user-profile' })

describe('the own payments', () => {
  it('show what was paid or went back, with its documents', async () => {
    fakeCall(listOwnPayments, answer())
    await open()
    const row = await screen.findByRole('listitem')
    expect(within(row).getByText('Data Career Programme')).toBeInTheDocument()
    expect(within(row).getByText(/-₹4,000/)).toBeInTheDocument()
    expect(within(row).getByRole('button', { name: 'Credit note C2627/1' })).toBeInTheDocument()
  })

  it('say when there are none', async () => {
    fakeCall(listOwnPayments, answer({ results: [], buyer: null }))
    await open()
    expect(await screen.findByText('No payments yet')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Invoice details' })).not.toBeInTheDocument()
  })

  it('offer another try when they cannot be loaded', async () => {
    fakeCall(listOwnPayments, failWith('forbidden'))
    await open()
    expect(await screen.findByText('Your payments could not be loaded.')).toBeInTheDocument()
  })

  it('take the buyer of invoices, and check the tax number first', async () => {
    fakeCall(listOwnPayments, answer())
    const { requests } = fakeCall(saveBuyer, { ...NOBODY, legal_name: 'Asha Traders' })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Invoice details' }))
    const dialog = await screen.findByRole('dialog')
    const gstin = within(dialog).getByRole('textbox', { name: /GSTIN/ })
    await user.type(gstin, '27AAPFU0939F1ZX')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText(/This GSTIN is not valid/)).toBeInTheDocument()
    expect(within(dialog).getByText(/name that the GSTIN belongs to/)).toBeInTheDocument()
    await user.clear(gstin)
    await user.type(gstin, '27aapfu0939f1zv')
    await user.type(within(dialog).getByRole('textbox', { name: /Name or company/ }), 'Asha Traders')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toMatchObject({ legal_name: 'Asha Traders', gstin: '27AAPFU0939F1ZV' })
  })
})
