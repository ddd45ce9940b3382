// Finds a Chromium for the browser stories: an installed one, or Debian's package (as root). Never downloads another.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined
  console.log('Installing Chromium from the Debian packages …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return findBrowser()
}
