/** Browsers with a profile on disk that a test can kill. */
import { execFileSync } from 'node:child_process'
import { chromium, type BrowserContext } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'

type Options = Omit<
  NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>,
  'baseURL' | 'executablePath' | 'args'
> & { baseURL?: string | undefined }

/** English by default. Started again on the same profile it has what was on disk. */
export const browserOn = (profile: string, { baseURL, ...options }: Options = {}): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...(baseURL ? { baseURL } : {}),
    executablePath: chromiumPath(),
    args: [...chromiumArgs, `--lms-profile=${profile}`],
    locale: 'en-US',
    ...options,
  })

export const phoneOn = (profile: string, options: Options = {}): Promise<BrowserContext> =>
  browserOn(profile, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...options })

/** Finds the processes with this profile in their command line beforehand, so that the returned SIGKILL takes no time. */
export const prepareKill = (profile: string, context: BrowserContext): (() => Promise<void>) => {
  const pids = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(profile) && !line.includes('--type=') && !line.includes('ps -eo'))
    .map((line) => Number.parseInt(line, 10))
  return async () => {
    const closed = context.waitForEvent('close')
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await closed
  }
}

/** Resolves when the browser has closed. */
export const killBrowser = (profile: string, context: BrowserContext): Promise<void> =>
  prepareKill(profile, context)()
