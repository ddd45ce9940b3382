/** What the player asks of the server in a preview. Each answer becomes an event of the preview's state. */
import type { Language } from '#contract/languages.ts'
import {
  previewVideoQuestion,
  previewProblem,
  previewQuiz,
  previewTopic,
} from '#contract/course-builder/preview.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { ProblemAnswer, RunOutput } from '#contract/problems/problems.ts'
import type { authedCall } from '#src/core/api/authed-call.ts'
import type { Pending } from '../model/pending.ts'
import type { Sent } from '../model/progress-queue.ts'
import { itemKeyOf, loadedPreview, videoAnswerKey } from './preview-machine.ts'
import { pageWithWork, problemPageOf, progressResultOf } from './preview-pages.ts'
import type { PreviewStore } from './preview-store.ts'

export interface Parts {
  courseId: number
  language: Language
  request: typeof authedCall
  now: () => Date
}
/** The parts of the page and the state of this preview. */
export interface Preview extends Parts {
  store: PreviewStore
}

const progressOf = ({ store, now }: Preview, itemId: number) =>
  progressResultOf(store.read(), itemId, now().toISOString())

export const readTopic = async ({ store, request, courseId, language }: Preview, topic: number) => {
  const preview = await request(previewTopic, { params: { courseId, topic }, query: { language } })
  store.dispatch({ type: 'topicLoaded', topic, preview })
  return pageWithWork(store.read().work, preview)
}

const submitQuiz = async (
  preview: Preview,
  { itemId, answers }: Extract<Pending, { kind: 'quiz' }>,
): Promise<Sent> => {
  const { store, request, courseId, language, now } = preview
  const key = itemKeyOf(store.read(), itemId)
  const previous = store.read().work.quizzes.get(key)
  const { standing, ...grade } = await request(previewQuiz, {
    params: { courseId },
    body: {
      item: key,
      answers,
      language,
      attempts: previous?.attempts ?? 0,
      best_percent: previous?.best_percent ?? null,
    },
  })
  store.dispatch({ type: 'quizGraded', key, itemId, answers, grade, standing, at: now().toISOString() })
  const progress = progressOf(preview, itemId)
  return { progress, graded: { ...grade, standing, attempt_id: standing.attempts, progress } }
}

export const submitAnswer = async (
  preview: Preview,
  itemId: number,
  { answer, outputs }: { answer: ProblemAnswer; outputs?: RunOutput[] },
) => {
  const { store, request, courseId } = preview
  const key = itemKeyOf(store.read(), itemId)
  const graded = await request(previewProblem, {
    params: { courseId, item: key },
    body: { answer, ...(outputs && { outputs }) },
  })
  store.dispatch({ type: 'problemGraded', key, itemId, graded })
  const { standing, help } = problemPageOf(store.read(), itemId)
  return {
    submission: store.read().work.submissions.get(key)?.[0],
    standing,
    ...(help && { help }),
    progress: progressOf(preview, itemId),
  }
}

export const answerVideo = async (preview: Preview, itemId: number, question: string, given: GivenAnswer) => {
  const { store, request, courseId, language } = preview
  const key = itemKeyOf(store.read(), itemId)
  const answerKey = videoAnswerKey(key, question)
  const answer =
    store.read().work.videos.get(answerKey) ??
    (await request(previewVideoQuestion, {
      params: { courseId },
      body: { item: key, question, answer: given, language },
    }))
  store.dispatch({ type: 'videoAnswered', key, question, answer })
  return { ...store.read().work.videos.get(answerKey), progress: progressOf(preview, itemId) }
}

export const send = async (preview: Preview, entry: Pending): Promise<Sent> => {
  const { store, now } = preview
  // The player shows no item before its topic is loaded.
  loadedPreview(store.read().latest)
  switch (entry.kind) {
    case 'quiz':
      return submitQuiz(preview, entry)
    case 'article':
      store.dispatch({ type: 'articleRead', itemId: entry.itemId })
      return { progress: progressOf(preview, entry.itemId) }
    case 'video':
      store.dispatch({
        type: 'videoWatched',
        itemId: entry.itemId,
        ranges: entry.ranges,
        position: entry.position,
      })
      return { progress: progressOf(preview, entry.itemId) }
    case 'note':
      store.dispatch({
        type: 'noteChanged',
        itemId: entry.itemId,
        noteId: entry.noteId,
        note: entry.note,
        at: now().toISOString(),
      })
      return { progress: null }
    default:
      return { progress: null }
  }
}
