import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/**
 * The browser of the stories: an explicit one, Playwright's own when somebody brought it, else the system's.
 * Nothing here downloads a browser (see scripts/lib/browser.mjs for how the system's is brought in).
 */
export const chromiumPath = (): string => {
  const candidates = [
    process.env['CHROME_PATH'],
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  const found = candidates.find((path) => path && existsSync(path))
  if (!found) throw new Error('No Chromium found: install Debian package chromium or set CHROME_PATH.')
  return found
}

/** Quiet start: no sandbox (root in containers), no background traffic. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
