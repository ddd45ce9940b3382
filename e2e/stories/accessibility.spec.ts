import { expectAccessible, signIn, test } from '../fixtures.ts'
import { realPath, screens, withQuery } from '../screens.ts'

/** Every page built, in three languages, light and dark: zero violations. */
const looks = [
  { language: 'en', scheme: 'light' },
  { language: 'en', scheme: 'dark' },
  { language: 'hi', scheme: 'light' },
  { language: 'hi', scheme: 'dark' },
  { language: 'ar', scheme: 'light' },
  { language: 'ar', scheme: 'dark' },
] as const

for (const who of ['visitor', 'student', 'admin'] as const) {
  for (const { language, scheme } of looks) {
    test(`given a ${who} in ${language}, ${scheme}, when each page is scanned, then nothing is found`, async ({
      page,
    }) => {
      test.setTimeout(120_000)
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      if (who !== 'visitor') await signIn(page, who)
      for (const screen of screens.filter((entry) => entry.who === who)) {
        const path = await realPath(page, screen)
        await page.goto(
          withQuery(path, { lng: language, ...(screen.client ? { client: String(screen.client) } : {}) }),
        )
        await page.locator(screen.ready).first().waitFor()
        await page.waitForLoadState('networkidle')
        await expectAccessible(page, `${screen.name} ${language} ${scheme}`)
      }
    })
  }
}
