/** An exam in the browser: on a phone, on two devices, offline, and with a lost session (E1, E5, E6). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo, DEMO_PASSWORD } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { killBrowser, phoneOn } from '#e2e/support/persistent-browser.ts'

const attemptOf = (page: Page) => new URL(page.url()).searchParams.get('attempt') ?? ''
/** The choices that the server has, read without the page. */
const choicesOf = async (attemptId: string) => {
  const learner = await callsOf(demo.student)
  const paper = await learner<AttemptPage>('GET', `attempts/${attemptId}/`)
  return paper.answers.map(({ choice }) => choice)
}
const anExam = async (overrides?: Parameters<typeof anAssessment>[1]) =>
  anAssessment(await callsOf(demo.admin), overrides)

const arabicPhone = (profile: string, baseURL: string | undefined) =>
  phoneOn(profile, { baseURL, locale: 'ar' })

test('E5: loses no stored answer when a phone goes offline and its browser is killed', async ({
  baseURL,
}) => {
  const assessment = await anExam()
  const profile = mkdtempSync(join(tmpdir(), 'lms-exam-'))
  try {
    let context = await arabicPhone(profile, baseURL)
    let page = await context.newPage()
    await haveSession(page)
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
    // The browser writes local storage after seconds: a kill may lose the sign-in, but not the answers.
    if (await signedOut.isVisible()) {
      await haveSession(page)
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

test('E6: makes the older device read-only until it takes the attempt back', async ({
  page,
  browser,
  baseURL,
}) => {
  const assessment = await anExam()
  await haveSession(page)
  const exam = examOf(page)
  await exam.start(assessment.path)
  await expectAccessible(page, 'running attempt')
  // By keyboard: choose, submit, next question.
  await page.keyboard.press('2')
  await exam.expectSaved()
  await page.getByRole('button', { name: 'Submit answer' }).press('Enter')
  // A second thought changes nothing.
  await page.getByRole('dialog', { name: 'Submit this answer?' }).press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(exam.option('A')).toBeEnabled()
  await page.getByRole('button', { name: 'Submit answer' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Submit answer' }).press('Enter')
  await expect(page.getByText('Submitted. This answer is final.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
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
  await haveSession(second)
  const other = examOf(second)
  await second.goto(page.url())
  // Resumed at the same question.
  await expect(second.getByRole('group', { name: /Question 2 of 4/ })).toBeVisible()
  await other.choose('D')
  await other.expectSaved()

  // The older device may not know yet: its answer must not overwrite the newer one.
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

test('saves the answer after the same person signs in on the sheet', async ({ page }) => {
  const assessment = await anExam()
  await haveSession(page)
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

test('E1: continues by the server’s clock when the device’s clock ran ahead offline', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const assessment = await anExam()
  await haveSession(page)
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
  // All twenty minutes are left: the attempt goes on, and the offline answer counts.
  await expect(exam.option('C')).toBeChecked()
  await exam.expectSaved()
  expect(await choicesOf(attemptOf(page))).toEqual(['C', null, null, null])
})
