import { sql, type RawBuilder } from 'kysely'
import type { ScormAttempt } from '#contract/scorm/scorm.ts'
import type { scormOrders } from '#contract/grading/scorm-results.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface Teacher {
  clientId: number
  userId: number
  /** False for an instructor, who sees only the courses that they teach (rules: Learning). */
  everywhere: boolean
}

export interface LessonRow {
  item_id: number
  title: string
  course_id: number
  course: string
  pass_score: number | null
  learners: number
  opened: number
  done: number
  average: number | null
}

const lessonsOf = ({ clientId, userId, everywhere }: Teacher, condition: RawBuilder<unknown>) => sql`
  from item_scorm k
  join course_item i on i.client_id = k.client_id and i.id = k.item_id
  join course c on c.client_id = i.client_id and c.id = i.course_id
  join course_topic t on t.client_id = i.client_id and t.id = i.topic_id
  join course_section s on s.client_id = t.client_id and s.id = t.section_id
  where k.client_id = ${clientId} and ${condition}
    and (${everywhere} or exists (select from course_instructor ci
      where ci.client_id = c.client_id and ci.course_id = c.id and ci.user_id = ${userId}))`

const FIGURES = sql`
  i.id as item_id, i.title, c.id as course_id, c.title as course, (k.content ->> 'pass_score')::float8 as pass_score,
  (select count(*) from enrolment e
    where e.client_id = c.client_id and e.course_id = c.id and e.left_at is null)::integer as learners, figures.*
  `
/** Aggregates attempts per learner first, then per lesson. */
const RESULT_FIGURES = sql`
  lateral (select count(*)::integer as opened, (count(*) filter (where best.done))::integer as done,
      avg(best.percent)::float8 as average
    from (select bool_or(a.status in ('completed', 'passed')) as done, max(a.percent) as percent
      from scorm_attempt a
      join enrolment e on e.client_id = a.client_id and e.user_id = a.user_id and e.course_id = a.course_id
      where a.client_id = shown.client_id and a.course_id = shown.course_id and a.item_id = shown.item_id
        and e.left_at is null
      group by a.user_id) best) figures`

export const lessonPage = async (
  db: TenantDb,
  teacher: Teacher,
  page: { search: string; limit: number; offset: number },
): Promise<{ count: number; rows: LessonRow[] }> => {
  const pattern = likePattern(page.search)
  const from = lessonsOf(
    teacher,
    page.search === '' ? sql`true` : sql`(i.title ilike ${pattern} or c.title ilike ${pattern})`,
  )
  const counted = await sql<{ count: number }>`select count(*)::integer as count ${from}`.execute(db)
  const { rows } = await sql<LessonRow>`
    with shown as (
      select i.client_id, i.course_id, i.id as item_id, row_number() over (
        order by c.title, c.id, s.position, s.id, t.position, t.id, i.position, i.id) as place
      ${from} order by place limit ${page.limit} offset ${page.offset})
    select ${FIGURES}
    from shown
    join item_scorm k on k.client_id = shown.client_id and k.item_id = shown.item_id
    join course_item i on i.client_id = shown.client_id and i.id = shown.item_id
    join course c on c.client_id = shown.client_id and c.id = shown.course_id
    cross join ${RESULT_FIGURES}
    order by shown.place`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, rows }
}

/** Undefined for a lesson that this teacher may not see. */
export const lessonById = async (
  db: TenantDb,
  teacher: Teacher,
  itemId: number,
): Promise<LessonRow | undefined> => {
  const { rows } = await sql<LessonRow>`
    with shown as (
      select i.client_id, i.course_id, i.id as item_id ${lessonsOf(teacher, sql`k.item_id = ${itemId}`)})
    select ${FIGURES}
    from shown
    join item_scorm k on k.client_id = shown.client_id and k.item_id = shown.item_id
    join course_item i on i.client_id = shown.client_id and i.id = shown.item_id
    join course c on c.client_id = shown.client_id and c.id = shown.course_id
    cross join ${RESULT_FIGURES}`.execute(db)
  return rows[0]
}

export interface ResultRow {
  user_id: number
  name: string
  email: string | null
  status: ScormAttempt['status']
  percent: number | null
  seconds: number
  attempts: number
  last_used: Date | null
}
export interface ResultFilters {
  search: string
  /** Also finds parts of addresses, and shows them. */
  withAddresses: boolean
  status: ScormAttempt['status'] | null
}

/** Learners enrolled now, each with the best of all attempts. */
const resultsOf = (
  { clientId, courseId, itemId }: { clientId: number; courseId: number; itemId: number },
  { search, status, withAddresses }: ResultFilters,
) => sql`
  from (
    select u.id as user_id, u.full_name as name,
      case when ${withAddresses}::boolean then u.email end as email,
      case max(case a.status when 'passed' then 4 when 'completed' then 3 when 'failed' then 2 when 'incomplete' then 1
          else 0 end)
        when 4 then 'passed' when 3 then 'completed' when 2 then 'failed' when 1 then 'incomplete'
        else 'not_attempted' end as status,
      max(a.percent) as percent, coalesce(sum(a.seconds_before + a.seconds), 0)::integer as seconds,
      count(a.number)::integer as attempts, max(a.saved_at) as last_used
    from enrolment e
    join app_user u on u.client_id = e.client_id and u.id = e.user_id
    left join scorm_attempt a on a.client_id = e.client_id and a.user_id = e.user_id and a.item_id = ${itemId}
    where e.client_id = ${clientId} and e.course_id = ${courseId} and e.left_at is null
      and (${search === ''} or u.full_name ilike ${likePattern(search)} 
        or (${withAddresses}::boolean and u.email ilike ${likePattern(search)}))
    group by u.id, u.full_name, u.email) r
  where ${status === null} or r.status = ${status}`

const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  percent: sql`r.percent`,
  seconds: sql`r.seconds`,
  attempts: sql`r.attempts`,
  last_used: sql`r.last_used`,
}
/** Missing values sort below all others, in both directions. */
const orderOf = (ordering: (typeof scormOrders)[number]): RawBuilder<unknown> => {
  const column = COLUMNS[ordering.replace('-', '')]
  const byName = sql`lower(r.name), r.user_id`
  if (!column) return byName
  return ordering.startsWith('-')
    ? sql`${column} desc nulls last, ${byName}`
    : sql`${column} asc nulls first, ${byName}`
}

export const resultPage = async (
  db: TenantDb,
  lesson: { clientId: number; courseId: number; itemId: number },
  filters: ResultFilters,
  page: { ordering: (typeof scormOrders)[number]; limit: number; offset: number },
): Promise<{ count: number; rows: ResultRow[] }> => {
  const from = resultsOf(lesson, filters)
  const counted = await sql<{ count: number }>`select count(*)::integer as count ${from}`.execute(db)
  const { rows } = await sql<ResultRow>`
    select r.* ${from} order by ${orderOf(page.ordering)} limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  return { count: counted.rows[0]?.count ?? 0, rows }
}
