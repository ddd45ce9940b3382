/** Every page's scripts: opened by its address without a cache, and opened inside the app. */
import type { Browser, Page } from '@playwright/test'
import { measure, type Visit } from '../../../bench/first-visit.ts'
import { openInside } from '#e2e/open-inside.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { expect, haveSession, test } from '../../fixtures.ts'
import { realPath, screens, type Screen } from '../../screens.ts'

/** Brotli bytes of scripts, and files of scripts and styles, that begin before the page's heading is visible. */
interface Budget {
  bytes: number
  files: number
}
const BUDGETS: Readonly<Record<Screen['who'], Budget>> = {
  visitor: { bytes: 135_000, files: 20 },
  student: { bytes: 215_000, files: 20 },
  admin: { bytes: 323_000, files: 20 },
  superadmin: { bytes: 323_000, files: 20 },
}
/** Pages whose content brings a large part of its own before the heading is visible, and pages for tests. */
const BUDGETS_OF_PAGES: Readonly<Record<string, Budget>> = {
  // Measured at 196.2 kB, of which asking again for a refund is 0.7; the names of files move it by 0.2 between builds.
  courses: { bytes: 196_500, files: 17 },
  course: { bytes: 196_500, files: 17 },
  'course-done': { bytes: 219_500, files: 20 },
  community: { bytes: 198_000, files: 17 },
  // Tabs, footer and the frame's search are part of the first view.
  topic: { bytes: 204_400, files: 18 },
  thread: { bytes: 230_000, files: 20 },
  // Measured at 124 kB alone and 190 kB beside another browser: later parts begin before its heading is seen.
  'sign-up': { bytes: 200_000, files: 20 },
  // Fetches shared files of the programme pages and of the pages with a QR code as well.
  payments: { bytes: 323_000, files: 24 },
  'pwa-test': { bytes: 215_000, files: 20 },
  'ios-pwa-test': { bytes: 215_000, files: 20 },
}
const budgetOf = (screen: Screen): Budget => BUDGETS_OF_PAGES[screen.name] ?? BUDGETS[screen.who]

/** Files for a page that is opened inside the app; a thread is the largest. */
const INSIDE_FILES = 5

/** Full runs weigh every page. */
const IN_EVERY_RUN = [
  'sign-in',
  'sign-up',
  'home',
  'courses',
  'course',
  'course-done',
  'topic',
  'thread',
  'profile',
  'course-builder',
  'payments',
  'settings',
]
const isWeighed = ({ name }: Screen) => process.env['FULL'] === '1' || IN_EVERY_RUN.includes(name)

const HEADING = 'main h1, h1'
const isCode = (file: Visit['files'][number]) => file.kind === 'script' || file.kind === 'stylesheet'
const weigh = (visit: Visit) => ({ bytes: visit.scriptBytes, files: visit.files.filter(isCode).length })
const isOver = (weight: Budget, budget: Budget) => weight.bytes > budget.bytes || weight.files > budget.files

const newPage = async (browser: Browser, baseURL: string, state?: Awaited<ReturnType<typeof stateOf>>) => {
  const context = await browser.newContext({
    baseURL,
    serviceWorkers: 'block',
    ...(state && { storageState: state }),
  })
  return context.newPage()
}
const stateOf = (page: Page) => page.context().storageState()

test.use({ serviceWorkers: 'block' })

for (const who of ['visitor', 'student', 'admin'] as const)
  test(`opens every page of a ${who} by its address within the budget`, async ({
    page,
    browser,
    baseURL,
    watch,
  }) => {
    test.setTimeout(process.env['FULL'] === '1' ? 1_500_000 : 300_000)
    watch.allow(/Service Worker registration blocked/)
    if (who === 'visitor') await page.goto('/login')
    else await haveSession(page, who)
    const state = await stateOf(page)
    const over: string[] = []
    for (const screen of screens.filter((each) => each.who === who && isWeighed(each))) {
      const path = await realPath(page, screen)
      const cold = await newPage(browser, baseURL as string, who === 'visitor' ? undefined : state)
      const visit = await measure(cold, screen.client ? `${path}?client=${screen.client}` : path, HEADING)
      const weight = weigh(visit)
      console.log(
        `${who} ${screen.name}: ${weight.files} files, ${weight.bytes} bytes, ${visit.requests} requests`,
      )
      if (isOver(weight, budgetOf(screen)))
        over.push(`${screen.name}: ${weight.files} files, ${weight.bytes} bytes`)
      await cold.context().close()
    }
    expect(over).toEqual([])
  })

test('opens pages inside the app with at most 5 files each', async ({ page, watch }) => {
  test.setTimeout(process.env['FULL'] === '1' ? 900_000 : 180_000)
  watch.allow(/Service Worker registration blocked/)
  await haveSession(page)
  const over: string[] = []
  for (const screen of screens.filter(
    (each) => each.who === 'student' && each.path !== '/' && !each.path.includes('{') && isWeighed(each),
  )) {
    await page.goto('/')
    await page.locator('main h1').first().waitFor()
    await untilQuiet(page)
    const files = await filesInside(page, screen.path)
    console.log(`inside ${screen.name}: ${files.length} files`)
    if (files.length > INSIDE_FILES) over.push(`${screen.name}: ${files.join(' ')}`)
  }
  expect(over).toEqual([])
})

/** The scripts and styles that a page fetches before its heading, opened by the app's own router. */
const filesInside = async (page: Page, path: string): Promise<string[]> => {
  const startedAt = await openInside(page, path)
  return page.evaluate(
    (start) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime, name }) => startTime >= start && /\.(?:js|css)$/.test(name))
        .map(({ name }) => new URL(name).pathname),
    startedAt,
  )
}

test('control: notices a page that fetches another large script', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  watch.allow(/Service Worker registration blocked/)
  await haveSession(page)
  const cold = await newPage(browser, baseURL as string, await stateOf(page))
  await cold.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (let nth = 0; nth < 20; nth += 1) {
        const link = Object.assign(document.createElement('link'), { rel: 'modulepreload' })
        link.href = `/assets/start-none.js?nth=${nth}`
        document.head.append(link)
      }
    })
  })
  expect(isOver(weigh(await measure(cold, '/courses', HEADING)), BUDGETS.student)).toBe(true)
  await cold.context().close()
})
