// Finds a Chromium for the browser stories: an installed one, or Debian's package (as root). Never downloads another.
import { existsSync } from 'node:fs'
import { installPackage } from './debian.mjs'

const candidates = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const findBrowser = () => candidates.find((path) => path && existsSync(path))

/** @returns {string | undefined} the browser's path; undefined if there is none (the caller reports it and skips) */
export const ensureBrowser = () => {
  const installed = findBrowser()
  if (installed) return installed
  installPackage('chromium')
  return findBrowser()
}
