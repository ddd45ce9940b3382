import { questionIn } from '#contract/courses/language.ts'
import { withSeededOptions } from '#contract/courses/option-order.ts'
import {
  PRACTICE_ROUND,
  type answerPractice,
  type Practice,
  type PracticeQuestion,
  type PracticeResult,
} from '#contract/courses/practice.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { CoursesContext } from '../../courses.cache.ts'
import { learnerOf } from '../../learning.ts'
import { topicsOf } from '../../progress.ts'
import { learnerTx } from '../learner-mutex.ts'
import { gradeOf, invalidAnswerPaths, markQuiz } from '../quiz/grade.ts'
import { keyedWithId, shownWithId, withUnsolvedItems } from '../quiz/quiz-questions.ts'
import {
  dueQuestions,
  practiceAnswerOf,
  practiceCounts,
  practisedWithKey,
  savePracticeAnswer,
  zoneOf,
  type DueRow,
} from './practice.repository.ts'
import { afterAnswer } from './spacing.ts'

/** Only a fully right answer counts as right. */
const FULL_PERCENT = 100

export const todayOf = async (db: TenantDb, scope: MemberScope): Promise<string> =>
  dayIn(await zoneOf(db, learnerOf(scope)), scope.clock.now())

export const practice = (context: CoursesContext, scope: MemberScope): Promise<Practice> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const today = await todayOf(db, scope)
    const language = languageFor(scope)
    const rows = await dueQuestions(db, learner, { today, language, limit: PRACTICE_ROUND })
    const questions: PracticeQuestion[] = []
    for (const row of rows) questions.push(await toQuestion(context, db, scope, row))
    return { ...(await practiceCounts(db, learner, today)), questions }
  })

const toQuestion = async (
  context: CoursesContext,
  db: TenantDb,
  scope: MemberScope,
  row: DueRow,
): Promise<PracticeQuestion> => {
  const { clientId, userId } = learnerOf(scope)
  const language = languageFor(scope)
  const course = await context.caches.structure(db, clientId, row.courseId, language)
  const item = topicsOf(course?.outline ?? [])
    .flatMap((topic) => topic.items)
    .find(({ id }) => id === row.itemId)
  // Another order in each round, so that nobody learns places instead of answers.
  const seed = `${userId}:${row.streak}`
  const shown = withUnsolvedItems(shownWithId(row.questionId, row.shown), row.solved, seed)
  const main = course?.row.language ?? null
  return {
    question: withSeededOptions(shown, seed),
    ...(!row.isTranslated && main !== null && main !== language && { language: main }),
    course_id: row.courseId,
    course_title: course?.title ?? '',
    topic_id: row.topicId,
    item_id: row.itemId,
    item_title: item?.title ?? '',
    streak: row.streak,
  }
}

/** Grades one due question and says when it comes back. A repeated answer id returns the first response. */
export const answerPractised = (
  scope: MemberScope,
  { idempotency_key: answerId, answer }: BodyOf<typeof answerPractice>,
): Promise<PracticeResult> =>
  learnerTx(scope, async (db) => {
    const learner = learnerOf(scope)
    const questionId = answer.question_id
    const earlier = await practiceAnswerOf(db, learner, answerId)
    if (earlier && earlier.questionId !== questionId)
      throw new AppError('conflict', 'This answer id belongs to another question. Please answer again.')
    if (earlier) return earlier.answerSent
    const row = await practisedWithKey(db, learner, questionId)
    if (!row) throw notFound()
    const today = await todayOf(db, scope)
    if (row.dueOn === null || row.dueOn > today)
      throw new AppError('conflict', 'This question is not due today. You answered it already.')
    const question = questionIn(keyedWithId(questionId, row.authored), languageFor(scope))
    if (invalidAnswerPaths([question], [answer]).length > 0)
      throw new AppError('invalid_fields', 'The answer does not belong to this question.', {
        fields: { answer: [fieldIssue('invalid')] },
      })
    const [marked] = gradeOf(markQuiz([question], [answer], FULL_PERCENT), true).questions
    if (!marked) throw notFound()
    const spacing = afterAnswer(row.streak, marked.verdict === 'right', today)
    const answerSent: PracticeResult = { marked, streak: spacing.streak, due_on: spacing.dueOn }
    await savePracticeAnswer(db, learner, {
      answerId,
      questionId,
      spacing,
      answerSent,
      now: scope.clock.now(),
    })
    return answerSent
  })
