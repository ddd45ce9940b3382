import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { DEMO_PASSWORD, demo } from './product.ts'

export { expect }

interface Watch {
  /** What the page did wrong so far: script errors, policy violations, failed loads of the product's own files. */
  problems: string[]
  /** A story that provokes one of these on purpose names it here. */
  allow: (pattern: RegExp) => void
}

const watchPage = (page: Page, problems: string[]) => {
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()}: ${message.text()}`)
  })
}

/** Content-Security-Policy and Trusted Types reports reach the test as problems (TRUST C4). */
const watchPolicy = async (context: BrowserContext, problems: string[]) => {
  await context.exposeBinding('__policyViolation', (_source, text: string) =>
    problems.push(`policy: ${text}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { __policyViolation?: (text: string) => void }).__policyViolation
      report?.(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)
    })
  })
}

/** Chromium itself writes a console line for every 4xx answer; stories about refusals expect those. */
const ALWAYS_ALLOWED = [/Failed to load resource: the server responded with a status of 4\d\d/]

export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context, page }, use) => {
      const problems: string[] = []
      const allowed = [...ALWAYS_ALLOWED]
      await watchPolicy(context, problems)
      watchPage(page, problems)
      context.on('page', (other) => watchPage(other, problems))
      await use({ problems, allow: (pattern) => allowed.push(pattern) })
      expect(problems.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Long series with fixtures of their own: only with FULL=1. */
export const onlyInFullRuns = <T>(own: T): T =>
  process.env['FULL'] === '1' ? own : ((() => undefined) as unknown as T)
/** Long series: only with FULL=1. */
export const inFullRuns = onlyInFullRuns(test)

/** Signs in through the form, as a person does. */
export const signIn = async (
  page: Page,
  who: keyof typeof demo = 'student',
  options: { client?: number; password?: string } = {},
) => {
  await page.goto(options.client ? `/login?client=${options.client}` : '/login')
  await page.locator('input[autocomplete="username"]').fill(demo[who])
  await page.locator('input[autocomplete="current-password"]').fill(options.password ?? DEMO_PASSWORD)
  await page.locator('form button[type="submit"]').first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Zero violations of WCAG 2.2 A and AA, as axe sees them. */
export const expectAccessible = async (page: Page, label: string) => {
  const result = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = result.violations.map((violation) => ({
    rule: violation.id,
    where: violation.nodes
      .slice(0, 4)
      .map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`.slice(0, 300)),
  }))
  expect(found, label).toEqual([])
}

/** Newest code that went to an address, read from the demo outbox. */
export const readCode = async (page: Page, to: string): Promise<string> => {
  let code: string | undefined
  await expect
    .poll(async () => {
      const response = await page.request.get(`/dev/outbox/?to=${encodeURIComponent(to)}`, {
        headers: { accept: 'application/json' },
      })
      const messages = (await response.json()) as { text: string }[]
      code = messages[0]?.text.match(/\b\d{6}\b/)?.[0]
      return code
    })
    .toBeTruthy()
  return code as string
}
