import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { PRODUCT_URL } from '#e2e/product.ts'
import { productData } from '#e2e/support/database.ts'
import { phoneOn } from '#e2e/support/persistent-browser.ts'
import { signOut } from '#e2e/support/sign-out.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36'

/** A phone with its own profile: browsers do not install apps from a private window. */
const onPhone = async (action: (page: Page, context: BrowserContext) => Promise<void>) => {
  const profile = mkdtempSync(join(tmpdir(), 'lms-phone-'))
  const context = await phoneOn(profile, { baseURL: PRODUCT_URL, userAgent: PHONE })
  try {
    await action(context.pages()[0] ?? (await context.newPage()), context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

interface Manifest {
  name: string
  shortcuts?: { name: string; url: string }[]
  screenshots?: { image: { url: string }; formFactor: string }[]
}

const checkInstallability = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  const { errors, manifest } = await cdp.send('Page.getAppManifest')
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  await cdp.detach()
  return { errors, installabilityErrors, manifest: manifest as unknown as Manifest }
}

test('offers to install tenants 8 and 7 in their language until dismissed', async () => {
  await onPhone(async (page) => {
    await page.goto('/login?client=8')
    const arabic = page.getByRole('region', { name: /^تثبيت .?أكاديمية أفق.?$/u })
    // The offer is real: the browser makes it only when it finds the app installable.
    await expect(arabic.getByRole('button', { name: 'تثبيت', exact: true })).toBeVisible()
    const eight = await checkInstallability(page)
    expect({ ...eight, manifest: eight.manifest.name }).toEqual({
      errors: [],
      installabilityErrors: [],
      manifest: 'أكاديمية أفق',
    })

    await page.goto('/login?client=7')
    const prompt = page.getByRole('region', { name: /^Install .?Kitewing Academy.?$/u })
    await expect(prompt).toContainText(
      'Install our app for a better experience! Quick access from your home screen.',
    )
    const seven = await checkInstallability(page)
    expect({ ...seven, manifest: seven.manifest.shortcuts?.map(({ name }) => name) }).toEqual({
      errors: [],
      installabilityErrors: [],
      manifest: ['Continue learning', 'Assessments', 'Community', 'Courses'],
    })
    // The browser accepted the tenant's own PNG screenshots for its richer dialog.
    for (const { manifest, client } of [
      { manifest: eight.manifest, client: 8 },
      { manifest: seven.manifest, client: 7 },
    ]) {
      expect(manifest.screenshots).toHaveLength(2)
      for (const { image } of manifest.screenshots ?? [])
        expect(image.url).toContain(`/brand/${client}/shot-`)
    }
    await prompt.getByRole('button', { name: 'Dismiss' }).click()
    await expect(prompt).toHaveCount(0)
    await page.goto('/pwa-test')
    await expect(page.locator('dt', { hasText: /^Install prompt$/ }).locator('+ dd')).toHaveText('Dismissed')
  })
})

inFullRuns(
  'F7: makes a tenant installable right after its creation, without data of other tenants',
  async () => {
    await promisify(execFile)(
      process.execPath,
      [
        ...[
          'server/cli.ts',
          'tenant',
          'create',
          '--id',
          '31',
          '--name',
          'मदरसा नीली नदी',
          '--slug',
          'blue-river',
        ],
        ...['--admin-email', 'head@river.test', '--colour', '#8a1f4d', '--languages', 'hi,ar,en'],
      ],
      {
        env: {
          ...process.env,
          DEMO: 'true',
          DATA_DIR: productData(),
        },
      },
    )
    await onPhone(async (page) => {
      const bodies: string[] = []
      page.on('response', (answer) => {
        if (new URL(answer.url()).origin === PRODUCT_URL && !answer.url().includes('/assets/'))
          void answer.text().then(
            (text) => bodies.push(`${answer.url()} ${text}`),
            () => undefined,
          )
      })
      await page.goto('/login?client=31&lng=hi')
      await page.locator('main h1').waitFor()
      const { errors, installabilityErrors, manifest } = await checkInstallability(page)
      expect({ errors, installabilityErrors, name: manifest.name }).toEqual({
        errors: [],
        installabilityErrors: [],
        name: 'मदरसा नीली नदी',
      })
      const served = (await (await page.request.get('/manifest.webmanifest?client=31')).json()) as {
        start_url: string
        icons: { src: string }[]
        screenshots: { src: string }[]
      }
      expect(served.start_url).toBe('/login?client=31')
      for (const { src } of [...served.icons, ...served.screenshots]) {
        expect(src).toMatch(/^\/brand\/31\//)
        const picture = await page.request.get(src)
        expect([picture.status(), picture.headers()['content-type']], src).toEqual([200, 'image/png'])
      }
      const all = bodies.join('\n')
      expect(all).toContain('मदरसा नीली नदी')
      expect(all).not.toMatch(/Kitewing|أكاديمية أفق|\/brand\/(7|8)\//)
    })
  },
)

inFullRuns('F7 control: finds an installability error in a manifest without an icon', async ({ page }) => {
  await page.route('**/manifest.webmanifest*', async (route) => {
    const answer = await route.fetch()
    const { icons: _, ...rest } = (await answer.json()) as Record<string, unknown>
    await route.fulfill({ response: answer, json: rest })
  })
  await page.goto('/login')
  await page.locator('main h1').waitFor()
  const { installabilityErrors } = await checkInstallability(page)
  expect(installabilityErrors.map(({ errorId }) => errorId)).toContain('manifest-missing-suitable-icon')
})

/** Delivers a push message to the worker as the browser's push service does. */
const deliver = async (page: Page, message: object) => {
  const cdp = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const active = registrations.find(({ isDeleted }) => !isDeleted)
      if (active) resolve(active.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: PRODUCT_URL,
    registrationId: await found,
    data: JSON.stringify(message),
  })
  await cdp.detach()
}

const shownNotifications = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(
      ({ title, body }) => `${title}|${body}`,
    ),
  )

/** Stores what the page stores when a person turns push on; tests cannot reach a push service. */
const turnPushOn = (page: Page, owner: { clientId: number; userId: number }) =>
  page.evaluate(
    (value) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('lms-device')
        open.onerror = () => reject(new Error('no database'))
        open.onsuccess = () => {
          const write = open.result.transaction('personal', 'readwrite')
          write.objectStore('personal').put(value, 'push_owner')
          write.oncomplete = () => {
            open.result.close()
            resolve()
          }
        }
      }),
    owner,
  )

/** Simulates a press on the notification. `focus` is replaced, because only a real press may call it. */
const pressNotification = (context: BrowserContext) =>
  (context.serviceWorkers()[0] as NonNullable<ReturnType<BrowserContext['serviceWorkers']>[number]>).evaluate(
    async () => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration
        WindowClient: { prototype: { focus: () => Promise<unknown> } }
        NotificationEvent: new (type: string, of: { notification?: Notification }) => Event
        dispatchEvent: (event: Event) => void
      }
      scope.WindowClient.prototype.focus = () => Promise.resolve()
      const [notification] = await scope.registration.getNotifications()
      scope.dispatchEvent(
        new scope.NotificationEvent('notificationclick', notification ? { notification } : {}),
      )
    },
  )

test('shows only the signed-in person’s push messages, opens their page and clears them', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  await signIn(page, 'student')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const userId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }).id,
  )
  await turnPushOn(page, { clientId: 7, userId })
  const message = {
    title: 'Vikram mentioned you',
    body: 'Loops',
    link: '/courses',
    tag: 'a',
    clientId: 7,
    userId,
  }
  await deliver(page, { ...message, title: 'Of another person', tag: 'b', userId: userId + 1 })
  await deliver(page, { ...message, title: 'Of another tenant', tag: 'c', clientId: 8 })
  await deliver(page, message)
  await expect.poll(() => shownNotifications(page)).toEqual(['Vikram mentioned you|Loops'])

  await pressNotification(context)
  await expect(page).toHaveURL('/courses')
  await expect.poll(() => shownNotifications(page)).toEqual([])

  // A tag of its own: closing the pressed one may end later and would close its successor.
  await deliver(page, { ...message, tag: 'f' })
  await expect.poll(() => shownNotifications(page)).toEqual(['Vikram mentioned you|Loops'])
  await signOut(page)
  await page.waitForURL('**/login')
  // Sign-out closes the shown notifications.
  await expect.poll(() => shownNotifications(page)).toEqual([])
  await deliver(page, { ...message, tag: 'd' })
  await deliver(page, { ...message, tag: 'e' })
  expect(await shownNotifications(page)).toEqual([])
})

test('fills a new thread with text shared from another app after sign-in', async ({ page }) => {
  const words = 'क्या किसी ने इसे पढ़ा है? '.repeat(40).trim()
  await page.goto(
    `/community/share?${new URLSearchParams({ title: 'Shared from a reader', text: words, url: 'https://docs.test/a' })}`,
  )
  await page.locator('input[autocomplete="username"]').fill('student@demo.test')
  await page.locator('input[autocomplete="current-password"]').fill('learn-by-doing-7')
  await page.locator('form button[type="submit"]').first().click()
  await page.waitForURL('**/community')
  const form = page.getByRole('region', { name: 'New thread' })
  await expect(form.getByRole('textbox', { name: /^Title/ })).toHaveValue('Shared from a reader')
  await expect(form.locator('[contenteditable]')).toContainText(words)
  await expect(form.getByRole('link', { name: 'https://docs.test/a' })).toBeVisible()
  // Leave no draft for the next story.
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
})
