import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { isReleased, titleOf } from '../attempts/attempt.mapper.ts'
import { assessmentById, attemptOfLearner } from '../attempts/attempts.repository.ts'

/** When the learner could first see a result. */
const cameOutAt = (finishedAt: Date, releasedAt: Date | null): Date =>
  releasedAt && releasedAt > finishedAt ? releasedAt : finishedAt

/** The learner's attempt with the assessment's title, if it passed and its result came out since then. */
export const passedAttempt = async (
  db: TenantDb,
  learner: { clientId: number; userId: number },
  attempt: { id: string; since: Date; now: Date; language: Language },
): Promise<{ attempt_id: string; title: string } | null> => {
  const row = await attemptOfLearner(db, learner, attempt.id)
  if (!row?.passed || !row.finished_at) return null
  const assessment = await assessmentById(db, learner.clientId, row.assessment_id)
  if (!assessment || !isReleased(assessment, attempt.now)) return null
  if (cameOutAt(row.finished_at, assessment.released_at) < attempt.since) return null
  return {
    attempt_id: row.id,
    title: inLanguage(titleOf(assessment), attempt.language, assessment.language) ?? '',
  }
}
