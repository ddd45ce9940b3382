import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'
import { demo, DEMO_PASSWORD } from '#e2e/product.ts'

const tokenOf = async (request: APIRequestContext, who: keyof typeof demo) => {
  const answer = await request.post('/accounts/clients/7/user/login/', {
    data: { email: demo[who], password: DEMO_PASSWORD },
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
const courseIdByTitle = async (request: APIRequestContext, token: string, search: string) => {
  const answer = await request.get(`/api/clients/7/courses/?search=${encodeURIComponent(search)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { results } = (await answer.json()) as { results: { id: number }[] }
  return results[0]?.id ?? 0
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('books, confirms and returns a seat, and allows a review after the first step', async ({
  page,
  request,
}) => {
  const token = await tokenOf(request, 'student')
  const id = await courseIdByTitle(request, token, 'English for Work')
  await haveSession(page)
  await page.goto(`/courses/${id}`)
  await expect(heading(page, 'English for Work')).toBeVisible()
  const prompt = page.getByRole('region', { name: 'Book your seat' })
  await expect(prompt).toContainText('3 seats left')
  await expectAccessible(page, 'seats to book')
  await prompt.getByRole('button', { name: 'Book My Seat' }).click()
  await expect(page.getByRole('timer')).toContainText(/1[45]:\d\d/)
  // A reload shows the same hold, not a second one.
  await page.reload()
  await expect(page.getByRole('timer')).toContainText(/1[45]:\d\d/)
  await page.getByRole('button', { name: 'Confirm my seat' }).click()
  await expect(page.getByRole('link', { name: 'Start learning' })).toBeVisible()
  await expect(page.getByText('To review this course, complete an activity first.')).toBeVisible()

  await page.getByRole('link', { name: 'Start learning' }).click()
  const completed = page.waitForResponse((answer) => /\/complete\/$/.test(answer.url()) && answer.ok())
  await page
    .getByRole('button', { name: /^(Complete and continue|Mark complete)$/ })
    .first()
    .click()
  await completed
  await page.goto(`/courses/${id}`)
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByRole('textbox', { name: /What should others know/ }).fill('Short and useful.')
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByText('Your review')).toBeVisible()

  await page.getByRole('button', { name: 'Leave this course' }).click()
  await page.getByRole('button', { name: 'Leave course' }).click()
  await expect(page.getByRole('button', { name: 'Book My Seat' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  await page.reload()
  await expect(heading(page, 'English for Work')).toBeVisible()
  await expect(page.getByText('3 seats left').first()).toBeVisible()
  await expect(prompt).toHaveCount(0)
})

test('opens a premium course by a recorded payment and refunds it', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const token = await tokenOf(request, 'student')
  const id = await courseIdByTitle(request, token, 'Interview Preparation')
  const staff = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await haveSession(staff, 'admin')
  await staff.goto(`/courses/${id}`)
  const panel = staff.getByRole('region', { name: 'Seats and access' })
  await panel.getByRole('textbox', { name: 'E-mail of the learner' }).fill(demo.student)
  await panel.getByRole('textbox', { name: 'Reference number' }).fill('UTR of the story')
  await panel.getByRole('textbox', { name: 'Amount (INR)', exact: true }).fill('7499')
  await panel.getByRole('button', { name: 'Open the course' }).click()
  await expect(panel.getByText('The course is open for this person.')).toBeVisible()

  await haveSession(page)
  await page.goto(`/courses/${id}`)
  await expect(page.getByText(/Money-back guarantee until the end of /)).toBeVisible()
  await page.getByRole('button', { name: 'Request a refund' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request a refund' }).click()
  await expect(page.getByText('Refund requested')).toBeVisible()

  await staff.reload()
  const row = panel.getByRole('listitem').filter({ hasText: 'UTR of the story' })
  await row.getByRole('button', { name: 'Refund the payment' }).click()
  await expect(row.getByText('Money returned')).toBeVisible()
  await staff.goto('/admin/payments?search=UTR+of+the+story')
  const payments = staff.getByRole('table', { name: 'All payments' })
  await expect(payments.getByRole('row').filter({ hasText: 'Refund' })).toContainText('-₹7,499.00')
  await expect(payments.getByRole('row').filter({ hasText: 'Payment' })).toContainText('₹7,499.00')
  await page.reload()
  await expect(page.getByText('Money returned')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start learning' })).toHaveCount(0)
  await staff.context().close()
})
