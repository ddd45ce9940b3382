import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Learner } from '../progress.repository.ts'

export interface QuizDraft {
  itemId: number
  attempt: number
  answers: Record<string, GivenAnswer>
}

export const draftsOf = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  itemIds: readonly number[],
): Promise<QuizDraft[]> =>
  itemIds.length === 0
    ? []
    : db
        .selectFrom('quiz_draft')
        .select(['item_id as itemId', 'attempt', 'answers'])
        .where('client_id', '=', clientId)
        .where('user_id', '=', userId)
        .where('item_id', 'in', itemIds)
        .execute()

export const saveDraft = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  draft: QuizDraft & { courseId: number; now: Date },
): Promise<void> => {
  const values = {
    attempt: draft.attempt,
    answers: JSON.stringify(draft.answers),
    changed_at: draft.now,
  }
  await db
    .insertInto('quiz_draft')
    .values({
      client_id: clientId,
      user_id: userId,
      item_id: draft.itemId,
      course_id: draft.courseId,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'item_id']).doUpdateSet(values))
    .execute()
}

export const dropDraft = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  itemId: number,
): Promise<void> => {
  await db
    .deleteFrom('quiz_draft')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .execute()
}
