import { expect, signIn, test } from '#e2e/fixtures.ts'

test('shows the dashboard to an admin and refuses a student', async ({ page, browser }) => {
  await signIn(page, 'admin')
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const active = page.getByRole('link', { name: /^Active learners/ }).first()
  const [, number] = (await active.innerText()).match(/Active learners\s+(\d+)/) ?? []
  await active.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Active learners' })).toBeVisible()
  await expect(page.getByText(`${number} rows`)).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('columnheader', { name: 'When' })).toBeVisible()

  const student = await (await browser.newContext()).newPage()
  await signIn(student)
  await student.goto('/admin/dashboard')
  await expect(student.getByText(/You don't have permission to access this page/)).toBeVisible()
  await student.context().close()
})

test('opens today’s leaders from the streak badge by keyboard and closes them with Escape', async ({
  page,
}) => {
  await signIn(page)
  const badge = page.getByRole('button', { name: /day streak/ })
  await badge.focus()
  await page.keyboard.press('Enter')
  const leaders = page.getByRole('group', { name: 'Daily Leaders' })
  await expect(leaders.getByRole('region')).toBeVisible()
  await expect(leaders.getByRole('list').last().getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(leaders).toHaveCount(0)
  await expect(badge).toBeFocused()
})
