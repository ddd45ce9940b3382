import { untilQuiet } from '#e2e/quiet.ts'
import { expectAccessible, signIn, test } from '../../fixtures.ts'
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
const turns = FULL ? looks.map((_look, turn) => turn) : [0]

for (const who of ['visitor', 'student', 'admin'] as const) {
  for (const turn of turns) {
    test(`has no accessibility violations for a ${who}${FULL ? ` (turn ${turn + 1})` : ''}`, async ({
      page,
    }) => {
      test.setTimeout(240_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      if (who !== 'visitor') await signIn(page, who)
      for (const [nth, screen] of screens.filter((entry) => entry.who === who).entries()) {
        const look = looks[(nth + turn) % looks.length] ?? looks[0]
        await page.emulateMedia({ colorScheme: look.scheme })
        await page.goto(withQuery(await realPath(page, screen), query(screen, look.language)))
        await page.locator(screen.ready).first().waitFor()
        await untilQuiet(page)
        await expectAccessible(page, `${screen.name} ${look.language} ${look.scheme}`)
      }
    })
  }
}

const query = (screen: Screen, language: string): Record<string, string> => ({
  lng: language,
  ...(screen.client ? { client: String(screen.client) } : {}),
})
