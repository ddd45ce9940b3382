/** The player context of a draft: reads the builder's preview, lets the server grade, keeps the rest in memory. */
import { previewTests } from '#contract/course-builder/preview.ts'
import { getTopic } from '#contract/courses/topic-page.ts'
import {
  answerVideoQuestion,
  getQuizAttempt,
  listNotes,
  listQuizAttempts,
} from '#contract/courses/learning.ts'
import {
  getProblem,
  getSubmission,
  saveProblemDraft,
  submitProblem,
  takeTests,
} from '#contract/problems/endpoints.ts'
import type { ProblemAnswer, RunOutput } from '#contract/problems/problems.ts'
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import { openScorm, previewScorm } from '#contract/scorm/scorm.ts'
import type { authedCall } from '#src/core/api/authed-call.ts'
import { createMemoryQueue } from '#src/core/offline/queue/memory-queue.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { paths } from '#src/core/paths.ts'
import { progressRules, withLatest } from '../model/progress-queue.ts'
import type { PlayerContext } from './player-context.ts'
import { answerVideo, readTopic, send, submitAnswer, type Parts, type Preview } from './preview-actions.ts'
import { itemKeyOf } from './preview-machine.ts'
import { problemPageOf, reviewsOf } from './preview-pages.ts'
import { createPreviewStore, type PreviewStore } from './preview-store.ts'

export type PreviewPlayerContext = PlayerContext & Pick<PreviewStore, 'outline' | 'unfinished' | 'subscribe'>

interface CallArgs {
  params: Record<string, number | string>
  body?: unknown
}

/** Constant: in a preview no other device writes a newer revision. */
const REVISION = 1

const previewQueue = (preview: Preview) =>
  withLatest(createMemoryQueue(progressRules, (entry) => send(preview, entry)))

/** Every endpoint that the player may call in a preview; any other call throws. */
const handlersOf = (preview: Preview): Record<string, (args: CallArgs) => unknown> => {
  const { store, request, courseId, now } = preview
  const itemParams = ({ params }: CallArgs) => ({
    courseId,
    item: itemKeyOf(store.read(), Number(params['itemId'])),
  })
  return {
    [getTopic.name]: ({ params }) => readTopic(preview, Number(params['submoduleId'])),
    [listNotes.name]: ({ params }) => ({
      results: [...store.read().work.notes.values()].filter((note) => note.item_id === params['itemId']),
    }),
    [listQuizAttempts.name]: ({ params }) => ({ results: reviewsOf(store.read(), Number(params['itemId'])) }),
    [getQuizAttempt.name]: ({ params }) =>
      reviewsOf(store.read(), Number(params['itemId'])).find(({ id }) => id === params['attemptId']),
    [answerVideoQuestion.name]: ({ params, body }) =>
      answerVideo(
        preview,
        Number(params['itemId']),
        String(params['momentId']),
        (body as { answer: GivenAnswer }).answer,
      ),
    [openScorm.name]: async (args) => ({
      ...(await request(previewScorm, { params: itemParams(args) })),
      attempt: null,
      attempts: [],
      progress: null,
    }),
    [getProblem.name]: ({ params }) => problemPageOf(store.read(), Number(params['itemId'])),
    [saveProblemDraft.name]: () => ({ revision: REVISION, saved_at: now().toISOString() }),
    [takeTests.name]: async (args) => ({
      ...(await request(previewTests, { params: itemParams(args) })),
      ticket: '',
      expires_at: now().toISOString(),
    }),
    [submitProblem.name]: ({ params, body }) =>
      submitAnswer(
        preview,
        Number(params['itemId']),
        body as { answer: ProblemAnswer; outputs?: RunOutput[] },
      ),
    [getSubmission.name]: ({ params }) =>
      [...store.read().work.submissions.values()].flat().find(({ id }) => id === params['submissionId']),
  }
}

export const createPreviewPlayerContext = (parts: Parts): PreviewPlayerContext => {
  const store = createPreviewStore(parts.courseId)
  const preview = { ...parts, store }
  const handlers = handlersOf(preview)
  const queue = previewQueue(preview)
  const drafts = new Map<string, string>()
  return {
    call: (async (endpoint: { name: string }, args: CallArgs) => {
      const handler = handlers[endpoint.name]
      if (!handler) throw new Error(`${endpoint.name} is not part of a preview`)
      return handler(args)
    }) as typeof authedCall,
    queue: () => queue,
    drafts: () => ({
      get: (name) => drafts.get(name) ?? null,
      set: (name, text) => void drafts.set(name, text),
      remove: (name) => void drafts.delete(name),
    }),
    topicPath: paths.preview,
    coursePath: adminPaths.course,
    isPreview: true,
    isReadOnly: false,
    hasNotes: true,
    outline: store.outline,
    unfinished: store.unfinished,
    subscribe: store.subscribe,
  }
}
