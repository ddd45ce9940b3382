import type { Page } from '@playwright/test'
import { openInside } from '#e2e/open-inside.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { expect, expectAccessible, findViolations, haveSession, test } from '../../fixtures.ts'
import { realPath, screens, withQuery, type Screen } from '../../screens.ts'

/** All languages in light and dark. */
const looks = [
  { language: 'en', scheme: 'light' },
  { language: 'ar', scheme: 'dark' },
  { language: 'hi', scheme: 'light' },
  { language: 'en', scheme: 'dark' },
  { language: 'ar', scheme: 'light' },
  { language: 'hi', scheme: 'dark' },
] as const

/**
 * `FULL=1` scans each page in all six looks. The gate scans each page in one look and rotates them, so that it covers every
 * look. The unit tests of the colour roles prove the contrast for any theme.
 */
const FULL = process.env['FULL'] === '1'
const SETTLED_MS = 200

// The workers share the looks, because one after the other they are the longest part of all stories.
test.describe.configure({ mode: 'parallel' })

for (const who of ['visitor', 'student', 'admin', 'superadmin'] as const)
  for (const [at, look] of looks.entries())
    test(`has no accessibility violations for a ${who} in ${look.language} ${look.scheme}`, async ({
      page,
    }) => {
      test.setTimeout(240_000)
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: look.scheme })
      if (who !== 'visitor') await haveSession(page, who)
      // A page opens inside the app in half of the time of a new start. A visitor's pages belong to several clients.
      let isInside = false
      const own = screens.filter((screen) => screen.who === who)
      for (const screen of own.filter((_screen, nth) => FULL || nth % looks.length === at)) {
        await open(page, screen, look.language, isInside)
        await expectAccessible(page, `${screen.name} ${look.language} ${look.scheme}`)
        isInside = who !== 'visitor'
      }
    })

test('control: finds a picture without a text, a pale text and a field without a name', async ({ page }) => {
  await haveSession(page)
  await open(page, { name: 'home', path: '/', who: 'student', ready: 'main h1' }, 'en', false)
  await open(page, { name: 'courses', path: '/courses', who: 'student', ready: 'main h1' }, 'en', true)
  expect(await findViolations(page)).toEqual([])
  await page.evaluate(() => {
    const image = Object.assign(document.createElement('img'), { src: '/brand/7/logo.svg' })
    const pale = Object.assign(document.createElement('p'), {
      textContent: 'Pale',
      style: 'color: #888; background: #999',
    })
    document.querySelector('main')?.append(image, pale, document.createElement('input'))
  })
  const rules = (await findViolations(page)).map(({ rule }) => rule)
  expect(rules.toSorted()).toEqual(['color-contrast', 'image-alt', 'label'])
})

const open = async (page: Page, screen: Screen, language: string, isInside: boolean) => {
  const path = await realPath(page, screen)
  if (isInside) await openInside(page, path)
  else await page.goto(withQuery(path, query(screen, language)))
  await page.locator(screen.ready).first().waitFor()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await untilQuiet(page, SETTLED_MS)
  // A client without this language shows its own.
  if (screen.who !== 'visitor') await expect(page.locator('html')).toHaveAttribute('lang', language)
}

const query = (screen: Screen, language: string): Record<string, string> => ({
  lng: language,
  // A visitor stays with the client of the page before.
  ...(screen.client || screen.who === 'visitor' ? { client: String(screen.client ?? 7) } : {}),
})
