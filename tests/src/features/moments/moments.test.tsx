import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { claimMoments, type Moment } from '#contract/moments/moments.ts'
import { requestMoments } from '#src/core/moment-requests.ts'
import { notifyCounted } from '#src/core/activity/counted.ts'
import { Moments } from '#src/features/moments/components/Moments.tsx'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const lesson: Moment = { kind: 'lesson', course_id: 1, topic_id: 2, title: 'Joins' }
const section: Moment = { kind: 'section', course_id: 1, section_id: 3, title: 'Start' }
const badge: Moment = { kind: 'badge', badge: 'first_lesson' }
const streak: Moment = { kind: 'streak', days: 3 }
const course: Moment = { kind: 'course', course_id: 1, title: 'SQL' }

const bar = () => document.querySelector('[data-moment]')
const announcement = () => document.querySelector('[data-moment-announcement]')?.textContent ?? ''
const show = async (moments: readonly Moment[], path = '/courses') => {
  const asked = fakeCall(claimMoments, { moments: [...moments] })
  const page = await renderPage(
    <>
      <header>
        <button type="button">Bell</button>
      </header>
      <Moments />
    </>,
    { path },
  )
  return { ...page, asked }
}

describe('moments', () => {
  afterEach(() => {
    vi.useRealTimers()
    document.body.innerHTML = ''
  })

  it('asks for nothing and shows nothing when a page opens', async () => {
    const { asked } = await show([lesson])
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(asked.requests).toHaveLength(0)
    expect(bar()).toBeNull()
    expect(announcement()).toBe('')
  })

  it('shows a burst as one moment: the largest first, the rest listed, one announcement', async () => {
    await show([lesson, badge, streak, section])
    act(() => requestMoments())
    const shown = await screen.findByRole('region', { name: 'Section finished' })
    expect(shown).toHaveTextContent('Badge: First lesson · 3 day streak · Lesson finished')
    expect(document.querySelectorAll('[data-moment]')).toHaveLength(1)
    expect(screen.getByRole('status')).toHaveTextContent(
      /^Section finished: .Start.\. A new badge is yours: First lesson\. You have learned 3 days in a row\. Lesson finished: .Joins.\.$/,
    )
  })

  it('hides its decoration from screen readers', async () => {
    await show([lesson])
    act(() => requestMoments())
    await screen.findByRole('region', { name: 'Lesson finished' })
    expect(document.querySelector('[data-burst]')).toHaveAttribute('aria-hidden', 'true')
  })

  it('asks once for each finished activity, however often it is reported', async () => {
    const { asked } = await show([])
    act(() => {
      requestMoments({ once: 'item:1' })
      requestMoments({ once: 'item:1' })
    })
    await waitFor(() => expect(asked.requests).toHaveLength(1))
    act(() => requestMoments({ once: 'item:1' }))
    act(() => requestMoments({ once: 'item:2' }))
    await waitFor(() => expect(asked.requests).toHaveLength(2))
  })

  it('asks when today begins to count, and not before', async () => {
    const { asked } = await show([streak])
    act(() => notifyCounted(1800))
    act(() => notifyCounted(1801))
    act(() => notifyCounted(1900))
    expect(await screen.findByRole('region', { name: '3 days in a row' })).toBeVisible()
    expect(asked.requests).toHaveLength(1)
  })

  it('shows nothing during an exam', async () => {
    const { asked } = await show([lesson], '/assessment/quiz')
    act(() => requestMoments())
    await waitFor(() => expect(asked.requests).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(bar()).toBeNull()
    expect(announcement()).toBe('')
  })

  it('asks about an attempt on the page of its result', async () => {
    const id = '0190b6a2-0000-7000-8000-000000000001'
    const { asked } = await show(
      [{ kind: 'assessment', attempt_id: id, title: 'Entrance' }],
      `/assessments/results/${id}`,
    )
    expect(await screen.findByRole('region', { name: 'You passed' })).toBeVisible()
    expect(asked.requests[0]?.body.attempt_id).toBe(id)
  })

  it('waits while a dialog is open', async () => {
    await show([lesson])
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    document.body.append(dialog)
    act(() => requestMoments())
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(bar()).toBeNull()
    dialog.remove()
    await screen.findByRole('region', { name: 'Lesson finished' })
  })

  it('leaves when the focus moves into the top bar it covers', async () => {
    await show([lesson])
    act(() => requestMoments())
    await screen.findByRole('region', { name: 'Lesson finished' })
    act(() => screen.getByRole('button', { name: 'Bell' }).focus())
    await waitFor(() => expect(bar()).toBeNull())
  })

  it('repeats a failed call with the same key', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { asked } = await show([])
    let tries = 0
    const repeated = fakeCall(claimMoments, () => {
      tries += 1
      return tries === 1 ? failWith('internal_error') : { moments: [lesson] }
    })
    act(() => requestMoments())
    await waitFor(() => expect(repeated.requests).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    await waitFor(() => expect(repeated.requests).toHaveLength(2))
    expect(repeated.requests[0]?.body.idempotency_key).toBe(repeated.requests[1]?.body.idempotency_key)
    expect(asked.requests).toHaveLength(0)
  })

  it('leads from a finished course to what was done, and closes', async () => {
    const { user } = await show([course])
    act(() => requestMoments())
    expect(await screen.findByRole('link', { name: /^Course finished\s*See what you did$/ })).toHaveAttribute(
      'href',
      '/courses/1/done',
    )
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(bar()).toBeNull()
  })
})
