/** The components of the step types, loaded on demand. */
import type { TopicItem } from '#contract/courses/topic-page.ts'
import { cleanHtml, cleanNow } from '#src/shared/lib/text/clean-html.ts'
import { hasFormulas, loadTexReader, texReaderNow } from '#src/shared/lib/text/tex.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const VideoStep = lazyPart(async () => (await import('./video/VideoStep.tsx')).VideoStep)
export const QuizStep = lazyPart(async () => (await import('./quiz/QuizStep.tsx')).QuizStep)
export const ProblemStep = lazyPart(async () => (await import('./problem/ProblemStep.tsx')).ProblemStep)
export const ScormStep = lazyPart(async () => (await import('./scorm/ScormStep.tsx')).ScormStep)

const COMPONENTS: Partial<Record<TopicItem['type'], { preload: () => Promise<void> }>> = {
  video: VideoStep,
  quiz: QuizStep,
  problem: ProblemStep,
  scorm: ScormStep,
}

/** Step types whose component is loaded. */
const loadedTypes = new Set<TopicItem['type']>()

/** Loads what a step needs besides its data (its component, or sanitised HTML), so that a page turn shows it immediately. */
export const prepareStep = async (item: TopicItem): Promise<void> => {
  if (item.type === 'article')
    await Promise.all([cleanHtml(item.html, 'article'), hasFormulas(item.html) && loadTexReader()])
  else await COMPONENTS[item.type]?.preload()
  loadedTypes.add(item.type)
}

/** True when the step can render without waiting. */
export const isStepPrepared = (item: TopicItem): boolean =>
  item.type === 'article'
    ? cleanNow(item.html, 'article') !== null && (!hasFormulas(item.html) || texReaderNow() !== null)
    : loadedTypes.has(item.type)
