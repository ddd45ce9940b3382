import type { AuditEntry } from '#server/core/core.ts'
import { auditRow } from '#server/core/audit/audit.ts'
import type { CallTenantFunction, Query } from '#server/core/db/query.ts'
import { createBatchLoader } from '#server/core/db/batch-loader.ts'
import type {
  AssessmentRow,
  AttemptRow,
  AttemptQuestionRow,
  NewAttempt,
  Learner,
} from './attempts.repository.ts'

/** The learner's earlier attempts. */
export type EarlierRow = Pick<AttemptRow, 'number' | 'state'>

/** The assessment and this learner's settings in it. */
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
export const startQueries = ({ clientId, userId }: Learner, assessmentId: number): Query[] => [
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

export interface AttemptStart extends Learner, Omit<NewAttempt, 'number' | 'questions'> {
  /** The number of earlier attempts when this start was decided. */
  earlier: number
  questions: readonly AttemptQuestionRow[]
  auditEntry: AuditEntry
}

/** Sorted by user, so that two batches cannot deadlock. */
const startAttempts = async (
  callTenantFunction: CallTenantFunction,
  starts: readonly AttemptStart[],
): Promise<boolean[]> => {
  const sorted = starts.toSorted((a, b) => a.userId - b.userId)
  const clientId = starts[0]?.clientId ?? 0
  const rows = await callTenantFunction<{ attempt_id: string; started: boolean }>(clientId, {
    name: 'begin_attempts',
    text: `select s.attempt_id, begin_attempt($1, s.user_id, s.attempt_id, s.assessment_id, s.earlier, s.minutes,
        s.extra_minutes, s.bands, s.pass_percent, s.holder, s.ref, s.phone, s.started_at, s.questions, s.audit_entry) as started
      from jsonb_to_recordset($2::jsonb) as s(user_id integer, attempt_id uuid, assessment_id integer, earlier integer,
        minutes integer, extra_minutes integer, bands jsonb, pass_percent integer, holder uuid, ref text, phone text,
        started_at timestamptz, questions jsonb, audit_entry jsonb)`,
    args: [
      JSON.stringify(
        sorted.map((start) => ({
          user_id: start.userId,
          attempt_id: start.id,
          assessment_id: start.assessmentId,
          earlier: start.earlier,
          minutes: start.durationMinutes,
          extra_minutes: start.extraMinutes,
          bands: start.bands,
          pass_percent: start.passPercent,
          holder: start.holder,
          ref: start.ref,
          phone: start.phone,
          started_at: start.now,
          questions: start.questions,
          audit_entry: auditRow(start.now, start.auditEntry),
        })),
      ),
    ],
  })
  const startedById = new Map(rows.map((row) => [row.attempt_id, row.started]))
  return starts.map(({ id }) => startedById.get(id) ?? false)
}

export type StartAttempt = (attempt: AttemptStart) => Promise<boolean>

/** Starts use at most two connections of a process. */
const START_CONNECTIONS = 2
const STARTS_PER_BATCH = 24

/**
 * Starts an attempt with `begin_attempt` (0129_attempt_start.sql). Simultaneous starts of one tenant share a statement and
 * its commit. False when the learner's attempts or their number have changed meanwhile; then nothing was written.
 */
export const createAttemptStarter = (callTenantFunction: CallTenantFunction): StartAttempt =>
  createBatchLoader({
    keyOf: ({ clientId }: AttemptStart) => clientId,
    run: (attempts) => startAttempts(callTenantFunction, attempts),
    slots: START_CONNECTIONS,
    maxBatch: STARTS_PER_BATCH,
  })
