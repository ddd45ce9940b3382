import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { IosPwaTestPage } from '#src/app/pages/IosPwaTestPage.tsx'
import { PwaTestPage } from '#src/app/pages/PwaTestPage.tsx'
import { formatBytes } from '#src/shared/lib/text/format-bytes.ts'
import { reportText } from '#src/app/pwa/qa/report.ts'
import { memoryStore, type StoredInterval } from '#src/core/activity/store.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import { captureInstallOffer } from '#src/core/pwa/install-offer.ts'
import { noteWorker } from '#src/core/pwa/worker-status.ts'
import { storedUser } from '#src/core/session/session.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { startTexts } from '#tests/support/web/texts.ts'

const intervals = vi.hoisted(() => ({ store: null as ReturnType<typeof memoryStore> | null }))
vi.mock('#src/core/activity/device-store.ts', () => ({
  deviceIntervalStore: () => (intervals.store ??= memoryStore()),
}))

const anInterval = (id: string, owner: string): StoredInterval => ({
  segment: {
    id,
    sessionId: 'session',
    seq: 1,
    startedAtWall: 0,
    endedMono: 60_000,
    elapsedMs: 60_000,
    day: '2026-11-21',
  },
  owner,
  phase: 'finished',
  how: null,
  emergency: false,
  pageLife: 'life',
  writtenAt: 0,
})

const fact = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).nextElementSibling

captureInstallOffer()
beforeEach(async () => {
  // Loads the texts first: their loading is not part of these tests.
  await startTexts('en', 'pwa')
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

describe('/pwa-test (spec 2)', () => {
  it('reports every fact and disables all actions without worker support', async () => {
    await renderPage(<PwaTestPage />, { person: null })
    expect(await fact('Service worker support')).toHaveTextContent('No')
    expect(await fact('Connection')).toHaveTextContent('Online')
    expect(await fact('Can install')).toHaveTextContent('No')
    expect(await fact('Update available')).toHaveTextContent('No')
    expect(await fact('Protected from automatic removal')).toHaveTextContent('Not offered by this browser')
    for (const name of ['Install', 'Update', 'Dismiss', 'Check for a new version', 'Clear caches'])
      expect(screen.getByRole('button', { name })).toBeDisabled()
  })

  it('enables install, update and dismiss when they are possible', async () => {
    const { user } = await renderPage(<PwaTestPage />, { person: null })
    await fact('Can install')
    act(() => {
      const prompt = () => Promise.resolve()
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
      noteWorker({ waiting: true })
    })
    expect(await fact('Can install')).toHaveTextContent('Yes')
    expect(await fact('Update available')).toHaveTextContent('Yes')
    expect(screen.getByRole('button', { name: 'Install' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Update' })).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(await fact('Install prompt')).toHaveTextContent('Dismissed')
  })
})

describe('outbox facts on /pwa-test', () => {
  it('says that nobody is signed in', async () => {
    await renderPage(<PwaTestPage />, { person: null })
    await waitFor(async () => expect(await fact('Person')).toHaveTextContent('Nobody is signed in'))
  })

  it('counts unsent study time of its owner only', async () => {
    const { user } = await renderPage(<PwaTestPage />)
    await waitFor(async () => expect(await fact('Posts, votes and follows')).toHaveTextContent('0'))
    await intervals.store?.put(anInterval('mine', `${clientId()}:${storedUser()?.id ?? 0}`))
    // Control: another person's interval does not count.
    await intervals.store?.put(anInterval('other', `${clientId()}:999`))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(async () => expect(await fact('Intervals of study time')).toHaveTextContent('1'))
  })
})

describe('/ios-pwa-test (spec 2)', () => {
  it('shows dismissals as they are set and reset', async () => {
    const { user } = await renderPage(<IosPwaTestPage />, { person: null })
    expect(await screen.findByText(/hides the steps for 24 hours/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Dismiss for 24 hours' }))
    expect(await fact('Temporary dismissal (Got it!)')).toHaveTextContent(/^Until /)
    await user.click(screen.getByRole('button', { name: "Don't show again" }))
    expect(await fact("Permanent dismissal (Don't show again)")).toHaveTextContent('Yes')
    await user.click(screen.getByRole('button', { name: 'Forget both dismissals' }))
    expect(await fact('Temporary dismissal (Got it!)')).toHaveTextContent('No')
    expect(await fact("Permanent dismissal (Don't show again)")).toHaveTextContent('No')
  })

  it('shows the install steps on any device', async () => {
    const { user } = await renderPage(<IosPwaTestPage />, { person: null })
    await user.click(await screen.findByRole('button', { name: 'Show the steps' }))
    expect(screen.getByRole('region', { name: /^Install \W?Kite Academy\W?$/u })).toHaveTextContent(
      'Tap Share',
    )
  })
})

describe('report', () => {
  it('writes one line per fact', () => {
    const rows = [{ label: 'Connection', value: 'Online' }]
    expect(reportText('App', [{ title: 'State', rows }])).toBe('App\n\n## State\nConnection: Online')
  })
  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1400, '1.4 kB'],
    [2_800_000, '2.8 MB'],
    [10_700_000_000, '10.7 GB'],
  ])('formats %i bytes as %s, on one line', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text.replace(' ', '\u00A0'))
  })
})
