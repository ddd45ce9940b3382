/** Browsers whose profile lies on the disk, and that can be killed as a whole. */
import { execFileSync } from 'node:child_process'
import { chromium, type BrowserContext } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'

type Ways = Omit<
  NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>,
  'baseURL' | 'executablePath' | 'args'
> & { baseURL?: string | undefined }

/** In English unless said; started again on the same profile it has what the disk had. */
export const browserOn = (profile: string, { baseURL, ...ways }: Ways = {}): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...(baseURL ? { baseURL } : {}),
    executablePath: chromiumPath(),
    args: [...chromiumArgs, `--lms-profile=${profile}`],
    locale: 'en-US',
    ...ways,
  })

export const phoneOn = (profile: string, ways: Ways = {}): Promise<BrowserContext> =>
  browserOn(profile, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...ways })

/** Found beforehand, so that the kill itself takes no time: SIGKILL to the processes of this profile only, which is in their command lines. */
export const aimAtBrowser = (profile: string, context: BrowserContext): (() => Promise<void>) => {
  const pids = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(profile) && !line.includes('--type=') && !line.includes('ps -eo'))
    .map((line) => Number.parseInt(line, 10))
  return async () => {
    const gone = context.waitForEvent('close')
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await gone
  }
}

/** Resolves when the browser is gone. */
export const killBrowser = (profile: string, context: BrowserContext): Promise<void> =>
  aimAtBrowser(profile, context)()
