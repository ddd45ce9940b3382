import { expectAccessible, signIn, test } from '../fixtures.ts'
import { realPath, screens, withQuery, type Screen } from '../screens.ts'

const languages = ['en', 'hi', 'ar'] as const
const schemes = ['light', 'dark'] as const
type Language = (typeof languages)[number]

/**
 * Every page in every language, light and dark: zero violations. `FULL=1` scans all six looks of each page; the gate
 * scans each page light in one language and dark in the next, so that all six looks are met over the pages of a person.
 */
const FULL = process.env['FULL'] === '1'
const turns: readonly number[] = FULL ? [0, 1, 2] : [0]

const languageOf = (page: number, turn: number): Language =>
  languages[(page + turn) % languages.length] ?? 'en'

for (const who of ['visitor', 'student', 'admin'] as const) {
  for (const [at, scheme] of schemes.entries()) {
    for (const turn of turns) {
      test(`given a ${who}, ${scheme}${FULL ? `, turn ${turn + 1}` : ''}, when each page is scanned, then nothing is found`, async ({
        page,
      }) => {
        test.setTimeout(240_000)
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        if (who !== 'visitor') await signIn(page, who)
        const own = screens.filter((entry) => entry.who === who)
        for (const [nth, screen] of own.entries()) {
          const language = languageOf(nth, turn + at)
          await page.goto(withQuery(await realPath(page, screen), query(screen, language)))
          await page.locator(screen.ready).first().waitFor()
          await page.waitForLoadState('networkidle')
          await expectAccessible(page, `${screen.name} ${language} ${scheme}`)
        }
      })
    }
  }
}

const query = (screen: Screen, language: Language): Record<string, string> => ({
  lng: language,
  ...(screen.client ? { client: String(screen.client) } : {}),
})
