/** Assessments that a learner passed, each with the best released result, as proof for an employer. */
import type { Proof } from '#contract/job-applications/applications.ts'
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { isReleased, titleOf } from '../attempts/attempt.mapper.ts'
import { assessmentById } from '../attempts/attempts.repository.ts'
import { attemptsOfLearner } from '../list.repository.ts'
import { bestOf } from './roadmap.service.ts'

export const passedResults = async (
  db: TenantDb,
  learner: { clientId: number; userId: number },
  { now, language }: { now: Date; language: Language },
): Promise<Proof[]> => {
  const attempts = await attemptsOfLearner(db, learner)
  const proofs: Proof[] = []
  for (const assessmentId of new Set(attempts.map((attempt) => attempt.assessment_id))) {
    const best = bestOf(attempts.filter((attempt) => attempt.assessment_id === assessmentId))
    if (!best?.passed || !best.finished_at) continue
    const assessment = await assessmentById(db, learner.clientId, assessmentId)
    if (!assessment || !isReleased(assessment, now)) continue
    proofs.push({
      kind: 'assessment',
      id: assessmentId,
      title: inLanguage(titleOf(assessment), language, assessment.language) ?? '',
      percent: best.percent,
      at: best.finished_at.toISOString(),
    })
  }
  return proofs
}
