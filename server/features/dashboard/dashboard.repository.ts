/** Reads the kept numbers. Nothing here counts rows of other features. */
import { sql, type RawBuilder } from 'kysely'
import type { DashboardNumbers } from '#contract/dashboard/dashboard.ts'
import type { RiskReason } from '#contract/dashboard/at-risk.ts'
import type { Period } from '#contract/dashboard/period.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { seesCourse } from './viewers.sql.ts'

const within = (column: string, { from, to }: Period): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} between ${from}::date and ${to}::date`

/** When the viewer's numbers were counted; with other learners than counted they are those of the last recount. */
export const freshness = async (
  db: TenantDb,
  viewer: number,
): Promise<{ counted_at: Date; learners: number } | undefined> => {
  const { rows } = await sql<{ counted_at: Date; learners: number }>`
    select coalesce(v.counted_at, v.recounted_at) as counted_at, v.learners from dashboard_viewer v
    join dashboard_count c on c.client_id = v.client_id
    where v.client_id = current_client_id() and v.viewer_id = ${viewer}`.execute(db)
  return rows[0]
}

type Stored = Omit<DashboardNumbers, 'average_percent' | 'attended' | 'held' | 'active' | 'study_seconds'> & {
  percents: number
  present: number
  late: number
  absent: number
}

/** The learners of the days whose former day lies before the period: each of them once. */
const activeIn = async (db: TenantDb, viewer: number, period: Period) => {
  const { rows } = await sql<{ active: number; study_seconds: number }>`
    select coalesce(sum(learners) filter (where former_day < ${period.from}::date), 0)::integer as active,
      coalesce(sum(seconds), 0)::bigint as study_seconds
    from dashboard_active
    where client_id = current_client_id() and viewer_id = ${viewer} and ${within('day', period)}`.execute(db)
  return rows[0] ?? { active: 0, study_seconds: 0 }
}

const storedIn = async (db: TenantDb, viewer: number, period: Period): Promise<Stored> => {
  const names = [
    'joined',
    'enrolled',
    'completed',
    'submitted',
    'judged',
    'passed',
    'present',
    'late',
    'absent',
  ]
  const sums = sql.join(
    names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::integer as ${sql.ref(name)}`),
  )
  const { rows } = await sql<Stored>`
    select ${sums}, coalesce(sum(percents), 0)::float8 as percents from dashboard_day
    where client_id = current_client_id() and viewer_id = ${viewer} and ${within('day', period)}`.execute(db)
  return rows[0] as Stored
}

/** Percentages have two digits, as the results of attempts. */
const rounded = (value: number) => Math.round(value * 100) / 100

export const numbersOf = async (db: TenantDb, viewer: number, period: Period): Promise<DashboardNumbers> => {
  const { percents, present, late, absent, ...stored } = await storedIn(db, viewer, period)
  return {
    ...stored,
    ...(await activeIn(db, viewer, period)),
    average_percent: stored.submitted === 0 ? null : rounded(percents / stored.submitted),
    attended: present + late,
    held: present + late + absent,
  }
}

export interface StepNumbers {
  from: string
  to: string
  active: number
  study_seconds: number
  joined: number
  enrolled: number
  completed: number
}

/** The period in steps of so many days. Within a step a learner is active once. */
export const stepsOf = async (
  db: TenantDb,
  viewer: number,
  { period, size }: { period: Period; size: number },
): Promise<StepNumbers[]> => {
  const start = sql`${period.from}::date`
  const stepOf = (day: string) => sql`(${sql.ref(day)} - ${start}) / ${size}::integer`
  const { rows } = await sql<StepNumbers>`
    with active as (
      select ${stepOf('day')} as step, sum(seconds)::bigint as study_seconds,
        coalesce(sum(learners) filter (where former_day < ${start} + ${stepOf('day')} * ${size}::integer), 0)::integer as active
      from dashboard_active
      where client_id = current_client_id() and viewer_id = ${viewer} and ${within('day', period)}
      group by 1),
    other as (
      select ${stepOf('day')} as step, sum(joined)::integer as joined, sum(enrolled)::integer as enrolled,
        sum(completed)::integer as completed
      from dashboard_day
      where client_id = current_client_id() and viewer_id = ${viewer} and ${within('day', period)}
      group by 1)
    select (${start} + n.step * ${size}::integer)::text as from,
      least(${period.to}::date, ${start} + (n.step + 1) * ${size}::integer - 1)::text as to,
      coalesce(a.active, 0) as active, coalesce(a.study_seconds, 0) as study_seconds, coalesce(o.joined, 0) as joined,
      coalesce(o.enrolled, 0) as enrolled, coalesce(o.completed, 0) as completed
    from generate_series(0, (${period.to}::date - ${start}) / ${size}::integer) as n(step)
    left join active a on a.step = n.step left join other o on o.step = n.step order by n.step`.execute(db)
  return rows
}

export interface Revenue {
  currency: string
  sold_minor: number
  refunded_minor: number
  former_net_minor: number
}

export const revenueIn = async (db: TenantDb, period: Period, former: Period): Promise<Revenue[]> => {
  const { rows } = await sql<Revenue>`
    select currency,
      coalesce(sum(sold_minor) filter (where ${within('day', period)}), 0)::bigint as sold_minor,
      coalesce(sum(refunded_minor) filter (where ${within('day', period)}), 0)::bigint as refunded_minor,
      coalesce(sum(sold_minor - refunded_minor) filter (where ${within('day', former)}), 0)::bigint as former_net_minor
    from dashboard_money
    where client_id = current_client_id() and day between ${former.from}::date and ${period.to}::date
    group by currency order by currency`.execute(db)
  return rows
}

export interface CourseNumbers {
  id: number
  title: string
  learners: number
  started: number
  completed: number
  average_percent: number
}

/** Courses with the most learners first. */
export const courseNumbers = async (
  db: TenantDb,
  viewer: number,
  limit: number,
): Promise<CourseNumbers[]> => {
  const { rows } = await sql<CourseNumbers>`
    select c.id, c.title, d.learners, d.started, d.completed, d.average_percent
    from dashboard_course d join course c on c.client_id = d.client_id and c.id = d.course_id
    where d.client_id = current_client_id() and ${seesCourse(viewer, sql`d.course_id`)}
    order by d.learners desc, c.position, c.id limit ${limit}`.execute(db)
  return rows
}

export const riskCounts = async (
  db: TenantDb,
  viewer: number,
): Promise<{ reason: RiskReason | 'any'; learners: number }[]> => {
  const { rows } = await sql<{ reason: RiskReason | 'any'; learners: number }>`
    select reason, learners from dashboard_risk_count
    where client_id = current_client_id() and viewer_id = ${viewer} order by learners desc, reason`.execute(
    db,
  )
  return rows
}

/** A published course that the viewer sees. */
export const visibleCourse = async (
  db: TenantDb,
  viewer: number,
  courseId: number,
): Promise<{ id: number; title: string } | undefined> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select c.id, c.title from course c where c.client_id = current_client_id() and c.id = ${courseId}
      and c.status = 'published' and ${seesCourse(viewer, sql`c.id`)}`.execute(db)
  return rows[0]
}

export interface LessonNumbers {
  id: number
  title: string
  section: string
  here: number
  arrived: number
  arrived_before: number
  stopped: number
  stopped_before: number
}

/** In the order of the course. */
export const lessonNumbers = async (
  db: TenantDb,
  courseId: number,
  { period, former }: { period: Period; former: Period },
): Promise<LessonNumbers[]> => {
  const sumIn = (column: string, days: Period, name: string) =>
    sql`coalesce(sum(${sql.ref(`n.${column}`)}) filter (where ${within('n.day', days)}), 0)::integer as ${sql.ref(name)}`
  const { rows } = await sql<LessonNumbers>`
    select t.id, t.title, s.title as section, coalesce(l.here, 0) as here, days.*
    from course_topic t
    join course_section s on s.client_id = t.client_id and s.id = t.section_id
    left join dashboard_lesson l on l.client_id = t.client_id and l.course_id = t.course_id and l.topic_id = t.id
    cross join lateral (
      select ${sumIn('arrived', period, 'arrived')}, ${sumIn('arrived', former, 'arrived_before')},
        ${sumIn('stopped', period, 'stopped')}, ${sumIn('stopped', former, 'stopped_before')}
      from dashboard_lesson_day n where n.client_id = t.client_id and n.course_id = t.course_id and n.topic_id = t.id
        and n.day between ${former.from}::date and ${period.to}::date) days
    where t.client_id = current_client_id() and t.course_id = ${courseId}
    order by s.position, s.id, t.position, t.id`.execute(db)
  return rows
}

export const courseTotals = async (
  db: TenantDb,
  courseId: number,
): Promise<{ learners: number; completed: number } | undefined> => {
  const { rows } = await sql<{ learners: number; completed: number }>`
    select learners, completed from dashboard_course
    where client_id = current_client_id() and course_id = ${courseId}`.execute(db)
  return rows[0]
}
