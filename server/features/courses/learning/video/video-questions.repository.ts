import type { VideoAnswer } from '#contract/courses/video-questions.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StoredVideoQuestion } from '../../courses.tables.ts'
import type { Learner } from '../progress.repository.ts'

interface QuestionKey {
  itemId: number
  questionId: string
}

/** A video question with its answer key. */
export const videoQuestionWithKey = async (
  db: TenantDb,
  clientId: number,
  { itemId, questionId }: QuestionKey,
): Promise<StoredVideoQuestion | undefined> => {
  const row = await db
    .selectFrom('item_video')
    .select('questions')
    .where('client_id', '=', clientId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row?.questions.find(({ id }) => id === questionId)
}

export const videoAnswerOf = (
  db: TenantDb,
  { clientId, userId }: Learner,
  { itemId, questionId }: QuestionKey,
): Promise<VideoAnswer | undefined> =>
  db
    .selectFrom('film_answer')
    .select(['question', 'given', 'mark'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .where('question_id', '=', questionId)
    .executeTakeFirst()

export const saveVideoAnswer = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  { itemId, questionId }: QuestionKey,
  facts: { courseId: number; answer: VideoAnswer; now: Date },
): Promise<void> => {
  const { question, given, mark } = facts.answer
  await db
    .insertInto('film_answer')
    .values({
      client_id: clientId,
      user_id: userId,
      item_id: itemId,
      question_id: questionId,
      course_id: facts.courseId,
      question: JSON.stringify(question),
      given: JSON.stringify(given),
      mark: JSON.stringify(mark),
      answered_at: facts.now,
    })
    .execute()
}
