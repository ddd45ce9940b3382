/** What an exam leaves on a device reaches the server when the app starts, in time or late (RULES "Assessments"). */
import type { Page } from '@playwright/test'
import type { ResultPage } from '#contract/assessment-results.ts'
import type { AttemptPage } from '#contract/assessments.ts'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { inDatabase } from '#e2e/support/database.ts'

/** Long enough to answer once more on a busy machine. */
const SECONDS_LEFT = 8

test('given an exam without a connection, when the app is closed and opened again, before the deadline and after it, then in time counts and late is put aside', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const assessment = await anAssessment(await callsOf(demo.admin))
  const learner = await callsOf(demo.student)
  await signIn(page)
  await examOf(page).start(assessment.path)
  const attempt = new URL(page.url()).searchParams.get('attempt') ?? ''
  const paper = () => learner<AttemptPage>('GET', `attempts/${attempt}/`)
  const choices = async () => (await paper()).answers.map(({ choice }) => choice)

  /** Answers without a connection, then closes the page. The next page is the home, not the exam. */
  const answerAndLeave = async (tab: Page, letter: 'B' | 'C') => {
    await context.setOffline(true)
    await examOf(tab).choose(letter)
    await examOf(tab).expectWaiting()
  }
  const startApp = async (tab: Page) => {
    await tab.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto('/')
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
    return next
  }

  await answerAndLeave(page, 'B')
  expect(await choices()).toEqual([null, null, null, null])
  let tab = await startApp(page)
  await expect.poll(choices).toEqual(['B', null, null, null])

  await tab.goto(`/assessment/quiz?attempt=${attempt}`)
  await expect(examOf(tab).option('B')).toBeChecked()
  await tab.getByRole('button', { name: 'Next' }).click()
  await expect(tab.getByRole('group', { name: /Question 2 of 4/ })).toBeVisible()
  await inDatabase(
    "update assessment_attempt set deadline_at = now() + $2 * interval '1 second' where id = $1",
    [attempt, SECONDS_LEFT],
  )
  // The next word of the server carries the new time.
  await tab.getByRole('button', { name: 'Mark for later' }).click()
  await expect(tab.getByRole('timer').first()).toHaveText(/0:0\d/)
  await answerAndLeave(tab, 'C')
  await expect(tab.getByRole('heading', { name: 'The time is over' })).toBeVisible()
  await expect(tab.getByText('1 answer is still on this device.')).toBeVisible()
  // Nobody sends anything: the server ends it by itself, once its grace is over, which only full runs sit out.
  if (process.env['FULL'] !== '1')
    await inDatabase(
      "update assessment_attempt set deadline_at = now() - interval '6 seconds' where id = $1",
      [attempt],
    )
  await expect.poll(async () => (await paper()).state, { timeout: 20_000 }).toBe('submitted')

  tab = await startApp(tab)
  const late = async () =>
    (await learner<ResultPage>('GET', `attempts/${attempt}/result/`)).late.map((each) => ({
      position: each.position,
      choice: each.choice,
      why: each.why,
      counted: each.counted,
    }))
  await expect.poll(late).toEqual([{ position: 2, choice: 'C', why: 'late', counted: null }])
  expect(await choices()).toEqual(['B', null, null, null])
  await tab.goto(`/assessments/results/${attempt}`)
  await expect(tab.getByText('Question 2: C')).toBeVisible()
  await tab.close()
})
