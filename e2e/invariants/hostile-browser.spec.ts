/** A browser without working storage: the app starts, and signing in works for the tab (F5). */
import type { Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '../fixtures.ts'
import { screens } from '../screens.ts'

const throwOnStorage = () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(window, name, { get: denied, configurable: true })
}
const fillStorage = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}
const removeIndexedDB = () => Object.defineProperty(window, 'indexedDB', { value: undefined })
const blockIndexedDB = () => {
  // A request that is never answered, as when another tab blocks an upgrade.
  IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
}
const abortTransactions = () => {
  const proto = IDBDatabase.prototype
  const begin = Object.getOwnPropertyDescriptor(proto, 'transaction')?.value as typeof proto.transaction
  proto.transaction = function (...args: Parameters<typeof begin>) {
    const transaction = begin.apply(this, args)
    setTimeout(() => {
      try {
        transaction.abort()
      } catch {
        // It has ended, or commits already.
      }
    })
    return transaction
  }
}
const disableCookies = () =>
  Object.defineProperty(document, 'cookie', {
    get: () => '',
    set() {},
  })

const BROWSERS = {
  'storage that throws': [throwOnStorage],
  'full storage': [fillStorage],
  'no IndexedDB': [removeIndexedDB],
  'an IndexedDB that never answers': [blockIndexedDB],
  'an IndexedDB that aborts': [abortTransactions],
  'no cookies': [disableCookies],
  'none of these': [throwOnStorage, removeIndexedDB, disableCookies],
}

const visit = async (page: Page, name: string) => {
  await page.locator(`a[href="${name}"]`).first().click()
  await page.waitForURL((url) => url.pathname === name)
  await expect(page.locator('main h1').first()).toBeVisible()
}

for (const [name, traits] of Object.entries(BROWSERS))
  test(`F5: signs in and opens pages with ${name}`, async ({ page, context }) => {
    for (const trait of traits) await context.addInitScript(trait)
    await signIn(page)
    await expect(page.locator('main h1').first()).toBeVisible()
    await visit(page, '/courses')
    await visit(page, '/')
  })

/** Navigates inside the tab: what cannot be stored is lost with a page load. */
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
  inFullRuns(`F5: opens twenty pages without an error with ${name}`, async ({ page, context }) => {
    test.setTimeout(240_000)
    for (const trait of traits) await context.addInitScript(trait)
    await signIn(page)
    await page.locator('main h1').first().waitFor()
    await tour(page)
  })

inFullRuns(
  'F5: opens twenty pages in a browser with a quota of one byte',
  async ({ page, context, baseURL }) => {
    test.setTimeout(240_000)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 })
    await signIn(page)
    await page.locator('main h1').first().waitFor()
    await tour(page)
    // The control: the browser really refuses to store more.
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

test('F5 control: throws when the page reads local storage directly', async ({ page, context }) => {
  await context.addInitScript(throwOnStorage)
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
