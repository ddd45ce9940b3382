import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { getTopic, type ScormItem, type TopicPage as Page } from '#contract/courses/topic-page.ts'
import type { ProgressResult } from '#contract/courses/progress.ts'
import {
  openScorm,
  saveScorm,
  type OpenedScorm,
  type SavedScorm,
  type ScormState,
} from '#contract/scorm/scorm.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage, type RenderOptions } from '#tests/support/web/render.tsx'

const item: ScormItem = {
  id: 31,
  type: 'scorm',
  title: 'Where does the axis begin?',
  minutes: 6,
  state: 'not_started',
  pass_percent: 60,
  best_percent: null,
  attempts: 0,
}
const topic: Page = {
  course: { id: 1, title: 'Charts', percent: 0 },
  section_title: 'Bars',
  topic: { id: 12, title: 'What a bar promises', state: 'in_progress' },
  items: [item],
  previous: null,
  next: null,
}
const progress = (state: ProgressResult['item']['state']): ProgressResult => ({
  item: { id: item.id, state },
  topic: { id: 12, state: 'in_progress' },
  course: {
    course_id: 1,
    state: 'in_progress',
    completed_items: 0,
    total_items: 2,
    percent: 0,
    enrolled_at: '2026-11-01T08:00:00Z',
    last_activity_at: null,
  },
})
type Attempt = NonNullable<OpenedScorm['attempt']>
const anAttempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  number: 1,
  status: 'not_attempted',
  percent: null,
  started_at: '2026-11-20T10:00:00Z',
  saved_at: '2026-11-20T10:00:00Z',
  ...overrides,
})
const opened = (attempt: Attempt | null, attempts: Attempt[] = attempt ? [attempt] : []): OpenedScorm => ({
  launch: {
    version: '1.2',
    path: '/files/7/scorm/ticket/index.html',
    origin: 'http://scorm-7-31.localhost',
    state: { 'cmi.core.entry': 'ab-initio' },
  },
  attempt,
  attempts,
  progress: attempt && progress('in_progress'),
})
const saved = (
  attempt: Attempt,
  kept: SavedScorm['kept'] = 'kept',
  state: 'in_progress' | 'completed' = 'in_progress',
) => ({
  kept,
  attempt,
  progress: progress(state),
})

const show = (options: RenderOptions = {}) => {
  fakeCall(getTopic, topic)
  return renderPage(
    <Routes>
      <Route
        path="/learn/course/:courseId/:submoduleId"
        element={<TopicPage outline={null} onProgress={() => undefined} />}
      />
    </Routes>,
    { path: '/learn/course/1/12', ...options },
  )
}
const frame = () =>
  screen.findByTitle<HTMLIFrameElement>(/^(Interactive lesson|درس تفاعلي): Where does the axis begin/)
/** Posts a message as the package's frame would. */
const postMessage = async (what: string, state: ScormState, origin = 'http://scorm-7-31.localhost') => {
  const { channel } = JSON.parse((await frame()).name) as { channel: string }
  act(() => {
    window.dispatchEvent(
      new MessageEvent('message', { data: { lms: 'scorm', channel, what, state }, origin }),
    )
  })
}
const setOnline = (online: boolean) => act(() => setServerReached(online))

beforeEach(async () => {
  setOnline(true)
  await runClearHooks()
})

describe('SCORM step', () => {
  it('gives the frame a name, its own origin and minimal rights', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    await show()
    const iframe = await frame()
    expect(iframe.getAttribute('src')).toBe('http://scorm-7-31.localhost/files/7/scorm/ticket/index.html')
    expect(iframe.getAttribute('sandbox')).toBe(
      'allow-scripts allow-forms allow-modals allow-popups allow-downloads allow-same-origin',
    )
    expect(screen.getByText('Opening the lesson…')).toBeTruthy()
    await postMessage('ready', {})
    expect(screen.queryByText('Opening the lesson…')).toBeNull()
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy()
  })

  it('sends each message once and in order and updates the status', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    const sent: { sequence: number; location: string | undefined }[] = []
    fakeCall(saveScorm, ({ body }) => {
      sent.push({ sequence: body.sequence, location: body.state['cmi.core.lesson_location'] })
      return saved(anAttempt({ status: 'passed', percent: 100 }), 'kept', 'completed')
    })
    await show()
    await postMessage('ready', {})
    // A message of another origin is ignored.
    await postMessage('commit', { 'cmi.core.lesson_location': '9' }, 'http://evil.example')
    await postMessage('commit', { 'cmi.core.lesson_location': '1' })
    await waitFor(() => expect(sent).toEqual([{ sequence: 1, location: '1' }]))
    await postMessage('ended', { 'cmi.core.lesson_location': '2', 'cmi.core.lesson_status': 'passed' })
    await waitFor(() => expect(sent.at(-1)).toEqual({ sequence: 2, location: '2' }))
    expect(await screen.findByText('Passed')).toBeTruthy()
    expect(screen.getByText('Score 100%')).toBeTruthy()
    expect(sent).toHaveLength(2)
  })

  it('shows earlier attempts of a completed lesson and offers a new one', async () => {
    const done = anAttempt({ number: 2, status: 'passed', percent: 70 })
    const sessions: string[] = []
    fakeCall(openScorm, ({ body }) => {
      sessions.push(`${body.new_attempt}`)
      return opened(done, [done, anAttempt({ status: 'failed', percent: 90 })])
    })
    const { user } = await show()
    expect(await screen.findByText('Best 90%')).toBeTruthy()
    expect(screen.getByText('2 attempts')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'New attempt' }))
    await user.click(await screen.findByRole('button', { name: 'Begin' }))
    await waitFor(() => expect(sessions).toEqual(['false', 'true']))
  })

  it('sends nothing and says so without enrolment', async () => {
    fakeCall(openScorm, opened(null))
    let sent = 0
    fakeCall(saveScorm, () => {
      sent += 1
      return saved(anAttempt())
    })
    await show()
    await postMessage('commit', { 'cmi.core.lesson_location': '1' })
    expect(screen.getByText('You’re previewing this lesson. Your progress isn’t saved.')).toBeTruthy()
    expect(sent).toBe(0)
  })

  it.each([
    [
      'a refusal',
      failWith('forbidden', { detail: 'This lesson is not open yet.' }),
      'This lesson is not open yet.',
    ],
    ['a broken server', failWith('internal_error'), 'The lesson could not be opened'],
  ])('shows the reason for %s and opens on retry', async (_case, answer, message) => {
    fakeCall(openScorm, answer)
    const { user } = await show()
    expect(await screen.findByText(message)).toBeTruthy()
    fakeCall(openScorm, opened(anAttempt()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await frame()).toBeTruthy()
  })

  it('needs a connection and opens once it is back', async () => {
    fakeCall(openScorm, noAnswer)
    await show()
    expect(await screen.findByText('This lesson needs a connection')).toBeTruthy()
    setOnline(false)
    fakeCall(openScorm, opened(anAttempt()))
    setOnline(true)
    expect(await frame()).toBeTruthy()
  })

  it('sends everything once, newest last, before it reopens after a lost connection', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    fakeCall(saveScorm, noAnswer)
    await show()
    await postMessage('ready', {})
    setOnline(false)
    expect(await screen.findByText('You are offline')).toBeTruthy()
    await postMessage('commit', { 'cmi.core.lesson_location': '1' })
    await postMessage('commit', { 'cmi.core.lesson_location': '2' })
    const order: string[] = []
    fakeCall(openScorm, () => {
      order.push('open')
      return opened(anAttempt({ status: 'incomplete' }))
    })
    fakeCall(saveScorm, ({ body }) => {
      order.push(`${body.sequence}:${body.state['cmi.core.lesson_location']}`)
      return saved(anAttempt({ status: 'incomplete' }))
    })
    setOnline(true)
    await waitFor(() => expect(screen.queryByText('You are offline')).toBeNull())
    await postMessage('commit', { 'cmi.core.lesson_location': '3' })
    await waitFor(() => expect(order.at(-1)).toBe('3:3'))
    expect(order.filter((entry) => entry.startsWith('2:')).length).toBeLessThanOrEqual(1)
    expect(order).not.toContain('1:1')
  })

  it('does not open while data of an earlier visit cannot be sent', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    fakeCall(saveScorm, noAnswer)
    const first = await show()
    await postMessage('set', { 'cmi.core.lesson_location': '5' })
    first.unmount()
    let openRequests = 0
    fakeCall(openScorm, () => {
      openRequests += 1
      return opened(anAttempt())
    })
    const { user } = await show()
    expect(await screen.findByText('This lesson needs a connection')).toBeTruthy()
    expect(openRequests).toBe(0)
    const sent: (string | undefined)[] = []
    fakeCall(saveScorm, ({ body }) => {
      sent.push(body.state['cmi.core.lesson_location'])
      return saved(anAttempt({ status: 'incomplete' }))
    })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await frame()).toBeTruthy()
    expect([sent, openRequests]).toEqual([['5'], 1])
  })

  it('says that another device took over and continues here on request', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    fakeCall(saveScorm, saved(anAttempt({ status: 'incomplete' }), 'elsewhere'))
    const { user } = await show()
    await postMessage('commit', { 'cmi.core.lesson_location': '1' })
    expect(await screen.findByText('The lesson was opened on another device or tab')).toBeTruthy()
    expect(screen.queryByTitle(/^Interactive lesson/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Go on here' }))
    expect(await frame()).toBeTruthy()
  })

  it('leaves the full page on Escape without the browser’s full screen', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    const { user } = await show()
    await frame()
    await user.click(screen.getByRole('button', { name: 'Full screen' }))
    expect(screen.getByRole('button', { name: 'Leave full screen' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy()
  })

  it('shows Arabic texts', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    await show({ language: 'ar' })
    await frame()
    expect(screen.getByText('المحاولة 1')).toBeTruthy()
  })
})
