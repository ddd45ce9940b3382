import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  getTopic,
  saveVideoProgress,
  type ProgressResult,
  type TopicPage as Page,
  type VideoItem,
} from '#contract/courses/courses.ts'
import { answerVideoQuestion, listNotes } from '#contract/courses/learning.ts'
import type { VideoAnswer, ShownVideoQuestion } from '#contract/courses/video-questions.ts'
import { setServerReached } from '#src/core/pwa/connectivity.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { runWipes } from '#src/core/session/wipe.ts'
import {
  gateBefore,
  stopBetween,
  intervalStart,
} from '#src/features/courses/learning/components/video/questions/stops.ts'
import { progressOutbox, TopicPage } from '#src/features/courses/learning/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'

const ID = '6f3c2b1a-4d5e-4f60-8a7b-9c0d1e2f3a4b'
const aQuestion = (given: Partial<ShownVideoQuestion> = {}): ShownVideoQuestion => ({
  id: ID,
  second: 10,
  required: false,
  question: { id: 1, kind: 'true_false', prompt: 'Do rows have an order?', points: 1 },
  answer: null,
  ...given,
})
const told = (verdict: 'right' | 'wrong'): VideoAnswer => ({
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

/** jsdom plays nothing: the element here is as a player would find it, moved by hand. */
const playable = (element: HTMLVideoElement) => {
  let [at, paused] = [0, true]
  Object.defineProperties(element, {
    currentTime: {
      get: () => at,
      set: (second: number) => {
        at = second
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
    // Browsers tell of it once the deed that began it is over.
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
    at: () => at,
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
    /** Plays on to a second. */
    runTo: (second: number) => {
      at = second
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
  await runWipes()
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
  if (!element) throw new Error('no film')
  return { ...view, video: playable(element) }
}
const stopped = () => screen.findByRole('group', { name: 'The video stopped for a question' })

describe('a question inside a film', () => {
  it('given a film that plays, when it comes to the question, then it stops there, the question has the focus, and an answer says at once what is right and why', async () => {
    const sent = fakeCall(answerVideoQuestion, { ...told('wrong'), progress })
    const { video, user } = await open(aQuestion())
    await video.play()
    video.runTo(9.9)
    expect(video.paused()).toBe(false)
    video.runTo(10.2)

    const card = await stopped()
    expect([video.paused(), video.at()]).toEqual([true, 10])
    expect(card).toHaveFocus()
    expect(isBusy()).toBe(true)
    expect(within(card).getByRole('button', { name: 'Check my answer' })).toBeDisabled()
    await user.click(within(card).getByRole('radio', { name: 'True' }))
    await user.click(within(card).getByRole('button', { name: 'Check my answer' }))

    expect(await screen.findByText('Not right')).toBeInTheDocument()
    expect(screen.getByText('Only order by gives one.')).toBeInTheDocument()
    expect(sent.requests[0]?.body).toEqual({
      answer: { question_id: 1, kind: 'true_false', chosen: true },
    })
    expect(screen.getByText('1 of 1 question in this video answered')).toBeInTheDocument()
    expect(isBusy()).toBe(false)

    await user.click(screen.getByRole('button', { name: 'Go on with the video' }))
    expect(video.paused()).toBe(false)
    // Answered once is done: watched again it asks no more.
    video.seek(5)
    video.runTo(12)
    expect(video.paused()).toBe(false)
  })

  it('given one that may be skipped, when skipped or simply played on, then the film goes on and asks no more; watched again begins at its chapter', async () => {
    const { video, user } = await open(aQuestion())
    await video.play()
    video.runTo(10)
    await stopped()
    await user.click(screen.getByRole('button', { name: 'Watch again from 0:04' }))
    expect([video.at(), video.paused()]).toEqual([4, false])
    video.runTo(10)
    await stopped()
    await user.click(screen.getByRole('button', { name: 'Skip for now' }))
    expect(video.paused()).toBe(false)
    expect(screen.queryByRole('group', { name: /stopped/ })).toBeNull()
    video.seek(3)
    video.runTo(11)
    expect(video.paused()).toBe(false)
    expect(screen.getByRole('button', { name: 'Question 1 at 0:10: not answered yet' })).toBeInTheDocument()
  })

  it('given one that must be answered, when played on or sought past, then the film stays there; control: one that need not be is gone past', async () => {
    const { video } = await open(aQuestion({ required: true }))
    await video.play()
    video.seek(40)
    await stopped()
    expect([video.at(), video.paused()]).toEqual([10, true])
    expect(screen.queryByRole('button', { name: 'Skip for now' })).toBeNull()
    await video.play()
    expect(video.paused()).toBe(true)
    video.seek(2)
    await video.play()
    // Players tell a moment too late where they are.
    video.runTo(10.05)
    await stopped()
    video.seek(40)
    expect(video.at()).toBe(10)
    // Back is always open.
    video.seek(2)
    await waitFor(() => expect(screen.queryByRole('group', { name: /stopped/ })).toBeNull())
    await video.play()
    expect(video.paused()).toBe(false)
  })

  it('control: given one that need not be answered, when sought past, then nothing is asked', async () => {
    const { video } = await open(aQuestion())
    await video.play()
    video.seek(40)
    video.runTo(41)
    expect([video.at(), video.paused()]).toEqual([41, false])
  })

  it('given no connection, when the film comes to it, then the film goes on and says that the question waits', async () => {
    const { video, user } = await open(aQuestion({ required: true }))
    act(() => setServerReached(false))
    await video.play()
    video.runTo(10.1)
    expect(await screen.findByText('The question at 0:10 waits for a connection')).toBeInTheDocument()
    expect(video.paused()).toBe(false)

    const row = screen.getByRole('button', { name: 'Question 1 at 0:10: waits for a connection' })
    await user.click(row)
    expect(within(await stopped()).getByRole('button', { name: 'Check my answer' })).toBeDisabled()
    act(() => setServerReached(true))
    await user.click(screen.getByRole('radio', { name: 'False' }))
    expect(screen.getByRole('button', { name: 'Check my answer' })).toBeEnabled()
  })

  it('given a server that fails, when answered, then the choice stays, the reason is said and one may go on; sent again it counts', async () => {
    fakeCall(answerVideoQuestion, failWith('internal_error', { detail: 'Something broke' }))
    const { video, user } = await open(aQuestion({ required: true }))
    await video.play()
    video.runTo(10)
    await stopped()
    await user.click(screen.getByRole('radio', { name: 'False' }))
    await user.click(screen.getByRole('button', { name: 'Check my answer' }))
    expect(await screen.findByText('Something broke')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'False' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Skip for now' })).toBeInTheDocument()

    fakeCall(answerVideoQuestion, { ...told('right'), progress })
    await user.click(screen.getByRole('button', { name: 'Check my answer' }))
    expect(await screen.findByText('Right')).toBeInTheDocument()
  })
})

describe('a choice that could not be marked yet', () => {
  const kept = () => localStorage.getItem('drafts') ?? ''
  const chooseOffline = async () => {
    const page = await open(aQuestion())
    act(() => setServerReached(false))
    await page.user.click(screen.getByRole('button', { name: /Question 1 at 0:10/ }))
    await stopped()
    await page.user.click(screen.getByRole('radio', { name: 'False' }))
    page.unmount()
  }

  it('given one made offline, when the page is opened again, then it stands there; once marked the device forgets it', async () => {
    await chooseOffline()
    expect(kept()).toContain('film:33')
    act(() => setServerReached(true))
    fakeCall(answerVideoQuestion, { ...told('right'), progress })
    const { user } = await open(aQuestion())
    await user.click(screen.getByRole('button', { name: /Question 1 at 0:10/ }))
    await stopped()
    expect(screen.getByRole('radio', { name: 'False' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Check my answer' }))
    expect(await screen.findByText('Right')).toBeInTheDocument()
    expect(kept()).not.toContain('film:33')
  })

  it('given one made offline, when it was answered on another device, then nothing waits any more', async () => {
    await chooseOffline()
    await open(aQuestion({ answer: told('right') }))
    await waitFor(() => expect(kept()).not.toContain('film:33'))
  })

  it('given one made offline, when what waits is listed, then it is a line that its writer finishes or gives up', async () => {
    await chooseOffline()
    const lines = await progressOutbox.list()
    expect(lines).toEqual([expect.objectContaining({ id: 'film:33', kind: 'film', sends: false })])
    await progressOutbox.discard('film:33')
    expect(await progressOutbox.list()).toEqual([])
  })
})

describe('where a film stops', () => {
  const none = new Set<string>()
  const early = aQuestion({ id: 'a', second: 10 })
  const late = aQuestion({ id: 'b', second: 30, required: true })

  it('given two open questions, when played or sought, then the first on the way stops it; only the required one holds who jumps', () => {
    expect(stopBetween([early, late], none, 0, 9.9)).toBeNull()
    expect(stopBetween([early, late], none, 9, 10)?.id).toBe('a')
    expect(stopBetween([early, late], new Set(['a']), 9, 31)?.id).toBe('b')
    expect(stopBetween([{ ...early, answer: told('right') }], none, 9, 10)).toBeNull()
    expect(gateBefore([early, late], none, 0, 50)?.id).toBe('b')
    expect(gateBefore([early, late], none, 0, 30)).toBeNull()
    expect(gateBefore([early, late], none, 31, 50)).toBeNull()
  })

  it('given chapters and questions, when a stretch is watched again, then it begins at the last of them that explains anything', () => {
    const video = { chapters: [{ second: 12, title: 'B' }], questions: [early, late] }
    expect(intervalStart(video, 30)).toBe(12)
    expect(intervalStart(video, 14)).toBe(10)
    expect(intervalStart(video, 10)).toBe(0)
    expect(intervalStart({ chapters: [] }, 2)).toBe(0)
  })
})
