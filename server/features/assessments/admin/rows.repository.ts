/** Attempts in the lists for staff. */
import { sql, type RawBuilder } from 'kysely'
import { INTEGRITY_FLAG_FROM, type AttemptState, type Ending } from '#contract/assessments/shapes.ts'
import type { resultOrders } from '#contract/assessments/admin/results.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface ResultFilters {
  search?: string | undefined
  /** Also finds parts of addresses; without it only a whole one. */
  inAddresses?: boolean
  state?: AttemptState | undefined
  band?: number | undefined
  min_percent?: number | undefined
  max_percent?: number | undefined
  from?: string | undefined
  to?: string | undefined
  flagged?: 'true' | 'false' | undefined
}

export interface AttemptListRow {
  id: string
  user_id: number
  name: string
  email: string
  number: number
  state: AttemptState
  started_at: Date
  finished_at: Date | null
  ended_by: Ending | null
  right_answers: number | null
  questions: number
  answered: number
  percent: number | null
  passed: boolean | null
  scholarship_percent: number | null
  result_version: number | null
  events: number
  decision: 'cleared' | 'upheld' | null
  appeal_open: boolean
  late: number
  ref: string | null
}

const openLateAnswers = sql`(select count(*) from attempt_late_answer l
  where l.client_id = a.client_id and l.attempt_id = a.id and l.counted_at is null)`
const needsAttention = sql`((a.events >= ${INTEGRITY_FLAG_FROM} and a.decision is null)
  or (a.appeal_at is not null and a.appeal_answered_at is null) or ${openLateAnswers} > 0)`

const matches = (clientId: number, assessmentId: number, filters: ResultFilters): RawBuilder<unknown> => {
  const conditions = [sql`a.client_id = ${clientId}`, sql`a.assessment_id = ${assessmentId}`]
  if (filters.search?.trim()) {
    const pattern = likePattern(filters.search)
    const address = filters.inAddresses
      ? sql`u.email ilike ${pattern}`
      : sql`lower(u.email) = ${filters.search.trim().toLowerCase()}`
    conditions.push(sql`(u.full_name ilike ${pattern} or ${address})`)
  }
  if (filters.state) conditions.push(sql`a.state = ${filters.state}`)
  if (filters.band !== undefined) conditions.push(sql`a.scholarship_percent = ${filters.band}`)
  if (filters.min_percent !== undefined) conditions.push(sql`a.percent >= ${filters.min_percent}`)
  if (filters.max_percent !== undefined) conditions.push(sql`a.percent <= ${filters.max_percent}`)
  if (filters.from) conditions.push(sql`a.started_at >= ${`${filters.from}T00:00:00Z`}::timestamptz`)
  if (filters.to)
    conditions.push(sql`a.started_at < ${`${filters.to}T00:00:00Z`}::timestamptz + interval '24 hours'`)
  if (filters.flagged === 'true') conditions.push(needsAttention)
  if (filters.flagged === 'false') conditions.push(sql`not ${needsAttention}`)
  return sql.join(conditions, sql` and `)
}

const FROM = sql`assessment_attempt a join app_user u on u.client_id = a.client_id and u.id = a.user_id`
const COLUMNS = sql`a.id, a.user_id, u.full_name as name, u.email, a.number, a.state, a.started_at, a.finished_at, a.ended_by,
  a.right_answers, a.questions,
  case when a.state = 'submitted' then a.answered else (select count(*) from attempt_answer r
    where r.client_id = a.client_id and r.attempt_id = a.id and r.choice is not null)::integer end as answered,
  a.percent::float8 as percent, a.passed, a.scholarship_percent, a.result_version, a.events, a.decision,
  a.appeal_at is not null and a.appeal_answered_at is null as appeal_open, ${openLateAnswers}::integer as late, a.ref`
const ORDER: Record<(typeof resultOrders)[number], RawBuilder<unknown>> = {
  '-started_at': sql`a.started_at desc, a.id`,
  started_at: sql`a.started_at, a.id`,
  '-percent': sql`a.percent desc nulls last, a.started_at desc, a.id`,
  percent: sql`a.percent nulls last, a.started_at desc, a.id`,
  name: sql`u.full_name, a.number, a.id`,
}

export const attemptRows = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  filters: ResultFilters,
  page: { ordering: (typeof resultOrders)[number]; limit: number; offset: number },
): Promise<AttemptListRow[]> => {
  const { rows } = await sql<AttemptListRow>`
    select ${COLUMNS} from ${FROM} where ${matches(clientId, assessmentId, filters)}
    order by ${ORDER[page.ordering]} limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export const attemptRow = async (
  db: TenantDb,
  clientId: number,
  id: string,
): Promise<AttemptListRow | undefined> => {
  const { rows } = await sql<AttemptListRow>`
    select ${COLUMNS} from ${FROM} where a.client_id = ${clientId} and a.id = ${id}`.execute(db)
  return rows[0]
}

export interface ScoreCount {
  percent: number | null
  scholarship_percent: number | null
  attempts: number
}

/** How many attempts have each score, for averages, charts and percentiles. Null means still open. */
export const scoreCounts = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  filters: ResultFilters = {},
): Promise<ScoreCount[]> => {
  const { rows } = await sql<ScoreCount>`
    select a.percent::float8 as percent, a.scholarship_percent, count(*)::integer as attempts
    from ${FROM} where ${matches(clientId, assessmentId, filters)}
    group by a.percent, a.scholarship_percent order by a.percent nulls last`.execute(db)
  return rows
}

/** For each topic, the share of right answers over all matching attempts. */
export const topicShares = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  filters: ResultFilters,
): Promise<{ topic_id: number; percent: number }[]> => {
  const { rows } = await sql<{ topic_id: number; percent: number }>`
    select t.topic_id, round(100.0 * sum(t."right") / sum(t.questions), 2)::float8 as percent
    from ${FROM}
    join attempt_result r on r.client_id = a.client_id and r.attempt_id = a.id and r.version = a.result_version
    cross join lateral jsonb_to_recordset(r.topics) as t(topic_id integer, "right" integer, questions integer)
    where ${matches(clientId, assessmentId, filters)} group by t.topic_id`.execute(db)
  return rows
}

export interface TotalRow {
  assessment_id: number
  open: number
  submitted: number
  flagged: number
  appeals: number
  late: number
}

export const totalRows = async (
  db: TenantDb,
  clientId: number,
  assessmentId?: number,
): Promise<TotalRow[]> => {
  const { rows } = await sql<TotalRow>`
    select a.assessment_id, count(*) filter (where a.state = 'open')::integer as open,
      count(*) filter (where a.state = 'submitted')::integer as submitted,
      count(*) filter (where a.events >= ${INTEGRITY_FLAG_FROM} and a.decision is null)::integer as flagged,
      count(*) filter (where a.appeal_at is not null and a.appeal_answered_at is null)::integer as appeals,
      coalesce(sum(l.n), 0)::integer as late
    from assessment_attempt a
    left join (select attempt_id, count(*) as n from attempt_late_answer
      where client_id = ${clientId} and counted_at is null group by attempt_id) l on l.attempt_id = a.id
    where a.client_id = ${clientId} ${assessmentId === undefined ? sql`` : sql`and a.assessment_id = ${assessmentId}`}
    group by a.assessment_id`.execute(db)
  return rows
}

export const archivedIds = async (db: TenantDb, clientId: number): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from assessment where client_id = ${clientId} and archived_at is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface MonitorRow {
  id: string
  user_id: number
  name: string
  email: string
  state: AttemptState
  started_at: Date
  finished_at: Date | null
  deadline_at: Date
  last_seen_at: Date
  position: number
  questions: number
  answered: number
  final: number
  extra_minutes: number
  events: number
  version: number
}
const MONITORED_MAX = 500

export const monitorRows = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
  finishedSince: Date,
): Promise<MonitorRow[]> => {
  const { rows } = await sql<MonitorRow>`
    select a.id, a.user_id, u.full_name as name, u.email, a.state, a.started_at, a.finished_at, a.deadline_at,
      a.last_seen_at, a.position, a.questions, r.answered, r.final, a.extra_minutes, a.events, a.version
    from ${FROM}
    cross join lateral (select count(*) filter (where r.choice is not null)::integer as answered,
      count(*) filter (where r.final)::integer as final
      from attempt_answer r where r.client_id = a.client_id and r.attempt_id = a.id) r
    where a.client_id = ${clientId} and a.assessment_id = ${assessmentId}
      and (a.state = 'open' or a.finished_at > ${finishedSince})
    order by a.state, u.full_name, a.id limit ${MONITORED_MAX}`.execute(db)
  return rows
}
