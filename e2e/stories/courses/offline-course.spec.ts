/** A saved course: completed without a server, with a browser killed on the way, and in sync at the end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'
import { answerQuiz } from '#e2e/pages/quiz.page.ts'
import { PRODUCT_PORT } from '#e2e/product.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'
import { killBrowser, phoneOn } from '#e2e/support/persistent-browser.ts'
import { signOut } from '#e2e/support/sign-out.ts'
import { aptitudeCourse } from '#server/demo/content/kitewing/aptitude.ts'

const PORT = PRODUCT_PORT + 2
/** Chromium writes local storage after some seconds; the kill must not lose the sign-in. */
const STORAGE_WRITTEN_MS = 8_000
let front: Front
test.beforeAll(async () => {
  front = await startFront(PORT)
})
test.afterAll(() => front.end())

const launch = async (profile: string): Promise<[BrowserContext, Page]> => {
  const context = await phoneOn(profile, { baseURL: front.url })
  return [context, context.pages()[0] ?? (await context.newPage())]
}

const saveCourse = async (page: Page, search: string, title: string) => {
  await coursesPage(page).open(`?search=${search}`)
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const save = page.getByRole('button', { name: /^Save for offline \(/ })
  await expect(coursesPage(page).enrol.or(save)).toBeVisible()
  if (!(await save.isVisible())) await coursesPage(page).enrol.click()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await save.click()
  await expect(page.getByText(/^On this device · /)).toBeVisible({ timeout: 30_000 })
}

/** What the device keeps of saved courses and visited pages. */
const savedCourseStores = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('lms-device')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('idb'))
    })
    const count = (store: string) =>
      new Promise<number>((resolve) => {
        const counting = db.transaction(store).objectStore(store).count()
        counting.onsuccess = () => resolve(counting.result)
      })
    const [responses, courses] = [await count('responses'), await count('courses')]
    db.close()
    return [
      ...(await caches.keys()).filter((name) => name.startsWith('lms-saved-')),
      ...(responses > 0 ? ['responses'] : []),
      ...(courses > 0 ? ['courses'] : []),
    ]
  })

test('completes a saved course without a server over a kill and sends it once', async () => {
  test.setTimeout(150_000)
  const profile = mkdtempSync(join(tmpdir(), 'lms-road-'))
  try {
    let [context, page] = await launch(profile)
    await signIn(page, 'superadmin')
    const signedInAt = Date.now()
    await saveCourse(page, 'Aptitude', aptitudeCourse.title)
    const coursePath = new URL(page.url()).pathname
    await front.stop()
    front.calls.length = 0
    await coursesPage(page).start.click()
    const steps = aptitudeCourse.sections
      .flatMap((section) => section.topics)
      .flatMap((topic) => topic.items.map((step) => ({ topic, step })))
    const killAt = Math.floor(steps.length / 2)
    for (const [index, { step }] of steps.entries()) {
      if (index === killAt) {
        await expect(page.locator('#lesson-title')).toHaveText(step.title)
        const address = page.url()
        await page.waitForTimeout(Math.max(0, signedInAt + STORAGE_WRITTEN_MS - Date.now()))
        await killBrowser(profile, context)
        ;[context, page] = await launch(profile)
        await page.goto(address)
      }
      const player = playerPage(page)
      await expect(page.locator('#lesson-title')).toHaveText(step.title)
      if (step.type === 'article') {
        await player.complete.click()
      }
      if (step.type === 'quiz') {
        await answerQuiz(page, step.questions)
        await player.submit.click()
        await expect(page.getByText('Submitted on this device')).toBeVisible()
      }
      if (index < steps.length - 1 && step.type !== 'article') await player.next.click()
    }
    await page.goto('/outbox')
    const waiting = page.getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem')
    const handedIn = steps.filter(({ step }) => step.type === 'quiz').length
    await expect(waiting.filter({ hasText: 'Submitted quiz' })).toHaveCount(handedIn)
    await expect(waiting.filter({ hasText: 'Lesson finished' })).toHaveCount(
      steps.filter(({ step }) => step.type === 'article').length,
    )
    expect(front.calls).toEqual([])

    await front.start()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 30_000 })
    const arrived = (ending: string) =>
      front.calls.filter((call) => call.startsWith('POST') && call.endsWith(ending))
    expect(arrived('/quiz-attempts/')).toHaveLength(handedIn)
    expect(new Set(arrived('/complete/')).size).toBe(arrived('/complete/').length)
    await page.goto(coursePath)
    await expect(page.getByText('Completed').first()).toBeVisible()

    // Nothing of the course stays for the next person.
    expect(await savedCourseStores(page)).toEqual([
      expect.stringMatching(/^lms-saved-/),
      'responses',
      'courses',
    ])
    await signOut(page)
    // A page that navigates cannot be evaluated.
    await page.waitForURL('**/login')
    await expect.poll(() => savedCourseStores(page).catch(() => null)).toEqual([])
    await context.close()
  } finally {
    await front.start()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

test.describe('a video of a saved course', () => {
  test.use({ baseURL: `http://127.0.0.1:${PORT}` })

  // In the gate the worker's unit tests cover ranges.
  inFullRuns(
    'plays and seeks from the device in ranges, with captions, without a server',
    async ({ page, watch }) => {
      test.setTimeout(120_000)
      watch.allow(/ERR_CONNECTION_REFUSED|Failed to fetch|Failed to load resource/)
      await signIn(page, 'superadmin')
      await saveCourse(page, 'Excel', 'Excel for Analysts')
      const link = page.getByRole('main').getByRole('link', { name: 'Pivot tables', exact: true })
      // Later sections are collapsed.
      if (!(await link.isVisible()))
        await page.getByRole('heading', { name: 'From rows to answers', exact: true }).click()
      const address = await link.getAttribute('href')
      await front.stop()
      try {
        await page.goto(address ?? '')
        await playerPage(page).step(/Video/).first().click()
        const video = page.locator('video')
        const currentTime = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
        await page.getByRole('button', { name: 'Play' }).click()
        await expect.poll(currentTime).toBeGreaterThan(1)
        const end = await video.evaluate((element: HTMLVideoElement) => {
          element.currentTime = element.duration - 3
          return element.duration
        })
        await expect.poll(currentTime).toBeGreaterThan(end - 2.5)
        const captions = await page.evaluate(async () => {
          const track = document.querySelector<HTMLTrackElement>('video track')
          return track ? (await fetch(track.src)).text() : ''
        })
        expect(captions).toContain('WEBVTT')
      } finally {
        await front.start()
      }
    },
  )
})
