import type { TenantDb } from '#server/core/db/database.ts'
import { quizWithKey, topicsOf, type Outline } from '#server/features/courses/index.ts'

export type QuizKey = NonNullable<Awaited<ReturnType<typeof quizWithKey>>>

/** The quizzes of a course with their answer keys, by item id. */
export const quizKeysOf = async (
  db: TenantDb,
  clientId: number,
  outline: Outline,
): Promise<Map<number, QuizKey>> => {
  const keys = new Map<number, QuizKey>()
  for (const topic of topicsOf(outline))
    for (const item of topic.items) {
      const key = item.type === 'quiz' ? await quizWithKey(db, clientId, item.id) : undefined
      if (key) keys.set(item.id, key)
    }
  return keys
}
