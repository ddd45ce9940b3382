import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { paused, type OutboxLine, type OutboxSource } from '#src/core/offline/outbox.ts'
import { OutboxPage } from '#src/features/offline/index.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const anEntry = (overrides: Partial<OutboxLine>): OutboxLine => ({
  id: 'a',
  kind: 'quiz',
  title: 'Rates: check',
  since: Date.now() - 3_600_000,
  path: '/learn/course/1/2?item=3',
  isDraft: false,
  refused: null,
  ...overrides,
})

/** A queue in memory; sent entries leave it. */
const createSource = (start: readonly OutboxLine[]) => {
  let entries = [...start]
  const sent: string[] = []
  const listeners = new Set<() => void>()
  const source: OutboxSource = {
    name: 'test',
    list: async () => entries,
    retry: vi.fn<OutboxSource['retry']>(async (id) => {
      const sending = entries.filter((entry) => !entry.isDraft && (id === undefined || entry.id === id))
      sent.push(...sending.map((entry) => entry.id))
      entries = entries.filter((entry) => !sending.includes(entry))
    }),
    discard: async (id) => {
      entries = entries.filter((entry) => entry.id !== id)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const arrive = (entry: OutboxLine) => {
    entries = [...entries, entry]
    for (const listener of listeners) listener()
  }
  return { source, sent, arrive, remainingIds: () => entries.map(({ id }) => id) }
}

const openOutbox = async (start: readonly OutboxLine[], language: 'en' | 'ar' = 'en') => {
  const queue = createSource(start)
  const load = () => Promise.resolve([queue.source])
  const page = await renderPage(<OutboxPage load={load} />, { path: '/outbox', language })
  return { ...queue, ...page }
}
const lines = () => screen.findAllByRole('listitem')

describe('OutboxPage', () => {
  it('TE5: keeps what belongs to a switched-off feature, says so, and does not send it', async () => {
    const queue = createSource([anEntry({ title: 'My question', refused: 'Not found.' })])
    const load = () => Promise.resolve([paused(queue.source)])
    const { user } = await renderPage(<OutboxPage load={load} />, { path: '/outbox' })
    const [line] = await lines()
    expect(line).toHaveTextContent('My question')
    expect(line).toHaveTextContent('Switched off')
    expect(line).toHaveTextContent('send it once it is back')
    expect(within(line!).queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
    expect(queue.sent).toEqual([])
    await user.click(within(line!).getByRole('button', { name: /Discard/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(queue.remainingIds()).toEqual([]))
  })

  it('shows the empty state', async () => {
    await openOutbox([])
    expect(await screen.findByText('Everything is sent')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  })

  it('lists the rejected entry first with its reason, then the others', async () => {
    await openOutbox([
      anEntry({ id: 'draft', kind: 'words', title: 'half a thought', isDraft: true }),
      anEntry({ id: 'quiz' }),
      anEntry({ id: 'late', kind: 'comment', title: 'too late', refused: 'The thread is closed.' }),
    ])
    const [first, second, third] = await lines()
    expect(within(first as HTMLElement).getByText('The thread is closed.')).toBeVisible()
    expect(within(first as HTMLElement).getByText('Not accepted')).toBeVisible()
    expect(within(second as HTMLElement).getByText('Submitted quiz')).toBeVisible()
    expect(within(second as HTMLElement).getByText('Rates: check')).toBeVisible()
    expect(within(third as HTMLElement).getByText('Draft')).toBeVisible()
    expect(within(third as HTMLElement).getByRole('link')).toHaveTextContent('Finish')
  })

  it('removes an entry once it is sent', async () => {
    const { user, sent } = await openOutbox([anEntry({ id: 'quiz' })])
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    expect(await screen.findByText('Everything is sent')).toBeVisible()
    expect(sent).toEqual(['quiz'])
  })

  it('discards an entry only after a confirmation', async () => {
    const { user, remainingIds } = await openOutbox([anEntry({ id: 'quiz' })])
    await user.click(await screen.findByRole('button', { name: 'Discard: Submitted quiz' }))
    // The close button and the "keep" button both keep it.
    const keep = await screen.findAllByRole('button', { name: 'Keep it' })
    await user.click(keep.at(-1) as HTMLElement)
    expect(remainingIds()).toEqual(['quiz'])

    await user.click(await screen.findByRole('button', { name: 'Discard: Submitted quiz' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('Everything is sent')).toBeVisible()
    expect(remainingIds()).toEqual([])
  })

  it('disables sending offline and says so', async () => {
    setServerReached(false)
    try {
      await openOutbox([anEntry({ id: 'quiz' })])
      expect(await screen.findByRole('button', { name: 'Send now' })).toBeDisabled()
      expect(screen.getByText('You are offline')).toBeVisible()
    } finally {
      setServerReached(true)
    }
  })

  it('shows a new entry at once', async () => {
    const { arrive } = await openOutbox([])
    await screen.findByText('Everything is sent')
    arrive(anEntry({ id: 'note', kind: 'note', title: 'Ask about this' }))
    await waitFor(() => expect(screen.getByText('Ask about this')).toBeVisible())
  })

  it('speaks Arabic', async () => {
    await openOutbox([anEntry({ id: 'quiz' })], 'ar')
    expect(await screen.findByText('اختبار سُلّم')).toBeVisible()
  })

  it('shows a damaged encrypted entry, which can only be discarded', async () => {
    const { user, remainingIds } = await openOutbox([
      anEntry({ id: '4', kind: 'damaged', title: null, path: null, isDraft: true, refused: '' }),
    ])
    const [line] = await lines()
    expect(line).toHaveTextContent('Cannot be opened')
    expect(line).toHaveTextContent('can no longer be read')
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Discard: Encrypted on this device' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(remainingIds()).toEqual([]))
  })

  it('never offers to discard exam answers', async () => {
    await openOutbox([
      anEntry({ kind: 'exam', title: 'Final', path: '/assessment/quiz?attempt=a', isPermanent: true }),
    ])
    expect(await screen.findByText('Exam answers')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open: Exam answers' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Send now' })).toBeVisible()
  })

  it.each([
    [135, '2 h 15 min'],
    [0.4, 'Less than a minute'],
  ])('shows the length of %d minutes of study time', async (minutes, text) => {
    await openOutbox([anEntry({ kind: 'time', title: null, path: null, isPermanent: true, minutes })])
    const [line] = await lines()
    expect(line).toHaveTextContent('Study time')
    expect(line).toHaveTextContent(text)
    expect(within(line as HTMLElement).queryByRole('button')).toBeNull()
    expect(screen.queryByText('Everything is sent')).toBeNull()
  })

  it('shows an error when a queue cannot be read', async () => {
    const { source } = createSource([])
    const broken = { ...source, list: () => Promise.reject(new Error('no disk')) }
    await renderPage(<OutboxPage load={() => Promise.resolve([broken])} />, { path: '/outbox' })
    expect(await screen.findByText('The list could not be shown')).toBeVisible()
    expect(screen.queryByText('Everything is sent')).toBeNull()
  })

  it('does not promise to send drafts', async () => {
    setServerReached(false)
    try {
      await openOutbox([anEntry({ kind: 'film', isDraft: true })])
      expect(await screen.findByText('Answers to questions in a video')).toBeVisible()
      expect(screen.queryByText(/is sent automatically/)).toBeNull()
      expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
    } finally {
      setServerReached(true)
    }
  })
})
