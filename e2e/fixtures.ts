import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { untilStill } from './quiet.ts'
import { DEMO_CLIENT, DEMO_PASSWORD, demo } from './product.ts'

export { expect }

interface Watch {
  /** The page's problems so far: script errors, policy violations, failed loads of the product's files. */
  problems: string[]
  /** Allows a problem that the story provokes on purpose. */
  allow: (pattern: RegExp) => void
}

const watchPage = (page: Page, problems: string[]) => {
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()}: ${message.text()}`)
  })
}

/** Records violations of the content security policy and of Trusted Types as problems (C4). */
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

/** Chromium logs every 4xx response; stories about refusals expect those. */
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

/** Returns a `test` with its own fixtures that runs only with FULL=1. */
export const onlyInFullRuns = <T>(extended: T): T =>
  process.env['FULL'] === '1' ? extended : ((() => undefined) as unknown as T)
/** A test that runs only with FULL=1. */
export const inFullRuns = onlyInFullRuns(test)

export interface Credentials {
  email: string
  password: string
}
type Person = keyof typeof demo | Credentials

const credentialsOf = (who: Person): Credentials =>
  typeof who === 'string' ? { email: demo[who], password: DEMO_PASSWORD } : who

/** Signs in through the form. */
export const signIn = async (
  page: Page,
  who: Person = 'student',
  options: { client?: number; password?: string } = {},
) => {
  const { email, password } = credentialsOf(who)
  await page.goto(options.client ? `/login?client=${options.client}` : '/login')
  await page.locator('input[autocomplete="username"]').fill(email)
  await page.locator('input[autocomplete="current-password"]').fill(options.password ?? password)
  await page.locator('form button[type="submit"]').first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/**
 * Signs in without a page: the next page starts signed in, as on a later visit. Takes 1.5 s less of the processor than
 * {@link signIn}, which stories about signing in, and about what it starts, use.
 */
const EMPTY_PAGE = '/an-empty-page'

export const haveSession = async (page: Page, who: Person = 'student') => {
  const answer = await page.request.post(`/accounts/clients/${DEMO_CLIENT}/user/login/`, {
    data: credentialsOf(who),
  })
  const person = (await answer.json()) as { access_token: string }
  // An empty page of the product's origin: it runs no script of the product and has no policy against the story's own calls.
  await page.route(EMPTY_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(EMPTY_PAGE)
  await page.unroute(EMPTY_PAGE)
  await page.evaluate(
    ({ user, token, owner }) => {
      localStorage.setItem('user', JSON.stringify(user))
      localStorage.setItem('token', token)
      localStorage.setItem('session_client', owner)
    },
    {
      user: { ...person, isAuthenticated: true },
      token: person.access_token,
      owner: String(DEMO_CLIENT),
    },
  )
}

/** Violations of WCAG 2.2 A and AA and of the best practices in axe, with their first places. */
export const findViolations = async (page: Page): Promise<{ rule: string; where: string[] }[]> => {
  const builder = new AxeBuilder({ page })
    // Every rule runs; only the details of what passed are left out.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Axe cannot run in a frame without scripts, such as the preview of a mail.
    .exclude('iframe[sandbox]:not([sandbox~="allow-scripts"])')
  // Axe opens a second page to join the results of frames. A page without frames does not need it.
  if (page.frames().length === 1) builder.setLegacyMode()
  await untilStill(page)
  const { violations } = await builder.analyze()
  return violations.map((violation) => ({
    rule: violation.id,
    where: violation.nodes
      .slice(0, 4)
      .map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`.slice(0, 300)),
  }))
}

export const expectAccessible = async (page: Page, label: string) => {
  expect(await findViolations(page), label).toEqual([])
}

/** The newest code sent to an address, from the demo outbox. */
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
