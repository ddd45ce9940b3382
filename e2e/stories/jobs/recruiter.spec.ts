import { expect, haveSession, test } from '#e2e/fixtures.ts'

test('posts a job, moves the application that arrives, and the learner sees it', async ({
  page,
  browser,
  baseURL,
}) => {
  await haveSession(page, 'admin')
  await page.goto('/admin/jobs/new')
  await page.getByLabel('Company').fill('Blue Kite')
  await page.getByLabel('Job title').fill('Kite designer')
  await page.getByLabel('Place').fill('Pune, India')
  await page.getByLabel('Description').fill('You draw kites that fly.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('button', { name: 'Close now' })).toBeVisible()
  const jobId = Number(/jobs\/(\d+)\/edit/.exec(page.url())?.[1])

  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en' })
  const learner = await context.newPage()
  await haveSession(learner, 'student')
  await learner.goto(`/jobs/${jobId}`)
  await expect(learner.getByRole('heading', { name: 'Kite designer' })).toBeVisible()
  const applied = await learner.evaluate(async (id) => {
    const answer = await fetch(`/api/clients/7/jobs/${id}/application/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
      },
      body: JSON.stringify({ phone: '+91 98765 43210', answers: [], shared: [] }),
    })
    return answer.status
  }, jobId)
  expect(applied).toBe(201)

  await page.goto(`/admin/jobs/${jobId}`)
  await page.getByRole('button', { name: /^Move Asha/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Interview' }).press('Enter')
  await expect(page.getByText('1 application moved to “Interview”')).toBeVisible()

  await learner.goto('/jobs/applications')
  await learner.getByRole('link', { name: /Kite designer/ }).click()
  await expect(learner.getByRole('main')).toContainText('Interview')
  await context.close()
})
