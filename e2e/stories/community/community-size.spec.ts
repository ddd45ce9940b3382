import type { BrowserContextOptions } from '@playwright/test'
import { measure, type Visit } from '../../../bench/first-visit.ts'
import { expect, haveSession, test } from '../../fixtures.ts'
import { communityPage } from '../../pages/community.page.ts'

/** Brotli bytes of scripts and styles. */
const LIST_BYTES = 120_000
const EDITOR_BYTES = 131_500

const isCode = ({ kind }: Visit['files'][number]) => kind === 'script' || kind === 'stylesheet'
const bytes = (files: Visit['files']) => files.filter(isCode).reduce((sum, file) => sum + file.bytes, 0)
const names = (files: Visit['files']) => files.map((file) => `${file.bytes} ${file.name}`).join('\n')

test.use({ serviceWorkers: 'block' })

test('adds few bytes for the thread list and for the editor', async ({ page, browser, baseURL, watch }) => {
  watch.allow(/Service Worker registration blocked/)
  await haveSession(page)
  const options: BrowserContextOptions = {
    storageState: await page.context().storageState(),
    serviceWorkers: 'block',
    ...(baseURL ? { baseURL } : {}),
  }
  const cold = async (path: string, usable: string) => {
    const context = await browser.newContext(options)
    const opened = await context.newPage()
    const visit = await measure(opened, path, usable)
    return { context, opened, visit }
  }
  const home = await cold('/', 'main h1')
  await home.context.close()
  const shared = new Set(home.visit.files.map(({ name }) => name))
  const list = await cold('/community', 'main article h2 a')
  const own = list.visit.files.filter(({ name }) => !shared.has(name))
  expect(bytes(own), names(own)).toBeLessThanOrEqual(LIST_BYTES)
  // The control: the page's own code is among the files.
  expect(names(own)).toMatch(/assets\/community-/)
  expect(names(list.visit.files)).not.toMatch(/assets\/(?:editor|dialogs)-/)

  const before = await list.opened.evaluate(() => performance.now())
  const writing = communityPage(list.opened)
  await writing.newThread.click()
  await expect(writing.body).toBeVisible()
  const editor = await list.opened.evaluate(
    (from) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime, name }) => startTime >= from && /\.(?:js|css)$/.test(name))
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
    before,
  )
  expect(editor.some(({ name }) => name.includes('/assets/editor-'))).toBe(true)
  expect(
    editor.reduce((sum, file) => sum + file.bytes, 0),
    editor.map((file) => `${file.bytes} ${file.name}`).join('\n'),
  ).toBeLessThanOrEqual(EDITOR_BYTES)
  await list.context.close()
})
