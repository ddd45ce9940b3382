/** Every page's scripts: opened by its address without a cache, and opened inside the app. */
import type { Browser, Page } from '@playwright/test'
import { measure, type Visit } from '../../../bench/first-visit.ts'
import { expect, signIn, test } from '../../fixtures.ts'
import { realPath, screens, type Screen } from '../../screens.ts'

/** Brotli bytes of scripts, and files of scripts and styles, that begin before the page's heading is visible. */
interface Budget {
  bytes: number
  files: number
}
const BUDGETS: Readonly<Record<Screen['who'], Budget>> = {
  visitor: { bytes: 190_000, files: 20 },
  student: { bytes: 190_000, files: 20 },
  admin: { bytes: 300_000, files: 20 },
}

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
    test.setTimeout(300_000)
    watch.allow(/Service Worker registration blocked/)
    if (who === 'visitor') await page.goto('/login')
    else await signIn(page, who)
    const state = await stateOf(page)
    const over: string[] = []
    for (const screen of screens.filter((each) => each.who === who)) {
      const path = await realPath(page, screen)
      const cold = await newPage(browser, baseURL as string, who === 'visitor' ? undefined : state)
      const visit = await measure(cold, screen.client ? `${path}?client=${screen.client}` : path, HEADING)
      const weight = weigh(visit)
      console.log(
        `${who} ${screen.name}: ${weight.files} files, ${weight.bytes} bytes, ${visit.requests} requests`,
      )
      if (isOver(weight, BUDGETS[who]))
        over.push(`${screen.name}: ${weight.files} files, ${weight.bytes} bytes`)
      await cold.context().close()
    }
    expect(over).toEqual([])
  })
