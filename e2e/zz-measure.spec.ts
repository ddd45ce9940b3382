import { writeFileSync } from 'node:fs'
import { measure, type Visit } from '../bench/first-visit.ts'
import { expect, signIn, test } from './fixtures.ts'
const code = (visit: Visit) => visit.scriptBytes + visit.styleBytes
const show = (visit: Visit) => ({ code: code(visit), script: visit.scriptBytes, requests: visit.requests, files: visit.files.map((f) => `${f.bytes} ${f.name}`) })
test.use({ serviceWorkers: 'block' })
test('measure', async ({ page, browser, baseURL, watch }) => {
  watch.allow(/Service Worker registration blocked/)
  const a = await measure(page, '/login', 'form input[autocomplete="username"]')
  await signIn(page)
  const state = await page.context().storageState()
  const context = await browser.newContext({ baseURL: baseURL as string, storageState: state, serviceWorkers: 'block' })
  const b = await measure(await context.newPage(), '/', 'section[aria-labelledby="home-continue"] article a')
  await context.close()
  writeFileSync(process.env['OUT'] ?? '/tmp/core-measure.json', JSON.stringify({ signIn: show(a), home: show(b) }, null, 1))
  expect(1).toBe(1)
})
