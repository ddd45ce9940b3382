/**
 * What the policy of a runtime's worker shuts off by itself, before any code of ours takes names away: no network, no
 * further scripts, no workers. The same questions without that policy are the control.
 */
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { RUNTIME_POLICY } from '#server/core/http/security-headers.ts'

const PLACE = 'http://sandbox.test'
/** Runs in the worker, in the browser's own engine: the worst case, in which a learner's code got out of its own. */
const PROBE = `
const ask = async (name, deed) => {
  try { await deed(); return [name, 'reached'] } catch { return [name, 'refused'] }
}
Promise.all([
  ask('fetch', () => fetch('${PLACE}/secret')),
  ask('script', () => import('${PLACE}/more.js')),
  ask('eval', () => { (0, eval)('1') }),
  ask('xhr', () => new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.onload = resolve
    call.onerror = reject
    call.open('GET', '${PLACE}/secret')
    call.send()
  })),
]).then((answers) => postMessage(Object.fromEntries(answers)))`

const serveHarness = async (context: BrowserContext, policy: Record<string, string>) => {
  await context.route(`${PLACE}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/worker.js')
      return route.fulfill({ contentType: 'text/javascript', body: PROBE, headers: policy })
    if (path === '/more.js') return route.fulfill({ contentType: 'text/javascript', body: 'export {}' })
    if (path === '/secret') return route.fulfill({ body: 'secret' })
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>lab</title>' })
  })
}
const askWorker = () =>
  new Promise<unknown>((resolve) => {
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.onmessage = (event) => resolve(event.data)
  })

test('given a worker with the policy of the runtimes, when it asks for the network, then everything is refused', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/Content Security Policy|Fetch API cannot load|violates/)
  await serveHarness(context, { 'content-security-policy': RUNTIME_POLICY })
  await page.goto(`${PLACE}/`)
  expect(await page.evaluate(askWorker)).toEqual({
    fetch: 'refused',
    script: 'refused',
    eval: 'refused',
    xhr: 'refused',
  })
})

test('given the same worker without it, when it asks, then everything is reached: the control', async ({
  page,
  context,
}) => {
  await serveHarness(context, {})
  await page.goto(`${PLACE}/`)
  expect(await page.evaluate(askWorker)).toEqual({
    fetch: 'reached',
    script: 'reached',
    eval: 'reached',
    xhr: 'reached',
  })
})
