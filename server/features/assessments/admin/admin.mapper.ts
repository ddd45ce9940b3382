import type { AssessmentTotals, ResultRow } from '#contract/assessments/admin/results.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { isReleased, titleOf } from '../attempts/attempt.mapper.ts'
import type { AssessmentRow } from '../attempts/attempts.repository.ts'
import { isFlagged } from '../attempts/integrity.ts'
import type { AssessmentContext } from '../context.ts'
import type { AttemptListRow, TotalRow } from './rows.repository.ts'

const NO_ATTEMPTS: Omit<TotalRow, 'assessment_id'> = {
  open: 0,
  submitted: 0,
  flagged: 0,
  appeals: 0,
  late: 0,
}

export const toTotals = (row: AssessmentRow, totals: TotalRow | undefined, now: Date): AssessmentTotals => {
  const { open, submitted, flagged, appeals, late } = totals ?? NO_ATTEMPTS
  return {
    id: row.id,
    title: titleOf(row),
    main_language: row.language,
    variant: row.variant,
    status: row.status,
    release: row.release,
    released_at: row.released_at?.toISOString() ?? null,
    released: isReleased(row, now),
    opens_at: row.opens_at?.toISOString() ?? null,
    closes_at: row.closes_at?.toISOString() ?? null,
    open,
    submitted,
    flagged,
    appeals,
    late,
  }
}

type LearnerRow = Pick<AttemptListRow, 'user_id' | 'name' | 'email'>
export type ShowLearner = (row: LearnerRow) => ResultRow['learner']

/** A learner as the actor may see them. */
export const showLearnerTo = (
  { policy }: Pick<AssessmentContext, 'policy'>,
  scope: StaffScope,
): ShowLearner => {
  const seesAddress = policy.maySeeAddresses(scope)
  return ({ user_id: id, name, email }) => ({ id, name, email: seesAddress ? email : null })
}

export const toResultRow = (
  row: AttemptListRow,
  percentile: (percent: number | null) => number | null,
  show: ShowLearner,
): ResultRow => ({
  attempt_id: row.id,
  learner: show(row),
  number: row.number,
  state: row.state,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  ended_by: row.ended_by,
  right: row.right_answers,
  questions: row.questions,
  answered: row.answered,
  percent: row.percent,
  percentile: percentile(row.percent),
  passed: row.passed,
  scholarship_percent: row.scholarship_percent,
  result_version: row.result_version,
  events: row.events,
  flagged: isFlagged(row.events),
  decision: row.decision,
  appeal_open: row.appeal_open,
  late: row.late,
  ref: row.ref,
})
