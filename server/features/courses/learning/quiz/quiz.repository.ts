import type { Language } from '#contract/languages.ts'
import { questionIn } from '#contract/courses/language.ts'
import type { QuizResult } from '#contract/courses/progress.ts'
import { ATTEMPTS_SHOWN } from '#contract/courses/learning.ts'
import type { AuthoredQuestion, GivenAnswer, QuizSettings } from '#contract/courses/quiz.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { KeyedQuestion } from './grade.ts'
import type { Learner } from '../progress.repository.ts'
import { keyedWithId, shownFrom, shownInFrom } from './quiz-questions.ts'

/** An idempotency key identifies one attempt at one quiz. */
export const idempotencyKeyTaken = () =>
  new AppError('conflict', 'This attempt key was already used for another quiz. Please submit again.')

export interface KeyedQuiz extends QuizSettings {
  questions: KeyedQuestion[]
}

const inLanguage = (question: KeyedQuestion, language: Language | undefined): KeyedQuestion =>
  language ? questionIn(question, language) : question

/** A quiz with its answer key, in the given language; only grading reads it. */
export const quizWithKey = async (
  db: TenantDb,
  clientId: number,
  itemId: number,
  language?: Language,
): Promise<KeyedQuiz | undefined> => {
  const quiz = await db
    .selectFrom('item_quiz')
    .select(['pass_percent', 'attempts_limit', 'cooldown_minutes', 'reveal'])
    .where('client_id', '=', clientId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  if (!quiz) return undefined
  const rows = await db
    .selectFrom('quiz_question')
    .select(['id', 'authored'])
    .where('client_id', '=', clientId)
    .where('item_id', '=', itemId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { ...quiz, questions: rows.map((row) => inLanguage(keyedWithId(row.id, row.authored), language)) }
}

/**
 * Replaces the questions of a quiz. Questions with a known id keep it, and so drafts and locations; others get a new
 * id; missing ones are deleted. Attempts keep the questions they were made with.
 */
export const storeQuestions = async (
  db: TenantDb,
  key: { clientId: number; itemId: number },
  questions: readonly AuthoredQuestion[],
): Promise<void> => {
  const rows = await db
    .selectFrom('quiz_question')
    .select('id')
    .where('client_id', '=', key.clientId)
    .where('item_id', '=', key.itemId)
    .execute()
  const removedIds = new Set(rows.map((row) => row.id))
  const keptIds = questions.flatMap(({ id }) => (id !== undefined && removedIds.delete(id) ? [id] : []))
  if (removedIds.size > 0)
    await db
      .deleteFrom('quiz_question')
      .where('client_id', '=', key.clientId)
      .where('item_id', '=', key.itemId)
      .where('id', 'in', [...removedIds])
      .execute()
  const unusedIds = new Set(keptIds)
  const added = []
  for (const [position, { id, ...authored }] of questions.entries()) {
    const row = {
      position,
      kind: authored.kind,
      points: authored.points,
      shown: JSON.stringify(shownFrom(authored)),
      shown_in: JSON.stringify(shownInFrom(authored)),
      authored: JSON.stringify(authored),
    }
    // A repeated id belongs to the first question with it.
    if (id !== undefined && unusedIds.delete(id))
      await db
        .updateTable('quiz_question')
        .set(row)
        .where('client_id', '=', key.clientId)
        .where('item_id', '=', key.itemId)
        .where('id', '=', id)
        .execute()
    else added.push({ client_id: key.clientId, item_id: key.itemId, ...row })
  }
  if (added.length > 0) await db.insertInto('quiz_question').values(added).execute()
}

export interface Attempt {
  id: number
  percent: number
  passed: boolean
  created_at: Date
}

/** The learner's attempts at a quiz, newest first. */
export const attemptsOf = (db: TenantDb, { clientId, userId }: Learner, itemId: number): Promise<Attempt[]> =>
  db
    .selectFrom('quiz_attempt')
    .select(['id', 'percent', 'passed', 'created_at'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .orderBy('id', 'desc')
    .limit(ATTEMPTS_SHOWN)
    .execute()

/** Time of the last attempt, by quiz. */
export const lastAttempts = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  itemIds: readonly number[],
): Promise<Map<number, Date>> => {
  if (itemIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('quiz_attempt')
    .select((eb) => ['item_id', eb.fn.max('created_at').as('last_at')])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('item_id', 'in', itemIds)
    .groupBy('item_id')
    .execute()
  return new Map(rows.map((row) => [row.item_id, row.last_at]))
}

/** One of the learner's attempts with its questions; the oldest attempts have only answers. */
export const attemptWithKey = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  itemId: number,
  attemptId: number,
): Promise<(Attempt & { answers: GivenAnswer[]; questions: KeyedQuestion[] | null }) | undefined> => {
  const row = await db
    .selectFrom('quiz_attempt')
    .select(['id', 'percent', 'passed', 'created_at', 'answers', 'questions'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .where('id', '=', attemptId)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      answers: row.answers as GivenAnswer[],
      questions: row.questions as KeyedQuestion[] | null,
    }
  )
}

/** The attempt made with this idempotency key. */
export const attemptByKey = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  key: string,
): Promise<{ itemId: number; answerSent: QuizResult } | undefined> => {
  const row = await db
    .selectFrom('quiz_attempt')
    .select(['item_id', 'answer_sent'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row && { itemId: row.item_id, answerSent: row.answer_sent as QuizResult }
}

/** Adds an attempt and returns its id; {@link saveAnswerSent} adds the response. */
export const addAttempt = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  attempt: {
    courseId: number
    itemId: number
    key: string
    percent: number
    passed: boolean
    answers: readonly GivenAnswer[]
    questions: readonly KeyedQuestion[]
    now: Date
  },
): Promise<number> => {
  const added = await db
    .insertInto('quiz_attempt')
    .values({
      client_id: clientId,
      user_id: userId,
      course_id: attempt.courseId,
      item_id: attempt.itemId,
      idempotency_key: attempt.key,
      percent: attempt.percent,
      passed: attempt.passed,
      answers: JSON.stringify(attempt.answers),
      questions: JSON.stringify(attempt.questions),
      answer_sent: '{}',
      created_at: attempt.now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // The enrolment's lock serialises repeats within one course, so this key was used in another course.
  if (!added) throw idempotencyKeyTaken()
  return added.id
}

export const saveAnswerSent = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  answer: QuizResult,
): Promise<void> => {
  await db
    .updateTable('quiz_attempt')
    .set({ answer_sent: JSON.stringify(answer) })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('id', '=', answer.attempt_id)
    .execute()
}
