import type { ChangedResult, regrade, RegradeResult } from '#contract/assessments/admin/item-analysis.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { assessmentById } from '../attempts/attempts.repository.ts'
import { audit } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import {
  attemptsWithQuestions,
  regradeAttempts,
  lockGrading,
  keysCorrectedInBank,
  saveCorrectedKeys,
  type RegradedRow,
} from './grading.repository.ts'

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

const toChange = (row: RegradedRow): ChangedResult => ({
  attempt_id: row.attempt_id,
  learner: { id: row.user_id, name: row.name, email: row.email },
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

const applyRegrade = async (
  db: TenantDb,
  scope: StaffScope,
  assessmentId: number,
  body: BodyOf<typeof regrade>,
): Promise<RegradeResult> => {
  const { clientId } = scope.tenant
  if (!(await assessmentById(db, clientId, assessmentId))) throw notFound()
  await lockGrading(db, clientId, assessmentId)
  const keys =
    body.keys.length > 0
      ? body.keys.map(({ right, ...key }) => ({ ...key, letters: right }))
      : await keysCorrectedInBank(db, clientId, assessmentId)
  const { attempts, usedKeys } = await attemptsWithQuestions(db, clientId, assessmentId, keys)
  const unknownKey = body.keys.findIndex((key) => !usedKeys.has(`${key.question_id}:${key.version}`))
  if (unknownKey >= 0) throw invalidField(`keys.${unknownKey}.question_id`, fieldIssue('invalid'))
  const cause = { reason: body.reason, by: scope.actor.userId, now: scope.clock.now() }
  await saveCorrectedKeys(db, clientId, keys, cause)
  const changes = await regradeAttempts(db, clientId, attempts, cause)
  return {
    applied: !body.dry_run,
    looked_at: attempts.length,
    changed: changes.length,
    changes: changes.slice(0, CHANGES_LISTED_MAX).map(toChange),
  }
}

/** A dry run does everything and rolls it back, so that it reports exactly what would happen. */
export const regradeAssessment = async (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  body: BodyOf<typeof regrade>,
): Promise<RegradeResult> => {
  try {
    return await scope.tx(async (db) => {
      const outcome = await applyRegrade(db, scope, assessmentId, body)
      if (body.dry_run) throw new DryRunRollback(outcome)
      await audit(context, db, scope, {
        action: 'assessments.regrade',
        object: `assessment:${assessmentId}`,
        detail: { looked_at: outcome.looked_at, changed: outcome.changed, reason: body.reason },
      })
      return outcome
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.outcome
    throw error
  }
}
