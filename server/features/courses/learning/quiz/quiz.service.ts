import type { QuizResult, submitQuiz } from '#contract/courses/progress.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { FieldIssue } from '#contract/errors.ts'
import type { listQuizAttempts, QuizReview, saveQuizDraft } from '#contract/courses/learning.ts'
import type { GivenAnswer, QuizStatus } from '#contract/courses/quiz.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { CoursesContext } from '../../courses.cache.ts'
import { maySee } from '../../courses.policy.ts'
import { gradeOf, isRevealed, markQuiz, invalidAnswerPaths } from './grade.ts'
import { learnerOf } from '../../learning.ts'
import { itemWithCourse, itemProgress, type Learner } from '../progress.repository.ts'
import { lockItem, writeProgress } from '../progress.steps.ts'
import { mistakesIn, recordMistakes } from '../practice/practice.repository.ts'
import { todayOf } from '../practice/practice.service.ts'
import { afterMistake } from '../practice/spacing.ts'
import { draftsOf, dropDraft, saveDraft } from './quiz-draft.repository.ts'
import { shownFrom, shownWithId } from './quiz-questions.ts'
import {
  addAttempt,
  attemptByKey,
  attemptsOf,
  attemptWithKey,
  saveAnswerSent,
  idempotencyKeyTaken,
  lastAttempts,
  quizWithKey,
  type KeyedQuiz,
} from './quiz.repository.ts'
import { attemptsLeft, nextAttemptAt } from './attempt-limits.ts'
import { learnerTx } from '../learner-mutex.ts'

/** Grades a quiz on the server. A repeated key returns the first response. */
export const submitAttempt = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof submitQuiz>,
): Promise<QuizResult> =>
  learnerTx(scope, async (db) => {
    const lockedItem = await lockItem(db, scope, itemId, ['quiz'])
    const learner = learnerOf(scope)
    const earlier = await attemptByKey(db, learner, body.idempotency_key)
    if (earlier && earlier.itemId !== itemId) throw idempotencyKeyTaken()
    if (earlier) return earlier.answerSent
    const quiz = await quizWithKey(db, learner.clientId, itemId, languageFor(scope))
    if (!quiz) throw notFound()
    requireValidAnswers(invalidAnswerPaths(quiz.questions, body.answers))
    const now = scope.clock.now()
    const saved = await itemProgress(db, learner, itemId)
    await requireAttemptAllowed(db, learner, itemId, { quiz, attempts: saved?.attempts ?? 0, now })
    const marks = markQuiz(quiz.questions, body.answers, quiz.pass_percent)
    const best = Math.max(marks.percent, saved?.bestPercent ?? 0)
    const attempts = (saved?.attempts ?? 0) + 1
    const progress = await writeProgress(context, db, scope, lockedItem, {
      completed: marks.passed,
      quiz: { attempts, best },
    })
    const remaining = attemptsLeft(quiz, attempts)
    const passedOnce = marks.passed || best >= quiz.pass_percent
    const attemptId = await addAttempt(db, learner, {
      courseId: lockedItem.item.courseId,
      itemId,
      key: body.idempotency_key,
      percent: marks.percent,
      passed: marks.passed,
      answers: body.answers,
      questions: quiz.questions,
      now,
    })
    const status: QuizStatus = {
      best_percent: best,
      attempts,
      attempts_left: remaining,
      next_attempt_at: nextAttemptAt(quiz, { lastAt: now, attempts, now }),
    }
    const grade = gradeOf(marks, isRevealed(quiz.reveal, { passedOnce, attemptsLeft: remaining }))
    const answer: QuizResult = { ...grade, attempt_id: attemptId, standing: status, progress }
    await saveAnswerSent(db, learner, answer)
    await dropDraft(db, learner, itemId)
    await recordMistakes(db, learner.clientId, {
      userId: learner.userId,
      courseId: lockedItem.item.courseId,
      itemId,
      questionIds: mistakesIn(grade),
      spacing: afterMistake(await todayOf(db, scope)),
      at: now,
    })
    return answer
  })

const requireAttemptAllowed = async (
  db: TenantDb,
  learner: Learner,
  itemId: number,
  facts: { quiz: KeyedQuiz; attempts: number; now: Date },
): Promise<void> => {
  if (attemptsLeft(facts.quiz, facts.attempts) === 0)
    throw new AppError('conflict', 'No attempts are left for this quiz. Your best result counts.')
  const lastAt = (await lastAttempts(db, learner, [itemId])).get(itemId)
  const next = lastAt ? nextAttemptAt(facts.quiz, { ...facts, lastAt }) : null
  if (next === null) return
  const seconds = Math.ceil((Date.parse(next) - facts.now.getTime()) / 1000)
  throw new AppError('too_many_requests', 'The next attempt opens later. Your answers are saved.', {
    retryAfterSeconds: seconds,
  })
}

const requireValidAnswers = (paths: readonly string[]): void => {
  if (paths.length === 0) return
  const fields: Record<string, FieldIssue[]> = Object.fromEntries(
    paths.map((path) => [path, [fieldIssue('invalid')]]),
  )
  throw new AppError('invalid_fields', 'An answer does not belong to this quiz.', { fields })
}

/** Saves changed answers; for each question the later change of two devices wins. */
export const updateDraft = (
  scope: MemberScope,
  itemId: number,
  body: BodyOf<typeof saveQuizDraft>,
): Promise<ResponseOf<typeof saveQuizDraft>> =>
  learnerTx(scope, async (db) => {
    const lockedItem = await lockItem(db, scope, itemId, ['quiz'])
    const learner = learnerOf(scope)
    const attempts = (await itemProgress(db, learner, itemId))?.attempts ?? 0
    // An offline device may still send answers that another device has already submitted.
    if (body.attempt !== attempts) return { kept: false }
    const quiz = await quizWithKey(db, learner.clientId, itemId)
    requireValidAnswers(invalidAnswerPaths(quiz?.questions ?? [], body.answers))
    const [saved] = await draftsOf(db, learner, [itemId])
    const answers: Record<string, GivenAnswer> = saved?.attempt === attempts ? { ...saved.answers } : {}
    for (const answer of body.answers) answers[answer.question_id] = answer
    const courseId = lockedItem.item.courseId
    await saveDraft(db, learner, { itemId, courseId, attempt: attempts, answers, now: scope.clock.now() })
    return { kept: true }
  })

/** The caller's attempts, if the quiz is visible to them. */
export const quizAttempts = (
  scope: MemberScope,
  itemId: number,
): Promise<ResponseOf<typeof listQuizAttempts>> =>
  scope.tx(async (db) => {
    await visibleQuiz(db, scope, itemId)
    const rows = await attemptsOf(db, learnerOf(scope), itemId)
    return { results: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) }
  })

const visibleQuiz = async (db: TenantDb, scope: MemberScope, itemId: number): Promise<KeyedQuiz> => {
  const { clientId } = scope.tenant
  const item = await itemWithCourse(db, clientId, itemId)
  const quiz =
    item &&
    maySee(scope.actor.role, item.status) &&
    (await quizWithKey(db, clientId, itemId, languageFor(scope)))
  if (!quiz) throw notFound()
  return quiz
}

/** One of the caller's attempts, graded again from its own questions; right answers only if they may be revealed. */
export const quizReview = (scope: MemberScope, itemId: number, attemptId: number): Promise<QuizReview> =>
  scope.tx(async (db) => {
    const quiz = await visibleQuiz(db, scope, itemId)
    const learner = learnerOf(scope)
    const attempt = await attemptWithKey(db, learner, itemId, attemptId)
    if (!attempt) throw notFound()
    const progress = await itemProgress(db, learner, itemId)
    const passedOnce = (progress?.bestPercent ?? 0) >= quiz.pass_percent
    const remaining = attemptsLeft(quiz, progress?.attempts ?? 0)
    const questions = attempt.questions ?? quiz.questions
    const marks = markQuiz(questions, attempt.answers, quiz.pass_percent)
    return {
      id: attempt.id,
      percent: attempt.percent,
      passed: attempt.passed,
      created_at: attempt.created_at.toISOString(),
      // The verdict of that day, even if the pass mark has changed since.
      grade: {
        ...gradeOf(marks, isRevealed(quiz.reveal, { passedOnce, attemptsLeft: remaining })),
        percent: attempt.percent,
        passed: attempt.passed,
      },
      shown: questions.map((question) => shownWithId(question.id, shownFrom(question))),
      answers: attempt.answers,
    }
  })
