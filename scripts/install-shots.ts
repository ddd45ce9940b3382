/**
 * `node scripts/install-shots.ts`: takes the pictures that the install dialog shows (server/features/client-info/shots).
 * A page is painted once with every colour role black and once for every three roles with those in red, green and blue: what a role adds to
 * each pixel is then known, and the server puts any client's colours in. Pages show what every client has. Words narrow
 * it: `node scripts/install-shots.ts home ar` takes those whose names contain every word.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import {
  installShots,
  shotForms,
  shotName,
  type ShotForm,
} from '#contract/client-info/install-screenshots.ts'
import { themeRoles } from '#contract/client-info/theme-roles.ts'
import { themeFromBrand } from '#contract/client-info/theme.ts'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { packShot } from '#server/features/client-info/install-screenshots.ts'
import { startProduct, temporaryData } from '../bench/product.ts'

const PORT = Number(process.env['PORT'] ?? 4195)
const FOLDER = join(import.meta.dirname, '..', 'server', 'features', 'client-info', 'shots')
/** The demo's academies, each in its language. */
const LANGUAGES = [
  { language: 'en', client: 7 },
  { language: 'hi', client: 7 },
  { language: 'ar', client: 8 },
] as const
/** Every client that installs has these. */
const EVERYBODY_HAS = new Set(['dashboard', 'course'])
const words = process.argv.slice(2)
const isWanted = (name: string) => words.every((word) => name.split('-').includes(word))
const ROLES = Object.keys(themeRoles(themeFromBrand('#2456d6'), 'light'))

/** One role a channel: three are measured at once. */
const CHANNELS = ['#ff0000', '#00ff00', '#0000ff'] as const

const paint = async (page: Page, lit: readonly string[]) => {
  await page.evaluate(
    ({ roles, colours }) => {
      for (const role of roles)
        document.documentElement.style.setProperty(`--${role}`, colours[role] ?? '#000000')
    },
    { roles: ROLES, colours: Object.fromEntries(lit.map((role, index) => [role, CHANNELS[index] ?? ''])) },
  )
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'device' })
  const { data: rgb, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { rgb, width: info.width, height: info.height }
}

/** What a role adds to its channel, 0 to 255 a pixel; null for one that is not on the page. */
const weightsOf = (black: Buffer, lit: Buffer, channel: number): Buffer | null => {
  const weights = Buffer.alloc(black.length / 3)
  let any = false
  for (let at = 0; at < weights.length; at += 1) {
    const by = Math.max(0, (lit[at * 3 + channel] ?? 0) - (black[at * 3 + channel] ?? 0))
    weights[at] = by
    any ||= by > 0
  }
  return any ? weights : null
}

/** The logo leaves its place to the client's own icon. */
const logoPlace = (page: Page) =>
  page.evaluate(() => {
    const logos = [...document.querySelectorAll<HTMLImageElement>('img[src^="/brand/"]')].filter(
      (image) => image.getClientRects().length > 0,
    )
    const [rect] = logos.map((image) => image.getBoundingClientRect())
    for (const image of logos) image.style.visibility = 'hidden'
    const right = document.documentElement.dir === 'rtl'
    if (!rect) throw new Error('the page shows no logo')
    return { x: right ? rect.right - rect.height : rect.x, y: rect.y, size: rect.height }
  })

const data = temporaryData()
const base = process.env['PRODUCT_URL']
const product = base ? null : await startProduct(data.folder, PORT)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
mkdirSync(FOLDER, { recursive: true })
try {
  for (const { language, client } of LANGUAGES)
    for (const form of ['narrow', 'wide'] satisfies ShotForm[]) {
      const { width, height, scale } = shotForms[form]
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
        info.features = info.features.filter(({ slug }) => EVERYBODY_HAS.has(slug))
        await route.fulfill({ response: answer, json: info })
      })
      await page.goto(`/login?client=${client}&lng=${language}`)
      await page.locator('input[autocomplete="username"]').fill(demo.student)
      await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
      await page.locator('form button[type="submit"]').first().click()
      await page.waitForURL((url) => url.pathname !== '/login')
      for (const shot of installShots.filter((one) => one.form === form)) {
        const name = shotName(shot.page, form, language)
        if (!isWanted(name)) continue
        await page.goto(`${shot.path}?lng=${language}`)
        await page.locator('main h1').first().waitFor()
        await untilQuiet(page)
        await page.clock.setFixedTime(new Date())
        const logo = await logoPlace(page)
        const said = await page.evaluate(() => document.body.innerText)
        if (/Kitewing|أفق/.test(said)) throw new Error(`${shot.path} names a client`)
        const black = await paint(page, [])
        const layers: { role: string; weights: Buffer }[] = []
        for (let from = 0; from < ROLES.length; from += CHANNELS.length) {
          const three = ROLES.slice(from, from + CHANNELS.length)
          const lit = await paint(page, three)
          for (const [channel, role] of three.entries()) {
            const weights = weightsOf(black.rgb, lit.rgb, channel)
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
