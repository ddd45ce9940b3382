/**
 * Hostile bodies run nothing in a real browser when the server and the page clean them, or either of them alone (C1).
 * This page has no policy. FULL=1 takes all 9,521.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { cleanHtml } from '#server/core/security/html.ts'
import { payloads, payloadsUpTo } from '#tests/server/community/payloads.ts'
import { expect, test } from '../fixtures.ts'
import { buildPage } from '../support/build-page.ts'
import type { Mode } from '../support/html-harness/page.ts'

const ORIGIN = 'http://html.test'
const FULL = process.env['FULL'] === '1'
const CORPUS = FULL ? payloadsUpTo(9_521) : payloads
/** A slice: the control waits for each, and some navigate away. */
const CONTROL = payloads.filter((_payload, index) => index % 5 === 0)
test.setTimeout(FULL ? 600_000 : 60_000)

const openHarness = async (page: Page, context: BrowserContext) => {
  const script = await buildPage(import.meta.resolve('../support/html-harness/page.ts'))
  const outside: string[] = []
  await context.route('**/*', (route) => {
    const url = new URL(route.request().url())
    if (url.href === `${ORIGIN}/`)
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><script type="module" src="/harness.js"></script>',
      })
    if (url.href === `${ORIGIN}/harness.js`)
      return route.fulfill({ contentType: 'text/javascript', body: script })
    outside.push(route.request().resourceType())
    return route.abort()
  })
  await page.goto(`${ORIGIN}/`)
  await page.waitForFunction(() => document.title === 'ready')
  return outside
}
const run = (page: Page, bodies: readonly string[], mode: Mode) =>
  page.evaluate(([all, options]) => window.htmlHarness(all, options), [bodies, mode] as const)

const cleanOnServer = (body: string) => cleanHtml(body, 'text')
const keepAsSent = (body: string) => body
const CLEANERS = {
  'the server and the page': { clean: cleanOnServer, cleans: true },
  'the server alone': { clean: cleanOnServer, cleans: false },
  'the page alone': { clean: keepAsSent, cleans: true },
}

for (const [name, { clean, cleans }] of Object.entries(CLEANERS))
  test(`C1: runs nothing and loads only pictures from hostile bodies cleaned by ${name}`, async ({
    page,
    context,
    watch,
  }) => {
    watch.allow(/Failed to load resource|net::ERR/)
    const outside = await openHarness(page, context)
    expect(await run(page, CORPUS.map(clean), { cleans, waits: false })).toEqual([])
    expect(outside.filter((kind) => kind !== 'image')).toEqual([])
    expect(page.url()).toBe(`${ORIGIN}/`)
  })

test('C1 control: runs most of the bodies when nothing cleans them', async ({ page, context, watch }) => {
  watch.allow(/./)
  await openHarness(page, context)
  const found = await run(page, CONTROL, { cleans: false, waits: true })
  expect(found.length).toBeGreaterThan(CONTROL.length / 4)
})
