import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { answerQuiz } from '#e2e/pages/quiz.page.ts'
import { coursesPage } from '#e2e/pages/courses.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'
import { problemPage } from '#e2e/pages/problem.page.ts'
import { PRODUCT_URL } from '#e2e/product.ts'
import { aNewLearner } from '#e2e/support/new-learner.ts'
import { browserOn, killBrowser } from '#e2e/support/persistent-browser.ts'
import { aptitudeCourse } from '#server/demo/content/kitewing/aptitude.ts'

const PHONE = { width: 390, height: 844 }
const lastTopic = 'Putting it together'
const aptitudeTopics = aptitudeCourse.sections.flatMap((section) => section.topics)
const questionsOf = (topics: typeof aptitudeTopics) =>
  topics.flatMap((topic) => topic.items.flatMap((item) => (item.type === 'quiz' ? item.questions : [])))

interface TopicLocation {
  search: string
  course: string
  topic: string
}
const openTopic = async (page: Page, { search, course, topic }: TopicLocation) => {
  await coursesPage(page).open(`?search=${search}`)
  await page.getByRole('link', { name: course, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible()
  await coursesPage(page).openTopic(topic)
  await expect(playerPage(page).topic).toHaveText(topic)
}

const names: TopicLocation = {
  search: 'Python',
  course: 'Python Foundations',
  topic: 'Names and values',
}
const excel = { search: 'Excel', course: 'Excel for Analysts' }

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('completes a whole course with its middle part offline', async ({ page, watch }) => {
    test.setTimeout(120_000)
    watch.allow(/net::ERR_INTERNET_DISCONNECTED/)
    /** Topics that the device has loaded. */
    const loaded = new Set<string>()
    page.on('response', (response) => {
      const topic = /\/topics\/(\d+)\/$/.exec(new URL(response.url()).pathname)?.[1]
      if (topic && response.ok()) loaded.add(topic)
    })
    await signIn(page, await aNewLearner())
    await coursesPage(page).open('?search=Aptitude')
    await page.getByRole('link', { name: aptitudeCourse.title }).click()
    await coursesPage(page).enrol.click()
    await coursesPage(page).start.click()
    const player = playerPage(page)
    const heading = page.locator('#lesson-title')
    /** Offline from the second topic to the end of the third, which is prefetched by then. */
    const [offlineFrom, onlineAfter] = [1, 2]
    for (const [index, topic] of aptitudeTopics.entries())
      for (const step of topic.items) {
        await expect(heading).toHaveText(step.title)
        if (index === offlineFrom) {
          await expect.poll(() => loaded.size).toBeGreaterThan(offlineFrom + 1)
          await page.context().setOffline(true)
        }
        if (step.type === 'article') {
          await player.complete.click()
          if (index === offlineFrom) await expect(player.waiting).toBeVisible()
        }
        if (step.type === 'quiz') {
          await answerQuiz(page, step.questions)
          await player.submit.click()
          if (index === onlineAfter) {
            await expect(page.getByText('Submitted on this device')).toBeVisible()
            await page.context().setOffline(false)
          }
          await expect(page.getByRole('heading', { name: /^Passed/ })).toBeVisible()
        }
        const isLast = topic === aptitudeTopics.at(-1) && step === topic.items.at(-1)
        // An article's button has led on already.
        if (!isLast && step.type !== 'article') await player.next.click()
      }
    await expect(page.getByText('You completed the course.')).toBeVisible()
    await expect(player.saved).toBeAttached()
    // Every quiz of every kind was fully right.
    await expect(page.getByText('100%', { exact: true }).first()).toBeVisible()
  })
})

test('reveals no answer key in responses, build or storage before a quiz is submitted', async ({ page }) => {
  const secrets = questionsOf(aptitudeTopics).map((question) => question.explanation)
  const found = (text: string) => secrets.filter((secret) => text.includes(secret.slice(0, 40)))
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    // The notification stream never ends and contains nothing of a course.
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
    if (response.url().includes('/api/') && !isStream) answers.push(response.text().catch(() => ''))
  })
  await signIn(page, await aNewLearner())
  await coursesPage(page).open('?search=Aptitude')
  await page.getByRole('link', { name: aptitudeCourse.title }).click()
  await coursesPage(page).enrol.click()
  await coursesPage(page).openTopic(lastTopic)
  const player = playerPage(page)
  await player.step(/Quiz/).first().click()
  await expect(player.questions.first()).toBeVisible()
  const before = (await Promise.all(answers)).join('\n')
  expect(before.length).toBeGreaterThan(1000)
  expect(found(before)).toEqual([])

  const dist = join(import.meta.dirname, '..', '..', '..', '..', 'dist')
  const built = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|map|json)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  expect(built.length).toBeGreaterThan(20)
  expect(built.flatMap(found)).toEqual([])

  const stores = await page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        texts.push((await (await caches.match(request))?.text()) ?? '')
    return texts.join('\n')
  })
  expect(found(stores)).toEqual([])

  // The control: a passed quiz explains its answers, and the same search finds them.
  const graded = page.waitForResponse(
    (response) => response.url().includes('/quiz-attempts/') && response.ok(),
  )
  await answerQuiz(page, questionsOf(aptitudeTopics.filter(({ title }) => title === lastTopic)))
  await player.submit.click()
  expect(found(await (await graded).text()).length).toBeGreaterThan(2)
})

test('shows answers and notes of one device on another', async ({ page, browser }) => {
  await signIn(page)
  await openTopic(page, names)
  const player = playerPage(page)
  await player
    .step(/Article/)
    .first()
    .click()
  await player.tab('Notes').click()
  await page.getByRole('button', { name: 'Add a note' }).click()
  const written = page.waitForResponse(
    (response) => /\/notes\//.test(response.url()) && response.request().method() === 'PUT',
  )
  await page.getByRole('textbox', { name: 'Your note' }).fill('Ask about names tomorrow')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await written
  await player.step(/Quiz/).first().click()
  const stored = page.waitForResponse((response) => response.url().includes('/quiz-draft/') && response.ok())
  await player.questions.first().getByRole('radio').nth(1).check()
  await stored

  const context = await browser.newContext({ viewport: PHONE })
  const other = await context.newPage()
  await signIn(other)
  await openTopic(other, names)
  await playerPage(other)
    .step(/Article/)
    .first()
    .click()
  await expect(other.getByText('Ask about names tomorrow')).toBeVisible()
  await playerPage(other).step(/Quiz/).first().click()
  await expect(playerPage(other).questions.first().getByRole('radio').nth(1)).toBeChecked()
  await context.close()
})

test('loses at most ten seconds of an article, video, quiz and problem in a crash', async () => {
  test.setTimeout(120_000)
  const profile = mkdtempSync(join(tmpdir(), 'lms-player-crash-'))
  const launch = async (): Promise<[BrowserContext, Page]> => {
    const context = await browserOn(profile, {
      baseURL: PRODUCT_URL,
      viewport: { width: 800, height: 500 },
    })
    return [context, context.pages()[0] ?? (await context.newPage())]
  }
  /** Kills the browser and opens the same address again. */
  const crash = async (page: Page, context: BrowserContext): Promise<[BrowserContext, Page]> => {
    const address = page.url()
    await killBrowser(profile, context)
    const [again, fresh] = await launch()
    await fresh.goto(address)
    if (new URL(fresh.url()).pathname === '/login') {
      await signIn(fresh)
      await fresh.goto(address)
    }
    return [again, fresh]
  }
  try {
    let [context, page] = await launch()
    await signIn(page)
    await openTopic(page, { ...excel, topic: 'Pivot tables' })
    const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    await playerPage(page).step(/Video/).first().click()
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(position, { timeout: 20_000 }).toBeGreaterThan(6)
    const left = await position()
    ;[context, page] = await crash(page, context)
    await expect.poll(position, { timeout: 20_000 }).toBeGreaterThan(Math.max(1, left - 10))

    await openTopic(page, {
      ...excel,
      topic: 'Formulas that survive copying',
    })
    await playerPage(page).step(/Quiz/).first().click()
    const choice = () => playerPage(page).questions.first().getByRole('radio').nth(2)
    await choice().check()
    // After half a second only the device has it; nothing was sent yet.
    await page.waitForTimeout(500)
    ;[context, page] = await crash(page, context)
    await expect(choice()).toBeChecked()

    await playerPage(page)
      .step(/Article/)
      .first()
      .click()
    const last = page.locator('.article > *').nth(4)
    await last.scrollIntoViewIfNeeded()
    await last.evaluate((block) => block.scrollIntoView({ block: 'start' }))
    await page.waitForTimeout(500)
    ;[context, page] = await crash(page, context)
    await expect(page.getByText('You’re back where you left off.')).toBeAttached()
    await expect(page.locator('.article > *').nth(4)).toBeInViewport()

    const problem = problemPage(page)
    await problem.open('Python Foundations', 'Problem: the total of a bill')
    await expect(problem.editor).toContainText('def total')
    await problem.write('def total(lines):\n    return len(lines)  # not done yet')
    await page.waitForTimeout(500)
    ;[context, page] = await crash(page, context)
    await expect(problemPage(page).editor).toContainText('# not done yet')
    await context.close()
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
