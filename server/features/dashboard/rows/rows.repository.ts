/** The rows behind each number: the same conditions by which the job counts, with names. */
import { sql, type RawBuilder } from 'kysely'
import { STOPPED_DAYS } from '#contract/dashboard/at-risk.ts'
import type { RowKind } from '#contract/dashboard/rows.ts'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { percentDoneSql } from '#server/core/db/percent-sql.ts'
import {
  EVERYBODY,
  isLearner,
  seesCourse,
  seesLearner,
  viewerAssessments,
  viewerSessions,
} from '../viewers.sql.ts'

/** What is listed. The service has checked that the viewer may see it. */
export interface RowQuestion {
  viewer: number
  kind: RowKind
  from: string
  to: string
  course: number | null
  lesson: number | null
  /** Only of the people in this group. */
  group: number | null
}

export interface FoundRow {
  key: string
  user_id: number | null
  name: string | null
  email: string | null
  title: string | null
  at: Date | null
  seconds: number | null
  percent: number | null
  is_passed: boolean | null
  status: AttendanceStatus | null
  amount_minor: number | null
  currency: string | null
  /** The order: rows with the largest come first. */
  place: number
}

type Values = Partial<
  Record<
    'title' | 'at' | 'seconds' | 'percent' | 'is_passed' | 'status' | 'amount_minor' | 'currency',
    RawBuilder<unknown>
  >
>

/** The columns of every kind in one order; what a kind does not have is null. */
const columns = (
  key: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
  place: RawBuilder<unknown>,
  values: Values,
) => {
  const none = sql`null`
  return sql`${key}::text as key, ${userId}::integer as user_id, ${place}::float8 as place,
    ${values.title ?? none}::text as title, ${values.at ?? none}::timestamptz as at,
    ${values.seconds ?? none}::bigint as seconds, ${values.percent ?? none}::float8 as percent,
    ${values.is_passed ?? none}::boolean as is_passed, ${values.status ?? none}::text as status,
    ${values.amount_minor ?? none}::bigint as amount_minor, ${values.currency ?? none}::text as currency`
}

const epoch = (column: RawBuilder<unknown>) => sql`extract(epoch from ${column})`

/** Moments on the days of the period in the client's time zone. */
const happened = (column: RawBuilder<unknown>, { from, to }: RowQuestion) => sql`
  ${column} >= (${from}::timestamp at time zone (select time_zone from client where client_id = current_client_id()))
  and ${column} < ((${to}::timestamp + interval '1 day')
    at time zone (select time_zone from client where client_id = current_client_id()))`

const active = ({ viewer, from, to }: RowQuestion) => sql`
  select ${columns(sql`u.id`, sql`u.id`, sql`sum(a.seconds)`, { seconds: sql`sum(a.seconds)` })}
  from daily_activity a join app_user u on u.client_id = a.client_id and u.id = a.user_id
  where a.client_id = current_client_id() and a.day between ${from}::date and ${to}::date and a.seconds > 0
    and ${isLearner} and ${seesLearner(viewer, sql`u.id`)}
  group by u.id`

const joined = (asked: RowQuestion) => sql`
  select ${columns(sql`u.id`, sql`u.id`, epoch(sql`u.created_at`), { at: sql`u.created_at` })}
  from app_user u where u.client_id = current_client_id() and ${isLearner}
    and ${seesLearner(asked.viewer, sql`u.id`)} and ${happened(sql`u.created_at`, asked)}`

const enrolments = (at: 'enrolled_at' | 'completed_at') => (asked: RowQuestion) => {
  const moment = sql.ref(`e.${at}`)
  return sql`
    select ${columns(sql`e.user_id || '-' || e.course_id`, sql`e.user_id`, epoch(moment), { title: sql`c.title`, at: moment })}
    from enrolment e
    join app_user u on u.client_id = e.client_id and u.id = e.user_id and ${isLearner}
    join course c on c.client_id = e.client_id and c.id = e.course_id
    where e.client_id = current_client_id() and e.left_at is null and ${happened(moment, asked)}
      and ${seesCourse(asked.viewer, sql`e.course_id`)}`
}

const submitted = (asked: RowQuestion) => sql`
  select ${columns(sql`t.id`, sql`t.user_id`, epoch(sql`t.finished_at`), {
    title: sql`a.texts -> a.language ->> 'title'`,
    at: sql`t.finished_at`,
    percent: sql`t.percent`,
    is_passed: sql`t.passed`,
  })}
  from assessment_attempt t
  join app_user u on u.client_id = t.client_id and u.id = t.user_id and ${isLearner}
  join assessment a on a.client_id = t.client_id and a.id = t.assessment_id
  where t.client_id = current_client_id() and t.state = 'submitted' and ${happened(sql`t.finished_at`, asked)}
    and (${asked.viewer === EVERYBODY}::boolean or t.assessment_id in (
      select v.assessment_id from (${viewerAssessments}) v where v.viewer_id = ${asked.viewer}))`

const attendance = (asked: RowQuestion) => sql`
  select ${columns(sql`m.session_id || '-' || m.user_id`, sql`m.user_id`, epoch(sql`s.starts_at`), {
    title: sql`s.title`,
    at: sql`s.starts_at`,
    status: sql`m.status`,
  })}
  from attendance_mark m
  join app_user u on u.client_id = m.client_id and u.id = m.user_id and ${isLearner}
  join live_session s on s.client_id = m.client_id and s.id = m.session_id and s.kind = 'class' and s.cancelled_at is null
  where m.client_id = current_client_id() and m.status in ('present', 'late', 'absent')
    and ${happened(sql`s.starts_at`, asked)}
    and (${asked.viewer === EVERYBODY}::boolean or s.id in (
      select v.session_id from (${viewerSessions}) v where v.viewer_id = ${asked.viewer}))`

const revenue = (asked: RowQuestion) => sql`
  select ${columns(sql`t.id || '-' || e.currency`, sql`max(e.person_id)`, epoch(sql`t.at`), {
    title: sql`max(c.title)`,
    at: sql`t.at`,
    amount_minor: sql`-sum(e.amount_minor)`,
    currency: sql`e.currency`,
  })}
  from ledger_entry e
  join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
  left join course c on c.client_id = e.client_id and c.id = e.course_id
  where e.client_id = current_client_id() and e.account in ('revenue', 'discount', 'refunds') and ${happened(sql`t.at`, asked)}
  group by t.id, t.at, e.currency`

/** Learners of a course; the condition is about their progress `d` and enrolment `e`. */
const learnersOf =
  (
    condition: (asked: RowQuestion) => RawBuilder<unknown>,
    {
      at = sql`d.last_at`,
      join = () => sql``,
    }: { at?: RawBuilder<unknown>; join?: (asked: RowQuestion) => RawBuilder<unknown> } = {},
  ) =>
  (asked: RowQuestion) => sql`
  select ${columns(sql`d.user_id`, sql`d.user_id`, sql`coalesce(extract(epoch from ${at}), 0)`, {
    title: sql`t.title`,
    at,
    percent: percentDoneSql(sql`d.items_done`, sql`c.items`),
  })}
  from dashboard_progress d
  join dashboard_course c on c.client_id = d.client_id and c.course_id = d.course_id
  join enrolment e on e.client_id = d.client_id and e.user_id = d.user_id and e.course_id = d.course_id
  join app_user u on u.client_id = d.client_id and u.id = d.user_id and ${isLearner}
  ${join(asked)}
  left join course_topic t on t.client_id = d.client_id and t.id = d.furthest_topic_id
  left join course_section s on s.client_id = t.client_id and s.id = t.section_id
  where d.client_id = current_client_id() and d.course_id = ${asked.course} and ${condition(asked)}`

const isAtOrBehind = ({ lesson }: RowQuestion) => sql`
  (e.completed_at is not null or (s.position, s.id, t.position, t.id) >= (
    select ls.position, ls.id, lt.position, lt.id from course_topic lt
    join course_section ls on ls.client_id = lt.client_id and ls.id = lt.section_id
    where lt.client_id = current_client_id() and lt.id = ${lesson}))`

const hasStopped = (asked: RowQuestion) => sql`
  e.completed_at is null and d.furthest_topic_id = ${asked.lesson} and d.last_at < (
    select k.counted_at from dashboard_count k where k.client_id = current_client_id())
    - make_interval(days => ${STOPPED_DAYS})
  and ${happened(sql`(d.last_at + make_interval(days => ${STOPPED_DAYS}))`, asked)}`

/** When the learner first opened the lesson. */
const arrivedAt = sql`arrival.first_at`
const hasArrived = (asked: RowQuestion) => sql`${happened(arrivedAt, asked)}`
const withArrival = ({ lesson }: RowQuestion) => sql`
  join dashboard_arrival arrival on arrival.client_id = d.client_id and arrival.user_id = d.user_id
    and arrival.course_id = d.course_id and arrival.topic_id = ${lesson}`

const KINDS: Readonly<Record<RowKind, (asked: RowQuestion) => RawBuilder<unknown>>> = {
  active,
  joined,
  enrolled: enrolments('enrolled_at'),
  completed: enrolments('completed_at'),
  submitted,
  attendance,
  revenue,
  learners: learnersOf(() => sql`true`),
  started: learnersOf(() => sql`d.last_at is not null`),
  finished: learnersOf(() => sql`e.completed_at is not null`),
  reached: learnersOf(isAtOrBehind),
  arrived: learnersOf(hasArrived, { at: arrivedAt, join: withArrival }),
  stopped: learnersOf(hasStopped),
}

/** The rows of the question, those of one group where it asks for that. */
const rowsOf = (asked: RowQuestion) => {
  const all = KINDS[asked.kind](asked)
  return asked.group === null
    ? all
    : sql`select a.* from (${all}) a join student_group_member m
        on m.client_id = current_client_id() and m.group_id = ${asked.group} and m.user_id = a.user_id`
}

export interface GroupSum {
  group_id: number
  rows: number
  seconds: number
  percents: number
  present: number
}

/** The rows of a kind, summed by group: what {@link foundRows} lists for each group. */
export const groupSums = async (db: TenantDb, asked: RowQuestion): Promise<GroupSum[]> => {
  const { rows } = await sql<GroupSum>`
    select m.group_id, count(*)::integer as rows, coalesce(sum(a.seconds), 0)::float8 as seconds,
      coalesce(sum(a.percent), 0)::float8 as percents,
      count(*) filter (where a.status in ('present', 'late'))::integer as present
    from (${KINDS[asked.kind](asked)}) a
    join student_group_member m on m.client_id = current_client_id() and m.user_id = a.user_id
    group by m.group_id`.execute(db)
  return rows
}

export const countRows = async (db: TenantDb, asked: RowQuestion): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${rowsOf(asked)}) r`.execute(db)
  return rows[0]?.count ?? 0
}

/** Where a list goes on: by page, or behind a row. */
type Slice =
  { limit: number; offset: number } | { limit: number; behind: Pick<FoundRow, 'place' | 'key'> | null }

export const foundRows = async (db: TenantDb, asked: RowQuestion, slice: Slice): Promise<FoundRow[]> => {
  const behind = 'behind' in slice && slice.behind
  const { rows } = await sql<FoundRow>`
    select r.*, u.full_name as name, u.email from (${rowsOf(asked)}) r
    left join app_user u on u.client_id = current_client_id() and u.id = r.user_id
    ${behind ? sql`where (-r.place, r.key) > (-${behind.place}::float8, ${behind.key}::text)` : sql``}
    order by r.place desc, r.key limit ${slice.limit}
    ${'offset' in slice ? sql`offset ${slice.offset}` : sql``}`.execute(db)
  return rows
}

export const lessonOf = async (
  db: TenantDb,
  courseId: number,
  lessonId: number,
): Promise<{ id: number; title: string } | undefined> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from course_topic
    where client_id = current_client_id() and course_id = ${courseId} and id = ${lessonId}`.execute(db)
  return rows[0]
}
