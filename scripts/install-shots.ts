/**
 * `node scripts/install-shots.ts`: takes the screenshots of the install dialog (server/features/client-info/shots). Each
 * page is rendered once with every colour role black, and once for every three roles in red, green and blue. The
 * differences show how much each role adds to each pixel, so the server can insert any client's colours. Pages contain
 * only features of every client. Arguments filter: `node scripts/install-shots.ts home ar`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import {
  installShots,
  screenshotForms,
  shotName,
  type ScreenshotForm,
} from '#contract/client-info/install-screenshots.ts'
import { directionOf, languages } from '#contract/languages.ts'
import { themeRoles } from '#contract/client-info/theme-roles.ts'
import { themeFromBrand } from '#contract/client-info/theme.ts'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { packShot } from '#server/features/client-info/install-screenshots.ts'
import { startProduct, temporaryData } from '../bench/product.ts'

const PORT = Number(process.env['PORT'] ?? 4195)
const FOLDER = join(import.meta.dirname, '..', 'server', 'features', 'client-info', 'shots')
/** The demo clients, each with its language. */
const LANGUAGES = languages.map((language) => ({ language, client: directionOf(language) === 'rtl' ? 8 : 7 }))
/** Features of every client with an installable app. */
const COMMON_FEATURES = new Set(['dashboard', 'course'])
const filters = process.argv.slice(2)
const isWanted = (name: string) => filters.every((filter) => name.split('-').includes(filter))
const ROLES = Object.keys(themeRoles(themeFromBrand('#2456d6'), 'light'))

/** One role per channel, so three roles are measured at once. */
const CHANNELS = ['#ff0000', '#00ff00', '#0000ff'] as const

const renderWith = async (page: Page, coloured: readonly string[]) => {
  await page.evaluate(
    ({ roles, colours }) => {
      for (const role of roles)
        document.documentElement.style.setProperty(`--${role}`, colours[role] ?? '#000000')
    },
    {
      roles: ROLES,
      colours: Object.fromEntries(coloured.map((role, index) => [role, CHANNELS[index] ?? ''])),
    },
  )
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'device' })
  const { data: rgb, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { rgb, width: info.width, height: info.height }
}

/** What a role adds to its channel, 0 to 255 per pixel; null if the page does not use it. */
const weightsOf = (black: Buffer, coloured: Buffer, channel: number): Buffer | null => {
  const weights = Buffer.alloc(black.length / 3)
  let isUsed = false
  for (let index = 0; index < weights.length; index += 1) {
    const difference = Math.max(0, (coloured[index * 3 + channel] ?? 0) - (black[index * 3 + channel] ?? 0))
    weights[index] = difference
    isUsed ||= difference > 0
  }
  return isUsed ? weights : null
}

/** Hides the logo; its position is for the client's own icon. */
const hideLogo = (page: Page) =>
  page.evaluate(() => {
    const logos = [...document.querySelectorAll<HTMLImageElement>('img[src^="/brand/"]')].filter(
      (image) => image.getClientRects().length > 0,
    )
    const [rect] = logos.map((image) => image.getBoundingClientRect())
    for (const image of logos) image.style.visibility = 'hidden'
    const isRtl = document.documentElement.dir === 'rtl'
    if (!rect) throw new Error('the page has no logo')
    return { x: isRtl ? rect.right - rect.height : rect.x, y: rect.y, size: rect.height }
  })

const data = temporaryData()
const base = process.env['PRODUCT_URL']
const product = base ? null : await startProduct(data.folder, PORT)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
mkdirSync(FOLDER, { recursive: true })
try {
  for (const { language, client } of LANGUAGES)
    for (const form of ['narrow', 'wide'] satisfies ScreenshotForm[]) {
      const { width, height, scale } = screenshotForms[form]
      const context = await browser.newContext({
        baseURL: base ?? product?.url ?? '',
        viewport: { width, height },
        deviceScaleFactor: scale,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      await page.route('**/client-info/', async (route) => {
        const answer = await route.fetch()
        const info = (await answer.json()) as { features: { slug: string }[] }
        info.features = info.features.filter(({ slug }) => COMMON_FEATURES.has(slug))
        await route.fulfill({ response: answer, json: info })
      })
      await page.goto(`/login?client=${client}&lng=${language}`)
      await page.locator('input[autocomplete="username"]').fill(demo.student)
      await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
      await page.locator('form button[type="submit"]').first().click()
      await page.waitForURL((url) => url.pathname !== '/login')
      for (const screenshot of installShots.filter((screenshot) => screenshot.form === form)) {
        const name = shotName(screenshot.page, form, language)
        if (!isWanted(name)) continue
        await page.goto(`${screenshot.path}?lng=${language}`)
        await page.locator('main h1').first().waitFor()
        await untilQuiet(page)
        await page.clock.setFixedTime(new Date())
        const logo = await hideLogo(page)
        const text = await page.evaluate(() => document.body.innerText)
        if (/Kitewing|أفق/.test(text)) throw new Error(`${screenshot.path} contains a client name`)
        const black = await renderWith(page, [])
        const layers: { role: string; weights: Buffer }[] = []
        for (let from = 0; from < ROLES.length; from += CHANNELS.length) {
          const roles = ROLES.slice(from, from + CHANNELS.length)
          const coloured = await renderWith(page, roles)
          for (const [channel, role] of roles.entries()) {
            const weights = weightsOf(black.rgb, coloured.rgb, channel)
            if (weights) layers.push({ role, weights })
          }
        }
        const packed = packShot({
          width: black.width,
          height: black.height,
          logo: {
            x: Math.round(logo.x * scale),
            y: Math.round(logo.y * scale),
            size: Math.round(logo.size * scale),
          },
          fixed: black.rgb,
          layers,
        })
        writeFileSync(join(FOLDER, `${name}.shot`), packed)
        console.log(name, layers.length, 'roles', packed.length, 'bytes')
      }
      await context.close()
    }
} finally {
  await browser.close()
  await product?.stop()
  data.remove()
}
