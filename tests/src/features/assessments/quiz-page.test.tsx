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
import type { Language } from '#contract/languages.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { runClearHooks } from '#src/core/session/sign-out-hooks.ts'
import type { AttemptRecord } from '#src/features/assessments/attempt/record.ts'
import { QuizPage } from '#src/features/assessments/index.ts'
import { failWith, fakeCall, noAnswer } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aPaper, ATTEMPT, clock } from './factory.ts'

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

/** A server that stores the answers it receives. */
const fakeServer = ({
  held = () => true,
  left = () => 1_200_000,
}: { held?: () => boolean; left?: () => number } = {}) => {
  fakeCall(getAttempt, aPaper())
  const now = () => clock({ version: 2, held: held(), time_left_ms: left() })
  const stored = new Map(aPaper().answers.map((answer) => [answer.position, answer]))
  fakeCall(holdAttempt, () => aPaper({ ...now(), held: true, answers: [...stored.values()] }))
  fakeCall(beat, () => ({ ...now(), events: 0 }))
  const saved = fakeCall(saveAnswers, ({ body }) => ({
    ...now(),
    items: body.answers.map(({ position, choice, final, marked, seen, seq }) => {
      const saved_at = '2026-11-21T10:03:00.000Z'
      const answer = { position, choice, final, marked, seen, seq, saved_at }
      stored.set(position, answer)
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
const openQuiz = (language: Language = 'en') =>
  renderPage(
    <Routes>
      <Route path="/assessment/quiz" element={<QuizPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: `/assessment/quiz?attempt=${ATTEMPT}`, language },
  )
const option = (letter: Letter) => screen.getByRole('radio', { name: new RegExp(`^${letter}`) })

describe('running attempt', () => {
  it('sends a chosen option and shows that it is saved', async () => {
    const { saved } = fakeServer()
    const { user } = await openQuiz()
    expect(await screen.findByRole('group', { name: /Question 1 of 3.*Question of 1/ })).toBeVisible()
    await user.click(option('B'))
    expect(await screen.findByText(/^Saved /)).toBeVisible()
    expect(saved.requests.at(-1)?.body.answers).toMatchObject([{ position: 1, choice: 'B', final: false }])
    expect(isBusy()).toBe(true)
  })

  it('supports answering, marking and navigating by keyboard, and labels the palette', async () => {
    fakeServer()
    const { user } = await openQuiz()
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
    // A single letter must not act for users of speech input (WCAG 2.1.4).
    await user.click(palette.getByRole('switch', { name: /Keyboard shortcuts/ }))
    await user.keyboard('a')
    expect(option('D')).toBeChecked()
  })

  it('asks before an answer becomes final, and keeps it open when the learner declines', async () => {
    const { saved } = fakeServer()
    const { user } = await openQuiz()
    await screen.findByRole('group', { name: /Question 1/ })
    // Next is the primary action; locking waits for a choice.
    expect(screen.getByRole('button', { name: 'Next' })).toHaveClass('bg-primary')
    expect(screen.getByRole('button', { name: 'Submit answer' })).toBeDisabled()
    await user.click(option('A'))
    await user.click(screen.getByRole('button', { name: 'Submit answer' }))
    const dialog = await screen.findByRole('dialog', { name: 'Submit this answer?' })
    await user.click(within(dialog).getAllByRole('button', { name: 'Keep it open' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(option('B')).toBeEnabled()
    await user.click(option('B'))
    await waitFor(() => expect(saved.requests.at(-1)?.body.answers[0]).toMatchObject({ choice: 'B' }))
    expect(saved.requests.flatMap(({ body }) => body.answers).some(({ final }) => final)).toBe(false)
  })

  it('does not change a submitted answer', async () => {
    const { saved } = fakeServer()
    const { user } = await openQuiz()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.click(option('A'))
    await user.click(screen.getByRole('button', { name: 'Submit answer' }))
    const dialog = await screen.findByRole('dialog', { name: 'Submit this answer?' })
    await user.click(within(dialog).getByRole('button', { name: 'Submit answer' }))
    expect(await screen.findByText('Submitted. This answer is final.')).toBeVisible()
    expect(option('B')).toBeDisabled()
    await waitFor(() => expect(saved.requests.at(-1)?.body.answers[0]).toMatchObject({ final: true }))
  })

  it('keeps an answer on the device when offline and says so calmly', async () => {
    fakeServer()
    fakeCall(saveAnswers, () => noAnswer)
    const { user } = await openQuiz()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.click(option('A'))
    expect(await screen.findByText('Waiting to send')).toBeVisible()
    expect(screen.getByText('No connection. Keep going.')).toBeVisible()
    expect(disk.record?.entries).toMatchObject([{ position: 1, choice: 'A' }])
  })

  it('restores answers from the device and sends them', async () => {
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
    const { saved } = fakeServer()
    await openQuiz()
    expect(await screen.findByRole('group', { name: /Question 2 of 3/ })).toBeVisible()
    expect(option('C')).toBeChecked()
    expect(await screen.findByText(/^Saved /)).toBeVisible()
    expect(saved.requests[0]?.body).toMatchObject({ version: 1, answers: [{ position: 2, choice: 'C' }] })
  })

  it('becomes read-only when another device takes over and can continue here', async () => {
    let held = false
    fakeServer({ held: () => held })
    const { user } = await openQuiz()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.click(option('A'))
    expect(await screen.findByText('This attempt is open on another device or tab')).toBeVisible()
    expect(option('B')).toBeDisabled()
    held = true
    await user.click(screen.getByRole('button', { name: 'Continue here' }))
    await waitFor(() => expect(option('B')).toBeEnabled())
  })

  it('announces once that 5 minutes are left', async () => {
    const startedAt = Date.now()
    fakeServer({ left: () => 302_500 - (Date.now() - startedAt) })
    await openQuiz()
    const announcement = await screen.findByText('5 minutes left.')
    expect(announcement.closest('[aria-live="assertive"]')).not.toBeNull()
    expect(screen.getAllByText('5 minutes left.')).toHaveLength(1)
  })

  it('counts unanswered questions before the final submit', async () => {
    const { submitted } = fakeServer()
    const { user, address } = await openQuiz()
    await screen.findByRole('group', { name: /Question 1/ })
    await user.click(option('A'))
    await user.click(screen.getByRole('button', { name: 'Review and finish' }))
    expect(screen.getByText('2 questions have no answer. You can still go back.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Submit assessment' }))
    await expect.poll(address).toBe(`/assessments/results/${ATTEMPT}`)
    expect(submitted.requests).toHaveLength(1)
  })

  it('submits automatically when the time is over', async () => {
    let startedAt = 0
    const { submitted } = fakeServer({
      left: () => Math.max(0, 400 - (Date.now() - (startedAt ||= Date.now()))),
    })
    const { address } = await openQuiz()
    expect(await screen.findByText('The time is over')).toBeVisible()
    await expect.poll(address, { timeout: 10_000 }).toBe(`/assessments/results/${ATTEMPT}`)
    expect(submitted.requests).toHaveLength(1)
  })

  it('falls back to the main language for a question without Hindi texts', async () => {
    fakeServer()
    const { user } = await openQuiz('hi')
    expect(await screen.findByText('पहला प्रश्न')).toBeVisible()
    await user.keyboard('n')
    expect(await screen.findByText('Question of 2')).toBeVisible()
  })

  it("says that somebody else's attempt does not exist", async () => {
    fakeCall(getAttempt, () => failWith('not_found'))
    await openQuiz()
    expect(await screen.findByText('Assessment not found')).toBeVisible()
  })
})
