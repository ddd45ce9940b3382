import type pg from 'pg'
import type { AuditEntry } from '#server/core/core.ts'
import { auditRow } from '#server/core/audit/audit.ts'
import type { Query } from '#server/core/db/query.ts'
import { together } from '#server/core/db/batch-loader.ts'
import type { AssessmentRow, AttemptRow, DrawnRow, NewAttempt, Own } from './attempts.repository.ts'

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

export interface Beginning extends Own, Omit<NewAttempt, 'number' | 'questions'> {
  /** How many attempts there were when this was decided. */
  earlier: number
  questions: readonly DrawnRow[]
  note: AuditEntry
}

/** In the order of persons, so that two runs do not wait for each other. */
const beginTogether = async (pool: pg.Pool, attempts: readonly Beginning[]): Promise<boolean[]> => {
  const inOrder = attempts.toSorted((a, b) => a.userId - b.userId)
  const { rows } = await pool.query<{ attempt: string; begun: boolean }>({
    name: 'begin_attempts',
    text: `select b.attempt, begin_attempt($1, b.who, b.attempt, b.asked, b.earlier, b.minutes, b.extra, b.scholarships,
        b.pass, b.device, b.referral, b.verified, b.moment, b.drawn, b.note) as begun
      from jsonb_to_recordset($2::jsonb) as b(who integer, attempt uuid, asked integer, earlier integer, minutes integer,
        extra integer, scholarships jsonb, pass integer, device uuid, referral text, verified text, moment timestamptz,
        drawn jsonb, note jsonb)`,
    values: [
      attempts[0]?.clientId,
      JSON.stringify(
        inOrder.map((each) => ({
          who: each.userId,
          attempt: each.id,
          asked: each.assessmentId,
          earlier: each.earlier,
          minutes: each.durationMinutes,
          extra: each.extraMinutes,
          scholarships: each.bands,
          pass: each.passPercent,
          device: each.holder,
          referral: each.ref,
          verified: each.phone,
          moment: each.now,
          drawn: each.questions,
          note: auditRow(each.now, each.note),
        })),
      ),
    ],
  })
  const begun = new Map(rows.map((row) => [row.attempt, row.begun]))
  return attempts.map(({ id }) => begun.get(id) ?? false)
}

export type Begin = (attempt: Beginning) => Promise<boolean>

/** Of one process: two connections at most begin attempts. */
const LANES = 2
const IN_ONE_RUN = 24

/**
 * Begins an attempt by `begin_attempt` (0129_attempt_start.sql); those of one tenant that come together share a statement
 * and its commit. False when the person's attempts or their number are others by now; then nothing was written.
 */
export const createBegin = (pool: pg.Pool): Begin =>
  together({
    keyOf: ({ clientId }: Beginning) => clientId,
    run: (attempts) => beginTogether(pool, attempts),
    lanes: LANES,
    most: IN_ONE_RUN,
  })
