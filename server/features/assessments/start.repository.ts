import type pg from 'pg'
import type { Band } from '#contract/assessment-shapes.ts'
import type { AuditEntry } from '#server/core/core.ts'
import { auditRow } from '#server/core/audit/audit.ts'
import type { Query } from '#server/core/db/query.ts'
import type { AssessmentRow, AttemptRow, DrawnRow, Own } from './attempts.repository.ts'

/** The person's attempts so far. */
export type EarlierRow = Pick<AttemptRow, 'number' | 'state'>

/** The assessment and what was decided for this person in it. */
export interface StartRow extends Pick<
  AssessmentRow,
  | 'language'
  | 'texts'
  | 'variant'
  | 'status'
  | 'duration_minutes'
  | 'opens_at'
  | 'closes_at'
  | 'attempts_allowed'
  | 'phone_verification'
  | 'bands'
  | 'pass_percent'
> {
  extra_minutes: number
  granted: number
  phone: string | null
}

/** Rows: `EarlierRow`, `StartRow` (one or none), `TopicRow`. */
export const startQueries = ({ clientId, userId }: Own, assessmentId: number): Query[] => [
  {
    name: 'assessments.start.attempts',
    text: `select number, state from assessment_attempt
      where client_id = $1::integer and user_id = $2::integer and assessment_id = $3::integer`,
    values: [clientId, userId, assessmentId],
  },
  {
    name: 'assessments.start.assessment',
    text: `select s.language, s.texts, s.variant, s.status, s.duration_minutes, s.opens_at, s.closes_at, s.attempts_allowed,
        s.phone_verification, s.bands, s.pass_percent, coalesce(x.extra_minutes, 0) as extra_minutes, p.phone,
        (select count(*) from assessment_grant g where g.client_id = s.client_id and g.assessment_id = s.id
          and g.user_id = $2::integer)::integer as granted
      from assessment s
      left join assessment_accommodation x
        on x.client_id = s.client_id and x.assessment_id = s.id and x.user_id = $2
      left join assessment_phone p on p.client_id = s.client_id and p.assessment_id = s.id and p.user_id = $2
      where s.client_id = $1::integer and s.id = $3::integer`,
    values: [clientId, userId, assessmentId],
  },
  {
    name: 'assessments.start.topics',
    text: `select id, slug, names from bank_topic where client_id = $1::integer and id in (
        select topic_id from assessment_rule where client_id = $1 and assessment_id = $2::integer
        union all
        select q.topic_id from assessment_fixed_question f
          join bank_question q on q.client_id = f.client_id and q.id = f.question_id
          where f.client_id = $1 and f.assessment_id = $2)
      order by position, id`,
    values: [clientId, assessmentId],
  },
]

interface Beginning {
  id: string
  assessmentId: number
  /** How many attempts there were when this was decided. */
  earlier: number
  durationMinutes: number
  extraMinutes: number
  bands: readonly Band[]
  passPercent: number | null
  holder: string
  ref: string | null
  phone: string | null
  questions: readonly DrawnRow[]
  now: Date
  note: AuditEntry
}

/**
 * One call of `begin_attempt` (0129_attempt_start.sql): a single prepared statement is its own transaction and one round
 * trip. False when the person's attempts or their number are others by now; then nothing was written.
 */
export const beginAttempt = async (pool: pg.Pool, own: Own, attempt: Beginning): Promise<boolean> => {
  const { rows } = await pool.query<{ begun: boolean }>({
    name: 'begin_attempt',
    text: 'select begin_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as begun',
    values: [
      own.clientId,
      own.userId,
      attempt.id,
      attempt.assessmentId,
      attempt.earlier,
      attempt.durationMinutes,
      attempt.extraMinutes,
      JSON.stringify(attempt.bands),
      attempt.passPercent,
      attempt.holder,
      attempt.ref,
      attempt.phone,
      attempt.now,
      JSON.stringify(attempt.questions),
      JSON.stringify(auditRow(attempt.now, attempt.note)),
    ],
  })
  return rows[0]?.begun ?? false
}
