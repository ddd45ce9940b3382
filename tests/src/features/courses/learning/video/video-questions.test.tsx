import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getTopic, type TopicPage as Page, type VideoItem } from '#contract/courses/topic-page.ts'
import { saveVideoProgress, type ProgressResult } from '#contract/courses/progress.ts'
import { answerVideoQuestion, listNotes } from '#contract/courses/learning.ts'
import type { VideoAnswer, ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { setServerReached } from '#src/core/http/connectivity.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import {
  gateBefore,
  stopBetween,
  intervalStart,
} from '#src/features/courses/learning/components/video/questions/question-stops.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { answerDrafts } from '#src/features/courses/learning/outbox.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const ID = '6f3c2b1a-4d5e-4f60-8a7b-9c0d1e2f3a4b'
const aQuestion = (overrides: Partial<ShownVideoQuestion> = {}): ShownVideoQuestion => ({
  id: ID,
  second: 10,
  required: false,
  question: { id: 1, kind: 'true_false', prompt: 'Do rows have an order?', points: 1 },
  answer: null,
  ...overrides,
})
const markedAnswer = (verdict: 'right' | 'wrong'): VideoAnswer => ({
  question: aQuestion().question,
  given: { question_id: 1, kind: 'true_false', chosen: verdict === 'wrong' },
  mark: {
    question_id: 1,
    verdict,
    earned: verdict === 'right' ? 1 : 0,
    points: 1,
    explanation: 'Only order by gives one.',
    option_explanations: [],
    solution: { kind: 'true_false', right: false },
  },
})
const aVideo = (questions: ShownVideoQuestion[]): VideoItem => ({
  id: 33,
  type: 'video',
  title: 'Rows',
  minutes: 1,
  state: 'in_progress',
  sources: [{ url: '/files/7/a.webm', mime: 'video/webm' }],
  poster_url: null,
  captions: [],
  chapters: [{ second: 4, title: 'Middle' }],
  duration_seconds: 60,
  position_seconds: 0,
  watched_seconds: 0,
  questions,
})
const aTopic = (video: VideoItem): Page => ({
  course: { id: 1, title: 'SQL', percent: 25 },
  section_title: 'Asking',
  topic: { id: 12, title: 'SELECT', state: 'in_progress' },
  items: [video],
  previous: null,
  next: null,
})
const progress: ProgressResult = {
  item: { id: 33, state: 'in_progress' },
  topic: { id: 12, state: 'in_progress' },
  course: {
    course_id: 1,
    state: 'in_progress',
    completed_items: 0,
    total_items: 1,
    percent: 0,
    enrolled_at: '2026-11-01T08:00:00Z',
    last_activity_at: null,
  },
}

/** jsdom plays no media, so tests move the element by hand. */
const playable = (element: HTMLVideoElement) => {
  let [position, paused] = [0, true]
  Object.defineProperties(element, {
    currentTime: {
      get: () => position,
      set: (second: number) => {
        position = second
        fireEvent(element, new Event('seeking'))
      },
      configurable: true,
    },
    paused: { get: () => paused, configurable: true },
    seeking: { value: false, configurable: true },
    ended: { value: false, configurable: true },
    duration: { value: 60, configurable: true },
  })
  element.play = () => {
    paused = false
    // Browsers fire `play` after the action that started it.
    setTimeout(() => fireEvent(element, new Event('play')))
    return Promise.resolve()
  }
  element.pause = () => {
    paused = true
    fireEvent(element, new Event('pause'))
  }
  return {
    element,
    paused: () => paused,
    at: () => position,
    play: () =>
      act(async () => {
        await element.play()
        await new Promise((resolve) => {
          setTimeout(resolve)
        })
      }),
    seek: (second: number) =>
      act(() => {
        element.currentTime = second
      }),
    /** Plays until a time. */
    runTo: (second: number) => {
      position = second
      fireEvent(element, new Event('timeupdate'))
    },
  }
}

beforeAll(() => {
  Object.defineProperties(HTMLMediaElement.prototype, {
    played: { value: { length: 0, start: () => 0, end: () => 0 }, configurable: true },
    textTracks: {
      value: Object.assign([], { addEventListener: () => {}, removeEventListener: () => {} }),
      configurable: true,
    },
  })
})
afterAll(() => {
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'played')
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'textTracks')
})
beforeEach(async () => {
  await runClearHooks()
  fakeCall(listNotes, { results: [] })
  fakeCall(saveVideoProgress, { ...progress, watched_seconds: 0 })
})
afterEach(() => setServerReached(true))

const open = async (...questions: ShownVideoQuestion[]) => {
  fakeCall(getTopic, aTopic(aVideo(questions)))
  const view = await renderPage(
    <Routes>
      <Route
        path="/learn/course/:courseId/:submoduleId"
        element={<TopicPage outline={null} onProgress={vi.fn<(result: ProgressResult) => void>()} />}
      />
    </Routes>,
    { path: '/learn/course/1/12' },
  )
  await screen.findByRole('region', { name: 'Questions in this video' })
  const element = view.container.querySelector('video')
  if (!element) throw new Error('no video')
  return { ...view, video: playable(element) }
}
const questionCard = () => screen.findByRole('group', { name: 'The video stopped for a question' })

describe('video questions', () => {
  it('stops and focuses the question, and shows the verdict of an answer', async () => {
    const sent = fakeCall(answerVideoQuestion, { ...markedAnswer('wrong'), progress })
    const { video, user } = await open(aQuestion())
    await video.play()
    video.runTo(9.9)
    expect(video.paused()).toBe(false)
    video.runTo(10.2)

    const card = await questionCard()
    expect([video.paused(), video.at()]).toEqual([true, 10])
    await waitFor(() => expect(card).toHaveFocus())
    expect(isBusy()).toBe(true)
    expect(within(card).getByRole('button', { name: 'Check my answer' })).toBeDisabled()
    await user.click(within(card).getByRole('radio', { name: 'True' }))
    await user.click(within(card).getByRole('button', { name: 'Check my answer' }))

    expect(await screen.findByText('Not quite')).toBeInTheDocument()
    expect(screen.getByText('Only order by gives one.')).toBeInTheDocument()
    expect(sent.requests[0]?.body).toEqual({
      answer: { question_id: 1, kind: 'true_false', chosen: true },
    })
    expect(screen.getByText('1 of 1 question in this video answered')).toBeInTheDocument()
    expect(isBusy()).toBe(false)

    await user.click(screen.getByRole('button', { name: 'Go on with the video' }))
    expect(video.paused()).toBe(false)
    // An answered question does not stop the video again.
    video.seek(5)
    video.runTo(12)
    expect(video.paused()).toBe(false)
  })

  it('continues after a skip without stopping again, and replays from the chapter', async () => {
    const { video, user } = await open(aQuestion())
    await video.play()
    video.runTo(10)
    await questionCard()
    await user.click(screen.getByRole('button', { name: 'Watch again from 0:04' }))
    expect([video.at(), video.paused()]).toEqual([4, false])
    video.runTo(10)
    await questionCard()
    await user.click(screen.getByRole('button', { name: 'Skip for now' }))
    expect(video.paused()).toBe(false)
    expect(screen.queryByRole('group', { name: /stopped/ })).toBeNull()
    video.seek(3)
    video.runTo(11)
    expect(video.paused()).toBe(false)
    expect(screen.getByRole('button', { name: 'Question 1 at 0:10: not answered yet' })).toBeInTheDocument()
  })

  it('cannot be played or sought past a required question', async () => {
    const { video } = await open(aQuestion({ required: true }))
    await video.play()
    video.seek(40)
    await questionCard()
    expect([video.at(), video.paused()]).toEqual([10, true])
    expect(screen.queryByRole('button', { name: 'Skip for now' })).toBeNull()
    await video.play()
    expect(video.paused()).toBe(true)
    video.seek(2)
    await video.play()
    // Players report the position slightly late.
    video.runTo(10.05)
    await questionCard()
    video.seek(40)
    expect(video.at()).toBe(10)
    // Seeking back is always allowed.
    video.seek(2)
    await waitFor(() => expect(screen.queryByRole('group', { name: /stopped/ })).toBeNull())
    await video.play()
    expect(video.paused()).toBe(false)
  })

  it('control: does not stop when an optional question is sought past', async () => {
    const { video } = await open(aQuestion())
    await video.play()
    video.seek(40)
    video.runTo(41)
    expect([video.at(), video.paused()]).toEqual([41, false])
  })

  it('continues without a connection and says that the question waits', async () => {
    const { video, user } = await open(aQuestion({ required: true }))
    act(() => setServerReached(false))
    await video.play()
    video.runTo(10.1)
    expect(await screen.findByText('The question at 0:10 waits for a connection')).toBeInTheDocument()
    expect(video.paused()).toBe(false)

    const row = screen.getByRole('button', { name: 'Question 1 at 0:10: waits for a connection' })
    await user.click(row)
    expect(within(await questionCard()).getByRole('button', { name: 'Check my answer' })).toBeDisabled()
    act(() => setServerReached(true))
    await user.click(screen.getByRole('radio', { name: 'False' }))
    expect(screen.getByRole('button', { name: 'Check my answer' })).toBeEnabled()
  })

  it('keeps the choice, shows the reason and lets a person continue on an error', async () => {
    fakeCall(answerVideoQuestion, failWith('internal_error', { detail: 'Something broke' }))
    const { video, user } = await open(aQuestion({ required: true }))
    await video.play()
    video.runTo(10)
    await questionCard()
    await user.click(screen.getByRole('radio', { name: 'False' }))
    await user.click(screen.getByRole('button', { name: 'Check my answer' }))
    expect(await screen.findByText('Something broke')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'False' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Skip for now' })).toBeInTheDocument()

    fakeCall(answerVideoQuestion, { ...markedAnswer('right'), progress })
    await user.click(screen.getByRole('button', { name: 'Check my answer' }))
    expect(await screen.findByText('Right')).toBeInTheDocument()
  })
})

describe('draft answers', () => {
  const storedDrafts = () => localStorage.getItem('drafts') ?? ''
  const chooseOffline = async () => {
    const page = await open(aQuestion())
    act(() => setServerReached(false))
    await page.user.click(screen.getByRole('button', { name: /Question 1 at 0:10/ }))
    await questionCard()
    await page.user.click(screen.getByRole('radio', { name: 'False' }))
    page.unmount()
  }

  it('restores an answer chosen offline and removes it once marked', async () => {
    await chooseOffline()
    expect(storedDrafts()).toContain('film:33')
    act(() => setServerReached(true))
    fakeCall(answerVideoQuestion, { ...markedAnswer('right'), progress })
    const { user } = await open(aQuestion())
    await user.click(screen.getByRole('button', { name: /Question 1 at 0:10/ }))
    await questionCard()
    expect(screen.getByRole('radio', { name: 'False' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Check my answer' }))
    expect(await screen.findByText('Right')).toBeInTheDocument()
    expect(storedDrafts()).not.toContain('film:33')
  })

  it('removes a draft that was answered on another device', async () => {
    await chooseOffline()
    await open(aQuestion({ answer: markedAnswer('right') }))
    await waitFor(() => expect(storedDrafts()).not.toContain('film:33'))
  })

  it('lists a draft in the outbox, where it can be discarded', async () => {
    await chooseOffline()
    const outbox = answerDrafts
    const lines = await outbox.list()
    expect(lines).toEqual([expect.objectContaining({ id: 'film:33', kind: 'film', isDraft: true })])
    await outbox.discard('film:33')
    expect(await outbox.list()).toEqual([])
  })
})

describe('question stops', () => {
  const none = new Set<string>()
  const early = aQuestion({ id: 'a', second: 10 })
  const late = aQuestion({ id: 'b', second: 30, required: true })

  it('stops at the first open question; only a required one stops a seek', () => {
    expect(stopBetween([early, late], none, 0, 9.9)).toBeNull()
    expect(stopBetween([early, late], none, 9, 10)?.id).toBe('a')
    expect(stopBetween([early, late], new Set(['a']), 9, 31)?.id).toBe('b')
    expect(stopBetween([{ ...early, answer: markedAnswer('right') }], none, 9, 10)).toBeNull()
    expect(gateBefore([early, late], none, 0, 50)?.id).toBe('b')
    expect(gateBefore([early, late], none, 0, 30)).toBeNull()
    expect(gateBefore([early, late], none, 31, 50)).toBeNull()
  })

  it('starts a replay at the last chapter or question that is far enough before', () => {
    const video = { chapters: [{ second: 12, title: 'B' }], questions: [early, late] }
    expect(intervalStart(video, 30)).toBe(12)
    expect(intervalStart(video, 14)).toBe(10)
    expect(intervalStart(video, 10)).toBe(0)
    expect(intervalStart({ chapters: [] }, 2)).toBe(0)
  })
})
