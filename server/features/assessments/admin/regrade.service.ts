import type { ChangedResult, regrade, RegradeResult } from '#contract/assessments/admin/item-analysis.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { assessmentById } from '../attempts/attempts.repository.ts'
import { audit } from '../audit-line.ts'
import type { AssessmentContext } from '../context.ts'
import {
  attemptsWith,
  gradeAnew,
  lockGrading,
  correctedKeys,
  mendKeys,
  type Regraded,
} from './grading.repository.ts'

/** The answer lists no more; the number is whole. */
const LISTED = 500

/** Carries the outcome of a dry run out of the transaction that is taken back. */
class TakenBack extends Error {
  readonly outcome: RegradeResult
  constructor(outcome: RegradeResult) {
    super('a dry run is taken back')
    this.outcome = outcome
  }
}

const toChange = (row: Regraded): ChangedResult => ({
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

const apply = async (
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
      : await correctedKeys(db, clientId, assessmentId)
  const { attempts, asked } = await attemptsWith(db, clientId, assessmentId, keys)
  const stray = body.keys.findIndex((key) => !asked.has(`${key.question_id}:${key.version}`))
  if (stray >= 0) throw invalidField(`keys.${stray}.question_id`, fieldIssue('invalid'))
  const why = { reason: body.reason, by: scope.actor.userId, now: scope.clock.now() }
  await mendKeys(db, clientId, keys, why)
  const changes = await gradeAnew(db, clientId, attempts, why)
  return {
    applied: !body.dry_run,
    looked_at: attempts.length,
    changed: changes.length,
    changes: changes.slice(0, LISTED).map(toChange),
  }
}

/** A dry run does everything and takes it back: what it says is what would happen. */
export const regradeIt = async (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  body: BodyOf<typeof regrade>,
): Promise<RegradeResult> => {
  try {
    return await scope.tx(async (db) => {
      const outcome = await apply(db, scope, assessmentId, body)
      if (body.dry_run) throw new TakenBack(outcome)
      await audit(context, db, scope, {
        action: 'assessments.regrade',
        object: `assessment:${assessmentId}`,
        detail: { looked_at: outcome.looked_at, changed: outcome.changed, reason: body.reason },
      })
      return outcome
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome
    throw error
  }
}
