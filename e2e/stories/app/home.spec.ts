import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, readCode, haveSession, test } from '#e2e/fixtures.ts'
import { CodeForm } from '#e2e/pages/otp.page.ts'
import { SignUpForm } from '#e2e/pages/sign-up.page.ts'
import { untilQuiet } from '#e2e/quiet.ts'

const PHONE = { width: 390, height: 844 }
const SCREENS_MAX = 3

const signUp = async (page: Page, name: string) => {
  const who = {
    fullName: 'Meera Joshi',
    email: `${name}.${Date.now()}@mail.test`,
    password: 'seven quiet lanterns drift',
  }
  const form = new SignUpForm(page)
  await form.open()
  await form.fill(who)
  await form.submit.click()
  await page.waitForURL((url) => url.pathname === '/otp')
  await new CodeForm(page).paste(await readCode(page, who.email))
  await page.waitForURL((url) => url.pathname === '/')
}
/** The input is invisible; people press the tile or the pill around it. */
const choose = async (choice: Locator) => {
  await choice.locator('xpath=ancestor::label').click()
  await expect(choice).toBeChecked()
}
const hero = (page: Page) => page.getByRole('region', { name: /^Start with/ })
const recommended = (page: Page) => page.getByRole('region', { name: 'Recommended for you' })

/** Screens of the viewport's height that the page is long. */
const screensLong = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight)

/** The sum of all layout shifts of this page load without input. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )

test('welcomes a new learner in three steps, recommends by interests and starts the first lesson', async ({
  page,
}) => {
  await signUp(page, 'welcomed')
  await choose(page.getByRole('radio', { name: 'A new job' }))
  await expectAccessible(page, 'welcome')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'How much time do you have?' })).toBeFocused()
  await choose(page.getByRole('radio', { name: /20 min a day/ }))
  await page.getByRole('button', { name: 'Next' }).click()
  await choose(page.getByRole('checkbox').first())
  await page.getByRole('button', { name: 'Show my courses' }).click()

  await expect(hero(page).getByText(/^Because you’re interested in/)).toBeVisible()
  await expect(recommended(page).getByRole('listitem')).toHaveCount(4)
  for (const name of ['Leaderboard', 'Your year', 'Badges', 'Today'])
    await expect(page.getByRole('region', { name })).toHaveCount(0)
  // The announcement appears last.
  await expect(page.getByRole('link', { name: 'Open community' })).toBeVisible()
  await expectAccessible(page, 'first day')

  // The answers are stored: another visit goes on with the course.
  await page.reload()
  await hero(page).getByRole('button', { name: 'Start' }).click()
  await page.waitForURL(/\/learn\/course\/\d+\/\d+\?item=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // With a course but no finished lesson: the course, without a leaderboard.
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'My courses' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Leaderboard' })).toHaveCount(0)

  await page.goto('/progress')
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect(plan.getByText('A new job')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Weekly goal' }).getByRole('combobox')).toHaveValue('140')
  await plan.getByRole('button', { name: 'Change' }).click()
  await choose(plan.getByRole('radio', { name: 'Out of curiosity' }))
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(plan.getByRole('button', { name: 'Change' })).toBeVisible()
  await page.reload()
  await expect(plan.getByText('Out of curiosity')).toBeVisible()
})

test('lets a new learner skip the welcome for good', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signUp(page, 'skipped')
  const saved = page.waitForResponse(
    (reply) => reply.url().endsWith('/learner-plan/') && reply.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(hero(page)).toBeVisible()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(hero(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
  expect(await screensLong(page)).toBeLessThanOrEqual(SCREENS_MAX)
})

test('fits a returning day on a phone into three screens, without layout shift', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await haveSession(page)
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Today' })
  await expect(strip.getByText('6 days')).toBeVisible()
  // A class of the demo is always under way.
  const nextClass = page.getByRole('region', { name: 'Next class' })
  await expect(nextClass.getByText('Live now')).toBeVisible()
  await expect(nextClass.getByRole('link')).toHaveAttribute('href', '/live')
  await expect(page.getByRole('region', { name: 'My courses' })).toBeVisible()
  await expect(recommended(page).getByRole('listitem')).toHaveCount(4)
  // One row is the header.
  await expect(page.getByRole('region', { name: 'Leaderboard' }).getByRole('row')).toHaveCount(6)
  await untilQuiet(page)
  expect(await screensLong(page)).toBeLessThanOrEqual(SCREENS_MAX)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  // The control: a block that appears above the card is noticed.
  await page.evaluate(() => {
    const block = Object.assign(document.createElement('div'), { style: 'height: 300px' })
    document.querySelector('main')?.prepend(block)
  })
  expect(await layoutShift(page)).toBeGreaterThan(0.02)

  await strip.getByRole('link', { name: 'Your progress' }).click()
  await page.waitForURL((url) => url.pathname === '/progress')
  for (const name of ['Learning streak', 'Weekly goal', 'Time spent learning', 'Your year', 'Badges'])
    await expect(page.getByRole('region', { name })).toBeVisible()
})
