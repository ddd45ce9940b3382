/** The kinds of steps beside the article, fetched when one is near. */
import type { TopicItem } from '#contract/courses/courses.ts'
import { cleanHtml, cleanNow } from '#src/shared/lib/text/clean-html.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const VideoStep = lazyPart(async () => (await import('./video/VideoStep.tsx')).VideoStep)
export const QuizStep = lazyPart(async () => (await import('./quiz/QuizStep.tsx')).QuizStep)
export const ProblemStep = lazyPart(async () => (await import('./problem/ProblemStep.tsx')).ProblemStep)
export const ScormStep = lazyPart(async () => (await import('./scorm/ScormStep.tsx')).ScormStep)

const PARTS: Partial<Record<TopicItem['type'], { preload: () => Promise<void> }>> = {
  video: VideoStep,
  quiz: QuizStep,
  problem: ProblemStep,
  scorm: ScormStep,
}

const arrived = new Set<TopicItem['type']>()

/** What a step needs beside its data: its part of the player, or its words cleaned, so that turning the page shows it. */
export const prepare = async (item: TopicItem): Promise<void> => {
  if (item.type === 'article') await cleanHtml(item.html, 'article')
  else await PARTS[item.type]?.preload()
  arrived.add(item.type)
}

/** True when the step would stand at once. */
export const isPrepared = (item: TopicItem): boolean =>
  item.type === 'article' ? cleanNow(item.html, 'article') !== null : arrived.has(item.type)
