/**
 * After a visit that filled every store (saved course, visited pages, running exam, note, draft, bell, queue), signing out or
 * opening another tenant leaves no personal data in the browser. Unsent data stays encrypted, without a name (A12).
 */
import type { Page } from '@playwright/test'
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { communityPage } from '#e2e/pages/community.page.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo, PRODUCT_PORT } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { aCommentOf, aThreadOf, somebodyElse } from '#e2e/support/community.ts'
import { startFront } from '#e2e/support/deploys/front.ts'
import { leaks, placesOf } from '#e2e/support/browser-storage.ts'
import { encryptedIn } from '#e2e/support/encrypted-outbox.ts'
import { signOut } from '#e2e/support/sign-out.ts'
import { aptitudeCourse } from '#server/demo/content/kitewing/aptitude.ts'

interface Person {
  id: number
  username: string
  email: string
  access_token: string
  refresh_token: string
}
const personOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as Person)

/** Fills every store. Returns the texts that must not be found later. */
const fillEveryStore = async (page: Page, text: string) => {
  const assessment = await anAssessment(await callsOf(demo.admin))
  await signIn(page)
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const person = await personOf(page)
  const thread = await aThreadOf(page, `Mine${Date.now().toString(36)}`)
  await aCommentOf(page, thread.id, text)
  await page.goto(thread.path)
  await page.getByText(text).first().waitFor()
  await page.goto('/courses')
  await page.locator('main a[href^="/courses/"]').first().waitFor()
  await examOf(page).start(assessment.path)
  await examOf(page).choose('C')
  await examOf(page).expectSaved()
  const community = communityPage(page)
  await community.open()
  await community.newThread.click()
  await community.title.fill(`${text} draft`)
  // The page stores responses shortly after they arrive.
  await expect.poll(() => leaks(page, [thread.title, text])).toEqual([thread.title, text])
  return {
    person,
    words: [person.access_token, person.refresh_token, person.email, thread.title, text, assessment.title],
  }
}

const saveACourse = async (page: Page) => {
  const courses = coursesPage(page)
  await courses.open('?search=Aptitude')
  await page.getByRole('link', { name: aptitudeCourse.title, exact: true }).click()
  const save = page.getByRole('button', { name: /^Save for offline \(/ })
  await expect(courses.enrol.or(save).first()).toBeVisible()
  if (!(await save.isVisible())) await courses.enrol.click()
  await save.click()
  await expect(page.getByText(/^On this device · /)).toBeVisible({ timeout: 60_000 })
}

inFullRuns('A12: leaves no personal data for the next person who signs in', async ({ page }) => {
  test.setTimeout(180_000)
  const { words } = await fillEveryStore(page, `text${Date.now().toString(36)}`)
  await saveACourse(page)
  expect(await leaks(page, ['lms-saved-7'])).toEqual(['lms-saved-7'])
  // The control: the scan finds the data while it is there.
  expect((await leaks(page, words)).length).toBeGreaterThanOrEqual(5)
  await signOut(page)
  await page.waitForURL('**/login')
  // The unsent draft stays encrypted for its owner; everything else is gone.
  await expect.poll(() => leaks(page, [...words, 'lms-saved-7'])).toEqual([])
  expect((await encryptedIn(page)).pieces.map(({ place }) => place)).toContain('drafts')
  await signIn(page, 'instructor')
  await page.locator('main h1').first().waitFor()
  expect(await leaks(page, [...words, 'lms-saved-7'])).toEqual([])
})

inFullRuns('A12: leaves no personal data when another tenant opens', async ({ page }) => {
  test.setTimeout(180_000)
  const { words } = await fillEveryStore(page, `tenant${Date.now().toString(36)}`)
  await page.goto('/?client=8')
  await page.waitForURL('**/login*')
  await page.locator('main h1').first().waitFor()
  await expect.poll(() => leaks(page, words)).toEqual([])
})

inFullRuns(
  'A12: keeps unsent posts encrypted through another person’s session and sends them later',
  async ({ page, browser, baseURL, watch }) => {
    test.setTimeout(180_000)
    watch.allow(/ERR_CONNECTION|Failed to fetch|Failed to load resource/)
    const front = await startFront(PRODUCT_PORT + 1)
    try {
      const words = `waiting${Date.now().toString(36)}`
      await page.goto(`${front.url}/login`)
      await page.locator('input[autocomplete="username"]').fill(demo.student)
      await page.locator('input[autocomplete="current-password"]').fill('learn-by-doing-7')
      await page.locator('form button[type="submit"]').first().click()
      await page.waitForURL(`${front.url}/`)
      await page.locator('main h1').first().waitFor()
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      const { id } = await personOf(page)
      await expect.poll(async () => (await encryptedIn(page)).people).toEqual([`7:${id}`])
      const community = communityPage(page)
      await page.goto(`${front.url}/community`)
      await community.newThread.click()
      await front.stop()
      await community.title.fill(words)
      await community.body.fill('<p>words</p>')
      await community.post.click()
      await expect(community.title).toHaveCount(0)
      // The control: before sign-out the scan finds them in the queue.
      await expect
        .poll(() => placesOf(page, [words]))
        .toEqual(expect.arrayContaining([expect.stringContaining(`lms-device/outbox/["7:${id}","forum",`)]))
      await signOut(page)
      await page.waitForURL('**/login')
      // The app itself is still usable for the next person.
      await expect(page.locator('input[autocomplete="username"]')).toBeVisible()
      await expect.poll(() => leaks(page, [words, `"7:${id}"`, `:7:${id}"`])).toEqual([])
      await expect.poll(() => encryptedIn(page)).toMatchObject({ people: [], readable: 0 })
      expect((await encryptedIn(page)).pieces.map(({ place }) => place)).toContain('forum')
      await front.start()
      const other = await somebodyElse(browser, baseURL, 'instructor')
      const countForOther = () =>
        other.evaluate(async (search) => {
          const answer = await fetch(`/community-forum/api/clients/7/threads/?search=${search}`, {
            headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
          })
          return ((await answer.json()) as { results: unknown[] }).results.length
        }, words)
      const signInAs = async (email: string) => {
        await page.goto(`${front.url}/login`)
        await page.locator('input[autocomplete="username"]').fill(email)
        await page.locator('input[autocomplete="current-password"]').fill('learn-by-doing-7')
        await page.locator('form button[type="submit"]').first().click()
        await page.waitForURL(`${front.url}/`)
        await page.locator('main h1').first().waitFor()
      }
      await signInAs(demo.instructor)
      await page.goto(`${front.url}/outbox`)
      await expect(page.getByText('Everything is sent')).toBeVisible()
      expect(await countForOther()).toBe(0)
      expect(await page.locator('body').textContent()).not.toContain(words)
      await signOut(page)
      await page.waitForURL('**/login')
      await signInAs(demo.student)
      await page.goto(`${front.url}/outbox`)
      await expect.poll(countForOther).toBe(1)
      await expect
        .poll(() =>
          placesOf(page, [words]).then((places) => places.filter((place) => place.includes('"forum"'))),
        )
        .toEqual([])
    } finally {
      await front.end()
    }
  },
)
