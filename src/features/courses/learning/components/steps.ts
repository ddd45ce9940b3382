/** The kinds of steps, fetched when one is near. */
import type { TopicItem } from '#contract/courses/topic-page.ts'
import { cleanHtml, cleanNow } from '#src/shared/lib/text/clean-html.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const VideoStep = lazyPart(() => import('./video/VideoStep.tsx').then((module) => module.VideoStep))
export const QuizStep = lazyPart(() => import('./quiz/QuizStep.tsx').then((module) => module.QuizStep))
export const ProblemStep = lazyPart(() =>
  import('./problem/ProblemStep.tsx').then((module) => module.ProblemStep),
)

export const ScormStep = lazyPart(() => import('./scorm/ScormStep.tsx').then((module) => module.ScormStep))

const PARTS: Partial<Record<TopicItem['type'], { preload: () => Promise<void> }>> = {
  video: VideoStep,
  quiz: QuizStep,
  problem: ProblemStep,
  scorm: ScormStep,
}

/** What has arrived can be shown without waiting. */
const arrived = new Set<TopicItem['type']>()

/** What a step needs beside its data: its part of the player, or its words cleaned, so that turning the page shows them. */
export const prepare = async (item: TopicItem): Promise<void> => {
  if (item.type === 'article') await cleanHtml(item.html, 'article')
  else await PARTS[item.type]?.preload()
  arrived.add(item.type)
}

/** True when the step would stand at once. */
export const isPrepared = (item: TopicItem): boolean =>
  item.type === 'article' ? cleanNow(item.html, 'article') !== null : arrived.has(item.type)
