import { sql } from 'kysely'
import type {
  AttemptState,
  Band,
  Ending,
  IntegrityKind,
  Letter,
  Release,
  Variant,
} from '#contract/assessments/shapes.ts'
import { LATE_GRACE_MS } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { rowsIn } from '#server/core/db/query.ts'
import type { QuestionTexts, ShownText } from '../question-texts.ts'

/** The person who takes an attempt. */
export interface Learner {
  clientId: number
  userId: number
}

/** A drawn question: `options[0]` is the author's option (0 = A) that is shown first. */
export interface DrawnQuestion {
  readonly id: number
  readonly version: number
  readonly topic_id: number
  readonly options: readonly [number, number, number, number]
}

export interface AttemptRow {
  id: string
  assessment_id: number
  user_id: number
  number: number
  state: AttemptState
  duration_minutes: number
  bands: Band[]
  pass_percent: number | null
  questions: number
  started_at: Date
  deadline_at: Date
  extra_minutes: number
  holder: string
  held_at: Date
  version: number
  position: number
  last_seen_at: Date
  ref: string | null
  phone: string | null
  events: number
  finished_at: Date | null
  ended_by: Ending | null
  answered: number
  answers_hash: string | null
  result_version: number | null
  right_answers: number | null
  percent: number | null
  passed: boolean | null
  scholarship_percent: number | null
  decision: 'cleared' | 'upheld' | null
  decision_note: string | null
  decision_by: string | null
  decision_at: Date | null
  appeal_text: string | null
  appeal_at: Date | null
  appeal_outcome: 'accepted' | 'declined' | null
  appeal_answer: string | null
  appeal_by: string | null
  appeal_answered_at: Date | null
}

/** Every column, with the names of the people who decided. */
export const ATTEMPT_COLUMNS = sql`a.id, a.assessment_id, a.user_id, a.number, a.state, a.duration_minutes, a.bands, a.pass_percent,
  a.questions, a.started_at, a.deadline_at, a.extra_minutes, a.holder, a.held_at, a.version, a.position, a.last_seen_at,
  a.ref, a.phone, a.events, a.finished_at, a.ended_by, a.answered, a.answers_hash, a.result_version, a.right_answers,
  a.percent::float8 as percent, a.passed, a.scholarship_percent, a.decision, a.decision_note, a.decision_at, a.appeal_text,
  a.appeal_at, a.appeal_outcome, a.appeal_answer, a.appeal_answered_at,
  (select u.full_name from app_user u where u.client_id = a.client_id and u.id = a.decision_by) as decision_by,
  (select u.full_name from app_user u where u.client_id = a.client_id and u.id = a.appeal_by) as appeal_by`

/** Only the learner's own attempts: those of others do not exist for them. */
export const attemptOfLearner = async (
  db: TenantDb,
  learner: Learner,
  id: string,
): Promise<AttemptRow | undefined> => {
  const { rows } = await sql<AttemptRow>`
    select ${ATTEMPT_COLUMNS} from assessment_attempt a
    where a.client_id = ${learner.clientId} and a.id = ${id} and a.user_id = ${learner.userId}`.execute(db)
  return rows[0]
}

/** For staff; `forUpdate` locks the row until the transaction ends. */
export const attemptById = async (
  db: TenantDb,
  clientId: number,
  id: string,
  forUpdate = false,
): Promise<AttemptRow | undefined> => {
  const { rows } = await sql<AttemptRow>`
    select ${ATTEMPT_COLUMNS} from assessment_attempt a where a.client_id = ${clientId} and a.id = ${id}
    ${forUpdate ? sql`for update of a` : sql``}`.execute(db)
  return rows[0]
}

export const openAttempt = async (
  db: TenantDb,
  learner: Learner,
  assessmentId: number,
): Promise<AttemptRow | undefined> => {
  const { rows } = await sql<AttemptRow>`
    select ${ATTEMPT_COLUMNS} from assessment_attempt a
    where a.client_id = ${learner.clientId} and a.assessment_id = ${assessmentId} and a.user_id = ${learner.userId}
      and a.state = 'open'`.execute(db)
  return rows[0]
}

export interface NewAttempt {
  id: string
  assessmentId: number
  number: number
  durationMinutes: number
  extraMinutes: number
  bands: readonly Band[]
  passPercent: number | null
  holder: string
  ref: string | null
  phone: string | null
  questions: readonly DrawnQuestion[]
  now: Date
}

const LETTERS = 'ABCD'
/** `[2, 0, 3, 1]` is "CADB". */
export const orderText = (options: DrawnQuestion['options']): string =>
  options.map((option) => LETTERS.charAt(option)).join('')

export const drawnRows = (questions: readonly DrawnQuestion[]): AttemptQuestionRow[] =>
  questions.map((question, index) => ({
    position: index + 1,
    question_id: question.id,
    version: question.version,
    topic_id: question.topic_id,
    option_order: orderText(question.options),
  }))

export const insertAttempt = async (db: TenantDb, learner: Learner, attempt: NewAttempt): Promise<void> => {
  const { now } = attempt
  const minutes = attempt.durationMinutes + attempt.extraMinutes
  const rows = drawnRows(attempt.questions)
  await sql`
    with inserted as (
      insert into assessment_attempt (client_id, id, assessment_id, user_id, number, duration_minutes, bands, pass_percent,
        questions, started_at, deadline_at, extra_minutes, holder, held_at, last_seen_at, ref, phone)
      values (${learner.clientId}, ${attempt.id}, ${attempt.assessmentId}, ${learner.userId}, ${attempt.number},
        ${attempt.durationMinutes}, ${JSON.stringify(attempt.bands)}, ${attempt.passPercent}, ${attempt.questions.length},
        ${now}, ${new Date(now.getTime() + minutes * 60_000)}, ${attempt.extraMinutes}, ${attempt.holder}, ${now}, ${now},
        ${attempt.ref}, ${attempt.phone})
    )
    insert into attempt_question (client_id, attempt_id, position, question_id, version, topic_id, option_order)
    select ${learner.clientId}::integer, ${attempt.id}::uuid, q.position, q.question_id, q.version, q.topic_id, q.option_order
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as q(position integer, question_id integer, version integer, topic_id integer, option_order text)`.execute(
    db,
  )
}

/** Repeated by the same device it changes nothing. */
export const moveLease = async (db: TenantDb, learner: Learner, id: string, holder: string, now: Date) => {
  await sql`
    update assessment_attempt set holder = ${holder}, version = version + 1, held_at = ${now}, last_seen_at = ${now}
    where client_id = ${learner.clientId} and id = ${id} and user_id = ${learner.userId} and state = 'open'
      and holder <> ${holder}`.execute(db)
}

/** Ends an open attempt; true when this call ended it (`finish_attempt` in 0091_attempts.sql). */
export const finishAttempt = async (
  db: TenantDb,
  clientId: number,
  end: { id: string; by: Ending; at: Date; now: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ done: boolean }>`
    select finish_attempt(${clientId}, ${end.id}, ${end.by}, ${end.at}, ${end.now}) as done`.execute(db)
  return rows[0]?.done ?? false
}

/** True when nothing that arrives now counts any more (E1). */
export const isExpired = (row: Pick<AttemptRow, 'deadline_at'>, now: Date): boolean =>
  now.getTime() > row.deadline_at.getTime() + LATE_GRACE_MS

/** A question at its position in one attempt. */
export interface AttemptQuestionRow {
  position: number
  question_id: number
  version: number
  topic_id: number
  option_order: string
}
export interface QuestionRow extends AttemptQuestionRow, ShownText {}

/** The questions as learners may see them: neither keys nor explanations are read (E8). */
export const shownQuestions = async (
  db: TenantDb,
  texts: QuestionTexts,
  clientId: number,
  id: string,
): Promise<QuestionRow[]> => {
  const { rows } = await sql<AttemptQuestionRow>`
    select q.position, q.question_id, q.version, q.topic_id, q.option_order from attempt_question q
    where q.client_id = ${clientId} and q.attempt_id = ${id} order by q.position`.execute(db)
  return texts.fill(clientId, rows, rowsIn(db))
}

export interface AnswerRow {
  position: number
  choice: Letter | null
  final: boolean
  marked: boolean
  seen: boolean
  seq: number
  saved_at: Date | null
  submitted_at: Date | null
}

export const answersOf = async (db: TenantDb, clientId: number, id: string): Promise<AnswerRow[]> => {
  const { rows } = await sql<AnswerRow>`
    select position, choice, final, marked, seen, seq, saved_at, submitted_at from attempt_answer
    where client_id = ${clientId} and attempt_id = ${id} order by position`.execute(db)
  return rows
}

export interface TopicRow {
  id: number
  slug: string
  names: { [L in Language]?: string }
}

export const topicsById = async (
  db: TenantDb,
  clientId: number,
  ids: readonly number[],
): Promise<TopicRow[]> => {
  const { rows } = await sql<TopicRow>`
    select id, slug, names from bank_topic where client_id = ${clientId} and id = any(${[...new Set(ids)]})
    order by position, id`.execute(db)
  return rows
}

export interface AssessmentRow {
  id: number
  language: Language
  texts: { [L in Language]?: { title: string; description: string; instructions: string } }
  variant: Variant
  status: 'active' | 'inactive'
  duration_minutes: number
  opens_at: Date | null
  closes_at: Date | null
  attempts_allowed: number
  phone_verification: boolean
  shuffle_questions: boolean
  shuffle_options: boolean
  release: Release
  bands: Band[]
  pass_percent: number | null
  roadmap: unknown
  questions: number
  released_at: Date | null
  /** An attempt is still open. */
  running: boolean
}

const ASSESSMENT_COLUMNS = sql`s.id, s.language, s.texts, s.variant, s.status, s.duration_minutes, s.opens_at, s.closes_at,
  s.attempts_allowed, s.phone_verification, s.shuffle_questions, s.shuffle_options, s.release, s.bands, s.pass_percent,
  s.roadmap, r.released_at,
  exists (select from assessment_attempt o where o.client_id = s.client_id and o.assessment_id = s.id and o.state = 'open')
    as running,
  (select coalesce(sum(c.count), 0) from assessment_rule c where c.client_id = s.client_id and c.assessment_id = s.id)::integer
    + (select count(*) from assessment_fixed_question f where f.client_id = s.client_id and f.assessment_id = s.id)::integer
    as questions`

/** All assessments, or those with these ids, in the tenant's order. */
export const assessments = async (
  db: TenantDb,
  clientId: number,
  ids?: readonly number[],
): Promise<AssessmentRow[]> => {
  const { rows } = await sql<AssessmentRow>`
    select ${ASSESSMENT_COLUMNS} from assessment s
    left join assessment_release r on r.client_id = s.client_id and r.assessment_id = s.id
    where s.client_id = ${clientId} ${ids ? sql`and s.id = any(${[...ids]})` : sql``}
    order by s.position, s.id`.execute(db)
  return rows
}

export const assessmentById = async (
  db: TenantDb,
  clientId: number,
  id: number,
): Promise<AssessmentRow | undefined> => (await assessments(db, clientId, [id]))[0]

export interface ReportRow {
  kind: IntegrityKind
  at: Date
  lasted_ms: number
  position: number | null
}

export const reportsOf = async (db: TenantDb, clientId: number, id: string): Promise<ReportRow[]> => {
  const { rows } = await sql<ReportRow>`
    select kind, at, lasted_ms, position from attempt_event
    where client_id = ${clientId} and attempt_id = ${id} order by at, received_at`.execute(db)
  return rows
}
