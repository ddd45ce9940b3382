/**
 * Renders the PNG icons of the demo brands from their SVGs (server/demo/brand/<id>/icon.svg, icon-maskable.svg). Run
 * it after changing an SVG: `node scripts/run24.mjs scripts/render-icons.ts`. The PNGs are committed.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { ICON_SIZES, TOUCH_ICON_SIZES } from '#contract/client-info/manifest.ts'

const brands = join(import.meta.dirname, '..', 'server', 'demo', 'brand')
const SYSTEM_CHROMIUM = '/usr/bin/chromium'

const browser = await chromium.launch({
  ...(existsSync(chromium.executablePath()) ? {} : { executablePath: SYSTEM_CHROMIUM }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const page = await browser.newPage()
  const render = async (svg: string, size: number, target: string) => {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    )
    await writeFile(target, await page.screenshot({ omitBackground: true }))
  }
  for (const id of await readdir(brands)) {
    const icon = await readFile(join(brands, id, 'icon.svg'), 'utf8')
    const maskable = await readFile(join(brands, id, 'icon-maskable.svg'), 'utf8')
    for (const size of ICON_SIZES) await render(icon, size, join(brands, id, `icon-${size}.png`))
    // iOS rounds the corners itself and shows transparent ones as black.
    const square = icon.replace(' rx="22"', '')
    for (const size of TOUCH_ICON_SIZES) await render(square, size, join(brands, id, `icon-${size}.png`))
    for (const size of ICON_SIZES) await render(maskable, size, join(brands, id, `icon-${size}-maskable.png`))
  }
} finally {
  await browser.close()
}
