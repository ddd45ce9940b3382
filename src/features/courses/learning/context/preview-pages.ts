/** How the work of a preview appears in the pages. Pure. */
import { percentDone } from '#contract/percent.ts'
import type { CoursePreview } from '#contract/course-builder/preview.ts'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { ProgressState } from '#contract/courses/shapes.ts'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import type { QuizReview } from '#contract/courses/learning.ts'
import type { ProblemPage } from '#contract/problems/endpoints.ts'
import { openHelp } from '#contract/problems/help.ts'
import type { ProblemStatus, Submission } from '#contract/problems/problems.ts'
import { totalSeconds } from '../model/ranges.ts'
import {
  itemKeyOf,
  keyOfItem,
  loadedPreview,
  videoAnswerKey,
  type PreviewState,
  type PreviewWork,
} from './preview-machine.ts'

const stateOf = (work: PreviewWork, preview: CoursePreview, itemId: number): ProgressState =>
  work.states.get(keyOfItem(preview, itemId)) ?? 'not_started'

const combineStates = (states: readonly ProgressState[]): ProgressState => {
  if (states.length > 0 && states.every((state) => state === 'completed')) return 'completed'
  return states.some((state) => state !== 'not_started') ? 'in_progress' : 'not_started'
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

const courseProgressOf = (work: PreviewWork, preview: CoursePreview) => {
  const states = itemsOf(preview).map((item) => stateOf(work, preview, item.id))
  const completed = states.filter((state) => state === 'completed').length
  return {
    course_id: preview.page.course.id,
    state: combineStates(states),
    completed_items: completed,
    total_items: states.length,
    percent: percentDone(completed, states.length),
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
      watched_seconds: totalSeconds(watched?.ranges ?? []),
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
  { work, latest }: PreviewState,
  itemId: number,
  now: string,
): ProgressResult => {
  const preview = loadedPreview(latest)
  const topic = outlineWithWork(work, preview)
    .flatMap(({ topics }) => topics)
    .find(({ items }) => items.some(({ id }) => id === itemId))
  return {
    item: { id: itemId, state: stateOf(work, preview, itemId) },
    topic: { id: topic?.id ?? preview.page.topic.id, state: topic?.state ?? 'in_progress' },
    course: { ...courseProgressOf(work, preview), enrolled_at: now, last_activity_at: now },
  }
}

const problemStatusOf = (submissions: readonly Submission[], limit: number | null): ProblemStatus => {
  const graded = submissions.flatMap(({ points_earned: points }) => points ?? [])
  return {
    attempts: submissions.length,
    attempts_left: limit === null ? null : Math.max(0, limit - submissions.length),
    solved: submissions.some(({ state }) => state === 'accepted'),
    best_points: graded.length > 0 ? Math.max(...graded) : null,
  }
}

const lineOf = ({
  item_id: _item,
  kind: _kind,
  answer: _answer,
  tests: _tests,
  rubric: _rubric,
  grade: _grade,
  ...line
}: Submission) => line

/** The problem as the server would answer it: with the submissions of this preview, without a draft. */
export const problemPageOf = (state: PreviewState, itemId: number): ProblemPage => {
  const found = [...state.previews.values()]
    .flatMap(({ problems }) => problems)
    .find(({ item_id: id }) => id === itemId)
  if (!found) throw new Error('this problem is not finished')
  const submissions = state.work.submissions.get(itemKeyOf(state, itemId)) ?? []
  const standing = problemStatusOf(submissions, found.problem.attempts_limit)
  const help = found.help && openHelp(found.help, standing)
  return {
    item_id: itemId,
    problem: found.problem,
    draft: null,
    standing,
    ...(help && { help }),
    submissions: submissions.map(lineOf),
  }
}

export const reviewsOf = (state: PreviewState, itemId: number): readonly QuizReview[] =>
  state.work.reviews.get(itemKeyOf(state, itemId)) ?? []
