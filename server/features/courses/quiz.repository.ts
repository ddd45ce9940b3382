import type { QuizResult } from '#contract/courses.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { GivenAnswer, KeyedQuestion } from './grade.ts'
import type { Learner } from './progress.repository.ts'

/** An idempotency key stands for one hand-in of one quiz. */
export const keyTaken = () =>
  new AppError('conflict', 'This attempt key was already used for another quiz. Please hand in again.')

/** A quiz with its key; only grading reads it. */
export const quizWithKey = async (
  db: TenantDb,
  clientId: number,
  itemId: number,
): Promise<{ passPercent: number; questions: KeyedQuestion[] } | undefined> => {
  const quiz = await db
    .selectFrom('item_quiz')
    .select('pass_percent')
    .where('client_id', '=', clientId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  if (!quiz) return undefined
  const rows = await db
    .selectFrom('quiz_question as q')
    .innerJoin('quiz_choice as c', (join) =>
      join.onRef('c.client_id', '=', 'q.client_id').onRef('c.question_id', '=', 'q.id'),
    )
    .select(['q.id', 'q.explanation', 'c.id as choice_id', 'c.correct'])
    .where('q.client_id', '=', clientId)
    .where('q.item_id', '=', itemId)
    .orderBy('q.position')
    .orderBy('q.id')
    .orderBy('c.position')
    .execute()
  const questions: { id: number; explanation: string; choices: { id: number; correct: boolean }[] }[] = []
  for (const row of rows) {
    let question = questions.at(-1)
    if (question?.id !== row.id) {
      question = { id: row.id, explanation: row.explanation, choices: [] }
      questions.push(question)
    }
    question.choices.push({ id: row.choice_id, correct: row.correct })
  }
  return { passPercent: quiz.pass_percent, questions }
}

/** The attempt already made under this key. */
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

export const addAttempt = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  attempt: {
    courseId: number
    itemId: number
    key: string
    answers: readonly GivenAnswer[]
    answerSent: QuizResult
    now: Date
  },
): Promise<void> => {
  const added = await db
    .insertInto('quiz_attempt')
    .values({
      client_id: clientId,
      user_id: userId,
      course_id: attempt.courseId,
      item_id: attempt.itemId,
      idempotency_key: attempt.key,
      percent: attempt.answerSent.percent,
      passed: attempt.answerSent.passed,
      answers: JSON.stringify(attempt.answers),
      answer_sent: JSON.stringify(attempt.answerSent),
      created_at: attempt.now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // Within one course the enrolment's lock keeps repeats apart; this is the same key used in another course.
  if (!added) throw keyTaken()
}
