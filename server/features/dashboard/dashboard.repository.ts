import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

/** The current calendar day in the tenant's zone, YYYY-MM-DD. */
export const tenantDay = async (db: TenantDb, now: Date): Promise<string> => {
  const result = await sql<{ day: string }>`
    select ((${now}::timestamptz at time zone time_zone)::date)::text as day
    from client where client_id = current_client_id()`.execute(db)
  return result.rows[0]?.day ?? now.toISOString().slice(0, 10)
}

/** Visible students: all of the tenant, or those enrolled in the teacher's courses. */
const visibleStudents = (teacherId: number | null) => sql`
  select u.id, u.full_name, u.created_at
  from app_user u
  where u.client_id = current_client_id() and u.role = 'student' and u.disabled_at is null
    and (${teacherId}::integer is null or exists (
      select 1 from enrolment e
      join course_instructor i on i.client_id = e.client_id and i.course_id = e.course_id
      where e.client_id = u.client_id and e.user_id = u.id and e.left_at is null and i.user_id = ${teacherId}::integer))`

const visibleCourses = (teacherId: number | null) => sql`
  select c.id, c.title, c.position
  from course c
  where c.client_id = current_client_id() and c.status = 'published'
    and (${teacherId}::integer is null or exists (
      select 1 from course_instructor i
      where i.client_id = c.client_id and i.course_id = c.id and i.user_id = ${teacherId}::integer))`

export const totals = async (
  db: TenantDb,
  filter: { teacherId: number | null; today: string; now: Date },
) => {
  const result = await sql<{
    students: number
    active_today: number
    new_this_week: number
    courses: number
    enrolments: number
    completions: number
  }>`
    with students as (${visibleStudents(filter.teacherId)}), courses as (${visibleCourses(filter.teacherId)}),
    enrolled as (
      select e.completed_at from enrolment e join courses c on c.id = e.course_id
      where e.client_id = current_client_id() and e.left_at is null)
    select
      (select count(*) from students)::integer as students,
      (select count(*) from daily_activity a join students s on s.id = a.user_id
        where a.client_id = current_client_id() and a.day = ${filter.today}::date and a.seconds > 0)::integer as active_today,
      (select count(*) from students where created_at > ${filter.now}::timestamptz - interval '7 days')::integer as new_this_week,
      (select count(*) from courses)::integer as courses,
      (select count(*) from enrolled)::integer as enrolments,
      (select count(*) from enrolled where completed_at is not null)::integer as completions`.execute(db)
  const row = result.rows[0]
  if (!row) throw new Error('totals: no row')
  return row
}

/** One row for each day, oldest first, including days without activity. */
export const hoursByDay = async (
  db: TenantDb,
  filter: { teacherId: number | null; today: string; days: number },
) => {
  const result = await sql<{ day: string; hours: number }>`
    with students as (${visibleStudents(filter.teacherId)})
    select d.day::date::text as day, coalesce(round(sum(a.seconds) / 3600.0, 2), 0)::float8 as hours
    from generate_series(${filter.today}::date - ${filter.days - 1}::integer, ${filter.today}::date, interval '1 day') as d(day)
    left join daily_activity a on a.client_id = current_client_id() and a.day = d.day::date
      and a.user_id in (select id from students)
    group by d.day order by d.day`.execute(db)
  return result.rows
}

/** Courses with the most students first. The percentage is the mean share of completed items. */
export const courseRows = async (db: TenantDb, filter: { teacherId: number | null; limit: number }) => {
  const result = await sql<{
    id: number
    title: string
    students: number
    average_percent: number
    completions: number
  }>`
    with courses as (${visibleCourses(filter.teacherId)}),
    size as (
      select course_id, count(*) as items from course_item
      where client_id = current_client_id() and topic_id is not null group by course_id),
    done as (
      select p.course_id, p.user_id, count(*) as items from item_progress p
      join course_item i on i.client_id = p.client_id and i.id = p.item_id and i.topic_id is not null
      where p.client_id = current_client_id() and p.completed_at is not null group by p.course_id, p.user_id)
    select c.id, c.title,
      count(e.user_id)::integer as students,
      coalesce(floor(avg(case when size.items > 0 then least(100, 100.0 * coalesce(done.items, 0) / size.items) else 0 end)
        filter (where e.user_id is not null)), 0)::integer as average_percent,
      (count(*) filter (where e.completed_at is not null))::integer as completions
    from courses c
    left join enrolment e on e.client_id = current_client_id() and e.course_id = c.id and e.left_at is null
    left join size on size.course_id = c.id
    left join done on done.course_id = c.id and done.user_id = e.user_id
    group by c.id, c.title, c.position
    order by count(e.user_id) desc, c.position, c.id
    limit ${filter.limit}`.execute(db)
  return result.rows
}

export const recentStudents = async (db: TenantDb, filter: { teacherId: number | null; limit: number }) => {
  const result = await sql<{ id: number; name: string; joined_at: Date }>`
    with students as (${visibleStudents(filter.teacherId)})
    select id, full_name as name, created_at as joined_at from students
    order by created_at desc, id desc limit ${filter.limit}`.execute(db)
  return result.rows
}
