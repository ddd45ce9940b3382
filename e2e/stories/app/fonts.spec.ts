/** Fonts: what a visit fetches, in every language and for one name in the script of another. */
import type { Page } from '@playwright/test'
import { languages } from '#contract/languages.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { expect, signIn, test } from '../../fixtures.ts'

const FIRST_VISIT_BYTES = 60_000

/** Font files that this page has fetched since its navigation. */
const fontsOf = async (page: Page) => {
  await untilQuiet(page)
  return page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap((entry) => {
      const { name, encodedBodySize: bytes } = entry as PerformanceResourceTiming
      return name.endsWith('.woff2') ? [{ name: name.replace(/^.*\//, ''), bytes }] : []
    }),
  )
}
const sum = (fonts: readonly { bytes: number }[]) => fonts.reduce((total, { bytes }) => total + bytes, 0)

test.use({ serviceWorkers: 'block' })
test.beforeEach(({ watch }) => watch.allow(/Service Worker registration blocked/))

for (const language of languages)
  test(`fetches at most 60 kB of fonts on a first visit in ${language}`, async ({ page }) => {
    await page.goto(`/login?lng=${language}`)
    await page.locator('main h1').waitFor()
    const fonts = await fontsOf(page)
    console.log(`sign-in ${language}: ${sum(fonts)} bytes of fonts`)
    expect(sum(fonts), JSON.stringify(fonts)).toBeLessThanOrEqual(FIRST_VISIT_BYTES)
    expect(sum(fonts)).toBeGreaterThan(10_000)
  })

/** One more name on the leaderboard, in Devanagari. */
const answerWithName = (page: Page, name: string) =>
  page.route('**/overall-leaderboard/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { leaderboard: { name: string }[] }
    await route.fulfill({
      response,
      json: {
        ...body,
        leaderboard: body.leaderboard.map((row, nth) => (nth === 0 ? { ...row, name } : row)),
      },
    })
  })

const openLeaderboard = async (page: Page, name: string) => {
  await answerWithName(page, name)
  await page.goto('/')
  await page.getByText(name).first().scrollIntoViewIfNeeded()
  return fontsOf(page)
}

test('fetches no second Devanagari file for one Hindi name on a leaderboard', async ({ page }) => {
  await signIn(page)
  const fonts = await openLeaderboard(page, 'श्रीमती कृष्णा द्विवेदी')
  const devanagari = fonts.filter(({ name }) => name.includes('devanagari'))
  console.log(`one Hindi name: ${JSON.stringify(devanagari)}`)
  expect(devanagari.length).toBeLessThanOrEqual(1)
  expect(sum(fonts)).toBeLessThanOrEqual(FIRST_VISIT_BYTES)
  // The control: a letter that Hindi hardly uses needs the other file.
  const rare = (await openLeaderboard(page, 'ॠषभ ङ')).filter(({ name }) => name.includes('devanagari'))
  expect(sum(rare)).toBeGreaterThan(sum(devanagari))
})
