/**
 * `npm run screenshots`: each page at 390 and 1440 px, light and dark, English, Hindi and Arabic, into screenshots/.
 * Arguments filter: `npm run screenshots -- home ar` keeps names that contain every word.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from 'playwright'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { languages } from '#contract/languages.ts'
import { realPath, screens, withQuery } from '#e2e/screens.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { startProduct, temporaryData } from '../bench/product.ts'

const PORT = Number(process.env['PORT'] ?? 4195)
const filters = process.argv.slice(2)
const target = resolve(import.meta.dirname, '..', 'screenshots')
if (filters.length === 0) rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

const variants = languages.flatMap((language) =>
  (['light', 'dark'] as const).flatMap((scheme) => [390, 1440].map((width) => ({ language, scheme, width }))),
)

const data = temporaryData()
const base = process.env['PRODUCT_URL']
const product = base ? null : await startProduct(data.folder, PORT)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
let count = 0
try {
  for (const { language, scheme, width } of variants) {
    for (const role of ['visitor', 'student', 'admin', 'superadmin'] as const) {
      const selected = screens.filter((screen) => {
        const label = `${screen.name} ${language} ${scheme} ${width}`.split(' ')
        return screen.who === role && filters.every((filter) => label.includes(filter))
      })
      if (selected.length === 0) continue
      const context = await browser.newContext({
        baseURL: base ?? product?.url ?? '',
        viewport: { width, height: width < 600 ? 844 : 900 },
        colorScheme: scheme,
        reducedMotion: 'reduce',
        hasTouch: width < 600,
      })
      const page = await context.newPage()
      if (role !== 'visitor') {
        await page.goto('/login')
        await page.locator('input[autocomplete="username"]').fill(demo[role])
        await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
        await page.locator('form button[type="submit"]').first().click()
        await page.waitForURL((url) => url.pathname !== '/login')
      }
      for (const screen of selected) {
        const path = await realPath(page, screen)
        await page.goto(
          withQuery(path, { lng: language, ...(screen.client ? { client: String(screen.client) } : {}) }),
        )
        await page.locator(screen.ready).first().waitFor()
        await untilQuiet(page)
        await page.screenshot({
          path: resolve(target, `${screen.name}-${language}-${scheme}-${width}.png`),
          fullPage: true,
        })
        count += 1
      }
      await context.close()
    }
  }
} finally {
  await browser.close()
  await product?.stop()
  data.remove()
}
console.log(`${count} screenshots in screenshots/`)
