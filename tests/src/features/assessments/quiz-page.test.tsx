import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Letter } from '#contract/assessments/shapes.ts'
import {
  beat,
  getAttempt,
  holdAttempt,
  saveAnswers,
  submitAttempt,
} from '#contract/assessments/assessments.ts'
import type { Language } from '#contract/common.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import type { AttemptRecord } from '#src/features/assessments/attempt/record.ts'
import { QuizPage } from '#src/features/assessments/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aPaper, ATTEMPT, clock } from './parts.ts'

const disk = vi.hoisted(() => ({ record: null as AttemptRecord | null }))
vi.mock(import('#src/features/assessments/attempt/disk.ts'), async (original) => ({
  ...(await original()),
  claimRecord: () => Promise.resolve(disk.record),
  writeRecord: (_owner, _attempt, _life, record) => {
    disk.record = record
    return Promise.resolve('stored' as const)
  },
  keepPaper: () => Promise.resolve(true),
  keptPaper: () => Promise.resolve(null),
  dropPaper: () => Promise.resolve(),
}))

beforeEach(async () => {
  disk.record = null
  await runClearHooks()
})

/** A server that keeps what it is sent. */
const server = ({
  held = () => true,
  left = () => 1_200_000,
}: { held?: () => boolean; left?: () => number } = {}) => {
  fakeCall(getAttempt, aPaper())
  const now = () => clock({ version: 2, held: held(), time_left_ms: left() })
  const kept = new Map(aPaper().answers.map((answer) => [answer.position, answer]))
  fakeCall(holdAttempt, () => aPaper({ ...now(), held: true, answers: [...kept.values()] }))
  fakeCall(beat, () => ({ ...now(), events: 0 }))
  const saved = fakeCall(saveAnswers, ({ body }) => ({
    ...now(),
    items: body.answers.map(({ position, choice, final, marked, seen, seq }) => {
      const saved_at = '2026-11-21T10:03:00.000Z'
      const answer = { position, choice, final, marked, seen, seq, saved_at }
      kept.set(position, answer)
      return { position, seq, outcome: 'kept' as const, kept: answer }
    }),
  }))
  const submitted = fakeCall(submitAttempt, {
    id: ATTEMPT,
    assessment_id: 3,
    state: 'submitted',
    finished_at: '2026-11-21T10:20:00.000Z',
    ended_by: 'learner',
    questions: 3,
    answered: 1,
    answers_hash: 'ab',
    release: 'by_hand',
    not_counted: [],
  })
  return { saved, submitted }
}
const open = (language: Language = 'en') =>
  renderPage(
    <Routes>
      <Route path="/assessment/quiz" element={<QuizPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: `/assessment/quiz?attempt=${ATTEMPT}`, language },
  )
const option = (letter: Letter) => screen.getByRole('radio', { name: new RegExp(`^${letter}`) })

describe('the running attempt', () => {
  it('given a question, when an option is pressed, then it is sent and its state says so', async () => {
    const { saved } = server()
    const { user } = await open()
    expect(await screen.findByRole('group', { name: /Question 1 of 3.*Question of 1/ })).toBeVisible()
    await user.click(option('B'))
    expect(await screen.findByText(/^Saved /)).toBeVisible()
    expect(saved.requests.at(-1)?.body.answers).toMatchObject([{ position: 1, choice: 'B', final: false }])
    expect(isBusy()).toBe(true)
  })

  it('given the keyboard alone, when one answers, marks and turns, then the palette says it in words', async () => {
    server()
    const { user } = await open()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.keyboard('c')
    expect(option('C')).toBeChecked()
    await user.keyboard('m')
    await user.keyboard('n')
    expect(await screen.findByRole('group', { name: /Question 2 of 3/ })).toBeVisible()
    await user.keyboard('4')
    expect(option('D')).toBeChecked()
    const palette = within(screen.getByRole('complementary', { name: 'All questions' }))
    expect(palette.getByRole('button', { name: 'Question 1, answered, marked' })).toBeVisible()
    expect(palette.getByRole('button', { name: 'Question 2, answered' })).toHaveAttribute(
      'aria-current',
      'step',
    )
    expect(palette.getByRole('button', { name: 'Question 3, not seen' })).toBeVisible()
    // A single letter must not act on somebody who speaks to the page (WCAG 2.1.4).
    await user.click(palette.getByRole('switch', { name: /Keyboard shortcuts/ }))
    await user.keyboard('a')
    expect(option('D')).toBeChecked()
  })

  it('given an answer was submitted, when another option is pressed, then nothing changes', async () => {
    const { saved } = server()
    const { user } = await open()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.click(option('A'))
    await user.click(screen.getByRole('button', { name: 'Submit answer' }))
    expect(await screen.findByText('Submitted. This answer cannot change any more.')).toBeVisible()
    expect(option('B')).toBeDisabled()
    await waitFor(() => expect(saved.requests.at(-1)?.body.answers[0]).toMatchObject({ final: true }))
  })

  it('given no connection, when one answers, then it waits on the device and calm words say so', async () => {
    server()
    fakeCall(saveAnswers, () => noAnswer)
    const { user } = await open()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.click(option('A'))
    expect(await screen.findByText('Waiting to send')).toBeVisible()
    expect(screen.getByText('No connection. Keep going.')).toBeVisible()
    expect(disk.record?.entries).toMatchObject([{ position: 1, choice: 'A' }])
  })

  it('given answers on the disk from before, when opened, then they stand there and are sent', async () => {
    disk.record = {
      hold: { holder: ATTEMPT, version: 1 },
      lastSeq: 4,
      entries: [
        {
          position: 2,
          choice: 'C',
          final: false,
          marked: true,
          seen: true,
          seq: 4,
          answers: true,
          hold: { holder: ATTEMPT, version: 1 },
          given: { life: 'earlier', steady: 5, wall: Date.now() - 60_000 },
        },
      ],
      questions: [],
      events: [],
      place: 2,
      submitting: false,
      time: null,
    }
    const { saved } = server()
    await open()
    expect(await screen.findByRole('group', { name: /Question 2 of 3/ })).toBeVisible()
    expect(option('C')).toBeChecked()
    expect(await screen.findByText(/^Saved /)).toBeVisible()
    expect(saved.requests[0]?.body).toMatchObject({ version: 1, answers: [{ position: 2, choice: 'C' }] })
  })

  it('given another device took it, when the next answer is given, then one is told, reads along, and can continue here', async () => {
    let held = false
    server({ held: () => held })
    const { user } = await open()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.click(option('A'))
    expect(await screen.findByText('This attempt is open on another device or tab')).toBeVisible()
    expect(option('B')).toBeDisabled()
    held = true
    await user.click(screen.getByRole('button', { name: 'Continue here' }))
    await waitFor(() => expect(option('B')).toBeEnabled())
  })

  it('given the end is near, when 5 minutes are left, then it is announced at once and once', async () => {
    const began = Date.now()
    server({ left: () => 302_500 - (Date.now() - began) })
    await open()
    const said = await screen.findByText('5 minutes left.')
    expect(said.closest('[aria-live="assertive"]')).not.toBeNull()
    expect(screen.getAllByText('5 minutes left.')).toHaveLength(1)
  })

  it('given questions without an answer, when one reviews, then they are counted before the last press', async () => {
    const { submitted } = server()
    const { user, address } = await open()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.click(option('A'))
    await user.click(screen.getByRole('button', { name: 'Review and finish' }))
    expect(screen.getByText('2 questions have no answer. You can still go back.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Submit assessment' }))
    await expect.poll(address).toBe(`/assessments/results/${ATTEMPT}`)
    expect(submitted.requests).toHaveLength(1)
  })

  it('given the time is over, when nobody presses anything, then it is submitted by itself', async () => {
    let began = 0
    const { submitted } = server({ left: () => Math.max(0, 400 - (Date.now() - (began ||= Date.now()))) })
    const { address } = await open()
    expect(await screen.findByText('The time is over')).toBeVisible()
    await expect.poll(address, { timeout: 10_000 }).toBe(`/assessments/results/${ATTEMPT}`)
    expect(submitted.requests).toHaveLength(1)
  })

  it('given Hindi, when a question has no Hindi words, then the main language stands in', async () => {
    server()
    const { user } = await open('hi')
    expect(await screen.findByText('पहला प्रश्न')).toBeVisible()
    await user.keyboard('n')
    expect(await screen.findByText('Question of 2')).toBeVisible()
  })

  it('given somebody else’s attempt, when opened, then it is not there', async () => {
    fakeCall(getAttempt, () => failWith('not_found'))
    await open()
    expect(await screen.findByText('Assessment not found')).toBeVisible()
  })
})
