// `npm test`: installs and builds, runs every check, and prints one line with the totals.
// `npm run check`: the same without the build and the browser stories.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled, productEnv, root } from './lib/install.mjs'

ensureInstalled()
const env = productEnv()
const cache = join(root, '.cache')
mkdirSync(cache, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
/** Tests that failed or needed a second try; listed again at the end of the output. */
const notableTests = []

/** Runs one command; records a failure by its name. */
const step = (name, command, args, settings = {}) => {
  const startedAt = Date.now()
  console.log(`\n▶ ${name}`)
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const ok = result.status === 0
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!ok) failures.push(name)
  return ok
}
/** Runs checks in parallel, because each uses one core, and prints their output when they end. */
const runChecks = (list) =>
  Promise.all(
    list.map(
      ([name, command, args]) =>
        new Promise((resolve) => {
          const startedAt = Date.now()
          const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
          const output = []
          child.stdout.on('data', (chunk) => output.push(chunk))
          child.stderr.on('data', (chunk) => output.push(chunk))
          const end = (ok) => {
            const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
            console.log(`${Buffer.concat(output)}${ok ? '✓' : '✗'} ${name} (${seconds} s)`)
            total[ok ? 'passed' : 'failed'] += 1
            if (!ok) failures.push(name)
            resolve()
          }
          child.on('error', () => end(false))
          child.on('close', (code) => end(code === 0))
        }),
    ),
  )
const bin = (tool) => join(root, 'node_modules', '.bin', tool)

/** Adds the counts of a test runner; a missing report counts as a failure. */
const addReport = (name, file, read) => {
  const path = join(cache, file)
  if (!existsSync(path)) {
    total.failed += 1
    failures.push(`${name}: no report`)
    return
  }
  const counts = read(JSON.parse(readFileSync(path, 'utf8')))
  for (const key of Object.keys(total)) total[key] += counts[key]
}

// Before the checks: knip reads the configuration of Playwright, which needs the browser's path.
const browser = ensureBrowser()
await runChecks([
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['lint and boundaries', bin('oxlint'), []],
  ['types', bin('tsc'), ['-p', '.']],
  ['unused code', bin('knip'), []],
])

const firstLine = (messages) => String(messages[0] ?? '').split('\n')[0]

/** Runs Vitest and adds its counts. `settings` are environment variables for this run only. */
const vitest = (name, report, args = [], settings = {}) => {
  rmSync(join(cache, report), { force: true })
  step(
    name,
    bin('vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${join(cache, report)}`],
    settings,
  )
  addReport(name, report, (counts) => {
    const suites = counts.testResults ?? []
    const unloaded = suites.filter(
      (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
    )
    for (const suite of unloaded)
      notableTests.push(`${relative(root, suite.name)} could not be loaded: ${suite.message}`)
    for (const suite of suites)
      for (const test of suite.assertionResults)
        if (test.status === 'failed')
          notableTests.push(
            `${relative(root, suite.name)} \u203a ${test.fullName}\n    ${firstLine(test.failureMessages)}`,
          )
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests + unloaded.length,
      skipped: counts.numPendingTests + counts.numTodoTests,
    }
  })
}

vitest('unit, server, architecture and component tests', 'vitest.json')

/** An installed PostgreSQL 15 or newer in Debian's folder, or the one of DATABASE_URL_TEST. */
const debianServers = '/usr/lib/postgresql'
const hasSystemPostgres =
  Boolean(process.env.DATABASE_URL_TEST) ||
  (existsSync(debianServers) &&
    readdirSync(debianServers).some(
      (major) => Number(major) >= 15 && existsSync(join(debianServers, major, 'bin', 'initdb')),
    ))
/**
 * Tests that do not depend on the PostgreSQL version: the private engine, files, input checks before any statement, and
 * long series of the same statement. The second run skips them, except with FULL=1.
 */
const FIRST_RUN_ONLY = [
  'tests/server/core/engine.test.ts',
  'tests/server/access/**',
  'tests/server/auth/{family,refresh}.test.ts',
  'tests/server/*/hostile.test.ts',
  'tests/server/assessments/{chaos,deadline}.test.ts',
  'tests/server/{leaderboard/leaderboard,tenancy/canary,assessments/invariants}.test.ts',
  'tests/server/community/{counters,limits}.test.ts',
  'tests/server/core/db/read.test.ts',
  'tests/server/core/{packages,question-import,mail}/**',
  'tests/server/core/{bad-input,config,csp-reports,former-builds,headers,limit,log,openapi,page,readme,request-log}.test.ts',
  'tests/server/{client-info/{install-screenshots,tenant-command},course-import/demo-courses,files/bucket-store,auth/hasher}.test.ts',
  'tests/server/scorm/{files,import}.test.ts',
]
if (hasSystemPostgres) {
  const excluded = process.env.FULL === '1' ? [] : FIRST_RUN_ONLY.flatMap((path) => ['--exclude', path])
  // All of these passed the first run without a retry. If a busy machine pauses for seconds, the change feed is interrupted
  // and closes open streams by design; one retry allows for that here.
  const args = ['--project', 'server', '--retry=1', ...excluded]
  vitest('server tests on the installed PostgreSQL', 'vitest-own.json', args, {
    TEST_POSTGRES: 'system',
  })
} else {
  console.log('\nNo PostgreSQL 15 or newer is installed: the second run of the server tests is SKIPPED.')
  total.skipped += 1
}

const collectStories = (suites) => {
  for (const suite of suites) {
    collectStories(suite.suites ?? [])
    for (const spec of suite.specs)
      for (const { status } of spec.tests) {
        const where = `${suite.file} \u203a ${spec.title}`
        if (status === 'unexpected') notableTests.push(where)
        if (status === 'flaky') notableTests.push(`${where} (passed on the second try)`)
      }
  }
}
const runStories = () => {
  ensureBuilt()
  if (browser) {
    const storyReport = 'e2e.json'
    rmSync(join(cache, storyReport), { force: true })
    // Two at once on two cores: each has its own product, and stories mostly wait.
    const workers = process.env.FULL === '1' ? 1 : Math.min(2, availableParallelism())
    step('browser stories', bin('playwright'), ['test'], { E2E_WORKERS: String(workers) })
    addReport('playwright', storyReport, (report) => {
      collectStories(report.suites)
      return {
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected,
        skipped: report.stats.skipped,
      }
    })
  } else {
    console.log('\nChromium is not installed and could not be installed: the browser stories are SKIPPED.')
    total.skipped += 1
  }
}
if (!process.argv.includes('--check')) runStories()

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
for (const name of notableTests) console.log(`  ${name}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed > 0 || failures.length > 0 ? 1 : 0)
