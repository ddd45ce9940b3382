import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'

/** Instructors see the attendance of courses they teach and sessions they host; admins all of it. */
export interface Teacher {
  readonly userId: number
  readonly everywhere: boolean
}

export const teacherOf = (scope: StaffScope): Teacher => ({
  userId: scope.actor.userId,
  everywhere: scope.actor.role !== 'instructor',
})

/** Whether the teacher teaches the course of a statement. */
export const teachesSql = (teacher: Teacher, courseId: ReturnType<typeof sql>) => sql<boolean>`(
  ${teacher.everywhere}::boolean or exists (select from course_instructor ci
    where ci.client_id = current_client_id() and ci.course_id = ${courseId} and ci.user_id = ${teacher.userId}))`

/** Whether the teacher may look after the session `s`. */
export const maySeeSessionSql = (teacher: Teacher) => sql<boolean>`(
  ${teachesSql(teacher, sql`s.course_id`)} or exists (select from live_session_host h
    where h.client_id = s.client_id and h.session_id = s.id and h.user_id = ${teacher.userId}))`

/** The classes of a sheet: those of a course, or with null those without one that this teacher may look after. */
export const isOnSheetSql = (teacher: Teacher, courseId: number | null) =>
  courseId === null
    ? sql<boolean>`(s.course_id is null and ${maySeeSessionSql(teacher)})`
    : sql<boolean>`(s.course_id = ${courseId})`

/** The course, or "not found" for one that this teacher does not teach. Classes without a course have none. */
export const requireCourse = async (
  db: TenantDb,
  teacher: Teacher,
  courseId: number | null,
): Promise<{ id: number; title: string } | null> => {
  if (courseId === null) return null
  const { rows } = await sql<{ id: number; title: string }>`
    select c.id, c.title from course c
    where c.client_id = current_client_id() and c.id = ${courseId} and ${teachesSql(teacher, sql`c.id`)}`.execute(
    db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}
