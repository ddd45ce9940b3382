/** The entry point of the course player: its pages, and sending what an earlier visit left behind. */
import type { CodeKind } from '#contract/problems/problems.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { lazyPage } from '#src/core/lazy-page.ts'
import type { Runner, RunnerState } from './runtimes/runner.ts'

/** The same player over a draft. */
export const PreviewPage = lazyPage(
  async () => (await import('./pages/PreviewPage.tsx')).PreviewPage,
  'courses/learning',
)

/** For pages that join several features. */
export { TopicPage } from './pages/TopicPage.tsx'
export { CourseNotesPage } from './pages/CourseNotesPage.tsx'

/** The engine that runs a language, also for other features; it is fetched for the first program. */
export const problemRunner = async (kind: CodeKind, onState: (state: RunnerState) => void): Promise<Runner> =>
  (await import('./runtimes/browser-runner.ts')).browserRunner(kind, onState)

/** Progress, answers and notes that wait on this device, for the page that lists unsent work. */
export { progressOutbox } from './api/outbox.ts'

/** Sends kept progress now and whenever the connection is back; the queue is fetched for it. Returns how to stop. */
export const sendKeptProgress = async (onSent: () => void): Promise<() => void> => {
  await afterInteractive()
  const { sendKept } = await import('./api/send-kept.ts')
  return sendKept(onSent)
}
