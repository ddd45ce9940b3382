/** A phone whose browser has a profile on the disk and can be killed as a whole. */
import { execFileSync } from 'node:child_process'
import { chromium, type BrowserContext } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'

export const phoneOn = (
  profile: string,
  baseURL: string | undefined,
  locale = 'en-US',
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...(baseURL ? { baseURL } : {}),
    executablePath: chromiumPath(),
    args: [...chromiumArgs, `--lms-profile=${profile}`],
    locale,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })

/** Found beforehand, so that the kill itself takes no time: SIGKILL to the processes of this profile only, which is in their command lines. */
export const aimAtPhone = (profile: string, context: BrowserContext): (() => Promise<void>) => {
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
export const killPhone = (profile: string, context: BrowserContext): Promise<void> =>
  aimAtPhone(profile, context)()
