/**
 * Signing out (A12): the four other tabs open the sign-in page, and the server refuses the old access and refresh token.
 * After the next person's sign-in no token and no e-mail of the first is in localStorage, sessionStorage, a cookie,
 * CacheStorage, IndexedDB, the tab's name and history, or the page.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { leaks } from '#e2e/support/browser-storage.ts'
import { signOut } from '#e2e/support/sign-out.ts'
import { expect, signIn, test } from '../fixtures.ts'

interface Session {
  id: number
  access_token: string
  refresh_token: string
  email: string
  full_name: string
}

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as Session | null)

const openTabs = async (context: BrowserContext, first: Page) => {
  const tabs = [first]
  for (const path of ['/courses', '/user-profile', '/courses', '/learn']) {
    const tab = await context.newPage()
    await tab.goto(path)
    await tab.locator('main h1').first().waitFor()
    tabs.push(tab)
  }
  return tabs
}

/** Without names: a leaderboard may show them to anybody. */
const canariesOf = (person: Session) => [person.access_token, person.refresh_token, person.email]

test('A12 control: finds a planted text in every kind of storage', async ({ page, context }) => {
  await page.goto('/login')
  await page.locator('input[autocomplete="username"]').fill('left-in-field')
  await context.addCookies([
    {
      name: 'left',
      value: 'left-in-cookie',
      domain: new URL(page.url()).hostname,
      path: '/',
      httpOnly: true,
    },
  ])
  await page.evaluate(async () => {
    localStorage.setItem('left', 'left-in-local')
    sessionStorage.setItem('left', 'left-in-session')
    window.name = 'left-in-name'
    history.replaceState({ left: 'left-in-history' }, '')
    document.body.append(Object.assign(document.createElement('p'), { textContent: 'left-in-page' }))
    await (await caches.open('left')).put('/left-in-url', new Response('left-in-cache'))
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('left', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('left').put('left-in-database', 1)
      request.onsuccess = () => {
        request.result.close()
        resolve()
      }
      request.onerror = () => reject(request.error ?? new Error('idb'))
    })
  })
  const planted = [
    'field',
    'cookie',
    'local',
    'session',
    'name',
    'history',
    'page',
    'url',
    'cache',
    'database',
  ]
  const names = planted.map((location) => `left-in-${location}`)
  expect(await leaks(page, names)).toEqual(names)
})

test('A12: signs five tabs out, revokes the tokens and leaves nothing for the next person', async ({
  page,
  context,
  request,
}) => {
  await signIn(page, 'student')
  await page.locator('main h1').waitFor()
  const tabs = await openTabs(context, page)
  const person = await stored(page)
  if (!person) throw new Error('nobody is signed in')
  const canaries = canariesOf(person)
  // The control: the scan finds them before sign-out.
  expect(await leaks(page, canaries)).toEqual(canaries)

  await signOut(page)
  for (const tab of tabs) await tab.waitForURL('**/login')

  const headers = { authorization: `Bearer ${person.access_token}` }
  expect((await request.get('/api/clients/7/client-info/', { headers })).status()).toBe(401)
  const renewal = await request.post('/accounts/clients/7/user/refresh-token/', {
    data: { refresh_token: person.refresh_token },
  })
  expect(renewal.status()).toBe(401)

  await signIn(page, 'instructor')
  await page.locator('main h1').waitFor()
  expect((await stored(page))?.id).not.toBe(person.id)
  expect(await leaks(page, canaries)).toEqual([])
})

test('A12: closes private pages in all tabs when one clears the storage', async ({ page, context }) => {
  await signIn(page, 'student')
  const [first, ...others] = await openTabs(context, page)
  await first?.evaluate(() => localStorage.clear())
  for (const tab of others) {
    await tab.waitForURL('**/login')
    await tab.locator('input[autocomplete="username"]').waitFor()
  }
})

test('A12: switches a tab to the person who signed in in another tab', async ({ page, context }) => {
  await signIn(page, 'student')
  await page.locator('main h1').waitFor()
  const other = await context.newPage()
  await other.goto('/login')
  await other.waitForURL((url) => url.pathname === '/')
  const answer = await other.request.post('/accounts/clients/7/user/login/', {
    data: { email: 'instructor@demo.test', password: 'learn-by-doing-7' },
  })
  const instructor = (await answer.json()) as Session
  await other.evaluate((next) => {
    localStorage.setItem('user', JSON.stringify({ ...next, isAuthenticated: true }))
    localStorage.setItem('token', next.access_token)
  }, instructor)
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.locator('main')).toContainText(instructor.full_name.split(' ')[0] as string)
})

/** The state after a crash: IndexedDB knows that this session was signed out, local storage does not. */
const reviveSession = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const [, claims = ''] = (localStorage.getItem('token') ?? '').split('.')
        const { sid } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sid: string }
        const opening = indexedDB.open('lms')
        opening.onerror = () => reject(new Error('no database'))
        opening.onsuccess = () => {
          const writing = opening.result.transaction('kv', 'readwrite')
          writing.objectStore('kv').put({ session: sid, done: false }, 'left')
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )

test('A12: draws no private page when a crash restores a signed-out session', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#main, #root nav')) sessionStorage.setItem('drawn', location.pathname)
    }).observe(document, { childList: true, subtree: true })
  })
  const drawn = () => page.evaluate(() => sessionStorage.getItem('drawn'))
  await signIn(page)
  await page.locator('#main h1').first().waitFor()
  // The control: pages of a signed-in person are noticed.
  expect(await drawn()).not.toBeNull()
  await reviveSession(page)
  await page.evaluate(() => sessionStorage.removeItem('drawn'))
  await page.goto('/courses')
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  expect(await drawn()).toBeNull()
})
