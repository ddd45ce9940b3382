/** The tab of orders: rows that lead to their payments, filters in the address, and every state of a list. */
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listProgrammeOrders, type ProgrammeOrder } from '#contract/money/admin-programmes.ts'
import { OrderList } from '#src/features/money/orders/OrderList.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const anOrder = (changes: Partial<ProgrammeOrder> = {}): ProgrammeOrder => ({
  id: 3,
  person: { id: 5, name: 'Asha Learner', email: 'asha@example.test' },
  programme: { slug: 'flagship', title: 'Data Career Programme' },
  plan: 'instalments',
  standing: 'late',
  booked_at: '2026-09-20T10:00:00Z',
  currency: 'INR',
  owed_minor: 12_000_000,
  paid_minor: 1_200_000,
  open_minor: 10_800_000,
  next_due_on: '2026-10-20',
  ...changes,
})
const pageOf = (results: ProgrammeOrder[]) => ({ count: results.length, next: null, previous: null, results })
const PATH = '/admin/payments?view=orders'
const open = () => renderPage(<OrderList />, { path: PATH })

describe('the orders', () => {
  it('show standing, what is paid and open, and lead to the payments', async () => {
    fakeCall(listProgrammeOrders, pageOf([anOrder()]))
    await open()
    const [link] = await screen.findAllByRole('link', { name: 'Payments of Asha Learner' })
    expect(link).toHaveAttribute('href', '/admin/payments?person=5&programme=flagship')
    expect(screen.getAllByText('Late')[0]).toBeInTheDocument()
    expect(screen.getAllByText('₹12,000')[0]).toBeInTheDocument()
    expect(screen.getAllByText('₹1,08,000')[0]).toBeInTheDocument()
  })

  it('keep the filters in the address', async () => {
    const { requests } = fakeCall(listProgrammeOrders, pageOf([anOrder()]))
    const { user, address } = await open()
    await user.click(await screen.findByRole('combobox', { name: 'Standing' }))
    await user.click(await screen.findByRole('option', { name: 'Late' }))
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ standing: 'late' }))
    expect(address()).toBe(`${PATH}&standing=late`)
  })

  it('say when there are none, and offer another try when they cannot be loaded', async () => {
    fakeCall(listProgrammeOrders, pageOf([]))
    const first = await open()
    expect(await screen.findByText('No orders yet')).toBeInTheDocument()
    first.unmount()
    fakeCall(listProgrammeOrders, failWith('internal_error'))
    await open()
    expect(await screen.findByText('The orders could not be loaded.')).toBeInTheDocument()
  })
})
