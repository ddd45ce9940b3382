import type { ProgressResult, saveVideoProgress, submitQuiz, QuizResult } from '#contract/courses.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldIssue } from '#contract/errors.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { CoursesContext } from './courses.cache.ts'
import { lockedContent, maySee } from './courses.policy.ts'
import type { StoredItemType } from './courses.tables.ts'
import { gradeQuiz, strayAnswers } from './grade.ts'
import { learnerOf, standingsOf } from './learning.ts'
import {
  itemPlace,
  itemProgress,
  lockEnrolment,
  saveItemProgress,
  touchEnrolment,
  type ItemPlace,
  type ProgressWrite,
} from './progress.repository.ts'
import { courseStanding, itemState, topicsOf, topicState, type EnrolmentStanding } from './progress.ts'
import { addAttempt, attemptByKey, keyTaken, quizWithKey } from './quiz.repository.ts'
import { videoDuration } from './topic.repository.ts'
import { isWatched, secondsOf, unionOfRanges } from './watched-ranges.ts'

/** Marks an article as read. */
export const completeArticle = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
): Promise<ProgressResult> =>
  scope.tx(async (db) => {
    const work = await begin(db, scope, itemId, 'article')
    return finish(context, db, scope, work, { completed: true })
  })

/** Adds watched stretches to their union and remembers where the learner stopped; the last device wins. */
export const saveVideo = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof saveVideoProgress>,
): Promise<ProgressResult> =>
  scope.tx(async (db) => {
    const work = await begin(db, scope, itemId, 'video')
    const learner = learnerOf(scope)
    const duration = await videoDuration(db, learner.clientId, itemId)
    if (duration === undefined) throw notFound()
    const before = await itemProgress(db, learner, itemId)
    const ranges = unionOfRanges([...(before?.watchedRanges ?? []), ...body.ranges], duration)
    const watched = secondsOf(ranges)
    return finish(context, db, scope, work, {
      completed: isWatched(watched, duration),
      video: { position: Math.min(body.position_seconds, duration), watched, ranges },
    })
  })

/** Grades a quiz here on the server. The same key again reads the first answer back. */
export const handInQuiz = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof submitQuiz>,
): Promise<QuizResult> =>
  scope.tx(async (db) => {
    const work = await begin(db, scope, itemId, 'quiz')
    const learner = learnerOf(scope)
    const earlier = await attemptByKey(db, learner, body.idempotency_key)
    if (earlier && earlier.itemId !== itemId) throw keyTaken()
    if (earlier) return earlier.answerSent
    const quiz = await quizWithKey(db, learner.clientId, itemId)
    if (!quiz) throw notFound()
    refuseStray(strayAnswers(quiz.questions, body.answers))
    const grade = gradeQuiz(quiz.questions, body.answers, quiz.passPercent)
    const before = await itemProgress(db, learner, itemId)
    const best = Math.max(grade.percent, before?.bestPercent ?? 0)
    const progress = await finish(context, db, scope, work, {
      completed: grade.passed,
      quiz: { attempts: (before?.attempts ?? 0) + 1, best },
    })
    const answerSent: QuizResult = { ...grade, best_percent: best, progress }
    await addAttempt(db, learner, {
      courseId: work.place.courseId,
      itemId,
      key: body.idempotency_key,
      answers: body.answers,
      answerSent,
      now: scope.clock.now(),
    })
    return answerSent
  })

const refuseStray = (paths: readonly string[]): void => {
  if (paths.length === 0) return
  const fields: Record<string, FieldIssue[]> = Object.fromEntries(
    paths.map((path) => [path, [fieldIssue('invalid')]]),
  )
  throw new AppError('invalid_fields', 'An answer does not belong to this quiz.', { fields })
}

interface Work {
  place: ItemPlace
  enrolment: EnrolmentStanding
}

/** Finds the item, and holds the learner's enrolment so that parallel writes of one learner come one after another. */
const begin = async (
  db: TenantDb,
  scope: MemberScope,
  itemId: number,
  type: StoredItemType,
): Promise<Work> => {
  const learner = learnerOf(scope)
  const place = await itemPlace(db, learner.clientId, itemId)
  if (!place || place.type !== type || !maySee(scope.actor.role, place.status)) throw notFound()
  const enrolment = await lockEnrolment(db, learner, place.courseId)
  if (!enrolment) throw lockedContent(place.price)
  return { place, enrolment }
}

/** Writes the item and rolls up to topic and course from the rows themselves, so no counter can drift from them. */
const finish = async (
  { caches }: CoursesContext,
  db: TenantDb,
  scope: MemberScope,
  { place, enrolment }: Work,
  outcome: Pick<ProgressWrite, 'completed' | 'video' | 'quiz'>,
): Promise<ProgressResult> => {
  const learner = learnerOf(scope)
  const now = scope.clock.now()
  await saveItemProgress(db, learner, { itemId: place.id, courseId: place.courseId, now, ...outcome })
  const structure = await caches.structure(db, learner.clientId, place.courseId)
  const topic = topicsOf(structure?.outline ?? []).find((each) => each.id === place.topicId)
  if (!structure || !topic) throw notFound()
  const standings = await standingsOf(db, learner, place.courseId)
  const course = courseStanding(structure.outline, { ...enrolment, lastActivityAt: now }, standings)
  await touchEnrolment(db, learner, place.courseId, { now, completed: course.state === 'completed' })
  return {
    item: { id: place.id, state: itemState(standings.get(place.id)) },
    topic: { id: topic.id, state: topicState(topic, standings) },
    course,
  }
}
