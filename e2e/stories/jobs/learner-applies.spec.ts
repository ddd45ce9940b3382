import { expect, haveSession, test } from '#e2e/fixtures.ts'
import { resumePdf } from '#server/demo/content/resume-pdf.ts'

const JOB = 'Quality Engineer'

test('finds a job, applies with a resume, follows the application and withdraws it', async ({ page }) => {
  await haveSession(page)
  await page.goto('/jobs')
  await page.getByRole('searchbox').first().fill('quality')
  await page.getByRole('link', { name: JOB }).click()
  await expect(page.getByRole('heading', { level: 1, name: JOB })).toBeVisible()
  // What the learner has of each requirement, and the course that closes a gap.
  await expect(
    page
      .locator('main')
      .getByText(/^(Met|Partly met|Missing)$/)
      .first(),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Apply now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Phone')).toHaveValue('+919876543210')
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({
    name: 'cv.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html><script>alert(1)</script></html>'),
  })
  await expect(dialog.getByText(/^This file is not a PDF/)).toBeVisible()
  await file.setInputFiles({
    name: 'cv.pdf',
    mimeType: 'application/pdf',
    buffer: resumePdf('Asha Verma', ['Analyst']),
  })
  await expect(dialog.getByRole('link', { name: 'cv.pdf' })).toBeVisible()
  await dialog.getByLabel('Cover note').fill('I test what others trust.')
  await dialog.getByRole('button', { name: 'Send application' }).click()
  await expect(dialog.getByText('Your application is on its way')).toBeVisible()
  await dialog.getByRole('link', { name: 'See your application' }).click()

  await page.waitForURL(/\/jobs\/applications\/\d+$/)
  await expect(page.getByText('You applied', { exact: true })).toBeVisible()
  await page.goto('/jobs/applications')
  await page.locator('main').getByRole('link', { name: JOB }).click()
  await page.getByRole('button', { name: 'Withdraw application' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('You withdrew your application')).toBeVisible()
})
