import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  addExtraTime,
  answerAppeal,
  countLateAnswer,
  decideIntegrity,
  getAttemptDetail,
  grantAttempt,
  type AttemptDetail,
} from '#contract/assessments/admin/results.ts'
import { ResultsPage } from '#src/features/assessments/admin/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aDetail, aRow, ATTEMPT } from './factory.ts'

const PATH = '/admin/assesment-results'
const openAttempt = async (
  detail: AttemptDetail,
  path = `${PATH}?assessment=3&search=rao&attempt=${ATTEMPT}`,
) => {
  fakeCall(getAttemptDetail, detail)
  const page = await renderPage(<ResultsPage />, { path })
  await screen.findByRole('heading', { level: 1, name: detail.row.learner.name })
  return page
}
const card = (name: string) => screen.getByRole('region', { name })

const LATE = {
  id: 5,
  position: 3,
  choice: 'B' as const,
  given_at: '2026-11-21T09:29:50.000Z',
  received_at: '2026-11-21T09:41:00.000Z',
  why: 'late' as const,
  counted: null,
}
const EVENT = {
  kind: 'left_tab' as const,
  at: '2026-11-21T09:10:00.000Z',
  lasted_ms: 12_400,
  reports: 2,
  position: 4,
}

describe('one attempt', () => {
  it('marks each answer right, wrong or unanswered and filters them', async () => {
    const { user } = await openAttempt(aDetail())
    const answers = card('Answers')
    expect(answers.querySelectorAll('details')).toHaveLength(3)
    for (const text of ['Right', 'Wrong', 'Unanswered'])
      expect(within(answers).getAllByText(text)[0]).toBeInTheDocument()
    await user.click(within(answers).getByRole('radio', { name: 'Wrong (1)' }))
    expect(answers.querySelectorAll('details')).toHaveLength(1)
    await user.click(within(answers).getByRole('radio', { name: 'Skipped (1)' }))
    expect(answers.querySelectorAll('details')).toHaveLength(1)
    expect(within(card('At a glance')).getByText('a3f5'.repeat(16))).toBeVisible()
  })

  it('links back to the filtered list', async () => {
    await openAttempt(aDetail())
    expect(screen.getByRole('link', { name: 'Back to the results' })).toHaveAttribute(
      'href',
      `${PATH}?assessment=3&search=rao`,
    )
  })

  it('links back to the assessment when opened by attempt id alone', async () => {
    await openAttempt(aDetail(), `${PATH}?attempt=${ATTEMPT}`)
    expect(screen.getByRole('link', { name: 'Back to the results' })).toHaveAttribute(
      'href',
      `${PATH}?assessment=3`,
    )
  })

  it('asks for a reason to count a late answer and shows the new result first', async () => {
    const counted = aDetail({
      row: aRow({ percent: 83.33, right: 25 }),
      late: [{ ...LATE, counted: { reason: 'Power cut.', by: 'Nandini', at: LATE.received_at } }],
    })
    const { user } = await openAttempt(aDetail({ late: [LATE] }))
    const { requests } = fakeCall(countLateAnswer, counted)
    await user.click(screen.getByRole('button', { name: 'Count the answer to question 3' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Count it' }))
    expect(await within(dialog).findByText('Please write a reason.')).toBeVisible()
    expect(requests).toHaveLength(0)
    await user.type(within(dialog).getByLabelText('Reason'), 'Power cut.')
    await user.click(within(dialog).getByRole('button', { name: 'Count it' }))
    expect(await within(card('Answers set aside')).findByText('Power cut.')).toBeVisible()
    expect(requests.map(({ params, body }) => [params['lateId'], body])).toEqual([
      ['5', { reason: 'Power cut.' }],
    ])
    expect(screen.getByText('83.3%')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Count the answer/ })).toBeNull()
  })

  it('requires a note for an integrity decision and shows the saved decision', async () => {
    const decision = {
      decision: 'upheld' as const,
      note: 'Eight minutes away.',
      by: 'Nandini',
      at: EVENT.at,
    }
    const { user } = await openAttempt(aDetail({ timeline: [EVENT], row: aRow({ events: 1 }) }))
    const integrity = card('What was recorded')
    expect(within(integrity).getByText('Left the tab')).toBeVisible()
    expect(within(integrity).getByText(/for 12 s · question 4/)).toBeVisible()
    const { requests } = fakeCall(decideIntegrity, aDetail({ timeline: [EVENT], decision }))
    await user.click(within(integrity).getByRole('radio', { name: 'Upheld' }))
    await user.click(within(integrity).getByRole('button', { name: 'Save decision' }))
    expect(await within(integrity).findByText('Please give a reason.')).toBeVisible()
    await user.type(within(integrity).getByLabelText('Note to the learner'), 'Eight minutes away.')
    await user.click(within(integrity).getByRole('button', { name: 'Save decision' }))
    // While it is being saved the same text stands in the field.
    expect(
      await within(integrity).findByText('Eight minutes away.', { selector: ':not(textarea)' }),
    ).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ decision: 'upheld', note: 'Eight minutes away.' }])
  })

  it('keeps the typed answer to an appeal when the server refuses it', async () => {
    const appeal = { text: 'The fire alarm rang.', at: EVENT.at, answer: null }
    const { user } = await openAttempt(aDetail({ appeal }))
    fakeCall(answerAppeal, failWith('conflict', { detail: 'A colleague was faster.' }))
    await user.type(within(card('Appeal')).getByLabelText('Answer to the learner'), 'You are right.')
    await user.click(within(card('Appeal')).getByRole('button', { name: 'Send answer' }))
    expect(await within(card('Appeal')).findByText('A colleague was faster.')).toBeVisible()
    expect(within(card('Appeal')).getByLabelText('Answer to the learner')).toHaveValue('You are right.')
    const { requests } = fakeCall(
      answerAppeal,
      aDetail({
        appeal: {
          ...appeal,
          answer: { outcome: 'accepted', text: 'You are right.', by: 'Nandini', at: EVENT.at },
        },
      }),
    )
    await user.click(within(card('Appeal')).getByRole('button', { name: 'Send answer' }))
    await waitFor(() =>
      expect(within(card('Appeal')).queryByRole('button', { name: 'Send answer' })).toBeNull(),
    )
    expect(within(card('Appeal')).getByText('Accepted')).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ outcome: 'accepted', text: 'You are right.' }])
  })

  it('rejects invalid minutes and retries extra time with the same key', async () => {
    const { user } = await openAttempt(
      aDetail({ row: aRow({ state: 'open', finished_at: null, ended_by: null, percent: null }) }),
    )
    const first = fakeCall(addExtraTime, failWith('internal_error'))
    await user.click(screen.getByRole('button', { name: 'Give extra time' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Extra minutes'), '601')
    await user.type(within(dialog).getByLabelText('Reason'), 'Screen reader.')
    await user.click(within(dialog).getByRole('button', { name: 'Give time' }))
    expect(await within(dialog).findByText('Enter a whole number from 1 to 600.')).toBeVisible()
    await user.clear(within(dialog).getByLabelText('Extra minutes'))
    await user.type(within(dialog).getByLabelText('Extra minutes'), '15')
    await user.click(within(dialog).getByRole('button', { name: 'Give time' }))
    await within(dialog).findByRole('alert')
    const second = fakeCall(addExtraTime, { deadline_at: '2026-11-21T09:45:00.000Z', extra_minutes: 15 })
    await user.click(within(dialog).getByRole('button', { name: 'Give time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(second.requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ minutes: 15, reason: 'Screen reader.' }),
    ])
    expect(second.requests[0]?.body.idempotency_key).toBe(first.requests[0]?.body.idempotency_key)
  })

  it('sends the reason with an additional attempt', async () => {
    const { user } = await openAttempt(aDetail())
    const { requests } = fakeCall(grantAttempt, { attempts_allowed: 2, attempts_used: 1 })
    await user.click(screen.getByRole('button', { name: 'Allow another attempt' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^1 of 1 allowed attempts are used/)).toBeVisible()
    await user.type(within(dialog).getByLabelText('Reason'), 'Power cut.')
    await user.click(within(dialog).getByRole('button', { name: 'Allow one more' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(
      requests.map(({ params, body }) => [params['assessmentId'], params['userId'], body.reason]),
    ).toEqual([['3', '1', 'Power cut.']])
  })

  it('says that an unknown or foreign attempt does not exist', async () => {
    fakeCall(getAttemptDetail, failWith('not_found'))
    await renderPage(<ResultsPage />, { path: `${PATH}?attempt=${ATTEMPT}` })
    expect(await screen.findByText('This attempt does not exist.')).toBeVisible()
  })
})
