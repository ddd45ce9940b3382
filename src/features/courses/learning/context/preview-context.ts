/** The player context of a draft: reads the builder's preview, lets the server grade, keeps the rest in memory. */
import type { Language } from '#contract/languages.ts'
import {
  previewVideoQuestion,
  previewProblem,
  previewQuiz,
  previewTests,
  previewTopic,
  type CoursePreview,
} from '#contract/course-builder/preview.ts'
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
import { paths } from '#src/core/paths.ts'
import type { CourseOutline } from '../model/lesson.ts'
import type { Pending } from '../model/pending.ts'
import { createProgressQueue, type Sent } from '../model/progress-queue.ts'
import type { PlayerContext } from './player-context.ts'
import {
  videoAnswerKey,
  keyOfItem,
  markItem,
  createPreviewWork,
  outlineWithWork,
  pageWithWork,
  problemStatusOf,
  progressResultOf,
  recordWatched,
} from './preview-work.ts'

export interface PreviewPlayerContext extends PlayerContext {
  outline: () => CourseOutline | null
  /** Ids of unfinished items in the topics loaded so far. */
  unfinished: () => readonly number[]
  subscribe: (changed: () => void) => () => void
}

interface Parts {
  courseId: number
  language: Language
  request: typeof authedCall
  now: () => Date
}
interface CallArgs {
  params: Record<string, number | string>
  body?: unknown
}

const NO_ITEMS: readonly number[] = []
/** Constant: in a preview no other device writes a newer revision. */
const REVISION = 1

export const createPreviewPlayerContext = ({
  courseId,
  language,
  request,
  now,
}: Parts): PreviewPlayerContext => {
  const work = createPreviewWork()
  const drafts = new Map<string, string>()
  const listeners = new Set<() => void>()
  /** The topics loaded so far, prefetched ones included; the latest has the most recent outline. */
  const previews = new Map<number, CoursePreview>()
  let latest: CoursePreview | null = null
  let unfinished: readonly number[] = NO_ITEMS
  let outline: CourseOutline | null = null

  const changed = () => {
    outline = latest && { id: courseId, sections: outlineWithWork(work, latest) }
    unfinished = [...previews.values()].flatMap((loaded) => loaded.unfinished)
    for (const listener of listeners) listener()
  }
  const preview = (): CoursePreview => {
    if (!latest) throw new Error('the preview has no topic yet')
    return latest
  }
  const keyOf = (itemId: number) => keyOfItem(preview(), itemId)
  const progress = (itemId: number) => {
    changed()
    return progressResultOf(work, preview(), itemId, now().toISOString())
  }
  const itemOf = (itemId: number) =>
    [...previews.values()].flatMap(({ page }) => page.items).find(({ id }) => id === itemId)

  const readTopic = async (topic: number) => {
    const loaded = await request(previewTopic, { params: { courseId, topic }, query: { language } })
    previews.set(topic, loaded)
    latest = loaded
    changed()
    return pageWithWork(work, loaded)
  }

  const markQuiz = async ({ itemId, answers }: Extract<Pending, { kind: 'quiz' }>): Promise<Sent> => {
    const key = keyOf(itemId)
    const previous = work.quizzes.get(key)
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
    const item = itemOf(itemId)
    work.quizzes.set(key, standing)
    work.reviews.set(key, [
      {
        id: standing.attempts,
        percent: grade.percent,
        passed: grade.passed,
        created_at: now().toISOString(),
        grade,
        shown: item?.type === 'quiz' ? item.questions : [],
        answers,
      },
      ...(work.reviews.get(key) ?? []),
    ])
    markItem(work, key, grade.passed)
    const result = progress(itemId)
    return {
      progress: result,
      graded: { ...grade, standing, attempt_id: standing.attempts, progress: result },
    }
  }

  const send = async (entry: Pending): Promise<Sent> => {
    const key = keyOf(entry.itemId)
    switch (entry.kind) {
      case 'quiz':
        return markQuiz(entry)
      case 'article':
        markItem(work, key, true)
        return { progress: progress(entry.itemId) }
      case 'video': {
        const item = itemOf(entry.itemId)
        recordWatched(work, key, { ...entry, duration: item?.type === 'video' ? item.duration_seconds : 0 })
        return { progress: progress(entry.itemId) }
      }
      case 'note': {
        const at = now().toISOString()
        if (entry.note)
          work.notes.set(entry.noteId, {
            ...entry.note,
            id: entry.noteId,
            item_id: entry.itemId,
            created_at: at,
            changed_at: at,
          })
        else work.notes.delete(entry.noteId)
        return { progress: null }
      }
      default:
        return { progress: null }
    }
  }
  const queue = createProgressQueue({
    load: () => Promise.resolve(null),
    change: () => Promise.resolve(),
    send,
    later: (action, ms) => {
      const timer = setTimeout(action, ms)
      return () => clearTimeout(timer)
    },
  })

  const problemPage = (itemId: number) => {
    const problem = [...previews.values()]
      .flatMap(({ problems }) => problems)
      .find(({ item_id: id }) => id === itemId)?.problem
    if (!problem) throw new Error('this problem is not finished')
    const submissions = work.submissions.get(keyOf(itemId)) ?? []
    return {
      item_id: itemId,
      problem,
      draft: null,
      standing: problemStatusOf(submissions, problem.attempts_limit),
      submissions: submissions.map(
        ({
          item_id: _item,
          kind: _kind,
          answer: _answer,
          tests: _tests,
          rubric: _rubric,
          grade: _grade,
          ...line
        }) => line,
      ),
    }
  }
  const submit = async (itemId: number, body: { answer: ProblemAnswer; outputs?: RunOutput[] }) => {
    const key = keyOf(itemId)
    const params = { courseId, item: key }
    const graded = await request(previewProblem, {
      params,
      body: { answer: body.answer, ...(body.outputs && { outputs: body.outputs }) },
    })
    const earlier = work.submissions.get(key) ?? []
    const submission = { ...graded, id: earlier.length + 1, item_id: itemId }
    work.submissions.set(key, [submission, ...earlier])
    markItem(work, key, submission.state === 'accepted')
    const { standing } = problemPage(itemId)
    return { submission, standing, progress: progress(itemId) }
  }

  const answerVideo = async (itemId: number, question: string, answer: GivenAnswer) => {
    const key = keyOf(itemId)
    const answerKey = videoAnswerKey(key, question)
    const marked =
      work.videos.get(answerKey) ??
      (await request(previewVideoQuestion, {
        params: { courseId },
        body: { item: key, question, answer, language },
      }))
    work.videos.set(answerKey, marked)
    markItem(work, key, false)
    return { ...marked, progress: progress(itemId) }
  }

  /** Every endpoint that the player may call in a preview; any other call throws. */
  const handlers: Record<string, (args: CallArgs) => unknown> = {
    [getTopic.name]: ({ params }) => readTopic(Number(params['submoduleId'])),
    [listNotes.name]: ({ params }) => ({
      results: [...work.notes.values()].filter((note) => note.item_id === params['itemId']),
    }),
    [listQuizAttempts.name]: ({ params }) => ({
      results: work.reviews.get(keyOf(Number(params['itemId']))) ?? [],
    }),
    [getQuizAttempt.name]: ({ params }) =>
      work.reviews.get(keyOf(Number(params['itemId'])))?.find(({ id }) => id === params['attemptId']),
    [answerVideoQuestion.name]: ({ params, body }) =>
      answerVideo(
        Number(params['itemId']),
        String(params['momentId']),
        (body as { answer: GivenAnswer }).answer,
      ),
    [openScorm.name]: async ({ params }) => ({
      ...(await request(previewScorm, { params: { courseId, item: keyOf(Number(params['itemId'])) } })),
      attempt: null,
      attempts: [],
      progress: null,
    }),
    [getProblem.name]: ({ params }) => problemPage(Number(params['itemId'])),
    [saveProblemDraft.name]: () => ({ revision: REVISION, saved_at: now().toISOString() }),
    [takeTests.name]: async ({ params }) => ({
      ...(await request(previewTests, { params: { courseId, item: keyOf(Number(params['itemId'])) } })),
      ticket: '',
      expires_at: now().toISOString(),
    }),
    [submitProblem.name]: ({ params, body }) =>
      submit(Number(params['itemId']), body as { answer: ProblemAnswer; outputs?: RunOutput[] }),
    [getSubmission.name]: ({ params }) =>
      [...work.submissions.values()].flat().find(({ id }) => id === params['submissionId']),
  }
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
    coursePath: paths.adminCourse,
    isPreview: true,
    isReadOnly: false,
    outline: () => outline,
    unfinished: () => unfinished,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
