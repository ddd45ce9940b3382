import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  findLearners,
  grantAttempt,
  listAssessmentTotals,
  setAccommodation,
} from '#contract/assessments/admin/results.ts'
import { hasRegisteredWork } from '#src/core/session/busy.ts'
import { ResultsPage } from '#src/features/assessments/admin/index.ts'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aLearnerLine, anAssessment, pageOf } from './factory.ts'

const openLearners = async () => {
  fakeCall(listAssessmentTotals, { results: [anAssessment()] })
  return renderPage(<ResultsPage />, { path: '/admin/assesment-results?assessment=3&view=learners' })
}

describe('extra time and attempts', () => {
  it('shows extra time, attempts and grants with their reasons', async () => {
    fakeCall(
      findLearners,
      pageOf([
        aLearnerLine(0, {
          extra_minutes: 15,
          extra_reason: 'Screen reader',
          attempts_allowed: 2,
          grants: [{ attempts: 1, reason: 'Power cut', by: 'Nandini', at: '2026-11-20T10:00:00.000Z' }],
        }),
        aLearnerLine(1),
      ]),
    )
    await openLearners()
    const [, first, second] = within(await screen.findByRole('table', { name: 'Learners' })).getAllByRole(
      'row',
    )
    for (const text of ['15 minutes', 'Screen reader', '1 of 2 used', 'Power cut'])
      expect(within(first as HTMLElement).getByText(text)).toBeVisible()
    expect(within(second as HTMLElement).getByText('None')).toBeVisible()
  })

  it('sends changed minutes with the reason and refetches the list', async () => {
    const list = fakeCall(
      findLearners,
      pageOf([aLearnerLine(0, { extra_minutes: 15, extra_reason: 'Screen reader' })]),
    )
    const { requests } = fakeCall(setAccommodation, { extra_minutes: 0, extra_reason: null })
    const { user } = await openLearners()
    await user.click(await screen.findByRole('button', { name: /^Extra time for .*Asha Rao/ }))
    const dialog = await screen.findByRole('dialog')
    const minutes = within(dialog).getByLabelText('Extra minutes')
    expect(minutes).toHaveValue(15)
    await user.clear(minutes)
    await user.type(minutes, '0')
    const requestsBefore = list.requests.length
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(list.requests.length).toBeGreaterThan(requestsBefore))
    expect(requests.map(({ params, body }) => [params['userId'], body])).toEqual([
      ['1', { extra_minutes: 0, reason: 'Screen reader' }],
    ])
  })

  it('counts as unsaved only when the reason itself changes', async () => {
    fakeCall(findLearners, pageOf([aLearnerLine(0, { extra_minutes: 15, extra_reason: 'Screen reader ' })]))
    const { user } = await openLearners()
    await user.click(await screen.findByRole('button', { name: /^Extra time for .*Asha Rao/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(hasRegisteredWork()).toBe(false)
    await user.type(dialog.getByLabelText(/^Reason/), '!')
    expect(hasRegisteredWork()).toBe(true)
  })

  it('sends search and switch to the server and clears them when nothing matches', async () => {
    const { requests } = fakeCall(findLearners, ({ query }) =>
      pageOf(query['search'] === 'zz' ? [] : [aLearnerLine(0)]),
    )
    const { user } = await openLearners()
    await user.click(await screen.findByRole('switch', { name: 'Only with extra time or extra attempts' }))
    await user.type(screen.getByRole('searchbox', { name: 'Name or e-mail' }), 'zz')
    expect(await screen.findByText('No learner matches.')).toBeVisible()
    expect(requests.at(-1)?.query).toEqual({ search: 'zz', special: 'true', page: '1', page_size: '20' })
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('table', { name: 'Learners' })).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('returns to the first page when the filters are cleared, and keeps them in the address', async () => {
    const { requests } = fakeCall(findLearners, ({ query }) => ({
      ...pageOf(query['special'] === 'true' ? [] : [aLearnerLine(0)]),
      count: 60,
    }))
    fakeCall(listAssessmentTotals, { results: [anAssessment()] })
    const { user, address } = await renderPage(<ResultsPage />, {
      path: '/admin/assesment-results?assessment=3&view=learners&special=true&page=3',
    })

    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))

    expect(await screen.findByRole('table', { name: 'Learners' })).toBeVisible()
    expect(requests.map(({ query }) => [query['special'] ?? null, query['page']])).toEqual([
      ['true', '3'],
      [null, '1'],
    ])
    expect(address()).toBe('/admin/assesment-results?assessment=3&view=learners')
  })

  it('grants another attempt to the chosen learner', async () => {
    fakeCall(findLearners, pageOf([aLearnerLine(0), aLearnerLine(1)]))
    const { requests } = fakeCall(grantAttempt, { attempts_allowed: 2, attempts_used: 1 })
    const { user } = await openLearners()
    await user.click(await screen.findByRole('button', { name: 'Attempt: allow one more for Vikram Singh' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Reason'), 'Power cut.')
    await user.click(within(dialog).getByRole('button', { name: 'Allow one more' }))
    await waitFor(() => expect(requests.map(({ params }) => params['userId'])).toEqual(['2']))
  })
})
