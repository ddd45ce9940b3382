/** TRUST F5: a browser that keeps nothing, or breaks while keeping. The app starts and signing in works for the tab. */
import type { Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '../fixtures.ts'
import { screens } from '../screens.ts'

const throwing = () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, name, { get: denied, configurable: true })
}
const full = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}
const noDatabase = () => Object.defineProperty(window, 'indexedDB', { value: undefined })
const blockedDatabase = () => {
  // A request that never answers, as when another tab holds an upgrade.
  IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
}
const abortingDatabase = () => {
  const proto = IDBDatabase.prototype
  const begin = Object.getOwnPropertyDescriptor(proto, 'transaction')?.value as typeof proto.transaction
  proto.transaction = function (...given: Parameters<typeof begin>) {
    const transaction = begin.apply(this, given)
    // One that was quicker has ended, and cannot be aborted any more.
    let over = false
    transaction.addEventListener('complete', () => (over = true))
    transaction.addEventListener('abort', () => (over = true))
    setTimeout(() => {
      if (!over) transaction.abort()
    })
    return transaction
  }
}
const noCookies = () =>
  Object.defineProperty(document, 'cookie', {
    get: () => '',
    set() {},
  })

const BROWSERS = {
  'storage that throws': [throwing],
  'storage without room': [full],
  'no IndexedDB': [noDatabase],
  'an IndexedDB that never answers': [blockedDatabase],
  'an IndexedDB that aborts': [abortingDatabase],
  'no cookies': [noCookies],
  'all of it': [throwing, noDatabase, noCookies],
}

const visit = async (page: Page, name: string) => {
  await page.locator(`a[href="${name}"]`).first().click()
  await page.waitForURL((url) => url.pathname === name)
  await expect(page.locator('main h1').first()).toBeVisible()
}

for (const [name, traits] of Object.entries(BROWSERS))
  test(`given ${name}, when somebody signs in and looks around, then everything works for the tab`, async ({
    page,
    context,
  }) => {
    for (const trait of traits) await context.addInitScript(trait)
    await signIn(page)
    await expect(page.locator('main h1').first()).toBeVisible()
    await visit(page, '/courses')
    await visit(page, '/')
  })

/** Within the tab, as a person goes: what cannot be kept would not outlive a load. */
const tour = async (page: Page) => {
  const pages = screens.filter(({ who, path }) => who === 'student' && !path.includes('{'))
  const all = [...pages, { name: 'course', path: '/courses/1', ready: 'main h1' }]
  expect(all.length).toBeGreaterThanOrEqual(20)
  for (const { name, path, ready } of all) {
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page.locator(ready).first(), name).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This page has a problem' }), name).toHaveCount(0)
    expect(new URL(page.url()).pathname, name).not.toBe('/login')
  }
}

for (const [name, traits] of Object.entries(BROWSERS))
  inFullRuns(
    `F5: given ${name}, when somebody goes through twenty pages, then each works and nothing is thrown`,
    async ({ page, context }) => {
      test.setTimeout(240_000)
      for (const trait of traits) await context.addInitScript(trait)
      await signIn(page)
      await page.locator('main h1').first().waitFor()
      await tour(page)
    },
  )

inFullRuns(
  'F5: given a browser with room for one byte, when somebody goes through twenty pages, then each works',
  async ({ page, context, baseURL }) => {
    test.setTimeout(240_000)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 })
    await signIn(page)
    await page.locator('main h1').first().waitFor()
    await tour(page)
    // The control: nothing more can in fact be put down.
    const kept = await page.evaluate(async () => {
      try {
        await (await caches.open('room')).put('/room', new Response('x'.repeat(1_000_000)))
        return 'kept'
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(kept).toBe('QuotaExceededError')
  },
)

test('given storage that throws, when the app’s plain way to it is tried, then it does throw (control)', async ({
  page,
  context,
}) => {
  await context.addInitScript(throwing)
  await page.goto('/login')
  const tried = await page.evaluate(() => {
    try {
      return window.localStorage.length
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(tried).toBe('SecurityError')
})
