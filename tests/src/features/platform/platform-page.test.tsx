/** The platform as superadmins see it: clients, limits, jobs, health and rollout. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import * as clientCalls from '#contract/platform/clients.ts'
import { getHealth } from '#contract/platform/health.ts'
import * as jobCalls from '#contract/platform/jobs.ts'
import * as rolloutCalls from '#contract/platform/rollout.ts'
import { draftOf, limitsOf, noLimits } from '#src/features/platform/model/limits.ts'
import { slugOf } from '#src/features/platform/model/new-client.ts'
import { PlatformPage } from '#src/features/platform/pages/PlatformPage.tsx'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const NOW = '2026-11-20T10:00:00Z'
const some = (changes: Partial<clientCalls.PlatformClient> = {}): clientCalls.PlatformClient => ({
  id: 8,
  name: 'Nakheel',
  slug: 'nakheel',
  hosts: ['learn.nakheel.test'],
  is_active: true,
  is_own: false,
  created_at: NOW,
  usage: { people: 95, storage_bytes: 1_500_000_000, mails: 12, last_active_at: null, counted_at: NOW },
  limits: { people: 100, storage_bytes: null, mails: null },
  ...changes,
})
const pageWith = (...results: clientCalls.PlatformClient[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
})
const open = (path = '/admin/platform', clients = pageWith(some())) => {
  fakeCall(clientCalls.listClients, clients)
  return renderPage(
    <main>
      <PlatformPage />
    </main>,
    { path, client: aClient(), person: aSignedIn({ role: 'superadmin' }) },
  )
}

describe('clients', () => {
  it('show what they use of what they may have', async () => {
    await open('/admin/platform', pageWith(some(), some({ id: 7, name: 'Kite', is_own: true })))
    const table = await screen.findByRole('table', { name: 'Clients' })
    const [, first, own] = within(table).getAllByRole('row')
    if (!first || !own) throw new Error('two clients')
    expect(within(first).getByRole('meter', { name: 'People' })).toHaveAttribute(
      'aria-valuetext',
      '95 of 100',
    )
    expect(within(first).getByText('Nearly full')).toBeInTheDocument()
    expect(within(first).getByText('1.5 GB')).toBeInTheDocument()
    expect(within(own).queryByRole('button', { name: /Switch off/ })).toBeNull()
  })

  it('show no numbers before anything was counted', async () => {
    const usage = { people: 0, storage_bytes: 0, mails: 0, last_active_at: null, counted_at: null }
    await open('/admin/platform', pageWith(some({ usage })))
    const table = await screen.findByRole('table', { name: 'Clients' })
    expect(within(table).getByText('Not counted yet')).toBeInTheDocument()
    expect(within(table).getAllByText('–')).toHaveLength(4)
    expect(within(table).queryByText('Nobody yet')).toBeNull()
  })

  it('go off after a question that says what it means', async () => {
    const put = fakeCall(clientCalls.setClientState, some({ is_active: false }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /^Switch off/ }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/95 people can’t use it any more/)).toBeInTheDocument()
    expect(put.requests).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Switch off' }))
    await waitFor(() => expect(put.requests[0]?.body).toEqual({ is_active: false }))
  })

  it('are created with what was typed, which stays when a name is taken', async () => {
    const refused = fakeCall(
      clientCalls.createClient,
      failWith('invalid_fields', { fields: { slug: [{ code: 'taken', message: 'taken' }] } }),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'New client' }))
    const sheet = await screen.findByRole('dialog')
    const create = within(sheet).getByRole('button', { name: 'Create client' })
    expect(create).toBeDisabled()
    await user.type(within(sheet).getByRole('textbox', { name: 'Name' }), 'Kite & Co.')
    expect(within(sheet).getByRole('textbox', { name: 'Short name for addresses' })).toHaveValue('kite-co')
    await user.type(within(sheet).getByRole('textbox', { name: 'Full name' }), 'Asha Rao')
    await user.type(within(sheet).getByRole('textbox', { name: 'E-mail' }), 'asha@kite.test')
    await user.type(within(sheet).getByRole('textbox', { name: 'Storage in GB' }), '2.5')
    await user.click(create)
    expect(await within(sheet).findByText('Another client uses this already.')).toBeInTheDocument()
    expect(refused.requests[0]?.body).toMatchObject({
      name: 'Kite & Co.',
      slug: 'kite-co',
      host: null,
      admin: { name: 'Asha Rao', email: 'asha@kite.test' },
      limits: { people: null, storage_bytes: 2_500_000_000, mails: null },
    })
    expect(within(sheet).getByRole('textbox', { name: 'Name' })).toHaveValue('Kite & Co.')

    fakeCall(clientCalls.createClient, { client: some({ name: 'Kite' }), link: 'https://kite.test/in' })
    await user.click(create)
    expect(await screen.findByText('https://kite.test/in')).toBeInTheDocument()
  })
})

describe('limits as they are typed', () => {
  it('may be empty, have a comma or be typed on another keyboard', () => {
    expect(limitsOf(noLimits)).toEqual({ people: null, storage_bytes: null, mails: null })
    expect(limitsOf({ people: '1,200', storage_bytes: '٢٫٥', mails: '१०' })).toEqual({
      people: 1200,
      storage_bytes: 2_500_000_000,
      mails: 10,
    })
    expect(draftOf({ people: null, storage_bytes: 2_500_000_000, mails: 0 })).toEqual({
      ...{ people: '', storage_bytes: '2.5', mails: '0' },
    })
  })

  it.each([
    { people: '0' },
    { people: '1.5' },
    { storage_bytes: '-1' },
    { storage_bytes: '9999999999' },
    { mails: 'ten' },
  ])('are no limits: %o', (wrong) => {
    expect(limitsOf({ ...noLimits, ...wrong })).toBeNull()
  })

  it('a short name follows a Latin name and is left to the person for others', () => {
    expect(slugOf('  Élan & Söhne 2  ')).toBe('elan-sohne-2')
    expect(slugOf('पतंग')).toBe('')
  })
})

it('runs a job when asked, and tries again what was given up', async () => {
  fakeCall(jobCalls.listJobs, {
    servers: 2,
    reported_at: NOW,
    jobs: [
      {
        name: 'ranking',
        servers: 2,
        every_ms: 60_000,
        is_running: false,
        started_at: NOW,
        took_ms: 40,
        next_at: NOW,
        failures: 3,
        failure: { at: NOW, message: 'no such table', client_id: 8 },
        is_asked: false,
      },
    ],
  })
  const work = { kind: 'mail', client: { id: 8, name: 'Nakheel' }, id: '5', at: NOW, tries: 7 } as const
  fakeCall(jobCalls.listFailedWork, { count: 1, results: [{ ...work, message: 'connection refused' }] })
  const run = fakeCall(jobCalls.runJob, { name: 'ranking' })
  const retry = fakeCall(jobCalls.retryWork, { retried: 1 })
  const { user } = await open('/admin/platform?part=jobs')
  expect(await screen.findByText('Failed 3 times in a row')).toBeInTheDocument()
  expect(screen.getByText('no such table')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Run now: Leaderboards' }))
  await waitFor(() => expect(run.requests[0]?.body).toEqual({ name: 'ranking' }))
  await user.click(await screen.findByRole('button', { name: 'Try again: Mail, Nakheel' }))
  await waitFor(() =>
    expect(retry.requests[0]?.body).toEqual({ work: [{ kind: 'mail', client_id: 8, id: '5' }] }),
  )
})

it('folds the jobs by what they are about, and opens the group in which one fails', async () => {
  const job = (name: jobCalls.JobName, failures = 0): jobCalls.PlatformJob => ({
    ...{ name, servers: 1, every_ms: 60_000, is_running: false, started_at: NOW, took_ms: 40, next_at: NOW },
    ...{ failures, failure: null, is_asked: false },
  })
  fakeCall(jobCalls.listJobs, {
    servers: 1,
    reported_at: NOW,
    jobs: [job('campaigns'), job('webhooks'), job('payments'), job('ranking'), job('results', 2)],
  })
  fakeCall(jobCalls.listFailedWork, { count: 0, results: [] })
  const { user } = await open('/admin/platform?part=jobs')
  const learning = await screen.findByRole('table', { name: 'Classes, exams and certificates' })
  const names = within(learning).getAllByRole('rowheader')
  expect(names.map(({ textContent: text }) => text)).toEqual([
    expect.stringContaining('Telling results'),
    expect.stringContaining('Leaderboards'),
  ])
  const messages = screen.getByText('Mails and messages').closest('details')
  expect([messages?.open, messages?.textContent]).toEqual([false, expect.stringContaining('2 jobs')])
  await user.click(screen.getByText('Mails and messages'))
  expect(messages?.open).toBe(true)
  expect(screen.getByRole('button', { name: 'Run now: Sending campaigns' })).toBeVisible()
})

it('shows a few of what was given up, and more on a press', async () => {
  const work = { kind: 'mail', client: { id: 8, name: 'Nakheel' }, at: NOW, tries: 7, message: null } as const
  fakeCall(jobCalls.listJobs, { servers: 1, reported_at: NOW, jobs: [] })
  const results = Array.from({ length: 12 }, (_, n) => ({ ...work, id: String(n) }))
  fakeCall(jobCalls.listFailedWork, { count: 12, results })
  const { user } = await open('/admin/platform?part=jobs')
  const rows = () => screen.getAllByRole('button', { name: 'Try again: Mail, Nakheel' })
  await user.click(await screen.findByRole('button', { name: 'Show 7 more' }))
  expect(rows()).toHaveLength(12)
})

it('says in words how each server is', async () => {
  fakeCall(getHealth, {
    servers: [
      {
        id: '3f0c3c7e-9d3a-4a52-8a63-0a1d1f3b5c01',
        name: 'host (42)',
        version: '1.2.3',
        started_at: NOW,
        seen_at: NOW,
        is_silent: true,
        checks: [
          { check: 'disk', state: 'warning', since: NOW, facts: { free: 4e9, total: 1e11 } },
          { check: 'storage', state: 'problem', since: NOW, facts: { reason: 'EACCES' } },
          { check: 'mail', state: 'unknown', since: NOW, facts: {} },
        ],
      },
    ],
  })
  await open('/admin/platform?part=health')
  expect(await screen.findByText('This server has stopped reporting')).toBeInTheDocument()
  expect(screen.getByText(/Only 4 GB of 100 GB free/)).toBeInTheDocument()
  expect(screen.getByText('EACCES')).toBeInTheDocument()
  expect(screen.getByText(/No mail server is set up/)).toBeInTheDocument()
})

it('shows whom a rollout affects before it is done', async () => {
  fakeCall(rolloutCalls.getRollout, {
    clients: 3,
    features: [{ slug: 'course', area: 'student', on: 3, off: 0, forbidden: 0 }],
  })
  const preview = fakeCall(rolloutCalls.previewRollout, {
    affected: 1,
    people: 95,
    unchanged: 2,
    clients: [{ id: 8, name: 'Nakheel', people: 95 }],
  })
  const apply = fakeCall(rolloutCalls.applyRollout, { changed: 1 })
  const { user } = await open('/admin/platform?part=rollout')
  await user.click(await screen.findByRole('button', { name: /^Change/ }))
  const sheet = await screen.findByRole('dialog')
  expect(preview.requests).toEqual([])
  await user.click(within(sheet).getByRole('radio', { name: 'Switch off' }))
  await user.click(within(sheet).getByRole('radio', { name: 'A share' }))
  expect(await within(sheet).findByText(/1 client changes/)).toBeInTheDocument()
  expect(apply.requests).toEqual([])
  await user.click(within(sheet).getByRole('button', { name: 'Switch off for 1 client' }))
  await waitFor(() =>
    expect(apply.requests[0]?.body).toEqual({
      slug: 'course',
      action: 'off',
      target: { kind: 'percent', percent: 10 },
    }),
  )
})
