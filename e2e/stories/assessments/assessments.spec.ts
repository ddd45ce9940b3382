/** TRUST E1, E5, E6 in the browser: an exam on a phone, on two devices, without a connection, with a session lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo, DEMO_PASSWORD } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { killBrowser, phoneOn } from '#e2e/support/phone.ts'

const attemptOf = (page: Page) => new URL(page.url()).searchParams.get('attempt') ?? ''
/** What the server has, asked without the page. */
const choicesOf = async (attemptId: string) => {
  const learner = await callsOf(demo.student)
  const paper = await learner<AttemptPage>('GET', `attempts/${attemptId}/`)
  return paper.answers.map(({ choice }) => choice)
}
const anExam = async (given?: Parameters<typeof anAssessment>[1]) =>
  anAssessment(await callsOf(demo.admin), given)

const arabicPhone = (profile: string, baseURL: string | undefined) =>
  phoneOn(profile, { baseURL, locale: 'ar' })

test('given a phone in Arabic, when the connection goes and the browser is killed, then nothing that was kept is lost', async ({
  baseURL,
}) => {
  const assessment = await anExam()
  const profile = mkdtempSync(join(tmpdir(), 'lms-exam-'))
  try {
    let context = await arabicPhone(profile, baseURL)
    let page = await context.newPage()
    await signIn(page)
    let exam = examOf(page)
    await exam.start(assessment.path)
    const attempt = attemptOf(page)
    await expect(page.getByRole('group', { name: /السؤال 1 من 4/ })).toBeVisible()
    await exam.option('A').tap()
    await exam.expectSaved()
    await page.getByRole('button', { name: 'التالي' }).tap()
    await expect(page.getByRole('group', { name: /السؤال 2 من 4/ })).toBeVisible()

    await context.setOffline(true)
    await exam.option('C').tap()
    await exam.expectWaiting()
    await expect(page.getByText('لا يوجد اتصال. تابع.')).toBeVisible()
    expect(await choicesOf(attempt)).toEqual(['A', null, null, null])

    await killBrowser(profile, context)
    context = await arabicPhone(profile, baseURL)
    page = await context.newPage()
    exam = examOf(page)
    await page.goto('/assessment/quiz')
    const second = page.getByRole('group', { name: /السؤال 2 من 4/ })
    const signedOut = page.locator('input[autocomplete="username"]')
    await expect(signedOut.or(second).first()).toBeVisible()
    // The browser writes local storage seconds later: a kill may take the sign-in, but not the answers.
    if (await signedOut.isVisible()) {
      await signIn(page)
      await page.goto('/assessment/quiz')
    }
    await expect(second).toBeVisible()
    await expect(exam.option('C')).toBeChecked()
    await exam.expectSaved()
    expect(await choicesOf(attempt)).toEqual(['A', 'C', null, null])

    await page.getByRole('button', { name: 'عرض كل الأسئلة' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'المراجعة والإنهاء' }).tap()
    await expect(page.getByText('سؤالان بلا إجابة. ما زال بإمكانك العودة.')).toBeVisible()
    await page.getByRole('button', { name: 'تسليم الاختبار' }).tap()
    await page.waitForURL(/\/assessments\/results\//)
    await expect(page.getByText('1 صحيحة من 4')).toBeVisible()
    await context.close()
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('given two devices, when the older one answers, then it is told, reads along, and can take the attempt back', async ({
  page,
  browser,
  baseURL,
}) => {
  const assessment = await anExam()
  await signIn(page)
  const exam = examOf(page)
  await exam.start(assessment.path)
  await expectAccessible(page, 'running attempt')
  // By keyboard alone: choose, submit, turn.
  await page.keyboard.press('2')
  await exam.expectSaved()
  await page.getByRole('button', { name: 'Submit answer' }).press('Enter')
  await expect(page.getByText('Submitted. This answer cannot change any more.')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('group', { name: /Question 2 of 4/ })).toMatchAriaSnapshot(`
    - group /Question 2 of 4/:
      - radio /^A \\d+/
      - radio /^B \\d+/
      - radio /^C \\d+/
      - radio /^D \\d+/
  `)

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const second = await context.newPage()
  await signIn(second)
  const other = examOf(second)
  await second.goto(page.url())
  // Resumed where it was, with what was answered.
  await expect(second.getByRole('group', { name: /Question 2 of 4/ })).toBeVisible()
  await other.choose('D')
  await other.expectSaved()

  // The older one does not know yet, or has just been told: what it says must not overwrite the newer word.
  await exam.option('A').click({ force: true })
  await expect(page.getByText('This attempt is open on another device or tab')).toBeVisible()
  await expect(exam.option('D')).toBeChecked()
  await expect(exam.option('B')).toBeDisabled()
  expect((await choicesOf(attemptOf(page))).slice(0, 2)).toEqual(['B', 'D'])
  await page.getByRole('button', { name: 'Continue here' }).click()
  await exam.choose('A')
  await exam.expectSaved()
  expect((await choicesOf(attemptOf(page))).slice(0, 2)).toEqual(['B', 'A'])
  await context.close()
})

test('given a session lost in the middle, when the same person signs in over the page, then the answer arrives', async ({
  page,
}) => {
  const assessment = await anExam()
  await signIn(page)
  const exam = examOf(page)
  await exam.start(assessment.path)
  await page.evaluate(async () => {
    const { refresh_token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { refresh_token: string }
    await fetch('/accounts/clients/7/user/logout/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    })
  })
  await exam.choose('B')
  const sheet = page.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(sheet).toBeVisible()
  await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(exam.option('B')).toBeChecked()
  await exam.expectSaved()
  expect(await choicesOf(attemptOf(page))).toEqual(['B', null, null, null])
})

test('given a device whose clocks run away while it is offline, when it is back, then the server’s clock counts', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const assessment = await anExam()
  await signIn(page)
  await page.clock.install()
  const exam = examOf(page)
  await exam.start(assessment.path)
  await context.setOffline(true)
  await exam.choose('C')
  await exam.expectWaiting()
  await page.clock.fastForward('25:00')
  await expect(page.getByRole('heading', { name: 'The time is over' })).toBeVisible()
  await expect(page.getByText('1 answer is still on this device.')).toBeVisible()
  await context.setOffline(false)
  // Twenty minutes of its twenty are left: the attempt goes on, and what waited has counted.
  await expect(exam.option('C')).toBeChecked()
  await exam.expectSaved()
  expect(await choicesOf(attemptOf(page))).toEqual(['C', null, null, null])
})
