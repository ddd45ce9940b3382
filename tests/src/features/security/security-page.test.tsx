/** Security events as admins and superadmins see them. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  exportSecurityEvents,
  listSecurityEvents,
  verifySecurityEvents,
  type SecurityEvent,
} from '#contract/security/security-events.ts'
import { SecurityPage } from '#src/features/security/pages/SecurityPage.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const PATH = '/admin/security'
const anEvent = (changes: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id: 3,
  at: '2026-11-22T10:00:00Z',
  action: 'assessments.decide',
  result: 'refused',
  person: { id: 5, name: 'Ina Instructor' },
  object: 'attempt:1',
  about: null,
  detail: { reason: 'own_attempt' },
  network: '203.0.113.0',
  request_id: null,
  ...changes,
})
const pageOf = (results: SecurityEvent[], clients: { id: number; name: string }[] = []) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  clients,
})
const open = (path = PATH, options: RenderOptions = {}) =>
  renderPage(
    <main>
      <SecurityPage />
    </main>,
    { path, ...options },
  )

it('shows who did what, with the filters of the address', async () => {
  const { requests } = fakeCall(listSecurityEvents, pageOf([anEvent()]))
  await open(`${PATH}?kind=assessments&result=refused&from=2026-11-01&page=2`)
  const table = await screen.findByRole('table', { name: 'Security events' })
  expect(within(table).getByText('Ina Instructor')).toBeInTheDocument()
  expect(within(table).getByText('Result decided')).toBeInTheDocument()
  expect(within(table).getByText('attempt:1')).toBeInTheDocument()
  expect(within(table).getByText('reason: own_attempt')).toBeInTheDocument()
  expect(requests.at(-1)?.query).toMatchObject({
    kind: 'assessments',
    result: 'refused',
    from: '2026-11-01',
    page: '2',
  })
  expect(screen.queryByLabelText('Client')).not.toBeInTheDocument()
})

it('leads to the people and things, and shows what was before and after', async () => {
  const changed = anEvent({
    action: 'auth.role_changed',
    result: 'ok',
    object: 'user:9',
    about: { id: 9, name: 'Asha Learner' },
    detail: { from: 'student', to: 'instructor' },
  })
  fakeCall(listSecurityEvents, pageOf([changed, anEvent({ id: 4, object: 'course:12', detail: {} })]))
  await open()
  const table = await screen.findByRole('table', { name: 'Security events' })
  const link = (name: string) => within(table).getByRole('link', { name })
  expect(link('Asha Learner')).toHaveAttribute('href', '/admin/manage-students?student=9')
  expect(link('course:12')).toHaveAttribute('href', '/admin/courses/12')
  expect(within(table).getByText('student').closest('div')).toHaveTextContent('Beforestudent')
  expect(within(table).getByText('instructor').closest('div')).toHaveTextContent('Afterinstructor')
})

it('leads nowhere from the log of another client', async () => {
  fakeCall(listSecurityEvents, pageOf([anEvent({ object: 'course:12' })]))
  await open(`${PATH}?of=8`)
  const table = await screen.findByRole('table', { name: 'Security events' })
  expect(within(table).queryAllByRole('link')).toEqual([])
})

it('shows the code of an action that a former version recorded', async () => {
  fakeCall(listSecurityEvents, pageOf([anEvent({ action: 'auth.replaced' })]))
  await open()
  expect(await screen.findAllByText('auth.replaced')).not.toHaveLength(0)
})

it('keeps the person in the address and exports what is filtered', async () => {
  fakeCall(listSecurityEvents, pageOf([anEvent()]))
  const { requests } = fakeCall(exportSecurityEvents, failWith('too_many_requests', { detail: 'Slow down.' }))
  const { user, address } = await open()
  await user.type(await screen.findByRole('searchbox', { name: 'Search by person' }), 'ina')
  await waitFor(() => expect(address()).toBe(`${PATH}?search=ina`))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ search: 'ina' }))
})

it('lets superadmins choose a client, whose chain is then verified', async () => {
  fakeCall(
    listSecurityEvents,
    pageOf(
      [anEvent()],
      [
        { id: 7, name: 'Kitewing' },
        { id: 8, name: 'Ufuq' },
      ],
    ),
  )
  const { requests } = fakeCall(verifySecurityEvents, {
    ok: false,
    checked: 12,
    fault: 'event 13 does not match its link',
    head: null,
  })
  const { user } = await open(`${PATH}?of=8`)
  expect(await screen.findByLabelText('Client')).toHaveTextContent('Ufuq')
  await user.click(screen.getByRole('button', { name: 'Verify the chain' }))
  expect(await screen.findByText(/The log was changed after 12 intact entries/)).toBeInTheDocument()
  expect(screen.getByText('event 13 does not match its link')).toBeInTheDocument()
  expect(requests.at(-1)?.body).toEqual({ of: 8 })
})

it('says in Arabic that nothing was changed', async () => {
  fakeCall(listSecurityEvents, pageOf([]))
  fakeCall(verifySecurityEvents, { ok: true, checked: 3, fault: null, head: null })
  const { user } = await open(PATH, { language: 'ar' })
  await user.click(await screen.findByRole('button', { name: 'التحقّق من السلسلة' }))
  expect(await screen.findByText(/سجلات\. لم يتغيّر شيء/)).toBeInTheDocument()
  expect(await screen.findByText('لا توجد أحداث أمان بعد.')).toBeInTheDocument()
})
