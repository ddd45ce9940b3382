import { languages } from '#contract/languages.ts'
import type { Locator } from '@playwright/test'
import { untilQuiet } from '#e2e/quiet.ts'
import { expect, signIn, test } from '../../fixtures.ts'

test('denies a student the admin area and links to the home', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/admin/dashboard')
  await expect(
    page.getByText(
      "You don't have permission to access this page. This area is restricted to administrators and instructors only.",
    ),
  ).toBeVisible()
  await page
    .getByRole('button', { name: 'Go to Home' })
    .or(page.getByRole('link', { name: 'Go to Home' }))
    .click()
  await expect(page).toHaveURL(/\/$/)
})

test('opens the admin dashboard with numbers from the Admin button', async ({ page }) => {
  await signIn(page, 'admin')
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main')).toContainText(/\d/)
})

test('keeps the sidebar collapsed over a reload', async ({ page }) => {
  await signIn(page)
  const side = page.locator('aside').first()
  await expect.poll(async () => Math.round((await side.boundingBox())?.width ?? 0)).toBe(250)
  await side.getByRole('button').last().click()
  await expect.poll(async () => Math.round((await side.boundingBox())?.width ?? 0)).toBe(80)
  await page.reload()
  await expect
    .poll(async () => Math.round((await page.locator('aside').first().boundingBox())?.width ?? 0))
    .toBe(80)
})

test('shows a bottom bar of at most five items on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const bar = page
    .getByRole('navigation')
    .filter({ has: page.locator('a[href="/courses"]') })
    .last()
  await expect(bar).toBeVisible()
  expect(await bar.getByRole('link').count()).toBeLessThanOrEqual(5)
  const box = await bar.boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  await bar.locator('a[href="/courses"]').click()
  await expect(page).toHaveURL(/\/courses$/)
})

/** Labels that are wider than their entry. */
const cutLabels = (bar: Locator) =>
  bar
    .locator('a > span:last-child')
    .evaluateAll((labels) =>
      labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
    )
/** The smallest distance between two labels, or a label and the edge of the screen. */
const smallestGap = (bar: Locator) =>
  bar.locator('a > span:last-child').evaluateAll((labels) => {
    const boxes = labels.map((label) => {
      const text = document.createRange()
      text.selectNodeContents(label)
      return text.getBoundingClientRect()
    })
    const edges = boxes.toSorted((a, b) => a.left - b.left).flatMap(({ left, right }) => [left, right])
    const all = [0, ...edges, window.innerWidth]
    return Math.min(...all.flatMap((edge, index) => (index % 2 ? [edge - (all[index - 1] ?? 0)] : [])))
  })

for (const [who, path] of [
  ['student', '/courses'],
  ['admin', '/admin/attendance'],
] as const)
  test(`names the entries of the bottom bar whole for the ${who}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, who)
    const bar = page
      .locator('nav')
      .filter({ has: page.locator(`a[href="${path}"]`) })
      .last()
    for (const language of languages) {
      await page.goto(`${path}?lng=${language}`)
      await expect(bar.getByRole('link')).toHaveCount(5)
      for (const width of [390, 360, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await untilQuiet(page)
        expect(await cutLabels(bar), `${language} ${width}`).toEqual([])
        expect(await smallestGap(bar), `${language} ${width}`).toBeGreaterThanOrEqual(2)
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    // The control: a longer name is noticed.
    await bar
      .locator('a > span:last-child')
      .first()
      .evaluate((label) => (label.textContent = 'A name that no phone has room for'))
    expect(await cutLabels(bar)).toEqual(['A name that no phone has room for'])
  })

test('has the pages beyond the bottom bar in the account menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto('/courses?lng=en')
  await page.getByRole('button', { name: /^Account of/ }).click()
  const menu = page.getByRole('dialog').or(page.getByRole('group', { name: 'Your account' }))
  await menu.getByRole('link', { name: 'Attendance' }).click()
  await expect(page).toHaveURL(/\/attendance$/)
})

test('puts the sidebar on the right in Arabic', async ({ page }) => {
  await signIn(page)
  const sidebarX = async () => (await page.locator('aside').first().boundingBox())?.x ?? -1
  await page.goto('/?lng=en')
  await page.locator('main h1').waitFor()
  await expect.poll(sidebarX).toBe(0)
  await page.goto('/?lng=ar')
  await page.locator('main h1').waitFor()
  await expect.poll(async () => Math.round(await sidebarX())).toBe(1440 - 250)
})

const widths = [320, 390, 768, 1440, 2560]

test('never scrolls sideways at widths from 320 to 2560 px', async ({ page }) => {
  await signIn(page)
  for (const path of ['/', '/courses', '/user-profile', '/?lng=ar', '/courses?lng=hi']) {
    await page.goto(path)
    await page.locator('main h1').waitFor()
    await untilQuiet(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // Wait two frames for elements that scripts resize (a bar, a chart).
      const overflow = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve(document.documentElement.scrollWidth - innerWidth)),
            )
          }),
      )
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

test('opens sign-in for a visitor and the nearest parent for a member on unknown paths', async ({ page }) => {
  await page.goto('/courses/12/unknown/deeper')
  await page.waitForURL((url) => url.pathname === '/login')
  await signIn(page)
  await page.goto('/learn/course/12/3/nothing/here')
  await page.waitForURL((url) => !url.pathname.endsWith('/here'))
  await page.goto('/no-such-place')
  await expect(page.locator('main h1, h1').first()).toBeVisible()
})
