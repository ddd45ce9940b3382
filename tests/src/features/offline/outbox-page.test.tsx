import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { setServerReached } from '#src/core/http/connectivity.ts'
import type { OutboxLine, OutboxSource } from '#src/core/offline/outbox.ts'
import { OutboxPage } from '#src/features/offline/index.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const waits = (given: Partial<OutboxLine>): OutboxLine => ({
  id: 'a',
  kind: 'quiz',
  title: 'Rates: check',
  since: Date.now() - 3_600_000,
  path: '/learn/course/1/2?item=3',
  isDraft: false,
  refused: null,
  ...given,
})

/** A queue in memory; what is sent leaves it unless the server refuses it. */
const aSource = (start: readonly OutboxLine[]) => {
  let entries = [...start]
  const sent: string[] = []
  const listeners = new Set<() => void>()
  const source: OutboxSource = {
    name: 'test',
    list: async () => entries,
    retry: vi.fn<OutboxSource['retry']>(async (id) => {
      const going = entries.filter((entry) => !entry.isDraft && (id === undefined || entry.id === id))
      sent.push(...going.map((entry) => entry.id))
      entries = entries.filter((entry) => !going.includes(entry))
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
  return { source, sent, arrive, left: () => entries.map(({ id }) => id) }
}

const open = async (start: readonly OutboxLine[], language: 'en' | 'ar' = 'en') => {
  const world = aSource(start)
  const load = () => Promise.resolve([world.source])
  const page = await renderPage(<OutboxPage load={load} />, { path: '/outbox', language })
  return { ...world, ...page }
}
const lines = () => screen.findAllByRole('listitem')

describe('what waits to be sent', () => {
  it('given nothing, when opened, then that is said', async () => {
    await open([])
    expect(await screen.findByText('Nothing waits')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  })

  it('given a refusal, a waiting quiz and a draft, when opened, then the refusal stands first with its reason and each says what it is', async () => {
    await open([
      waits({ id: 'draft', kind: 'words', title: 'half a thought', isDraft: true }),
      waits({ id: 'quiz' }),
      waits({ id: 'late', kind: 'comment', title: 'too late', refused: 'The thread is closed.' }),
    ])
    const [first, second, third] = await lines()
    expect(within(first as HTMLElement).getByText('The thread is closed.')).toBeVisible()
    expect(within(first as HTMLElement).getByText('Not accepted')).toBeVisible()
    expect(within(second as HTMLElement).getByText('Quiz handed in')).toBeVisible()
    expect(within(second as HTMLElement).getByText('Rates: check')).toBeVisible()
    expect(within(third as HTMLElement).getByText('Draft')).toBeVisible()
    expect(within(third as HTMLElement).getByRole('link')).toHaveTextContent('Finish')
  })

  it('given something that waits, when it is sent, then it leaves the list', async () => {
    const { user, sent } = await open([waits({ id: 'quiz' })])
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    expect(await screen.findByText('Nothing waits')).toBeVisible()
    expect(sent).toEqual(['quiz'])
  })

  it('given an entry, when it is discarded, then only after a question, and keeping it keeps it', async () => {
    const { user, left } = await open([waits({ id: 'quiz' })])
    await user.click(await screen.findByRole('button', { name: 'Discard: Quiz handed in' }))
    // The cross and the button both keep it.
    const keep = await screen.findAllByRole('button', { name: 'Keep it' })
    await user.click(keep.at(-1) as HTMLElement)
    expect(left()).toEqual(['quiz'])

    await user.click(await screen.findByRole('button', { name: 'Discard: Quiz handed in' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('Nothing waits')).toBeVisible()
    expect(left()).toEqual([])
  })

  it('given no connection, when opened, then nothing can be sent and it is said that nothing is lost', async () => {
    setServerReached(false)
    try {
      await open([waits({ id: 'quiz' })])
      expect(await screen.findByRole('button', { name: 'Send now' })).toBeDisabled()
      expect(screen.getByText('You are offline')).toBeVisible()
    } finally {
      setServerReached(true)
    }
  })

  it('given the page, when something new waits, then it appears by itself', async () => {
    const { arrive } = await open([])
    await screen.findByText('Nothing waits')
    arrive(waits({ id: 'note', kind: 'note', title: 'Ask about this' }))
    await waitFor(() => expect(screen.getByText('Ask about this')).toBeVisible())
  })

  it('given Arabic, when opened, then it speaks Arabic', async () => {
    await open([waits({ id: 'quiz' })], 'ar')
    expect(await screen.findByText('اختبار سُلّم')).toBeVisible()
  })

  it('given something that was changed while it lay sealed, when opened, then it says so, cannot be sent, and is given up by hand', async () => {
    const { user, left } = await open([
      waits({ id: '4', kind: 'damaged', title: null, path: null, isDraft: true, refused: '' }),
    ])
    const [line] = await lines()
    expect(line).toHaveTextContent('Cannot be opened')
    expect(line).toHaveTextContent('cannot be read any more')
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Discard: Kept sealed on this device' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(left()).toEqual([]))
  })

  it('given answers of an exam, when opened, then they can be looked at and sent, never discarded', async () => {
    await open([
      waits({ kind: 'exam', title: 'Final', path: '/assessment/quiz?attempt=a', isPermanent: true }),
    ])
    expect(await screen.findByText('Answers of an exam')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open: Answers of an exam' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Send now' })).toBeVisible()
  })

  it.each([
    [135, '2 h 15 min'],
    [0.4, 'Less than a minute'],
  ])('given %d minutes of study time, when opened, then their length stands there', async (minutes, text) => {
    await open([waits({ kind: 'time', title: null, path: null, isPermanent: true, minutes })])
    const [line] = await lines()
    expect(line).toHaveTextContent('Study time')
    expect(line).toHaveTextContent(text)
    expect(within(line as HTMLElement).queryByRole('button')).toBeNull()
    expect(screen.queryByText('Nothing waits')).toBeNull()
  })

  it('given a queue that cannot be read, when opened, then that is said instead of nothing', async () => {
    const { source } = aSource([])
    const broken = { ...source, list: () => Promise.reject(new Error('no disk')) }
    await renderPage(<OutboxPage load={() => Promise.resolve([broken])} />, { path: '/outbox' })
    expect(await screen.findByText('The list could not be shown')).toBeVisible()
    expect(screen.queryByText('Nothing waits')).toBeNull()
  })

  it('given nothing but a draft, when offline, then nothing promises that it goes by itself', async () => {
    setServerReached(false)
    try {
      await open([waits({ kind: 'film', isDraft: true })])
      expect(await screen.findByText('Answers to questions in a video')).toBeVisible()
      expect(screen.queryByText(/goes out by itself/)).toBeNull()
      expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
    } finally {
      setServerReached(true)
    }
  })
})
