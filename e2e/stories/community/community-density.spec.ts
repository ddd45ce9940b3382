/** The list of threads is dense: three fit on a desktop's screen, two on a phone's, below one row of filters. */
import type { Page } from '@playwright/test'
import { expect, haveSession, test } from '#e2e/fixtures.ts'
import { communityPage } from '#e2e/pages/community.page.ts'

/** Threads that are wholly visible without scrolling, above whatever covers the bottom of the screen. */
const visibleThreads = (page: Page) =>
  page.evaluate(() => {
    const bar = [...document.querySelectorAll('nav')]
      .map((nav) => nav.getBoundingClientRect())
      .find(
        ({ bottom, top, width }) =>
          bottom >= innerHeight - 1 && top > innerHeight / 2 && width === innerWidth,
      )
    const end = bar?.top ?? innerHeight
    return [...document.querySelectorAll('main article')].filter(
      (card) => card.getBoundingClientRect().bottom <= end,
    ).length
  })

for (const [width, height, count] of [
  [1440, 900, 3],
  [390, 844, 2],
] as const)
  test(`shows ${count} threads at ${width} by ${height} below one row of filters`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await haveSession(page, 'student')
    const list = communityPage(page)
    await list.open()
    await expect(list.cards.first()).toBeVisible()
    await expect.poll(() => visibleThreads(page)).toBeGreaterThanOrEqual(count)
    const filters = page.getByRole('search', { name: 'Filter threads' })
    const rows = await filters
      .getByRole('button')
      .evaluateAll((chips) => [
        ...new Set(
          chips
            .filter((chip) => chip.checkVisibility())
            .map((chip) => Math.round(chip.getBoundingClientRect().top)),
        ),
      ])
    expect(rows).toHaveLength(1)
  })

test('reaches every tag, by the keyboard and in the list of all tags', async ({ page }) => {
  await haveSession(page, 'student')
  const list = communityPage(page)
  await list.open()
  const select = page.getByRole('combobox', { name: 'Filter by tag' })
  const options = select.locator('option')
  // The tags come after the page.
  await expect.poll(() => options.count()).toBeGreaterThan(1)
  const names = (await options.allTextContents()).slice(1)
  const all = await page.evaluate(async () => {
    const answer = await fetch('/community-forum/api/clients/7/tags/', {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    })
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name)
  })
  expect(all.length).toBeGreaterThan(5)
  expect(names.toSorted()).toEqual(all.toSorted())
  const chips = page.getByRole('group', { name: 'Filter by tag' }).getByRole('button')
  await expect(chips).toHaveCount(names.length)
  const last = chips.last()
  await last.focus()
  await expect(last).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]tag=/)
  await select.selectOption(names[0]!)
  await expect(page).toHaveURL(new RegExp(`tag=${encodeURIComponent(names[0]!).replaceAll('%20', '\\+')}`))
})

test('leads from the message about a new thread to the thread', async ({ page }) => {
  await haveSession(page, 'student')
  const list = communityPage(page)
  await list.open()
  const title = `Posted ${Date.now().toString(36)}`
  await list.newThread.click()
  await list.title.fill(title)
  await list.body.fill('Is the message a link?')
  await list.post.click()
  await page.getByRole('link', { name: 'Open thread' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('lets a moderator act from a menu of its own', async ({ page }) => {
  await haveSession(page, 'instructor')
  const list = communityPage(page)
  await list.open()
  const card = list.cards.filter({ has: page.getByRole('button', { name: 'Moderate' }) }).first()
  await expect(card.getByRole('button', { name: 'Edit thread' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Moderate' }).click()
  await card.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeVisible()
})
