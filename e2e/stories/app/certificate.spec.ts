import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'
import { inDatabase } from '#e2e/support/database.ts'
import { finishLastStep, reopenFinishedCourse } from '#e2e/support/finished-course.ts'

test('earns a certificate that anybody can verify without an account or a script', async ({
  page,
  browser,
  baseURL,
}) => {
  const step = await reopenFinishedCourse()
  for (const table of ['certificate', 'certificate_name'])
    await inDatabase(`delete from ${table} where client_id = 7 and user_id = $1`, [step.person])
  await haveSession(page)
  await finishLastStep(page, step)
  await expect(page.locator('[data-moment]')).toHaveAttribute('data-moment', 'course')

  await page.goto(`/courses/${step.course}/done`)
  await page.getByRole('link', { name: 'Confirm your name' }).click()
  await page.getByLabel('Your name, as it should be printed').fill('Asha अनन्या Rao')
  await page.getByRole('button', { name: /^Get my certificate/ }).click()
  await page.getByRole('link', { name: step.title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: step.title })).toBeVisible()
  await expectAccessible(page, 'a certificate')

  const address = await page.getByRole('link', { name: 'See what others see' }).getAttribute('href')
  const stranger = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const other = await stranger.newPage()
  await other.goto('/verify/')
  await other.getByLabel('Certificate number').fill((address ?? '').split('/').at(-1)?.toLowerCase() ?? '')
  await other.getByRole('button', { name: 'Verify' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Valid' })).toBeVisible()
  await expect(other.getByText('Asha अनन्या Rao')).toBeVisible()
  await stranger.close()
})
