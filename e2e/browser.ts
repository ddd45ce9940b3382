import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/**
 * The browser of the stories: `CHROME_PATH`, else Playwright's own when it is installed, else the system's.
 * Downloads nothing; scripts/lib/browser.mjs installs the system's browser.
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

/**
 * Parts of Chromium's own window, which it loads anew for every context although no story sees them. Without them a
 * context takes 1.2 s of processor time instead of 1.9 s.
 */
const UNSEEN_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
]
/** Playwright turns these off too. Chromium reads only the last list, so ours contains them. */
const PLAYWRIGHT_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** No sandbox (root in containers) and no background traffic. */
export const chromiumArgs = [
  `--disable-features=${[...PLAYWRIGHT_FEATURES, ...UNSEEN_FEATURES].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
