import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  checkIn,
  codeRefusals,
  getAttendance,
  getCheckIn,
  scanCode,
} from '#contract/attendance/attendance.ts'
import { noAttendance } from '#contract/attendance/rules.ts'
import en from '#src/features/attendance/locales/en.json' with { type: 'json' }
import { takeReturnPath } from '#src/core/session/return-path.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { CheckInPage, ScanPage } from '#src/features/attendance/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const session = { id: 5, title: 'Charts', starts_at: '2026-11-20T08:00:00.000Z', length_minutes: 60 }
const own = (checkIns: { id: number; title: string }[]) => ({
  month: '2026-11',
  first_month: '2026-11',
  last_month: '2026-11',
  time_zone: 'Asia/Kolkata',
  counts: noAttendance,
  check_ins: checkIns,
  courses: [],
  sessions: [],
})
const refusal = (why: string) =>
  failWith('conflict', { fields: { code: [{ code: 'incorrect', message: why, params: { why } }] } })

beforeEach(() => {
  fakeCall(getCheckIn, { session, checked_in_at: null })
})

describe('checking in', () => {
  it('sends a scanned code once and takes it out of the address', async () => {
    const { requests } = fakeCall(checkIn, {
      session,
      status: 'present',
      at: '2026-11-20T08:01:00.000Z',
    })
    const page = await renderPage(<CheckInPage />, { path: '/attendance/check-in?session=5&code=12345678' })
    expect(await screen.findByRole('heading', { name: 'You are in' })).toBeInTheDocument()
    expect(requests.map(({ body }) => body)).toEqual([{ code: '12345678' }])
    await waitFor(() => expect(page.address()).toBe('/attendance/check-in?session=5'))
  })

  it('gives each refusal its own words, and keeps the form where another code helps', async () => {
    const words = new Set<string>()
    for (const why of codeRefusals.filter((each) => each !== 'used')) {
      fakeCall(checkIn, refusal(why))
      const { unmount } = await renderPage(<CheckInPage />, {
        path: '/attendance/check-in?session=5&code=12345678',
      })
      const text = en.checkIn.why[why]
      expect(await screen.findByText(text)).toBeInTheDocument()
      expect(screen.queryByLabelText('Code') === null).toBe(why === 'ended')
      words.add(text)
      unmount()
    }
    expect(words.size).toBe(codeRefusals.length - 1)
  })

  it('leads to the one class whose check-in is open, or lets the learner choose', async () => {
    fakeCall(getAttendance, own([{ id: 5, title: 'Charts' }]))
    const { unmount } = await renderPage(<CheckInPage />, { path: '/attendance/check-in' })
    expect(await screen.findByLabelText('Code')).toBeInTheDocument()
    unmount()
    fakeCall(getAttendance, own([session, { id: 6, title: 'Maps' }]))
    const second = await renderPage(<CheckInPage />, { path: '/attendance/check-in' })
    expect(await screen.findByRole('link', { name: 'Maps' })).toHaveAttribute(
      'href',
      '/attendance/check-in?session=6',
    )
    second.unmount()
    fakeCall(getAttendance, own([]))
    await renderPage(<CheckInPage />, { path: '/attendance/check-in' })
    expect(await screen.findByText('No check-in is open for you')).toBeInTheDocument()
  })
})

describe('a code scanned before signing in', () => {
  const path = '/attendance/check-in?session=5&code=12345678'

  it('is told to the server at once, and kept for after the sign-in', async () => {
    const { requests } = fakeCall(scanCode, {})
    const page = await renderPage(<ScanPage />, { path })
    await waitFor(() => expect(page.address()).toBe('/login'))
    expect(requests.map(({ body }) => body)).toEqual([{ code: '12345678' }])
    expect(takeReturnPath()).toBe(path)
  })

  it('leads to sign-in also when the server does not answer, and without a code', async () => {
    for (const [address, fake] of [
      [path, failWith('internal_error')],
      ['/attendance/check-in', {}],
    ] as const) {
      const { requests } = fakeCall(scanCode, fake)
      const page = await renderPage(<ScanPage />, { path: address })
      await waitFor(() => expect(page.address()).toBe('/login'))
      expect(requests).toHaveLength(address === path ? 1 : 0)
      expect(takeReturnPath()).toBe(address)
      page.unmount()
    }
  })
})

describe('a code whose session has ended', () => {
  const path = '/attendance/check-in?session=5&code=12345678'
  /** What a call of the ended session does until the person has left. */
  const never = () => new Promise<never>(() => undefined)

  it('is told to the server before the person must sign in, with the code still in the address', async () => {
    const { requests } = fakeCall(scanCode, {})
    fakeCall(getCheckIn, never)
    const page = await renderPage(<CheckInPage />, { path })
    expect(await screen.findByText('Loading your class')).toBeInTheDocument()
    expect(requests).toEqual([])
    await runClearHooks()
    expect(requests.map(({ body }) => body)).toEqual([{ code: '12345678' }])
    expect(page.address()).toBe(path)
  })

  it('is told to the server while the sign-in covers the page, and only then', async () => {
    const { requests } = fakeCall(scanCode, {})
    const checkedIn = fakeCall(checkIn, never)
    const page = await renderPage(<CheckInPage />, { path: '/attendance/check-in?session=5' })
    await page.user.type(await screen.findByLabelText('Code'), '12345678')
    await runClearHooks()
    expect(requests).toEqual([])
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(checkedIn.requests).toHaveLength(1))
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ code: '12345678' }]), {
      timeout: 4000,
    })
  })
})
