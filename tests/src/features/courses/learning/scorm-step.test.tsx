import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  getTopic,
  type ProgressResult,
  type ScormItem,
  type TopicPage as Page,
} from '#contract/courses/courses.ts'
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
const anAttempt = (given: Partial<Attempt> = {}): Attempt => ({
  number: 1,
  status: 'not_attempted',
  percent: null,
  started_at: '2026-11-20T10:00:00Z',
  saved_at: '2026-11-20T10:00:00Z',
  ...given,
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
/** What the package's frame would say. */
const say = async (what: string, state: ScormState, origin = 'http://scorm-7-31.localhost') => {
  const { channel } = JSON.parse((await frame()).name) as { channel: string }
  act(() => {
    window.dispatchEvent(
      new MessageEvent('message', { data: { lms: 'scorm', channel, what, state }, origin }),
    )
  })
}
const network = (online: boolean) => act(() => setServerReached(online))

beforeEach(async () => {
  network(true)
  await runClearHooks()
})

describe('an interactive lesson in the player', () => {
  it('given a lesson, when it opens, then the frame has a name, its own origin and no more rights than it needs', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    await show()
    const shown = await frame()
    expect(shown.getAttribute('src')).toBe('http://scorm-7-31.localhost/files/7/scorm/ticket/index.html')
    expect(shown.getAttribute('sandbox')).toBe(
      'allow-scripts allow-forms allow-modals allow-popups allow-downloads allow-same-origin',
    )
    expect(screen.getByText('Opening the lesson…')).toBeTruthy()
    await say('ready', {})
    expect(screen.queryByText('Opening the lesson…')).toBeNull()
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy()
  })

  it('given what it says, when it is handed over, then once and in order, and the status follows', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    const sent: { sequence: number; location: string | undefined }[] = []
    fakeCall(saveScorm, ({ body }) => {
      sent.push({ sequence: body.sequence, location: body.state['cmi.core.lesson_location'] })
      return saved(anAttempt({ status: 'passed', percent: 100 }), 'kept', 'completed')
    })
    await show()
    await say('ready', {})
    // A stranger's word: another frame's origin is not listened to.
    await say('commit', { 'cmi.core.lesson_location': '9' }, 'http://evil.example')
    await say('commit', { 'cmi.core.lesson_location': '1' })
    await waitFor(() => expect(sent).toEqual([{ sequence: 1, location: '1' }]))
    await say('ended', { 'cmi.core.lesson_location': '2', 'cmi.core.lesson_status': 'passed' })
    await waitFor(() => expect(sent.at(-1)).toEqual({ sequence: 2, location: '2' }))
    expect(await screen.findByText('Passed')).toBeTruthy()
    expect(screen.getByText('Score 100%')).toBeTruthy()
    expect(sent).toHaveLength(2)
  })

  it('given a completed lesson with earlier attempts, when it opens again, then it says so and offers a new attempt', async () => {
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

  it('given who only looks, when it opens, then it says that nothing is kept and nothing is sent', async () => {
    fakeCall(openScorm, opened(null))
    let sent = 0
    fakeCall(saveScorm, () => {
      sent += 1
      return saved(anAttempt())
    })
    await show()
    await say('commit', { 'cmi.core.lesson_location': '1' })
    expect(screen.getByText('You are only looking. Nothing of it is kept.')).toBeTruthy()
    expect(sent).toBe(0)
  })

  it.each([
    [
      'a refusal',
      failWith('forbidden', { detail: 'This lesson is not open yet.' }),
      'This lesson is not open yet.',
    ],
    ['a broken server', failWith('internal_error'), 'The lesson could not be opened'],
  ])('given %s, when it opens, then it says why and can be tried again', async (_what, answer, words) => {
    fakeCall(openScorm, answer)
    const { user } = await show()
    expect(await screen.findByText(words)).toBeTruthy()
    fakeCall(openScorm, opened(anAttempt()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await frame()).toBeTruthy()
  })

  it('given no connection, when it opens, then it says that it needs one, and opens by itself once there is one', async () => {
    fakeCall(openScorm, noAnswer)
    await show()
    expect(await screen.findByText('This lesson needs a connection')).toBeTruthy()
    network(false)
    fakeCall(openScorm, opened(anAttempt()))
    network(true)
    expect(await frame()).toBeTruthy()
  })

  it('given a connection that goes in the middle, when it is back, then everything said goes out once, the newest last, before it opens anew', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    fakeCall(saveScorm, noAnswer)
    await show()
    await say('ready', {})
    network(false)
    expect(await screen.findByText('You are offline')).toBeTruthy()
    await say('commit', { 'cmi.core.lesson_location': '1' })
    await say('commit', { 'cmi.core.lesson_location': '2' })
    const order: string[] = []
    fakeCall(openScorm, () => {
      order.push('open')
      return opened(anAttempt({ status: 'incomplete' }))
    })
    fakeCall(saveScorm, ({ body }) => {
      order.push(`${body.sequence}:${body.state['cmi.core.lesson_location']}`)
      return saved(anAttempt({ status: 'incomplete' }))
    })
    network(true)
    await waitFor(() => expect(screen.queryByText('You are offline')).toBeNull())
    await say('commit', { 'cmi.core.lesson_location': '3' })
    await waitFor(() => expect(order.at(-1)).toBe('3:3'))
    expect(order.filter((each) => each.startsWith('2:')).length).toBeLessThanOrEqual(1)
    expect(order).not.toContain('1:1')
  })

  it('given a place of an earlier visit that cannot be handed in, when it opens, then it waits rather than losing the place', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    fakeCall(saveScorm, noAnswer)
    const first = await show()
    await say('set', { 'cmi.core.lesson_location': '5' })
    first.unmount()
    let asked = 0
    fakeCall(openScorm, () => {
      asked += 1
      return opened(anAttempt())
    })
    const { user } = await show()
    expect(await screen.findByText('This lesson needs a connection')).toBeTruthy()
    expect(asked).toBe(0)
    const sent: (string | undefined)[] = []
    fakeCall(saveScorm, ({ body }) => {
      sent.push(body.state['cmi.core.lesson_location'])
      return saved(anAttempt({ status: 'incomplete' }))
    })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await frame()).toBeTruthy()
    expect([sent, asked]).toEqual([['5'], 1])
  })

  it('given another device that took over, when it saves, then it says so and goes on here when asked', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    fakeCall(saveScorm, saved(anAttempt({ status: 'incomplete' }), 'elsewhere'))
    const { user } = await show()
    await say('commit', { 'cmi.core.lesson_location': '1' })
    expect(await screen.findByText('The lesson was opened on another device or tab')).toBeTruthy()
    expect(screen.queryByTitle(/^Interactive lesson/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Go on here' }))
    expect(await frame()).toBeTruthy()
  })

  it('given the whole page without the browser’s own full screen, when Escape is pressed, then it goes back', async () => {
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

  it('given Arabic, when it opens, then its words are Arabic', async () => {
    fakeCall(openScorm, opened(anAttempt()))
    await show({ language: 'ar' })
    await frame()
    expect(screen.getByText('المحاولة 1')).toBeTruthy()
  })
})
