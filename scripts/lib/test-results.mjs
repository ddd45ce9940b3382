// Collects what the parts of a test run report, and prints it at the end: output in a CI is often cut at its front.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const SLOWEST = 10
const DETAIL_LINES = 4
const firstLines = (message = '') =>
  stripVTControlCharacters(message).split('\n').slice(0, DETAIL_LINES).join('\n    ')
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

const printSlowest = (what, entries) => {
  const slowest = entries.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST)
  console.log(`\nSlowest ${what}:`)
  for (const { name, milliseconds } of slowest) console.log(`  ${seconds(milliseconds).padStart(8)}  ${name}`)
}

export const createResults = (root) => {
  const cache = join(root, '.cache')
  const startedAt = Date.now()
  const total = { passed: 0, failed: 0, skipped: 0 }
  const parts = []
  const tests = []
  /** Milliseconds of each file, with its set-up. */
  const files = new Map()
  const failedTests = []

  const addPart = (name, milliseconds, ok) => {
    parts.push({ name, milliseconds, ok })
    console.log(`${ok ? '✓' : '✗'} ${name} (${seconds(milliseconds)})`)
  }
  const addTest = (name, status, milliseconds, detail = '') => {
    total[status] += 1
    tests.push({ name, milliseconds })
    if (status === 'failed') failedTests.push(detail ? `${name}\n    ${detail}` : name)
  }
  const addFile = (name, milliseconds) => files.set(name, (files.get(name) ?? 0) + milliseconds)
  const addCheck = (name, milliseconds, ok) => {
    addPart(name, milliseconds, ok)
    total[ok ? 'passed' : 'failed'] += 1
  }
  const skip = (reason) => {
    console.log(`\nSKIPPED: ${reason}`)
    total.skipped += 1
  }

  const reportPath = (file) => join(cache, file)
  /** A missing report counts as a failure. */
  const readReport = (name, file) => {
    if (existsSync(reportPath(file))) return JSON.parse(readFileSync(reportPath(file), 'utf8'))
    addTest(`${name}: no report`, 'failed', 0)
    return null
  }

  const addVitestReport = (name, file) => {
    for (const suite of readReport(name, file)?.testResults ?? []) {
      const path = relative(root, suite.name)
      addFile(path, suite.endTime - suite.startTime)
      if (suite.status === 'failed' && suite.assertionResults.length === 0)
        addTest(`${path} could not be loaded`, 'failed', 0, suite.message)
      for (const { fullName, status, duration, failureMessages } of suite.assertionResults) {
        const outcome = status === 'passed' || status === 'failed' ? status : 'skipped'
        addTest(`${path} › ${fullName}`, outcome, duration ?? 0, firstLines(failureMessages[0]))
      }
    }
  }
  const STORY_STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' }
  const addSuites = (suites) => {
    for (const suite of suites) {
      addSuites(suite.suites ?? [])
      for (const spec of suite.specs)
        for (const test of spec.tests) {
          const duration = test.results.reduce((sum, result) => sum + result.duration, 0)
          const error = firstLines(test.results.find((result) => result.error)?.error.message)
          addTest(`${suite.file} › ${spec.title}`, STORY_STATUS[test.status], duration, error)
          addFile(`e2e/${suite.file}`, duration)
        }
    }
  }
  const addStoriesReport = (name, file) => addSuites(readReport(name, file)?.suites ?? [])

  /** Prints durations and failures, then the totals as the last line. Returns the exit code. */
  const print = () => {
    printSlowest('tests', tests)
    printSlowest(
      'files',
      [...files].map(([name, milliseconds]) => ({ name, milliseconds })),
    )
    console.log('\nDurations:')
    for (const part of [...parts, { name: 'in all', milliseconds: Date.now() - startedAt, ok: true }])
      console.log(`  ${seconds(part.milliseconds).padStart(8)}  ${part.name}${part.ok ? '' : ' (failed)'}`)
    const failedParts = parts.filter((part) => !part.ok).map((part) => part.name)
    if (failedParts.length > 0) console.log(`\nFailed: ${failedParts.join(', ')}`)
    for (const name of failedTests) console.log(`  ${name}`)
    const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
    console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
    return total.failed > 0 || failedParts.length > 0 ? 1 : 0
  }

  return {
    addPart,
    addCheck,
    skip,
    reportPath,
    clearReport: (file) => rmSync(reportPath(file), { force: true }),
    addVitestReport,
    addStoriesReport,
    print,
  }
}
