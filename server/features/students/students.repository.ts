import { sql, type RawBuilder } from 'kysely'
import {
  INACTIVE_DAYS,
  type personStates,
  type studentSorts,
  type studentStates,
} from '#contract/students/students.ts'
import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'
import { lowerLikePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** Who asks: null sees everybody, a teacher the learners of their courses. */
export interface Viewer {
  readonly clientId: number
  readonly teacherId: number | null
}

export interface StudentFilter {
  readonly search?: string | undefined
  readonly course?: number | undefined
  readonly group?: number | undefined
  readonly state?: (typeof studentStates)[number] | undefined
  readonly role: Role
  readonly sort: (typeof studentSorts)[number]
}

export interface ListedStudent {
  id: number
  /** How many people a list with filters has; null otherwise. */
  total: number | null
  name: string
  email: string
  picture: string | null
  phone: string | null
  language: Language
  role: Role
  disabled_at: Date | null
  joined_at: Date
  last_active_on: string | null
  courses: number
  courses_done: number
  groups: { id: number; name: string }[]
}

/** Where somebody stands in a list; the key is what it is sorted by. */
export interface Place {
  id: number
  key: string
}

/** An enrolment `e` of person `u` in a course that the viewer may see. */
const inVisibleCourse = ({ teacherId }: Viewer): RawBuilder<boolean> =>
  teacherId === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from course_instructor i
        where i.client_id = e.client_id and i.course_id = e.course_id and i.user_id = ${teacherId})`

/** Whether the viewer may know person `p`. */
const isVisible = (viewer: Viewer): RawBuilder<boolean> =>
  viewer.teacherId === null
    ? sql<boolean>`true`
    : sql<boolean>`(p.role = 'student' and exists (select from enrolment e
        where e.client_id = p.client_id and e.user_id = p.user_id and e.left_at is null and ${inVisibleCourse(viewer)}))`

const studiedLately = (now: Date) =>
  sql`coalesce(p.last_active_on > (${now}::timestamptz at time zone 'UTC')::date - ${INACTIVE_DAYS}::integer, false)`

const STATES: Record<(typeof studentStates)[number], (now: Date) => RawBuilder<boolean>> = {
  active: (now) => sql`p.disabled_at is null and ${studiedLately(now)}`,
  inactive: (now) => sql`p.disabled_at is null and not ${studiedLately(now)}`,
  never: () => sql`p.disabled_at is null and p.last_active_on is null`,
  disabled: () => sql`p.disabled_at is not null`,
  unconfirmed: () => sql`not p.counts_as_person`,
}

/** Teachers see no addresses, so they do not find by them. */
const isFound = ({ teacherId }: Viewer, search: string): RawBuilder<boolean> =>
  teacherId === null
    ? // Not `like`: the planner takes it for so rare behind row-level security that it looks people up one by one.
      sql`strpos(p.search_text, ${search.trim().normalize('NFC').toLowerCase()}) > 0`
    : sql`exists (select from app_user u where u.client_id = p.client_id and u.id = p.user_id
        and (lower(u.full_name) like ${lowerLikePattern(search)} or u.username_key like ${lowerLikePattern(search)}))`

/** All conditions but the search. */
const matches = (viewer: Viewer, filter: Omit<StudentFilter, 'search'>, now: Date): RawBuilder<boolean> => {
  const conditions = [sql`p.client_id = ${viewer.clientId}`, sql`p.role = ${filter.role}`, isVisible(viewer)]
  if (filter.course !== undefined)
    conditions.push(
      sql`exists (select from enrolment e where e.client_id = p.client_id and e.user_id = p.user_id
        and e.course_id = ${filter.course} and e.left_at is null and ${inVisibleCourse(viewer)})`,
    )
  if (filter.group !== undefined)
    conditions.push(
      viewer.teacherId === null
        ? sql`exists (select from student_group_member m where m.client_id = p.client_id and m.user_id = p.user_id
            and m.group_id = ${filter.group})`
        : sql`false`,
    )
  if (filter.state) conditions.push(STATES[filter.state](now))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** All conditions but the search; only people who count, unless the others are asked for. */
const filtersOf = (viewer: Viewer, filter: StudentFilter, now: Date): RawBuilder<boolean> =>
  filter.state === 'unconfirmed'
    ? matches(viewer, filter, now)
    : sql<boolean>`${matches(viewer, filter, now)} and p.counts_as_person`

const conditionsOf = (viewer: Viewer, filter: StudentFilter, now: Date): RawBuilder<boolean> =>
  filter.search?.trim()
    ? sql<boolean>`${filtersOf(viewer, filter, now)} and ${isFound(viewer, filter.search)}`
    : filtersOf(viewer, filter, now)

/**
 * Everybody `p` that the filters match, for a pass over all people. `offset 0` makes the planner apply the other filters
 * first, so that fewer texts are searched.
 */
const allMatching = (viewer: Viewer, filter: StudentFilter, now: Date): RawBuilder<unknown> =>
  filter.search?.trim()
    ? sql`(select p.client_id, p.user_id, p.full_name, p.created_at, p.search_text from person_summary p
          where ${filtersOf(viewer, filter, now)} offset 0) p
        where ${isFound(viewer, filter.search)}`
    : sql`person_summary p where ${filtersOf(viewer, filter, now)}`

/**
 * Everybody of the client that the filters match, for other features: a condition for `app_user u`. It includes those
 * who have not confirmed their address.
 */
export const peopleMatching = (
  clientId: number,
  filter: {
    role: Role
    course: number | null
    group: number | null
    state: (typeof personStates)[number] | null
  },
  now: Date,
): RawBuilder<boolean> => {
  const matching = matches(
    { clientId, teacherId: null },
    {
      role: filter.role,
      course: filter.course ?? undefined,
      group: filter.group ?? undefined,
      state: filter.state ?? undefined,
      sort: 'name',
    },
    now,
  )
  return sql<boolean>`(u.client_id = ${clientId}
    and u.id in (select p.user_id from person_summary p where ${matching}))`
}

const ORDER = {
  name: sql`p.full_name, p.user_id`,
  newest: sql`p.created_at desc, p.user_id desc`,
  oldest: sql`p.created_at, p.user_id`,
} as const
/** As text: a time in JavaScript has no microseconds. */
const KEY = {
  name: sql`p.full_name`,
  newest: sql`p.created_at::text`,
  oldest: sql`p.created_at::text`,
} as const
const BEHIND: Record<keyof typeof ORDER, (place: Place) => RawBuilder<boolean>> = {
  name: ({ id, key }) => sql`(p.full_name, p.user_id) > (${key}::text, ${id}::integer)`,
  newest: ({ id, key }) => sql`(p.created_at, p.user_id) < (${key}::timestamptz, ${id}::integer)`,
  oldest: ({ id, key }) => sql`(p.created_at, p.user_id) > (${key}::timestamptz, ${id}::integer)`,
}

export const countStudents = async (
  db: TenantDb,
  viewer: Viewer,
  filter: StudentFilter,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${allMatching(viewer, filter, now)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Groups are the admins' own order of the people. */
const groupsOf = ({ teacherId }: Viewer) =>
  teacherId === null
    ? sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
        from student_group_member m join student_group g on g.client_id = m.client_id and g.id = m.group_id
        where m.client_id = u.client_id and m.user_id = u.id and g.archived_at is null)`
    : sql`'[]'::jsonb`

/**
 * `people`: user_id, total and what `more` names, in the order of the page. The numbers of each person are counted for the
 * rows of the page only.
 */
const withNumbers = <More = unknown>(viewer: Viewer, people: RawBuilder<unknown>, more = sql``) => sql<
  ListedStudent & More
>`
  with page as (${people}), listed as materialized (select page.*, row_number() over () as position from page)
  select u.id, listed.total, u.full_name as name, u.email, u.profile_picture as picture, u.phone_number as phone,
    u.language, u.role, u.disabled_at, u.created_at as joined_at, p.last_active_on::text as last_active_on,
    courses.count as courses, courses.done as courses_done, ${groupsOf(viewer)} as groups${more}
  from listed
  join app_user u on u.client_id = ${viewer.clientId} and u.id = listed.user_id
  join person_summary p on p.client_id = ${viewer.clientId} and p.user_id = listed.user_id
  cross join lateral (select count(*)::integer as count,
      (count(*) filter (where e.completed_at is not null))::integer as done
    from enrolment e where e.client_id = u.client_id and e.user_id = u.id and e.left_at is null
      and ${inVisibleCourse(viewer)}) courses
  order by listed.position`

const isFiltered = ({ search, course, group, state }: StudentFilter): boolean =>
  Boolean(search?.trim()) || course !== undefined || group !== undefined || state !== undefined

/**
 * One page. Under filters the same pass counts: it has to look at everybody anyway. Without them an index gives the
 * order, and reading ends with the page.
 */
export const studentRows = async (
  db: TenantDb,
  viewer: Viewer,
  filter: StudentFilter,
  page: { limit: number; offset: number; now: Date },
): Promise<ListedStudent[]> => {
  const order = ORDER[filter.sort]
  const total = isFiltered(filter) ? sql`(count(*) over ())::integer` : sql`null::integer`
  const people = sql`
    select p.user_id, ${total} as total from ${allMatching(viewer, filter, page.now)}
    order by ${order} limit ${page.limit} offset ${page.offset}`
  return (await withNumbers(viewer, people).execute(db)).rows
}

/** The next people behind a place, so that a long list is read in pieces. */
export const studentsBehind = async (
  db: TenantDb,
  viewer: Viewer,
  filter: StudentFilter,
  { limit, behind, now }: { limit: number; behind: Place | null; now: Date },
): Promise<(ListedStudent & Place)[]> => {
  const order = ORDER[filter.sort]
  const rest = behind === null ? sql`true` : BEHIND[filter.sort](behind)
  const people = sql`
    select p.user_id, null::integer as total, ${KEY[filter.sort]} as key
    from person_summary p where ${conditionsOf(viewer, filter, now)} and ${rest} order by ${order} limit ${limit}`
  return (await withNumbers<Place>(viewer, people, sql`, listed.key`).execute(db)).rows
}

/** Everybody that the filters match. */
export const studentIds = async (
  db: TenantDb,
  viewer: Viewer,
  filter: StudentFilter,
  page: { limit: number; now: Date },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.user_id as id from person_summary p where ${conditionsOf(viewer, filter, page.now)}
    order by p.user_id limit ${page.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export const studentRow = async (
  db: TenantDb,
  viewer: Viewer,
  userId: number,
): Promise<ListedStudent | undefined> => {
  const people = sql`select p.user_id, null::integer as total from person_summary p
    where p.client_id = ${viewer.clientId} and p.user_id = ${userId} and ${isVisible(viewer)}`
  return (await withNumbers(viewer, people).execute(db)).rows[0]
}

export interface StudentAccount {
  username: string
  time_zone: string
  is_verified: boolean
}

export const accountRow = async (
  db: TenantDb,
  { clientId }: Viewer,
  userId: number,
): Promise<StudentAccount | undefined> => {
  const { rows } = await sql<StudentAccount>`
    select username, time_zone, email_verified_at is not null as is_verified
    from app_user where client_id = ${clientId} and id = ${userId}`.execute(db)
  return rows[0]
}

/** The last `days` days up to today in the person's own zone, oldest first. */
export const studyDays = async (
  db: TenantDb,
  { clientId }: Viewer,
  person: { userId: number; now: Date; days: number },
): Promise<{ day: string; seconds: number }[]> => {
  const { rows } = await sql<{ day: string; seconds: number }>`
    select d.day::date::text as day, coalesce(a.seconds, 0) as seconds
    from app_user u
    cross join generate_series((${person.now}::timestamptz at time zone u.time_zone)::date - ${person.days - 1}::integer,
      (${person.now}::timestamptz at time zone u.time_zone)::date, interval '1 day') as d(day)
    left join daily_activity a on a.client_id = u.client_id and a.user_id = u.id and a.day = d.day::date
    where u.client_id = ${clientId} and u.id = ${person.userId} order by d.day`.execute(db)
  return rows
}

export interface StudentEnrolment {
  course: { id: number; title: string }
  enrolled_at: Date
  last_activity_at: Date | null
  completed_at: Date | null
  has_left: boolean
  access_until: string | null
  items: number
  items_done: number
}

export const enrolmentRows = async (
  db: TenantDb,
  viewer: Viewer,
  userId: number,
): Promise<StudentEnrolment[]> => {
  const { rows } = await sql<StudentEnrolment>`
    select jsonb_build_object('id', c.id, 'title', c.title) as course, e.enrolled_at, e.last_activity_at, e.completed_at,
      e.left_at is not null as has_left, e.access_until::text as access_until,
      (select count(*)::integer from course_item i
        where i.client_id = c.client_id and i.course_id = c.id and i.topic_id is not null) as items,
      (select count(*)::integer from item_progress p
        join course_item i on i.client_id = p.client_id and i.id = p.item_id and i.topic_id is not null
        where p.client_id = c.client_id and p.course_id = c.id and p.user_id = e.user_id
          and p.completed_at is not null) as items_done
    from enrolment e join course c on c.client_id = e.client_id and c.id = e.course_id
    where e.client_id = ${viewer.clientId} and e.user_id = ${userId} and ${inVisibleCourse(viewer)}
    order by e.left_at is not null, coalesce(e.last_activity_at, e.enrolled_at) desc, c.id`.execute(db)
  return rows
}

export const courseOptions = async (
  db: TenantDb,
  { clientId, teacherId }: Viewer,
): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select c.id, c.title from course c
    where c.client_id = ${clientId} and c.status = 'published'
      and (${teacherId}::integer is null or exists (select from course_instructor i
        where i.client_id = c.client_id and i.course_id = c.id and i.user_id = ${teacherId}::integer))
    order by c.title, c.id`.execute(db)
  return rows
}

export interface StudentAttempt {
  id: string
  assessment: { id: number; title: string }
  number: number
  started_at: Date
  is_submitted: boolean
  percent: number | null
  is_passed: boolean | null
}

/** The newest attempts. */
export const attemptRows = async (
  db: TenantDb,
  { clientId }: Viewer,
  asked: { userId: number; language: Language; limit: number },
): Promise<StudentAttempt[]> => {
  const { rows } = await sql<StudentAttempt>`
    select t.id, jsonb_build_object('id', a.id, 'title',
        coalesce(a.texts -> ${asked.language}::text ->> 'title', a.texts -> a.language ->> 'title')) as assessment, t.number, t.started_at,
      t.state = 'submitted' as is_submitted, t.percent::float8 as percent, t.passed as is_passed
    from assessment_attempt t join assessment a on a.client_id = t.client_id and a.id = t.assessment_id
    where t.client_id = ${clientId} and t.user_id = ${asked.userId}
    order by t.started_at desc, t.id limit ${asked.limit}`.execute(db)
  return rows
}
