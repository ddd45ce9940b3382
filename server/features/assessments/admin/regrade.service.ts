import type { ChangedResult, regrade, RegradeResult } from '#contract/assessments/admin/item-analysis.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { audit, auditRefusal } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { showLearnerTo, type ShowLearner } from './admin.mapper.ts'
import {
  attemptsWithQuestions,
  regradeAttempts,
  lockGrading,
  keysCorrectedInBank,
  saveCorrectedKeys,
  usesOfKeys,
  type QuestionKey,
  type RegradedRow,
} from './grading.repository.ts'
import { requireAssessment } from './results.service.ts'

/** Most changes in the response; `changed` counts all of them. */
const CHANGES_LISTED_MAX = 500

/** Rolls the transaction of a dry run back and carries its outcome out of it. */
class DryRunRollback extends Error {
  readonly outcome: RegradeResult
  constructor(outcome: RegradeResult) {
    super('dry run rolled back')
    this.outcome = outcome
  }
}

const toChange = (row: RegradedRow, show: ShowLearner): ChangedResult => ({
  attempt_id: row.attempt_id,
  learner: show(row),
  before: {
    right: row.before_right,
    percent: row.before_percent,
    scholarship_percent: row.before_scholarship,
  },
  after: {
    right: row.right_answers,
    percent: row.percent,
    scholarship_percent: row.scholarship_percent,
  },
})

/**
 * A key counts in every attempt with its question, those still running included. So nobody corrects a key that is in an
 * attempt of their own, and only somebody who works on all of these assessments corrects it.
 */
const requireMayCorrect = async (
  { policy }: AssessmentContext,
  db: TenantDb,
  scope: StaffScope,
  keys: readonly QuestionKey[],
): Promise<void> => {
  const uses = await usesOfKeys(db, scope.tenant.clientId, keys, scope.actor.userId)
  if (uses.isOwn) policy.refuseOwnAttempt(scope, scope.actor.userId)
  const visible = await policy.visibleIds(db, scope)
  if (uses.assessments.some((id) => !visible.has(id)))
    throw new AppError(
      'shared_key',
      'Another assessment uses one of these questions. Ask an admin to correct the key.',
    )
}

const applyRegrade = async (
  context: AssessmentContext,
  db: TenantDb,
  scope: StaffScope,
  assessmentId: number,
  body: BodyOf<typeof regrade>,
): Promise<RegradeResult> => {
  const { clientId } = scope.tenant
  await requireAssessment(context, db, scope, assessmentId)
  await lockGrading(db, clientId, assessmentId)
  const keys =
    body.keys.length > 0
      ? body.keys.map(({ right, ...key }) => ({ ...key, letters: right }))
      : await keysCorrectedInBank(db, clientId, assessmentId)
  const { attempts, usedKeys } = await attemptsWithQuestions(db, clientId, assessmentId, keys)
  const unknownKey = body.keys.findIndex((key) => !usedKeys.has(`${key.question_id}:${key.version}`))
  if (unknownKey >= 0) throw invalidField(`keys.${unknownKey}.question_id`, fieldIssue('invalid'))
  if (!body.dry_run) await requireMayCorrect(context, db, scope, keys)
  const cause = { reason: body.reason, by: scope.actor.userId, now: scope.clock.now() }
  await saveCorrectedKeys(db, clientId, keys, cause)
  const changes = await regradeAttempts(db, clientId, attempts, cause)
  const show = showLearnerTo(context, scope)
  return {
    applied: !body.dry_run,
    looked_at: attempts.length,
    changed: changes.length,
    changes: changes.slice(0, CHANGES_LISTED_MAX).map((row) => toChange(row, show)),
  }
}

/** A dry run does everything and rolls it back, so that it reports exactly what would happen. */
export const regradeAssessment = async (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  body: BodyOf<typeof regrade>,
): Promise<RegradeResult> => {
  const action = { action: 'assessments.regrade' as const, object: `assessment:${assessmentId}` }
  try {
    return await scope.tx(async (db) => {
      const outcome = await applyRegrade(context, db, scope, assessmentId, body)
      if (body.dry_run) throw new DryRunRollback(outcome)
      await audit(context, db, scope, {
        ...action,
        detail: { looked_at: outcome.looked_at, changed: outcome.changed, reason: body.reason },
      })
      return outcome
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.outcome
    await auditRefusal(context, scope, action, error)
    throw error
  }
}
