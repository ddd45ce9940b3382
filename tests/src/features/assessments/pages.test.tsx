import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { appealDecision, getResult } from '#contract/assessments/results.ts'
import {
  confirmPhone,
  getAssessment,
  listAssessments,
  sendPhoneCode,
  startAttempt,
} from '#contract/assessments/assessments.ts'
import {
  AssessmentListPage,
  InstructionPage,
  PhonePage,
  ResultPage,
} from '#src/features/assessments/index.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import { renderPage } from '#tests/support/web/render.tsx'
import { aCard, anInstruction, aPaper, aResult, ATTEMPT, doneCard, runningCard } from './factory.ts'

vi.mock(import('#src/features/assessments/attempt/disk.ts'), async (original) => ({
  ...(await original()),
  diskWorks: () => Promise.resolve(true),
  storedAttempts: () => Promise.resolve([]),
}))

const withRoute = (path: string, element: React.ReactNode) => (
  <Routes>
    <Route path={path} element={element} />
    <Route path="*" element={<p>elsewhere</p>} />
  </Routes>
)

describe('assessment list', () => {
  it('offers the matching actions of available, running and finished assessments', async () => {
    fakeCall(listAssessments, {
      results: [
        aCard({ id: 1, title: { en: 'First' }, phone_verification: true, actions: ['start'] }),
        { ...runningCard(), id: 2, title: { en: 'Second' } },
        { ...doneCard(), id: 4, title: { en: 'Third' } },
      ],
    })
    await renderPage(<AssessmentListPage />, { path: '/assessments' })
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(await screen.findByRole('link', { name: 'Start: First' })).toBeVisible()
    expect(link('Start: First')).toBe('/assessment/phone-verification?assessment=1')
    expect(link('Resume: Second')).toBe(`/assessment/quiz?attempt=${ATTEMPT}`)
    expect(link('View Results: Third')).toBe(`/assessments/results/${ATTEMPT}`)
    expect(screen.getAllByText('30 min')).toHaveLength(3)
  })

  it("adds the learner's extra time to the duration", async () => {
    fakeCall(listAssessments, { results: [aCard({ extra_minutes: 15 })] })
    await renderPage(<AssessmentListPage />, { path: '/assessments' })
    expect(await screen.findByText(/45 min/)).toHaveTextContent('including 15 minutes of extra time for you')
  })

  it('says that an assessment is closed and offers no action', async () => {
    fakeCall(listAssessments, { results: [aCard({ actions: [], not_startable: 'closed' })] })
    await renderPage(<AssessmentListPage />, { path: '/assessments' })
    expect(await screen.findByText('Currently unavailable')).toBeVisible()
    expect(screen.getByText('The time to take this assessment is over.')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('filters a long list by state and keeps the filter in the URL', async () => {
    fakeCall(listAssessments, {
      results: [
        ...[11, 12, 13, 14, 15].map((id) => aCard({ id, title: { en: `Open ${id}` } })),
        { ...doneCard(), id: 16, title: { en: 'Done 16' } },
      ],
    })
    const { user, address, unmount } = await renderPage(<AssessmentListPage />, { path: '/assessments' })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Completed (1)')
    expect(screen.getByRole('heading', { name: 'Done 16' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Open 11' })).toBeNull()
    expect(address()).toBe('/assessments?state=done')
    unmount()
    await renderPage(<AssessmentListPage />, { path: '/assessments?state=running' })
    expect(await screen.findByText('No assessment has this status.')).toBeVisible()
  })

  it('shows the empty and failed states', async () => {
    fakeCall(listAssessments, { results: [] })
    const empty = await renderPage(<AssessmentListPage />, { path: '/assessments' })
    expect(await screen.findByText('No assessments available.')).toBeVisible()
    empty.unmount()
    fakeCall(listAssessments, () => failWith('internal_error'))
    await renderPage(<AssessmentListPage />, { path: '/assessments' })
    expect(await screen.findByText('Assessments could not be loaded')).toBeVisible()
  })
})

describe('instructions', () => {
  const open = (language: 'en' | 'ar' = 'en') =>
    renderPage(withRoute('/assessment/:assessmentId/:ref?', <InstructionPage />), {
      path: '/assessment/3/friend-7',
      language,
    })

  it('announces once that the page is loading', async () => {
    fakeCall(getAssessment, () => new Promise<never>(() => undefined))
    await open()

    expect(await screen.findAllByText('Loading')).toHaveLength(1)
  })

  it('shows the configured duration in every text', async () => {
    fakeCall(getAssessment, anInstruction({ duration_minutes: 120, questions: 30 }))
    await open()
    expect(await screen.findByText('You have 2 h for 30 questions.')).toBeVisible()
    const figures = screen.getByText('Duration').closest('dl')
    expect(within(figures as HTMLElement).getByText('2 h')).toBeVisible()
    expect(document.body).not.toHaveTextContent('30 min')
  })

  it('starts only with consent and passes the referral on', async () => {
    fakeCall(getAssessment, anInstruction())
    const start = fakeCall(startAttempt, aPaper())
    const { user, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Start assessment' }))
    expect(screen.getByText('Please tick this before you start.')).toBeVisible()
    expect(start.requests).toHaveLength(0)
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Start assessment' }))
    await expect.poll(address).toBe(`/assessment/quiz?attempt=${ATTEMPT}`)
    expect(start.requests[0]?.body).toMatchObject({ ref: 'friend-7', consent: true })
  })

  it('keeps the referral when the person leaves and comes back another way', async () => {
    fakeCall(getAssessment, anInstruction())
    const first = await open()
    await screen.findByRole('button', { name: 'Start assessment' })
    first.unmount()
    const start = fakeCall(startAttempt, aPaper())
    const { user } = await renderPage(withRoute('/assessment/:assessmentId/:ref?', <InstructionPage />), {
      path: '/assessment/3',
    })
    await user.click(await screen.findByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Start assessment' }))
    await expect.poll(() => start.requests[0]?.body).toMatchObject({ ref: 'friend-7' })
  })

  it.each(['a%20b', '%F0%9F%98%80', 'x'.repeat(80), '%3Cscript%3E'])(
    'starts without the odd referral %s',
    async (ref) => {
      fakeCall(getAssessment, anInstruction())
      const start = fakeCall(startAttempt, aPaper())
      const { user, address } = await renderPage(
        withRoute('/assessment/:assessmentId/:ref?', <InstructionPage />),
        { path: `/assessment/3/${ref}` },
      )
      await user.click(await screen.findByRole('checkbox'))
      await user.click(screen.getByRole('button', { name: 'Start assessment' }))
      await expect.poll(address).toBe(`/assessment/quiz?attempt=${ATTEMPT}`)
      expect(start.requests[0]?.body).toMatchObject({ ref: null })
    },
  )

  it('reports a fast device clock and still allows the start', async () => {
    const behind = () => new Date(Date.now() - 7_200_000).toISOString()
    fakeCall(getAssessment, () => anInstruction({ server_time: behind() }))
    await open()
    expect(await screen.findByText(/Clock: 120 minutes ahead/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Start assessment' })).toBeEnabled()
  })

  it('links to the phone verification with the referral', async () => {
    fakeCall(getAssessment, anInstruction({ phone_verification: true }))
    await open()
    expect((await screen.findByRole('link', { name: 'Verify your phone' })).getAttribute('href')).toBe(
      '/assessment/phone-verification/friend-7?assessment=3',
    )
    expect(screen.queryByRole('button', { name: 'Start assessment' })).toBeNull()
  })

  it('uses Arabic plural forms', async () => {
    fakeCall(getAssessment, anInstruction({ questions: 2, duration_minutes: 10 }))
    await open('ar')
    expect(await screen.findByText('لديك 10 د لسؤالين.')).toBeVisible()
  })
})

describe('phone verification', () => {
  it('accepts a number with Devanagari digits and continues after the code', async () => {
    fakeCall(listAssessments, { results: [aCard({ phone_verification: true })] })
    const sent = fakeCall(sendPhoneCode, {
      phone: '+91 ••• ••• 3210',
      expires_at: '2026-11-21T10:10:00.000Z',
      resend_after: 60,
    })
    const confirmed = fakeCall(confirmPhone, { phone: '+91 ••• ••• 3210' })
    const { user, address } = await renderPage(
      withRoute('/assessment/phone-verification/:ref?', <PhonePage />),
      {
        path: '/assessment/phone-verification/friend-7?assessment=3',
      },
    )
    const send = await screen.findByRole('button', { name: 'Send code' })
    await user.click(send)
    expect(screen.getByText('Enter a phone number with its country code.')).toBeVisible()
    expect(sent.requests).toHaveLength(0)
    await user.type(screen.getByRole('textbox'), '+९१ 98765 43210')
    await user.click(send)
    await user.type(await screen.findByLabelText('6-digit code'), '123456')
    await expect.poll(address).toBe('/assessment/3/friend-7')
    expect(sent.requests[0]?.body).toEqual({ phone: '+91 98765 43210', language: 'en' })
    expect(confirmed.requests[0]?.body.code).toBe('123456')
  })

  it("shows a wrong code's error and keeps the number", async () => {
    fakeCall(listAssessments, { results: [aCard({ phone_verification: true })] })
    fakeCall(sendPhoneCode, { phone: '+91 3210', expires_at: '2026-11-21T10:10:00.000Z', resend_after: 60 })
    fakeCall(confirmPhone, () => failWith('invalid_code', { detail: 'This code is not right.' }))
    const { user } = await renderPage(withRoute('/assessment/phone-verification', <PhonePage />), {
      path: '/assessment/phone-verification',
    })
    await user.type(await screen.findByRole('textbox'), '+91 98765 43210')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await user.type(await screen.findByLabelText('6-digit code'), '000000')
    expect(await screen.findByText('This code is not right.')).toBeVisible()
  })
})

describe('result', () => {
  const open = () =>
    renderPage(withRoute('/assessments/results/:attemptId', <ResultPage />), {
      path: `/assessments/results/${ATTEMPT}`,
    })

  it('shows score, topics, percentile, scholarship and next steps', async () => {
    fakeCall(getResult, aResult())
    await open()
    expect(await screen.findByText('21 of 30 right')).toBeVisible()
    expect(screen.getByText('21 of 30, 70%')).toBeVisible()
    expect(screen.getByText('As good as or better than 82% of 40 finished attempts')).toBeVisible()
    expect(screen.getByText('Scholarship: 25% of the fees')).toBeVisible()
    expect(screen.getByText('From 90% on it is 100%.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See your roadmap' })).toHaveAttribute('href', '/roadmap/3')
  })

  it('shows no score before the release, but the receipt', async () => {
    fakeCall(getResult, aResult({ result: null, percentile: null }))
    await open()
    expect(await screen.findByText('Submitted. Your result is on its way.')).toBeVisible()
    expect(screen.queryByText(/right/)).toBeNull()
    expect(screen.getByText('ab'.repeat(32))).toBeVisible()
  })

  it('shows late answers and integrity events to the learner', async () => {
    fakeCall(
      getResult,
      aResult({
        late: [
          {
            id: 5,
            position: 7,
            choice: 'C',
            given_at: '2026-11-21T10:29:00.000Z',
            received_at: '2026-11-21T10:40:00.000Z',
            why: 'late',
            counted: null,
          },
        ],
        timeline: [
          { kind: 'left_tab', at: '2026-11-21T10:05:00.000Z', lasted_ms: 9_000, reports: 2, position: 4 },
        ],
      }),
    )
    await open()
    expect(await screen.findByText(/Question 7: C/)).toBeVisible()
    expect(screen.getByText('Not counted')).toBeVisible()
    expect(screen.getByText('You left the tab').closest('li')).toHaveTextContent('for 9 s at question 4')
  })

  it('sends an appeal and shows that it is undecided', async () => {
    fakeCall(
      getResult,
      aResult({
        decision: { decision: 'upheld', note: 'Away for long.', by: 'Ravi', at: '2026-11-21T11:00:00.000Z' },
        appeal_until: '2026-11-28T11:00:00.000Z',
      }),
    )
    const sent = fakeCall(appealDecision, {
      text: 'The bell rang.',
      at: '2026-11-21T12:00:00.000Z',
      answer: null,
    })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Appeal this decision' }))
    await user.click(screen.getByRole('button', { name: 'Send appeal' }))
    expect(screen.getByText('Please enter your reason.')).toBeVisible()
    await user.type(screen.getByRole('textbox'), 'The bell rang.')
    fakeCall(
      getResult,
      aResult({ appeal: { text: 'The bell rang.', at: '2026-11-21T12:00:00.000Z', answer: null } }),
    )
    await user.click(screen.getByRole('button', { name: 'Send appeal' }))
    expect(await screen.findByText('It is waiting for an answer.')).toBeVisible()
    expect(sent.requests[0]?.body).toEqual({ text: 'The bell rang.' })
  })
})
