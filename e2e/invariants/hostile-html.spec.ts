/**
 * TRUST C1 in the browser that readers have: hostile bodies cleaned by the server and again by the page run nothing,
 * and neither does one of the two alone. No policy of the page helps here. FULL=1 takes all 9,521.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { cleanHtml } from '#server/core/security/html.ts'
import { payloads, payloadsUpTo } from '#tests/server/community/payloads.ts'
import { expect, test } from '../fixtures.ts'
import { buildPage } from '../support/build-page.ts'
import type { Way } from '../support/html-harness/page.ts'

const PLACE = 'http://html.test'
const FULL = process.env['FULL'] === '1'
const CORPUS = FULL ? payloadsUpTo(9_521) : payloads
/** The control waits for each, and some would lead the page away: a slice tells enough. */
const CONTROL = payloads.filter((_payload, index) => index % 5 === 0)
test.setTimeout(FULL ? 600_000 : 60_000)

const openHarness = async (page: Page, context: BrowserContext) => {
  const script = await buildPage(import.meta.resolve('../support/html-harness/page.ts'))
  const outside: string[] = []
  await context.route('**/*', (route) => {
    const url = new URL(route.request().url())
    if (url.href === `${PLACE}/`)
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><script type="module" src="/lab.js"></script>',
      })
    if (url.href === `${PLACE}/lab.js`) return route.fulfill({ contentType: 'text/javascript', body: script })
    outside.push(route.request().resourceType())
    return route.abort()
  })
  await page.goto(`${PLACE}/`)
  await page.waitForFunction(() => document.title === 'ready')
  return outside
}
const run = (page: Page, bodies: readonly string[], way: Way) =>
  page.evaluate(([all, asked]) => window.htmlHarness(all, asked), [bodies, way] as const)

const onServer = (body: string) => cleanHtml(body, 'text')
const asSent = (body: string) => body
const WAYS = {
  'the server and the page': { clean: onServer, cleans: true },
  'the server alone': { clean: onServer, cleans: false },
  'the page alone': { clean: asSent, cleans: true },
}

for (const [name, { clean, cleans }] of Object.entries(WAYS))
  test(`C1: given hostile bodies, when ${name} cleaned them, then nothing of them runs or asks for anything but pictures`, async ({
    page,
    context,
    watch,
  }) => {
    watch.allow(/Failed to load resource|net::ERR/)
    const outside = await openHarness(page, context)
    expect(await run(page, CORPUS.map(clean), { cleans, waits: false })).toEqual([])
    expect(outside.filter((kind) => kind !== 'image')).toEqual([])
    expect(page.url()).toBe(`${PLACE}/`)
  })

test('C1: given the same bodies, when nobody cleans them, then most of them run: the control', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/./)
  await openHarness(page, context)
  const found = await run(page, CONTROL, { cleans: false, waits: true })
  expect(found.length).toBeGreaterThan(CONTROL.length / 4)
})
