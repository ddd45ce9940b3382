// `npm test`: sets everything up, runs every check, and ends with one line that counts all runners.
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
/** The names of tests that failed, or needed a second try: said again at the end, where a long output is read. */
const named = []

/** One step that either holds or not, counted as one check. */
const step = (name, command, args, settings = {}) => {
  const began = Date.now()
  console.log(`\n▶ ${name}`)
  const done = spawnSync(command, args, {
    cwd: root,
    env: { ...env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  const ok = done.status === 0
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!ok) failures.push(name)
  return ok
}
/** Checks that say what is wrong at their end; each needs one core, so they go side by side. */
const checks = (list) =>
  Promise.all(
    list.map(
      ([name, command, args]) =>
        new Promise((resolve) => {
          const began = Date.now()
          const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
          const said = []
          child.stdout.on('data', (chunk) => said.push(chunk))
          child.stderr.on('data', (chunk) => said.push(chunk))
          const end = (ok) => {
            const seconds = ((Date.now() - began) / 1000).toFixed(1)
            console.log(`${Buffer.concat(said)}${ok ? '✓' : '✗'} ${name} (${seconds} s)`)
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

/** Adds a runner's own counts; a runner that left no report has failed. */
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

await checks([
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['lint and boundaries', bin('oxlint'), []],
  ['types', bin('tsc'), ['-p', '.']],
  ['unused code', bin('knip'), []],
])

const firstLine = (messages) => String(messages[0] ?? '').split('\n')[0]

/** Vitest with its own counts. `settings` are environment variables of this run alone. */
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
    const unread = suites.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
    for (const suite of unread)
      named.push(`${relative(root, suite.name)} could not be read: ${suite.message}`)
    for (const suite of suites)
      for (const one of suite.assertionResults)
        if (one.status === 'failed')
          named.push(
            `${relative(root, suite.name)} \u203a ${one.fullName}\n    ${firstLine(one.failureMessages)}`,
          )
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests + unread.length,
      skipped: counts.numPendingTests + counts.numTodoTests,
    }
  })
}

vitest('unit, server, architecture and component tests', 'vitest.json')

/** The machine's own PostgreSQL, 15 or newer, where Debian puts it; or the one that DATABASE_URL_TEST names. */
const debianServers = '/usr/lib/postgresql'
const ownPostgres =
  Boolean(process.env.DATABASE_URL_TEST) ||
  (existsSync(debianServers) &&
    readdirSync(debianServers).some(
      (major) => Number(major) >= 15 && existsSync(join(debianServers, major, 'bin', 'initdb')),
    ))
/**
 * What speaks of the private engine itself, of files and the border before any statement, or runs long series of one and
 * the same statement: the second run leaves these to the first one. FULL=1 runs all of them on both.
 */
const NOT_TWICE = [
  'tests/server/core/engine.test.ts',
  'tests/server/access/**',
  'tests/server/auth/{family,guard,refresh}.test.ts',
  'tests/server/*/hostile.test.ts',
  'tests/server/assessments/{chaos,deadline}.test.ts',
  'tests/server/{leaderboard/leaderboard,tenancy/canary,assessments/invariants}.test.ts',
  'tests/server/community/{counters,limits}.test.ts',
  'tests/server/core/db/read.test.ts',
  'tests/server/core/{packages,question-import,mail}/**',
  'tests/server/core/{bad-input,config,csp-reports,former-builds,headers,limit,log,openapi,page,readme,request-log}.test.ts',
  'tests/server/{client-info/{shots,tenant-command},course-import/demo-courses,files/bucket-store,auth/hasher}.test.ts',
  'tests/server/scorm/{files,import}.test.ts',
]
if (ownPostgres) {
  const left = process.env.FULL === '1' ? [] : NOT_TWICE.flatMap((path) => ['--exclude', path])
  // All of these stood the first run without a second try. A machine that holds its breath for seconds interrupts the
  // change feed, and open streams end then as they should: here such a moment costs a test one try.
  const args = ['--project', 'server', '--retry=1', ...left]
  vitest('server tests on the machine\u2019s own PostgreSQL', 'vitest-own.json', args, {
    TEST_POSTGRES: 'system',
  })
} else {
  console.log(
    '\nThis machine has no PostgreSQL 15 or newer of its own: the second run of the server tests is SKIPPED.',
  )
  total.skipped += 1
}

const nameStories = (suites) => {
  for (const suite of suites) {
    nameStories(suite.suites ?? [])
    for (const spec of suite.specs)
      for (const { status } of spec.tests) {
        const where = `${suite.file} \u203a ${spec.title}`
        if (status === 'unexpected') named.push(where)
        if (status === 'flaky') named.push(`${where} (passed at the second try)`)
      }
  }
}
const stories = () => {
  ensureBuilt()
  const browser = ensureBrowser()
  if (browser) {
    const storyReport = 'e2e.json'
    rmSync(join(cache, storyReport), { force: true })
    // Two at once where there are two cores: each has its own product, and much of a story is waiting.
    const workers = process.env.FULL === '1' ? 1 : Math.min(2, availableParallelism())
    step('browser stories', bin('playwright'), ['test'], { E2E_WORKERS: String(workers) })
    addReport('playwright', storyReport, (report) => {
      nameStories(report.suites)
      return {
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected,
        skipped: report.stats.skipped,
      }
    })
  } else {
    console.log('\nNo Chromium on this machine and none could be installed: the browser stories are SKIPPED.')
    total.skipped += 1
  }
}
if (!process.argv.includes('--check')) stories()

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
for (const name of named) console.log(`  ${name}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed > 0 || failures.length > 0 ? 1 : 0)
