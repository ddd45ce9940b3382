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

/** SIGKILL to the processes of this profile only: it is in their command lines. Resolves when the browser is gone. */
export const killPhone = async (profile: string, context: BrowserContext): Promise<void> => {
  const gone = context.waitForEvent('close')
  const found = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(profile) && !line.includes('--type=') && !line.includes('ps -eo'))
  for (const line of found) process.kill(Number.parseInt(line, 10), 'SIGKILL')
  await gone
}
