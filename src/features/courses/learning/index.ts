/** The door of the course player: the topic page, and the sending of what an earlier visit left behind. */
import { lazy } from 'react'
import type { CodeKind } from '#contract/problems/problems.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import type { Runner, RunnerState } from './runtimes/runner.ts'

export const TopicPage = lazy(() =>
  import('./pages/TopicPage.tsx').then((module) => ({ default: module.TopicPage })),
)

/** All own notes of a course. */
export const CourseNotesPage = lazy(() =>
  import('./pages/CourseNotesPage.tsx').then((module) => ({ default: module.CourseNotesPage })),
)

/** The same player over a draft. */
export const PreviewPage = lazy(() =>
  import('./pages/PreviewPage.tsx').then((module) => ({ default: module.PreviewPage })),
)

/** The engine of a language of problems, for whoever else runs programs; it is fetched for the first one. */
export const problemRunner = async (kind: CodeKind, onState: (state: RunnerState) => void): Promise<Runner> =>
  (await import('./runtimes/browser-runner.ts')).browserRunner(kind, onState)

/** Sends kept progress now and whenever the connection is back; the queue is fetched for it. Returns how to stop. */
export const sendKeptProgress = async (onSent: () => void): Promise<() => void> => {
  await afterInteractive()
  const { sendKept } = await import('./api/send-kept.ts')
  return sendKept(onSent)
}
