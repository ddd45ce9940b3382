// A Chromium for the browser stories: one that is there, else Debian's package (as root). Never a download of its own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const known = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const findBrowser = () => known.find((path) => path && existsSync(path))

/** @returns {string | undefined} the browser's path; undefined when none could be had (the caller says so and skips) */
export const ensureBrowser = () => {
  const found = findBrowser()
  if (found) return found
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined
  console.log('Installing Chromium from the Debian packages …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return findBrowser()
}
