import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { lessonPage, scormManifest, scormZip } from '#tests/support/content/scorm.ts'

/** What a foreign script would steal. The control runs the same probe in the product's page. */
const PROBE = `(function () {
  var found = []
  function look(name, read) { try { found.push(name + '=' + read()) } catch (error) { found.push(name + '=closed') } }
  look('storage', function () { return Object.keys(localStorage).filter(function (key) { return /user|token/.test(key) }).length })
  look('cookies', function () { return document.cookie.length })
  look('page', function () { return window.top.document.title.length > 0 })
  return found.join(' ')
})()`
const EXTRA = `<p id="probe"></p><script>document.getElementById('probe').textContent = ${PROBE}</script>
<p id="outside"></p><script src="outside.js"></script>`
/** A file of the package, as it runs in the frame; the product's pages must never run it. */
const OUTSIDE = `window.packageScriptRan = true
var place = document.getElementById('outside')
if (place) place.textContent = 'script file runs'`

const lesson = scormZip(
  scormManifest('1.2', 'Questions to tables', [
    { id: 'sco', title: 'A small lesson', href: 'lesson/index.html' },
  ]),
  [
    { name: 'lesson/index.html', content: lessonPage('1.2', EXTRA) },
    { name: 'lesson/outside.js', content: OUTSIDE },
  ],
)

/** Opens the sign-in page with the package's script injected in every way that its policy allows. */
const runsInjected = async (page: Page, script: string): Promise<boolean> => {
  await page.route('**/login', async (route) => {
    const answer = await route.fetch()
    const tags = `<script src="${script}"></script><script type="module" src="${script}"></script>`
    await route.fulfill({ response: answer, body: (await answer.text()).replace('<head>', `<head>${tags}`) })
  })
  await page.goto('/login', { waitUntil: 'load' })
  await page.evaluate((address) => import(address).catch(() => undefined), script)
  return page.evaluate(() => 'packageScriptRan' in window)
}

/** Makes a call as the page's person, without its forms. */
const callAs = <T = unknown>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async (call) => {
      const answer = await fetch(`/api/clients/7${call.path}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(call.body !== undefined && { body: call.body }),
      })
      if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as never
    },
    { method, path, body: body === undefined ? undefined : JSON.stringify(body) },
  )

const saved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().includes('/scorm/attempts/') && answer.request().method() === 'PUT',
  )

test('imports a SCORM package, resumes and passes it, and isolates its script', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  watch.allow(/sandbox|sandboxed|Blocked a frame/)
  await signIn(page, 'instructor')
  await page.goto('/admin/courses')
  await page.getByRole('button', { name: 'Import a course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a course' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'lesson.zip', mimeType: 'application/zip', buffer: lesson })
  await expect(dialog.getByText('A small lesson')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import as a draft' }).click()
  await page.waitForURL(/\/admin\/courses\/\d+$/)
  const courseId = Number(page.url().split('/').at(-1))
  await callAs(page, 'POST', `/admin/courses/${courseId}/publication/`, { revision: 1 })

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...(baseURL !== undefined && { baseURL }),
  })
  const learner = await phone.newPage()
  await signIn(learner, 'student')
  await callAs(learner, 'POST', `/courses/${courseId}/enrolment/`)
  const detail = await callAs<{ sections: { topics: { id: number }[] }[] }>(
    learner,
    'GET',
    `/courses/${courseId}/`,
  )
  const path = `/learn/course/${courseId}/${detail.sections[0]?.topics[0]?.id}`
  await learner.goto(path)
  const frame = learner.frameLocator('iframe[title="Interactive lesson: A small lesson"]')
  await expect(frame.getByText('Run-time: connected, entry: ab-initio')).toBeVisible({ timeout: 30_000 })
  // Its own origin has its own storage, if the browser allows third-party storage.
  await expect(frame.locator('#probe')).toHaveText(/^storage=(0|closed) cookies=0 page=closed$/)
  // The control: on the product's origin the same probe finds the session.
  expect(await learner.evaluate(PROBE)).toMatch(/storage=[1-9]/)
  const pageSaved = saved(learner)
  await frame.getByRole('button', { name: 'Next page' }).click()
  await expect(frame.getByText('Page 2 of 3')).toBeVisible()
  expect((await pageSaved).status()).toBe(200)
  // Left by a link of the app: what the package reports while its page unloads still arrives.
  const last = learner.waitForRequest(
    (call) => call.method() === 'PUT' && (call.postData() ?? '').includes('"cmi.core.exit":"suspend"'),
  )
  await learner.locator(`main a[href="/courses/${courseId}"]`).first().click()
  await last

  // Without an origin of its own the frame is opaque and still plays.
  await learner.route('**/items/*/scorm/', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { launch: { origin: string | null } }
    body.launch.origin = null
    await route.fulfill({ response: answer, json: body })
  })
  await learner.goto(path)
  await expect(frame.getByText('Run-time: connected, entry: resume')).toBeVisible({ timeout: 30_000 })
  await expect(frame.getByText('Page 2 of 3')).toBeVisible()
  await expect(frame.locator('#probe')).toHaveText('storage=0 cookies=0 page=closed')
  await expect(frame.locator('#outside')).toHaveText('script file runs')
  const source = (await frame.owner().getAttribute('src')) ?? ''
  const injected = await browser.newContext({
    serviceWorkers: 'block',
    ...(baseURL !== undefined && { baseURL }),
  })
  const script = source.replace(/index\.html.*$/, 'outside.js')
  expect(await runsInjected(await injected.newPage(), script)).toBe(false)
  // The control: were the request taken for one of the package's own frame, the script would run.
  const control = await injected.newPage()
  await control.route(`**${script}`, async (route) =>
    route.fulfill({
      response: await route.fetch({
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' },
      }),
    }),
  )
  expect(await runsInjected(control, script)).toBe(true)
  await injected.close()
  await frame.getByRole('button', { name: 'Next page' }).click()
  await frame.getByRole('button', { name: 'No', exact: true }).click()
  await expect(learner.getByText('Passed', { exact: true })).toBeVisible()
  await expect(learner.getByText('Score 100%')).toBeVisible()
  await expect
    .poll(
      async () =>
        (await callAs<{ progress: { state: string } }>(learner, 'GET', `/courses/${courseId}/`)).progress
          .state,
    )
    .toBe('completed')
  await phone.close()
})
