import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listProviders, saveConsentRule } from '#contract/live/admin/providers.ts'
import { checkPlan, getOptions } from '#contract/live/admin/sessions.ts'
import { LivePlannerPage } from '#src/features/live-admin/pages/LivePlannerPage.tsx'
import { fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aPlan, someOptions } from './session-factory.ts'

const choose = async (
  user: Awaited<ReturnType<typeof renderPage>>['user'],
  field: string,
  option: string,
) => {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }))
}

it('sets what people may do who do not agree to be recorded', async () => {
  fakeCall(listProviders, { providers: [], consent_rule: null })
  const { requests } = fakeCall(saveConsentRule, { consent_rule: 'required' })
  const { user } = await renderPage(<LivePlannerPage />, { path: '/admin/live?settings=1' })
  expect(await screen.findByText('Hosts choose it when they plan a session.')).toBeInTheDocument()
  fakeCall(listProviders, { providers: [], consent_rule: 'required' })
  await choose(user, 'Anyone who does not agree to be recorded', 'Cannot join')
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ consent_rule: 'required' }]))
  expect(await screen.findByText(/They can watch the recording later/)).toBeInTheDocument()
})

it('offers hosts only what the organisation allows', async () => {
  fakeCall(getOptions, { ...someOptions, consent_rule: 'required' })
  fakeCall(checkPlan, aPlan())
  const { user } = await renderPage(<LivePlannerPage />, { path: '/admin/live?session=new' })
  await user.click(await screen.findByRole('combobox', { name: 'Recording' }))
  const list = await screen.findByRole('listbox')
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Not recorded', 'Recorded, consent is needed to join'])
  expect(screen.queryByText(/Your organisation has set this/)).toBeNull()
  await user.click(within(list).getByRole('option', { name: 'Recorded, consent is needed to join' }))
  expect(await screen.findByText(/Your organisation has set this for all sessions/)).toBeInTheDocument()
})
