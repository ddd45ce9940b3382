/** The scholarship that a learner's best released result gives, for the price of a programme (rules: Assessments, Money). */
import type { TenantDb } from '#server/core/db/database.ts'
import { isReleased } from '../attempts/attempt.mapper.ts'
import { assessmentById } from '../attempts/attempts.repository.ts'
import { attemptsOfLearner } from '../list.repository.ts'
import { resultsOf } from './results.repository.ts'
import { bestOf } from './roadmap.service.ts'

/** Percent; null before a released result. */
export const scholarshipOf = async (
  db: TenantDb,
  learner: { clientId: number; userId: number },
  assessmentId: number,
  now: Date,
): Promise<number | null> => {
  const assessment = await assessmentById(db, learner.clientId, assessmentId)
  const best = bestOf(await attemptsOfLearner(db, learner, assessmentId))
  if (!assessment || !best || !isReleased(assessment, now)) return null
  const [result] = await resultsOf(db, learner.clientId, best.id)
  return result?.scholarship_percent ?? null
}
