/** Unsent answers of an exam reach the server when the app starts, in time or late (rules: Assessments). */
import type { BrowserContext, Page } from '@playwright/test'
import type { ResultPage } from '#contract/assessments/results.ts'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { inDatabase } from '#e2e/support/database.ts'

/** Long enough to answer once more on a busy machine. */
const SECONDS_LEFT = 8

/** Starts an attempt. Returns how to read it from the server without the page. */
const startAttempt = async (page: Page) => {
  const assessment = await anAssessment(await callsOf(demo.admin))
  const learner = await callsOf(demo.student)
  await signIn(page)
  await examOf(page).start(assessment.path)
  const attempt = new URL(page.url()).searchParams.get('attempt') ?? ''
  const paper = () => learner<AttemptPage>('GET', `attempts/${attempt}/`)
  return {
    attempt,
    learner,
    paper,
    choices: async () => (await paper()).answers.map(({ choice }) => choice),
  }
}
const answerOffline = async (context: BrowserContext, page: Page, letter: 'B' | 'C') => {
  await context.setOffline(true)
  await examOf(page).choose(letter)
  await examOf(page).expectWaiting()
}
/** Closes the page, goes online and opens the home instead of the exam. */
const startApp = async (context: BrowserContext, page: Page): Promise<Page> => {
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/')
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  return next
}

test('sends an offline answer when the app is opened on another page', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const { attempt, choices } = await startAttempt(page)
  await answerOffline(context, page, 'B')
  expect(await choices()).toEqual([null, null, null, null])
  const home = await startApp(context, page)
  await expect.poll(choices).toEqual(['B', null, null, null])
  await home.goto(`/assessment/quiz?attempt=${attempt}`)
  await expect(examOf(home).option('B')).toBeChecked()
  await examOf(home).expectSaved()
})

inFullRuns(
  'E1: lists an answer from after the deadline as late, with the time it was given',
  async ({ page, context, watch }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED/)
    const { attempt, learner, paper, choices } = await startAttempt(page)
    await examOf(page).choose('B')
    await examOf(page).expectSaved()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('group', { name: /Question 2 of 4/ })).toBeVisible()
    await inDatabase(
      "update assessment_attempt set deadline_at = now() + $2 * interval '1 second' where id = $1",
      [attempt, SECONDS_LEFT],
    )
    // The next response carries the new deadline.
    await page.getByRole('button', { name: 'Mark for later' }).click()
    await expect(page.getByRole('timer').first()).toHaveText(/^0:0\d$/)
    await answerOffline(context, page, 'C')
    const answeredAt = Date.now()
    await expect(page.getByRole('heading', { name: 'The time is over' })).toBeVisible()
    await expect(page.getByText('1 answer is still on this device.')).toBeVisible()
    // The server ends the attempt without any call.
    await expect.poll(async () => (await paper()).state, { timeout: 20_000 }).toBe('submitted')

    const home = await startApp(context, page)
    const late = async () => (await learner<ResultPage>('GET', `attempts/${attempt}/result/`)).late
    await expect.poll(late).toMatchObject([{ position: 2, choice: 'C', why: 'late', counted: null }])
    // The time of the answer, not of its arrival.
    const [answer] = await late()
    expect(Math.abs(Date.parse(answer?.given_at ?? '') - answeredAt)).toBeLessThan(SECONDS_LEFT * 1000)
    expect(Date.parse(answer?.received_at ?? '') - answeredAt).toBeGreaterThan(4_000)
    expect(await choices()).toEqual(['B', null, null, null])
    await home.goto(`/assessments/results/${attempt}`)
    await expect(home.getByText('Question 2: C')).toBeVisible()
  },
)
