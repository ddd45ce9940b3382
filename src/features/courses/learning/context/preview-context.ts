/** The player's desk for a draft: reads from the builder's preview, lets the server judge, keeps all else in memory. */
import type { Language } from '#contract/common.ts'
import {
  previewVideoQuestion,
  previewProblem,
  previewQuiz,
  previewTests,
  previewTopic,
  type CoursePreview,
} from '#contract/course-builder/preview.ts'
import { getTopic } from '#contract/courses/courses.ts'
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
import { paths } from '#src/core/paths.ts'
import type { CourseOutline } from '../model/lesson.ts'
import type { Pending } from '../model/pending.ts'
import { progressRules, withLatest, type Sent } from '../model/progress-queue.ts'
import type { PlayerContext } from './player-context.ts'
import {
  videoPlace,
  keyOfItem,
  mark,
  newWork,
  outlineOf,
  pageOf,
  problemStatusOf,
  resultOf,
  watch,
} from './preview-work.ts'

export interface PreviewPlayerContext extends PlayerContext {
  outline: () => CourseOutline | null
  /** Items that are half-written, of the topics read so far. */
  unfinished: () => readonly number[]
  subscribe: (changed: () => void) => () => void
}

interface Parts {
  courseId: number
  language: Language
  ask: typeof authedCall
  now: () => Date
}
interface Given {
  params: Record<string, number | string>
  body?: unknown
}

const NOTHING: readonly number[] = []
/** An answer that never is taken back by a newer one of another device. */
const REVISION = 1

export const createPreviewPlayerContext = ({ courseId, language, ask, now }: Parts): PreviewPlayerContext => {
  const work = newWork()
  const drafts = new Map<string, string>()
  const listeners = new Set<() => void>()
  /** The topics read so far, also ahead of their time; the last one knows the outline best. */
  const read = new Map<number, CoursePreview>()
  let latest: CoursePreview | null = null
  let unfinished: readonly number[] = NOTHING
  let outline: CourseOutline | null = null

  const changed = () => {
    outline = latest && { id: courseId, sections: outlineOf(work, latest) }
    unfinished = [...read.values()].flatMap((one) => one.unfinished)
    for (const listener of listeners) listener()
  }
  const preview = (): CoursePreview => {
    if (!latest) throw new Error('the preview has no topic yet')
    return latest
  }
  const keyOf = (itemId: number) => keyOfItem(preview(), itemId)
  const progress = (itemId: number) => {
    changed()
    return resultOf(work, preview(), itemId, now().toISOString())
  }
  const itemOf = (itemId: number) =>
    [...read.values()].flatMap(({ page }) => page.items).find(({ id }) => id === itemId)

  const readTopic = async (topic: number) => {
    const found = await ask(previewTopic, { params: { courseId, topic }, query: { language } })
    read.set(topic, found)
    latest = found
    changed()
    return pageOf(work, found)
  }

  const markQuiz = async ({ itemId, answers }: Extract<Pending, { kind: 'quiz' }>): Promise<Sent> => {
    const key = keyOf(itemId)
    const before = work.quizzes.get(key)
    const { standing, ...grade } = await ask(previewQuiz, {
      params: { courseId },
      body: {
        item: key,
        answers,
        language,
        attempts: before?.attempts ?? 0,
        best_percent: before?.best_percent ?? null,
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
    mark(work, key, grade.passed)
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
        mark(work, key, true)
        return { progress: progress(entry.itemId) }
      case 'video': {
        const item = itemOf(entry.itemId)
        watch(work, key, { ...entry, duration: item?.type === 'video' ? item.duration_seconds : 0 })
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
  const queue = withLatest(createMemoryQueue(progressRules, send))

  const problemPage = (itemId: number) => {
    const problem = [...read.values()]
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
  const handIn = async (itemId: number, body: { answer: ProblemAnswer; outputs?: RunOutput[] }) => {
    const key = keyOf(itemId)
    const params = { courseId, item: key }
    const judged = await ask(previewProblem, {
      params,
      body: { answer: body.answer, ...(body.outputs && { outputs: body.outputs }) },
    })
    const earlier = work.submissions.get(key) ?? []
    const submission = { ...judged, id: earlier.length + 1, item_id: itemId }
    work.submissions.set(key, [submission, ...earlier])
    mark(work, key, submission.state === 'accepted')
    const { standing } = problemPage(itemId)
    return { submission, standing, progress: progress(itemId) }
  }

  const answerVideo = async (itemId: number, question: string, answer: GivenAnswer) => {
    const key = keyOf(itemId)
    const place = videoPlace(key, question)
    const told =
      work.videos.get(place) ??
      (await ask(previewVideoQuestion, {
        params: { courseId },
        body: { item: key, question, answer, language },
      }))
    work.videos.set(place, told)
    mark(work, key, false)
    return { ...told, progress: progress(itemId) }
  }

  /** Every call of the player that reads or judges; nothing else goes out from here. */
  const answers: Record<string, (given: Given) => unknown> = {
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
      ...(await ask(previewScorm, { params: { courseId, item: keyOf(Number(params['itemId'])) } })),
      attempt: null,
      attempts: [],
      progress: null,
    }),
    [getProblem.name]: ({ params }) => problemPage(Number(params['itemId'])),
    [saveProblemDraft.name]: () => ({ revision: REVISION, saved_at: now().toISOString() }),
    [takeTests.name]: async ({ params }) => ({
      ...(await ask(previewTests, { params: { courseId, item: keyOf(Number(params['itemId'])) } })),
      ticket: '',
      expires_at: now().toISOString(),
    }),
    [submitProblem.name]: ({ params, body }) =>
      handIn(Number(params['itemId']), body as { answer: ProblemAnswer; outputs?: RunOutput[] }),
    [getSubmission.name]: ({ params }) =>
      [...work.submissions.values()].flat().find(({ id }) => id === params['submissionId']),
  }
  return {
    call: (async (endpoint: { name: string }, given: Given) => {
      const answer = answers[endpoint.name]
      if (!answer) throw new Error(`${endpoint.name} is not part of a preview`)
      return answer(given)
    }) as typeof authedCall,
    queue: () => queue,
    drafts: () => ({
      get: (name) => drafts.get(name) ?? null,
      set: (name, text) => void drafts.set(name, text),
      remove: (name) => void drafts.delete(name),
    }),
    topicPath: paths.preview,
    coursePath: paths.adminCourse,
    preview: true,
    looking: false,
    outline: () => outline,
    unfinished: () => unfinished,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
