import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getBoard, type Board } from '#contract/attendance/sheets.ts'
import { boardTopic, SCHEDULE_TOPIC } from '#contract/notifications/live.ts'
import { deliverLiveEvent } from '#src/core/live/topics.ts'
import { CheckInScreenPage } from '#src/features/attendance/admin/index.ts'
import { fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const PATH = '/admin/attendance/check-in?session=5'
const ann = { user_id: 1, name: 'Ann Lee', at: null, status: null, via: null }
const aBoard = (changes: Partial<Board> = {}): Board => ({
  session: { id: 5, title: 'Charts', starts_at: '2026-11-20T08:00:00.000Z', length_minutes: 60 },
  course: { id: 2, title: 'Data' },
  state: 'open',
  code: '12345678',
  next_in_ms: 9000,
  changes_in_ms: 9000,
  people: [ann],
  ...changes,
})
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the check-in screen', () => {
  it('asks the server only when time changes the board', async () => {
    let calls = 0
    fakeCall(getBoard, () => {
      calls += 1
      return calls === 1 ? aBoard({ changes_in_ms: 300 }) : aBoard({ code: '87654321' })
    })
    await renderPage(<CheckInScreenPage />, { path: PATH })
    expect(await screen.findByText('1234 5678')).toBeInTheDocument()
    expect(await screen.findByText('8765 4321')).toBeInTheDocument()
    await pause(600)
    expect(calls).toBe(2)
  })

  it('fetches the board when the stream speaks of its session, and of no other', async () => {
    let people: Board['people'] = [ann]
    const { requests } = fakeCall(getBoard, () => aBoard({ people }))
    await renderPage(<CheckInScreenPage />, { path: PATH })
    await screen.findByRole('heading', { name: '0 of 1 is in' })
    people = [{ ...ann, at: '2026-11-20T08:01:00.000Z', status: 'present', via: 'check-in' }]
    for (const [topic, id] of [
      [boardTopic(6), 6],
      [SCHEDULE_TOPIC, 6],
    ] as const)
      deliverLiveEvent({ topic, whole: false, came: [id], gone: [] })
    await pause(100)
    expect(requests).toHaveLength(1)
    deliverLiveEvent({ topic: boardTopic(5), whole: false, came: [5], gone: [] })
    expect(await screen.findByRole('heading', { name: '1 is in' })).toBeInTheDocument()
    deliverLiveEvent({ topic: SCHEDULE_TOPIC, whole: false, came: [5], gone: [] })
    await waitFor(() => expect(requests).toHaveLength(3))
  })

  it('hides a code that it could not renew', async () => {
    let calls = 0
    fakeCall(getBoard, () => {
      calls += 1
      return calls === 1 ? aBoard({ changes_in_ms: 200 }) : noAnswer
    })
    await renderPage(<CheckInScreenPage />, { path: PATH })
    expect(await screen.findByText('1234 5678')).toBeInTheDocument()
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection')
    expect(screen.queryByText('1234 5678')).toBeNull()
  })

  it('says what to do before the opening, before the start and after the end', async () => {
    const texts = {
      early: 'Check-in is not open yet',
      closed: 'Start the check-in',
      ended: 'This class is over',
    }
    for (const [state, text] of Object.entries(texts)) {
      fakeCall(
        getBoard,
        aBoard({ state: state as Board['state'], code: null, next_in_ms: null, changes_in_ms: null }),
      )
      const { unmount } = await renderPage(<CheckInScreenPage />, { path: PATH })
      expect(await screen.findByText(text)).toBeInTheDocument()
      unmount()
    }
  })
})
