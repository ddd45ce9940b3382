/** Progress in items: articles, videos and quizzes. */
import * as z from 'zod/mini'
import { id, idParam } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { givenAnswers, quizGrade, quizStatus } from './quiz.ts'
import { courseProgress, progressStatus } from './shapes.ts'

const itemParams = z.object({ clientId: idParam, itemId: idParam })

/** What changed for the learner; the app updates outline and home from it. */
export const progressResult = z.object({
  item: z.object({ id, state: progressStatus }),
  topic: z.object({ id, state: progressStatus }),
  course: courseProgress,
})
export type ProgressResult = z.infer<typeof progressResult>

export const completeArticle = endpoint({
  name: 'courses.completeArticle',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/complete/',
  access: 'member',
  feature: 'course',
  idempotency: 'natural',
  summary: 'Mark an article as read; safe to repeat',
  params: itemParams,
  response: progressResult,
})

export const VIDEO_RANGES_MAX = 200
const agoMs = z.number().check(z.minimum(0), z.maximum(31 * 86_400_000))
export const saveVideoProgress = endpoint({
  name: 'courses.videoProgress',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/video-progress/',
  access: 'member',
  feature: 'course',
  idempotency: 'natural',
  summary: 'Save the position and newly watched ranges of a video; repeats and overlaps count once',
  params: itemParams,
  body: z.object({
    position_seconds: z.number().check(z.minimum(0), z.maximum(86_400)),
    /** [from, to) in seconds of the video. */
    ranges: z
      .array(
        z.tuple([
          z.number().check(z.minimum(0), z.maximum(86_400)),
          z.number().check(z.minimum(0), z.maximum(86_400)),
        ]),
      )
      .check(z.maxLength(VIDEO_RANGES_MAX)),
    /**
     * When each range was played, as [start, end) in milliseconds before the call, so that offline study
     * keeps its own
     * time. Default: the time since the last save of this video.
     */
    played_ago_ms: z.optional(z.array(z.tuple([agoMs, agoMs])).check(z.maxLength(VIDEO_RANGES_MAX))),
  }),
  response: z.extend(progressResult, {
    /** Distinct seconds watched so far. */
    watched_seconds: z.number(),
  }),
})

export const submitQuiz = endpoint({
  name: 'courses.submitQuiz',
  method: 'POST',
  path: '/api/clients/{clientId}/items/{itemId}/quiz-attempts/',
  access: 'member',
  feature: 'course',
  idempotency: 'key',
  summary: 'Hand in a quiz; the best attempt counts. A repeat with the same key gets the first response',
  params: itemParams,
  body: z.object({
    idempotency_key: z.uuid(),
    answers: givenAnswers,
  }),
  response: z.extend(quizGrade, { attempt_id: id, standing: quizStatus, progress: progressResult }),
  status: 201,
  alsoFails: [409],
})
export type QuizResult = z.infer<(typeof submitQuiz)['response']>
