// `npm test`: installs and builds, runs every check and test, and prints one line with the totals.
// `npm run check`: the same without the build and the browser stories.
// `npm run nightly`: every case of the long series, the server tests on a second PostgreSQL, kills, and other browsers.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled, productEnv, root } from './lib/install.mjs'
import { ensurePoppler } from './lib/poppler.mjs'
import { hasSystemPostgres } from './lib/postgres.mjs'
import { createResults } from './lib/test-results.mjs'

const isNightly = process.argv.includes('--nightly')
const isCheck = process.argv.includes('--check')
const results = createResults(root)
const timed = (name, run) => {
  const startedAt = Date.now()
  const ok = run() !== false
  results.addPart(name, Date.now() - startedAt, ok)
}

timed('install', ensureInstalled)
const env = { ...productEnv(), ...(isNightly ? { FULL: '1' } : {}) }
const isFull = env.FULL === '1'
/** Only a person at a terminal follows each test; a log that is kept shows what failed. */
const isFollowed = process.stdout.isTTY === true
mkdirSync(join(root, '.cache'), { recursive: true })
const bin = (tool) => join(root, 'node_modules', '.bin', tool)

/** Runs one command and records its duration. `settings` are environment variables for this command only. */
const runStep = (name, command, args, settings = {}) =>
  timed(name, () => {
    console.log(`\n▶ ${name}`)
    const result = spawnSync(command, args, {
      cwd: root,
      env: { ...env, ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return result.status === 0
  })

/** Runs one check and prints its output when it ends. */
const runCheck = ([name, command, args]) =>
  new Promise((resolve) => {
    const startedAt = Date.now()
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    const end = (ok) => {
      process.stdout.write(Buffer.concat(output))
      results.addCheck(name, Date.now() - startedAt, ok)
      resolve()
    }
    child.on('error', () => end(false))
    child.on('close', (code) => end(code === 0))
  })

const runVitest = (name, report, args = [], settings = {}) => {
  results.clearReport(report)
  const reporters = [
    `--reporter=${isFollowed ? 'default' : 'minimal'}`,
    '--silent=passed-only',
    '--reporter=json',
    `--outputFile.json=${results.reportPath(report)}`,
  ]
  runStep(name, bin('vitest'), ['run', ...args, ...reporters], settings)
  results.addVitestReport(name, report)
}

const runStories = (browser) => {
  if (!browser) return results.skip('browser stories; Chromium is not installed and could not be installed')
  timed('build', ensureBuilt)
  // One more than cores: each has its own product, and stories wait for a third of their time.
  const workers = isFull ? 1 : Math.min(3, availableParallelism() + 1)
  results.clearReport('e2e.json')
  const reporter = isFollowed ? 'list' : 'dot'
  runStep('browser stories', bin('playwright'), ['test'], {
    E2E_WORKERS: String(workers),
    E2E_REPORTER: reporter,
  })
  results.addStoriesReport('browser stories', 'e2e.json')
}

const runSecondEngine = () => {
  if (!hasSystemPostgres())
    return results.skip('server tests on a second engine; no PostgreSQL 15 or newer is installed')
  runVitest('server tests on the installed PostgreSQL', 'vitest-system.json', ['--project', 'server'], {
    TEST_POSTGRES: 'system',
  })
}

// Before the checks: knip reads the configuration of Playwright, which needs the browser's path.
const browser = ensureBrowser()
if (!ensurePoppler()) results.skip('PDF read by poppler; it is not installed and could not be installed')
// In parallel, because each uses one core.
await Promise.all(
  [
    ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
    ['lint and boundaries', bin('oxlint'), []],
    ['types', bin('tsc'), ['-p', '.']],
    ['unused code', bin('knip'), []],
  ].map(runCheck),
)
runVitest('unit, server, architecture and component tests', 'vitest.json')
if (!isCheck) runStories(browser)
if (isNightly) {
  runSecondEngine()
  runStep('kills of server and database', 'node', ['scripts/chaos.ts'])
  runStep('other browsers', 'node', ['scripts/smoke.ts'])
}
process.exit(results.print())
