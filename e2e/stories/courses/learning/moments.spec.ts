import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { inDatabase } from '#e2e/support/database.ts'
import { finishLastStep, reopenFinishedCourse } from '#e2e/support/finished-course.ts'

const bar = (page: Page) => page.locator('[data-moment]')

test('celebrates a finished course once and leads to what was done', async ({ page, context }) => {
  const step = await reopenFinishedCourse()
  await signIn(page)
  const otherTab = await context.newPage()
  await otherTab.goto('/courses')
  await finishLastStep(page, step)

  await expect(bar(page)).toHaveAttribute('data-moment', 'course')
  const said = page.locator('[data-moment-announcement]')
  await expect(said).toContainText('Course finished:')
  await expect(said).toContainText('Lesson finished:')
  // It stands over the top bar and nothing else.
  const [moment, header] = [await bar(page).boundingBox(), await page.locator('header').first().boundingBox()]
  expect(moment?.height).toBeLessThanOrEqual(header?.height ?? 0)
  await expectAccessible(page, 'a moment')

  await bar(page)
    .getByRole('link', { name: /See what you did/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/courses/${step.course}/done$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You finished')
  await expect(page.getByRole('heading', { name: 'What you learned' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How was the course?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your certificate is here' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You finished')
  await page.waitForTimeout(1500)
  await expect(bar(page)).toHaveCount(0)
  await expect(bar(otherTab)).toHaveCount(0)
})

test('shares a finished course by its link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  const step = await reopenFinishedCourse()
  await signIn(page)
  await finishLastStep(page, step)
  await expect(bar(page)).toBeVisible()
  await page.goto(`/courses/${step.course}`)
  await page.getByRole('link', { name: 'See what you did' }).click()
  await page.getByRole('button', { name: 'Share this course' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(`/courses/${step.course}`, page.url()).href,
  )
})

test('celebrates without motion where people prefer none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const step = await reopenFinishedCourse()
  await signIn(page)
  await finishLastStep(page, step)
  await expect(bar(page)).toBeVisible()
  await expect(page.locator('[data-burst]')).toHaveCount(0)
  const running = await bar(page).evaluate((element) => element.getAnimations({ subtree: true }).length)
  expect(running).toBe(0)
  await expect(page.locator('[data-moment-announcement]')).toContainText('Course finished:')
})

test('rings the bell for a new badge', async ({ page }) => {
  const step = await reopenFinishedCourse()
  await inDatabase(`delete from learner_badge where client_id = 7 and badge = 'first_lesson'
    and user_id = (select id from app_user where client_id = 7 and email = 'student@demo.test')`)
  await inDatabase(`insert into learner_badge (client_id, user_id, badge, earned_at)
    select 7, id, 'first_course', now() - interval '20 days' from app_user where client_id = 7 and email = 'student@demo.test'
    on conflict do nothing`)
  await signIn(page)
  await finishLastStep(page, step)
  await expect(page.locator('[data-moment-announcement]')).toContainText(
    'A new badge is yours: First lesson.',
  )
  await bar(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('A new badge is yours')).toBeVisible()
  await expect(page.getByText('“⁨First lesson⁩”')).toBeVisible()
})
