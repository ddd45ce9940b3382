/** Entry point of the course player: its pages, and sending progress that an earlier visit left unsent. */
import { lazy } from 'react'
import type { CodeKind } from '#contract/problems/problems.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import type { Runner, RunnerState } from './runtimes/runner.ts'

export const TopicPage = lazy(() =>
  import('./pages/TopicPage.tsx').then((module) => ({ default: module.TopicPage })),
)

/** All notes of the person in a course. */
export const CourseNotesPage = lazy(() =>
  import('./pages/CourseNotesPage.tsx').then((module) => ({ default: module.CourseNotesPage })),
)

/** The player showing a draft. */
export const PreviewPage = lazy(() =>
  import('./pages/PreviewPage.tsx').then((module) => ({ default: module.PreviewPage })),
)

/** The runner for code in a problem's language, for other features; it loads on first use. */
export const problemRunner = async (kind: CodeKind, onState: (state: RunnerState) => void): Promise<Runner> =>
  (await import('./runtimes/browser-runner.ts')).browserRunner(kind, onState)

/** Sends unsent progress now and whenever the connection is back. Returns a function that stops it. */
export const sendKeptProgress = async (onSent: () => void): Promise<() => void> => {
  await afterInteractive()
  const { sendPending } = await import('./api/send-pending.ts')
  return sendPending(onSent)
}
