/** Entry point of the course player: its pages, and sending progress that an earlier visit left unsent. */
import type { CodeKind } from '#contract/problems/problems.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { lazyPage } from '#src/core/i18n/lazy-page.ts'
import type { Runner, RunnerState } from './runtimes/runner.ts'

/** The player showing a draft. */
export const PreviewPage = lazyPage(
  async () => (await import('./pages/PreviewPage.tsx')).PreviewPage,
  'courses/learning',
)

export const PracticePage = lazyPage(
  async () => (await import('./pages/PracticePage.tsx')).PracticePage,
  'courses/learning',
)

/** For pages that join several features. */
export { TopicPage } from './pages/TopicPage.tsx'
export { RecordedVideo } from './components/video/RecordedVideo.tsx'
export { CourseNotesPage } from './pages/CourseNotesPage.tsx'

/** The runner for code in a problem's language, for other features; it loads on first use. */
export const problemRunner = async (kind: CodeKind, onState: (state: RunnerState) => void): Promise<Runner> =>
  (await import('./runtimes/browser-runner.ts')).browserRunner(kind, onState)

/** Sends unsent progress now and whenever the connection is back. Returns a function that stops it. */
export const sendKeptProgress = async (onSent: () => void): Promise<() => void> => {
  await afterInteractive()
  const { sendPending } = await import('./api/send-pending.ts')
  return sendPending(onSent)
}
