/** The course page's promise: the action is always at hand, free lessons are obvious, and paying is explained. */
import type { Page } from '@playwright/test'
import en from '#src/features/programmes/locales/en.json' with { type: 'json' }
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'

/** As somebody who does not take the course; an earlier story may have left the student in it. */
const openCourse = async (page: Page, title: string) => {
  const courses = coursesPage(page)
  await courses.open(`?search=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  if (!(await courses.leave.isVisible())) return
  await courses.leave.click()
  await page.getByRole('button', { name: 'Leave course' }).click()
  await expect(courses.leave).toBeHidden()
}

const bar = (page: Page) => page.locator('[data-action-bar]')

/** Whether the bar's action is whole: nothing else takes a touch on its corners, and the bottom bar begins below it. */
const isActionWhole = (page: Page) =>
  bar(page).evaluate((element) => {
    const action = element.querySelector('button, a')
    if (!action) return false
    const { left, right, top, bottom } = action.getBoundingClientRect()
    const corners = [
      [left + 4, top + 4],
      [right - 4, top + 4],
      [left + 4, bottom - 4],
      [right - 4, bottom - 4],
    ] as const
    const isTouched = corners.every(([x, y]) => action.contains(document.elementFromPoint(x, y)))
    const nav = document.querySelector('nav.safe-bottom')?.getBoundingClientRect()
    const end = nav && nav.height > 0 ? nav.top : innerHeight
    return isTouched && element.getBoundingClientRect().bottom <= end + 0.5
  })

const scrollTo = (page: Page, share: number) =>
  page.evaluate((part) => {
    const root = document.documentElement
    root.scrollTop = part * (root.scrollHeight - innerHeight)
  }, share)

/** How far the last thing of the page, scrolled to its end, stands above the bar. */
const spaceAtEnd = async (page: Page) => {
  await scrollTo(page, 1)
  const end = await page.getByRole('article').evaluate((article) => {
    const last = [...article.querySelectorAll('p, li, a, button')].at(-1)
    return last?.getBoundingClientRect().bottom ?? Infinity
  })
  return ((await bar(page).boundingBox())?.y ?? 0) - end
}

test('keeps the action above the bottom bar on phones', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page)
  await openCourse(page, 'Aptitude: Quantitative Reasoning')
  for (const width of [320, 390, 700]) {
    await page.setViewportSize({ width, height: 844 })
    for (const share of [0.5, 0.8, 1]) {
      await scrollTo(page, share)
      await expect(bar(page)).toBeVisible()
      await expect.poll(() => isActionWhole(page), `${width} px, ${share}`).toBe(true)
    }
    await expect.poll(() => spaceAtEnd(page), `${width} px, space above the bar`).toBeGreaterThanOrEqual(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await scrollTo(page, 0.6)
  await expectAccessible(page, 'action bar')
  // Back at the panel, its own button is the only one.
  await page
    .getByRole('complementary')
    .getByRole('button', { name: 'Enrol for free' })
    .scrollIntoViewIfNeeded()
  await expect(bar(page)).toHaveCount(0)
  await scrollTo(page, 0.6)
  await expect(bar(page)).toBeVisible()
  await bar(page).evaluate((element) => (element as HTMLElement).style.setProperty('bottom', '0'))
  expect(await isActionWhole(page), 'control: finds a bar behind the bottom bar').toBe(false)
})

test('opens the free preview from the cover, the panel and the content', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page)
  const title = 'Aptitude: Quantitative Reasoning'
  await openCourse(page, title)
  const address = await page.getByRole('link', { name: 'Open the free preview' }).getAttribute('href')
  expect(address).toMatch(/^\/learn\/course\/\d+\/\d+\?item=\d+$/)
  // In the first screen, without scrolling.
  const play = page.locator('article a[tabindex="-1"]').filter({ hasText: 'Free preview' })
  const box = await play.boundingBox()
  expect(box && box.y + box.height).toBeLessThan(844)
  await play.click()
  await expect(page).toHaveURL(new RegExp(`${address?.replace('?', '\\?')}$`))
  await expect(page.getByRole('main')).toContainText('Percentages as factors')
  await page.goBack()
  await expect(page.getByText('1 free lesson', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: /^Percentages as factors\s+Free preview$/ }).click()
  await expect(page).toHaveURL(/\/learn\/course\/\d+\/\d+/)
})

test('books a seat on a phone by paying for it online', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page)
  await openCourse(page, 'Tableau and Charts that Tell the Truth')
  const prompt = page.getByRole('region', { name: 'Book your seat' })
  await prompt.getByRole('button', { name: 'Book My Seat' }).click()
  const payment = page.getByRole('region', { name: 'Pay online' })
  await expect(payment).toContainText('counts towards the price')
  await expectAccessible(page, 'a seat to pay for')
  await payment.getByRole('button', { name: 'Pay ₹499.90' }).click()

  // Whoever comes back without paying still has the seat, and the same checkout.
  await expect(page.getByRole('heading', { level: 1, name: 'Test payment' })).toBeVisible()
  const checkout = page.url()
  await page.goBack()
  await expect(page.getByRole('timer')).toContainText(/1[45]:\d\d/)
  await payment.getByRole('button', { name: 'Pay ₹499.90' }).click()
  await expect(page).toHaveURL(checkout)
  await page.getByRole('radio', { name: en.test.outcome.twice }).check()
  await page.getByRole('button', { name: en.test.button }).click()

  await expect(page.getByText('Thank you, ₹499.90 is paid')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start learning' }).first()).toBeVisible()
  await expect(payment).toContainText('₹499.90 of ₹4,999.00 is paid')
  await expect(payment.getByRole('button', { name: 'Pay ₹4,499.10' })).toBeVisible()
})
