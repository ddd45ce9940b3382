import { measure, type Visit } from '../../bench/first-visit.ts'
import { expect, signIn, test } from '../fixtures.ts'

/** Brotli bytes of scripts and styles until the page can be used; bytes are the same on every machine. */
const SIGN_IN_BYTES = 110_000
const SIGN_IN_REQUESTS = 12
const HOME_BYTES = 170_000

const CONTINUE_CARD = 'section[aria-labelledby="home-continue"] article a'
const code = (visit: Visit) => visit.scriptBytes + visit.styleBytes
const names = (visit: Visit) => visit.files.map((file) => `${file.bytes} ${file.name}`).join('\n')

test.use({ serviceWorkers: 'block' })

test('given nothing cached, when the sign-in page opens, then it keeps to its budget and brings nothing of members', async ({
  page,
}) => {
  const visit = await measure(page, '/login', 'form input[autocomplete="username"]')
  expect(code(visit), names(visit)).toBeLessThanOrEqual(SIGN_IN_BYTES)
  expect(visit.requests, names(visit)).toBeLessThanOrEqual(SIGN_IN_REQUESTS)
  // The measure sees the app at all: React alone is half of it.
  expect(code(visit)).toBeGreaterThan(SIGN_IN_BYTES / 2)
  expect(names(visit)).not.toMatch(/member|home|shared/)
})

test('given a signed-in learner and nothing cached, when the home opens, then one can go on learning within its budget', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  watch.allow(/Service Worker registration blocked/)
  await signIn(page)
  const state = await page.context().storageState()
  const context = await browser.newContext({
    baseURL: baseURL as string,
    storageState: state,
    serviceWorkers: 'block',
  })
  const visit = await measure(await context.newPage(), '/', CONTINUE_CARD)
  await context.close()
  expect(code(visit), names(visit)).toBeLessThanOrEqual(HOME_BYTES)
  expect(code(visit)).toBeGreaterThan(HOME_BYTES / 2)
  expect(names(visit)).not.toMatch(/sign-in|home-lower|DevUi|Dialog/)
})
