import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NextClass as Session } from '#contract/courses/learning-home.ts'
import { NextClass } from '#src/features/live/index.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const MINUTE_MS = 60_000
const START = new Date(2026, 10, 20, 18, 30).getTime()
const session: Session = {
  id: 5,
  title: 'Loops',
  starts_at: new Date(START).toISOString(),
  ends_at: new Date(START + 60 * MINUTE_MS).toISOString(),
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

it('says when the class begins, offers to join ten minutes before, and ends with it', async () => {
  vi.setSystemTime(START - 30 * MINUTE_MS)
  await renderPage(<NextClass session={session} />)
  const card = within(await screen.findByRole('region', { name: 'Next class' }))
  expect(card.getByRole('link', { name: 'Loops' })).toHaveAttribute('href', '/live')
  expect(card.getByText(/^Class today at 6:30/)).toBeInTheDocument()
  expect(card.queryByText('Join')).not.toBeInTheDocument()

  await act(() => vi.advanceTimersByTimeAsync(20 * MINUTE_MS + 500))
  expect(card.getByText(/The room is open\.$/)).toBeInTheDocument()
  expect(card.getByText('Join')).toBeInTheDocument()

  await act(() => vi.advanceTimersByTimeAsync(10 * MINUTE_MS))
  expect(card.getByText('Live now')).toBeInTheDocument()

  await act(() => vi.advanceTimersByTimeAsync(60 * MINUTE_MS))
  expect(screen.queryByRole('region', { name: 'Next class' })).not.toBeInTheDocument()
})
