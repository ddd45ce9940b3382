import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { portOf, PRODUCT_URL, STORY_WORKERS } from '#e2e/product.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'

/** The products of several workers share one seeding of the demo (support/demo-data.ts). */
const sharedDemo: Record<string, string> =
  STORY_WORKERS > 1 && process.platform !== 'win32'
    ? { E2E_DEMO: join(memoryFolder(), `lms-e2e-demo-${process.pid}`) }
    : {}

/** Stories in real Chromium against the real server on a real PostgreSQL with the demo data (architecture 13). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: STORY_WORKERS,
  forbidOnly: Boolean(process.env['CI']),
  // A story that fails once in ten runs is a defect of the product or of the story.
  retries: 0,
  outputDir: '.cache/e2e-results',
  reporter: [[process.env['E2E_REPORTER'] ?? 'list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    baseURL: PRODUCT_URL,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: chromiumArgs },
  },
  webServer: Array.from({ length: STORY_WORKERS }, (_none, worker) => ({
    command: 'node e2e/support/serve.ts',
    url: `http://127.0.0.1:${portOf(worker)}/readyz`,
    env: { PORT: String(portOf(worker)), ...sharedDemo },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  })),
})
