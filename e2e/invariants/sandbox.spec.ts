/**
 * The policy of a runtime's worker alone blocks the network, further scripts and eval, before our code removes any global.
 * The control runs the same probe without that policy.
 */
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { RUNTIME_POLICY } from '#server/core/http/security-headers.ts'

const ORIGIN = 'http://sandbox.test'
/** Runs in the worker's own engine: the worst case, in which a learner's code escaped its interpreter. */
const PROBE = `
const ask = async (name, action) => {
  try { await action(); return [name, 'reached'] } catch { return [name, 'refused'] }
}
Promise.all([
  ask('fetch', () => fetch('${ORIGIN}/secret')),
  ask('script', () => import('${ORIGIN}/more.js')),
  ask('eval', () => { (0, eval)('1') }),
  ask('xhr', () => new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.onload = resolve
    call.onerror = reject
    call.open('GET', '${ORIGIN}/secret')
    call.send()
  })),
]).then((answers) => postMessage(Object.fromEntries(answers)))`

const serveHarness = async (context: BrowserContext, policy: Record<string, string>) => {
  await context.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/worker.js')
      return route.fulfill({ contentType: 'text/javascript', body: PROBE, headers: policy })
    if (path === '/more.js') return route.fulfill({ contentType: 'text/javascript', body: 'export {}' })
    if (path === '/secret') return route.fulfill({ body: 'secret' })
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>harness</title>' })
  })
}
const askWorker = () =>
  new Promise<unknown>((resolve) => {
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.onmessage = (event) => resolve(event.data)
  })

test('refuses network, scripts and eval to a worker with the runtimes’ policy', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/Content Security Policy|Fetch API cannot load|violates/)
  await serveHarness(context, { 'content-security-policy': RUNTIME_POLICY })
  await page.goto(`${ORIGIN}/`)
  expect(await page.evaluate(askWorker)).toEqual({
    fetch: 'refused',
    script: 'refused',
    eval: 'refused',
    xhr: 'refused',
  })
})

test('control: reaches everything without the policy', async ({ page, context }) => {
  await serveHarness(context, {})
  await page.goto(`${ORIGIN}/`)
  expect(await page.evaluate(askWorker)).toEqual({
    fetch: 'reached',
    script: 'reached',
    eval: 'reached',
    xhr: 'reached',
  })
})
