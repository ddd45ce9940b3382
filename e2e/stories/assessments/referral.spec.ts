/** The referrer in an assessment's address reaches the attempt, whatever way the person takes. */
import type { Page } from '@playwright/test'
import { expect, readCode, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { inDatabase } from '#e2e/support/database.ts'

const anExam = async (overrides?: Parameters<typeof anAssessment>[1]) =>
  anAssessment(await callsOf(demo.admin), overrides)

const referrerOf = async (page: Page) => {
  const attempt = new URL(page.url()).searchParams.get('attempt')
  const [row] = await inDatabase('select ref from assessment_attempt where id = $1', [attempt])
  return row?.['ref']
}

const startHere = async (page: Page) => {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Start assessment' }).click()
  await page.waitForURL(/\/assessment\/quiz/)
  await expect(examOf(page).option('A')).toBeEnabled()
}

test('reaches the attempt through sign-in, the list and the phone check', async ({ page }) => {
  const assessment = await anExam({ phone_verification: true })
  await page.goto(`${assessment.path}/friend-7`)
  await page.waitForURL(/\/login/)
  await signIn(page)
  await page.waitForURL(new RegExp(`${assessment.path}/friend-7$`))
  await expect(page.getByRole('link', { name: 'Verify your phone' })).toBeVisible()

  await page.goto('/courses')
  await page.goto('/assessments')
  await page.getByRole('link', { name: `Start: ${assessment.title}` }).click()
  const phone = `+91 98${Date.now().toString().slice(-8)}`
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page
    .getByRole('textbox', { name: '6-digit code' })
    .fill(await readCode(page, phone.replaceAll(' ', '')))
  await page.waitForURL(new RegExp(`${assessment.path}/friend-7$`))
  await startHere(page)
  expect(await referrerOf(page)).toBe('friend-7')
})

test('never blocks an exam, however odd it is', async ({ page }) => {
  const assessment = await anExam()
  await signIn(page)
  for (const odd of ['a%20b', 'x'.repeat(200), '%E0%A4%A', '%F0%9F%98%80'])
    await test.step(`starts from …/${odd.slice(0, 20)}`, async () => {
      await page.goto(`${assessment.path}/${odd}`)
      await expect(page.getByRole('heading', { level: 1, name: assessment.title })).toBeVisible()
    })
  await startHere(page)
  expect(await referrerOf(page)).toBeNull()
})
