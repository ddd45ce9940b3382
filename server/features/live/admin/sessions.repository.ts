import '../live.tables.ts'
import { sql, type RawBuilder } from 'kysely'
import type { LiveAudience, LiveKind, LiveProvider, RecordingState } from '#contract/live/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { consentRuleSql } from '../consent.ts'
import { managesSql, type Manager } from './manager.ts'

export interface StaffRow {
  id: number
  kind: LiveKind
  title: string
  course_id: number | null
  course_title: string | null
  hosts: { id: number; name: string }[]
  starts_at: Date
  ends_at: Date
  ended_at: Date | null
  cancelled_at: Date | null
  time_zone: string
  provider: LiveProvider
  audience: LiveAudience
  series_id: number | null
  capacity: number | null
  invited: number
  joined: number
  recording_state: RecordingState
  recording_expected_at: Date | null
  recording_ready_at: Date | null
  recording_seconds: number | null
}

/** Learners are counted once for the whole answer: a term's sessions share one course. */
const COUNTS = sql`
  students as materialized (
    select u.client_id, u.id from app_user u
    where u.client_id = current_client_id() and u.role = 'student' and u.disabled_at is null),
  everyone as materialized (select count(*)::int as n from students),
  learners as materialized (
    select e.course_id, count(*)::int as n from enrolment e join students u on u.id = e.user_id
    where e.client_id = current_client_id() and e.left_at is null group by e.course_id)`

const COLUMNS = sql`
  s.id, s.kind, s.title, s.course_id, c.title as course_title, s.starts_at, s.ends_at, s.ended_at, s.cancelled_at,
  s.time_zone, s.provider, s.audience, s.series_id, s.capacity,
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name) order by h.position, u.id)
    from live_session_host h join app_user u on u.client_id = h.client_id and u.id = h.user_id
    where h.client_id = s.client_id and h.session_id = s.id), '[]') as hosts,
  coalesce(case
    when s.kind = 'webinar' then (select count(*)::int from live_invitee i
      where i.client_id = s.client_id and i.session_id = s.id and i.registered_at is not null)
    when s.audience = 'everyone' then (select n from everyone)
    when s.audience = 'course' then (select n from learners where learners.course_id = s.course_id)
    else (select count(*)::int from live_invitee i join students u on u.id = i.user_id
      where i.client_id = s.client_id and i.session_id = s.id) end, 0) as invited,
  (select count(*)::int from live_join j where j.client_id = s.client_id and j.session_id = s.id) as joined,
  coalesce(r.state, 'none') as recording_state, r.expected_at as recording_expected_at,
  r.ready_at as recording_ready_at, r.duration_seconds as recording_seconds`
const JOINS = sql`
  left join course c on c.client_id = s.client_id and c.id = s.course_id
  left join live_recording r on r.client_id = s.client_id and r.session_id = s.id`

const managed = (manager: Manager): RawBuilder<unknown> =>
  sql`s.client_id = current_client_id() and ${managesSql(manager)}`

export interface StaffFilter {
  when: 'upcoming' | 'past' | 'all'
  now: Date
  kind: LiveKind | null
  courseId: number | null
  /** A pattern of `like`; null for every title. */
  pattern: string | null
}

/** A session that was cancelled counts by its planned time. */
const conditionOf = (filter: StaffFilter): RawBuilder<unknown> => {
  const isOver = sql`(s.ends_at <= ${filter.now} or s.ended_at is not null)`
  return sql`(${filter.when === 'all'}::boolean or ${isOver} = ${filter.when === 'past'}::boolean)
    and (${filter.kind}::text is null or s.kind = ${filter.kind})
    and (${filter.courseId}::int is null or s.course_id = ${filter.courseId}::int)
    and (${filter.pattern}::text is null or s.title ilike ${filter.pattern} or exists (
      select from course x where x.client_id = s.client_id and x.id = s.course_id and x.title ilike ${filter.pattern}))`
}

export const countSessions = async (db: TenantDb, manager: Manager, filter: StaffFilter): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from live_session s where ${managed(manager)} and ${conditionOf(filter)}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export const listSessions = async (
  db: TenantDb,
  manager: Manager,
  filter: StaffFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<StaffRow[]> => {
  const direction = filter.when === 'upcoming' ? sql`asc` : sql`desc`
  const { rows } = await sql<StaffRow>`
    with ${COUNTS},
    page as (select s.id from live_session s where ${managed(manager)} and ${conditionOf(filter)}
      order by s.starts_at ${direction}, s.id ${direction} limit ${limit} offset ${offset})
    select ${COLUMNS} from page join live_session s on s.client_id = current_client_id() and s.id = page.id ${JOINS}
    order by s.starts_at ${direction}, s.id ${direction}`.execute(db)
  return rows
}

export const sessionsBetween = async (
  db: TenantDb,
  manager: Manager,
  { from, until, kind, limit }: { from: Date; until: Date; kind: LiveKind | null; limit: number },
): Promise<StaffRow[]> => {
  const { rows } = await sql<StaffRow>`
    with ${COUNTS}
    select ${COLUMNS} from live_session s ${JOINS}
    where ${managed(manager)} and s.ends_at > ${from} and s.starts_at < ${until}
      and (${kind}::text is null or s.kind = ${kind})
    order by s.starts_at, s.id limit ${limit}`.execute(db)
  return rows
}

export interface DetailRow extends StaffRow {
  description: string
  section_id: number | null
  meeting_url: string | null
  consent_rule: 'none' | 'hidden' | 'required'
  is_exception: boolean
  series_on: string | null
  sequence: number
  revision: number
  room_id: string
  invitees: { id: number; name: string }[]
  series: { weekdays: number[]; last_on: string; sessions: number; remaining: number } | null
  recording_sources: { url: string; mime: string }[] | null
  recording_captions: { language: string; label: string; url: string }[] | null
}

export const findSession = async (
  db: TenantDb,
  manager: Manager,
  sessionId: number,
  now: Date,
): Promise<DetailRow | null> => {
  const { rows } = await sql<DetailRow>`
    with ${COUNTS}
    select ${COLUMNS}, s.description, s.section_id, s.meeting_url, ${consentRuleSql} as consent_rule, s.is_exception,
      s.series_on::text as series_on, s.sequence, s.revision, s.room_id,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.full_name) order by u.full_name, u.id)
        from live_invitee i join app_user u on u.client_id = i.client_id and u.id = i.user_id
        where i.client_id = s.client_id and i.session_id = s.id and s.kind = 'class'), '[]') as invitees,
      (select jsonb_build_object('weekdays', x.weekdays, 'last_on', x.last_on,
          'sessions', (select count(*) from live_session o where o.client_id = x.client_id and o.series_id = x.id),
          'remaining', (select count(*) from live_session o where o.client_id = x.client_id and o.series_id = x.id
            and o.cancelled_at is null and o.ended_at is null and o.ends_at > ${now}))
        from live_series x where x.client_id = s.client_id and x.id = s.series_id) as series,
      r.sources as recording_sources, r.captions as recording_captions
    from live_session s ${JOINS}
    where ${managed(manager)} and s.id = ${sessionId}`.execute(db)
  return rows[0] ?? null
}

/** Everybody who expects these sessions: learners invited to a class, who registered for a webinar, and hosts. */
export const peopleExpecting = async (db: TenantDb, sessionIds: readonly number[]) => {
  const { rows } = await sql<{ id: number; language: string; time_zone: string }>`
    with chosen as materialized (
      select * from live_session s where s.client_id = current_client_id() and s.id = any (${[...sessionIds]}::int[]))
    select u.id, u.language, u.time_zone from app_user u
    where u.client_id = current_client_id() and u.disabled_at is null and exists (select from chosen s where
      (u.role = 'student' and s.kind = 'class' and s.audience = 'everyone')
      or (u.role = 'student' and s.kind = 'class' and s.audience = 'course' and exists (select from enrolment e
        where e.client_id = s.client_id and e.course_id = s.course_id and e.user_id = u.id and e.left_at is null))
      or exists (select from live_invitee i where i.client_id = s.client_id and i.session_id = s.id
        and i.user_id = u.id and case s.kind when 'webinar' then i.registered_at is not null else s.audience = 'chosen' end)
      or exists (select from live_session_host h
        where h.client_id = s.client_id and h.session_id = s.id and h.user_id = u.id))`.execute(db)
  return rows
}
