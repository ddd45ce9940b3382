/** What a person does in a preview, in memory only, and how it appears in the pages. Pure. */
import type { CoursePreview } from '#contract/course-builder/preview.ts'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { ProgressState } from '#contract/courses/shapes.ts'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import type { LessonNote } from '#contract/courses/learning.ts'
import { VIDEO_COMPLETE_RATIO } from '#contract/limits.ts'
import type { ProblemStatus, Submission } from '#contract/problems/problems.ts'
import type { QuizReview } from '#contract/courses/learning.ts'
import type { QuizStatus } from '#contract/courses/quiz.ts'
import type { VideoAnswer } from '#contract/courses/video-questions.ts'
import { union, type Range } from '../model/ranges.ts'

/** Keyed by the item's key, which stays the same when items are reordered. */
export interface PreviewWork {
  states: Map<string, ProgressState>
  watched: Map<string, { ranges: Range[]; position: number }>
  quizzes: Map<string, QuizStatus>
  reviews: Map<string, QuizReview[]>
  submissions: Map<string, Submission[]>
  notes: Map<string, LessonNote>
  /** Keyed by item and question. */
  videos: Map<string, VideoAnswer>
}

export const videoAnswerKey = (itemKey: string, questionId: string): string => `${itemKey}/${questionId}`

export const createPreviewWork = (): PreviewWork => ({
  states: new Map(),
  watched: new Map(),
  quizzes: new Map(),
  reviews: new Map(),
  submissions: new Map(),
  notes: new Map(),
  videos: new Map(),
})

export const keyOfItem = (preview: CoursePreview, itemId: number): string =>
  preview.items.find((item) => item.id === itemId)?.key ?? ''

const stateOf = (work: PreviewWork, preview: CoursePreview, itemId: number): ProgressState =>
  work.states.get(keyOfItem(preview, itemId)) ?? 'not_started'

const combineStates = (states: readonly ProgressState[]): ProgressState => {
  if (states.length > 0 && states.every((state) => state === 'completed')) return 'completed'
  return states.some((state) => state !== 'not_started') ? 'in_progress' : 'not_started'
}

const secondsOf = (ranges: readonly Range[]) => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

/** Sets the status to completed or in progress; a completed item stays completed. */
export const markItem = (work: PreviewWork, key: string, completed: boolean) => {
  if (completed || work.states.get(key) !== 'completed')
    work.states.set(key, completed ? 'completed' : 'in_progress')
}

/** A video is completed at 90 % of its distinct seconds (rules: Learning). */
export const recordWatched = (
  work: PreviewWork,
  key: string,
  video: { ranges: readonly Range[]; position: number; duration: number },
) => {
  const ranges = union([...(work.watched.get(key)?.ranges ?? []), ...video.ranges])
  work.watched.set(key, { ranges, position: video.position })
  markItem(work, key, video.duration > 0 && secondsOf(ranges) >= video.duration * VIDEO_COMPLETE_RATIO)
}

const itemsOf = (preview: CoursePreview) =>
  preview.sections.flatMap((section) => section.topics.flatMap((topic) => topic.items))

/** The outline with the progress of this preview. */
export const outlineWithWork = (work: PreviewWork, preview: CoursePreview): CoursePreview['sections'] =>
  preview.sections.map((section) => ({
    ...section,
    topics: section.topics.map((topic) => {
      const items = topic.items.map((item) => ({ ...item, state: stateOf(work, preview, item.id) }))
      return { ...topic, items, state: combineStates(items.map(({ state }) => state)) }
    }),
  }))

export const courseProgressOf = (work: PreviewWork, preview: CoursePreview) => {
  const states = itemsOf(preview).map((item) => stateOf(work, preview, item.id))
  const completed = states.filter((state) => state === 'completed').length
  return {
    course_id: preview.page.course.id,
    state: combineStates(states),
    completed_items: completed,
    total_items: states.length,
    percent: states.length === 0 ? 0 : Math.floor((100 * completed) / states.length),
  }
}

const withWork = (work: PreviewWork, key: string, item: TopicItem): TopicItem => {
  const state = work.states.get(key) ?? item.state
  if (item.type === 'video') {
    const watched = work.watched.get(key)
    return {
      ...item,
      state,
      position_seconds: watched?.position ?? 0,
      watched_seconds: secondsOf(watched?.ranges ?? []),
      ...(item.questions && {
        questions: item.questions.map((one) => {
          const answer = work.videos.get(videoAnswerKey(key, one.id))
          return answer ? { ...one, question: answer.question, answer } : one
        }),
      }),
    }
  }
  return item.type === 'quiz' ? { ...item, state, ...work.quizzes.get(key) } : { ...item, state }
}

/** The topic page with the progress of this preview. */
export const pageWithWork = (work: PreviewWork, preview: CoursePreview): TopicPage => {
  const items = preview.page.items.map((item) => withWork(work, keyOfItem(preview, item.id), item))
  return {
    ...preview.page,
    course: { ...preview.page.course, percent: courseProgressOf(work, preview).percent },
    topic: { ...preview.page.topic, state: combineStates(items.map(({ state }) => state)) },
    items,
  }
}

/** The progress result as the server would answer it. */
export const progressResultOf = (
  work: PreviewWork,
  preview: CoursePreview,
  itemId: number,
  now: string,
): ProgressResult => {
  const topic = outlineWithWork(work, preview)
    .flatMap(({ topics }) => topics)
    .find(({ items }) => items.some(({ id }) => id === itemId))
  return {
    item: { id: itemId, state: stateOf(work, preview, itemId) },
    topic: { id: topic?.id ?? preview.page.topic.id, state: topic?.state ?? 'in_progress' },
    course: { ...courseProgressOf(work, preview), enrolled_at: now, last_activity_at: now },
  }
}

export const problemStatusOf = (submissions: readonly Submission[], limit: number | null): ProblemStatus => {
  const graded = submissions.flatMap(({ points_earned: points }) => points ?? [])
  return {
    attempts: submissions.length,
    attempts_left: limit === null ? null : Math.max(0, limit - submissions.length),
    solved: submissions.some(({ state }) => state === 'accepted'),
    best_points: graded.length > 0 ? Math.max(...graded) : null,
  }
}
