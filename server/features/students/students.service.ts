import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import { listStudents, type Student, type StudentRow } from '#contract/students/students.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { Acting } from './context.ts'
import { mayChange } from './may-change.ts'
import {
  accountRow,
  attemptRows,
  countStudents,
  courseOptions,
  enrolmentRows,
  studentRow,
  studentRows,
  studyDays,
  type ListedStudent,
  type Viewer,
} from './students.repository.ts'

const STUDY_DAYS = 30
const ATTEMPTS_MAX = 50

export const viewerOf = ({ tenant, actor }: Acting): Viewer => ({
  clientId: tenant.clientId,
  teacherId: actor.role === 'instructor' ? actor.userId : null,
})

const toRow = (scope: StaffScope, row: ListedStudent): StudentRow => ({
  id: row.id,
  name: row.name,
  email: scope.actor.role === 'instructor' ? null : row.email,
  picture: row.picture,
  phone: scope.actor.role === 'instructor' ? null : row.phone,
  language: row.language,
  role: row.role,
  is_disabled: row.disabled_at !== null,
  joined_at: row.joined_at.toISOString(),
  last_active_on: row.last_active_on,
  courses: row.courses,
  courses_done: row.courses_done,
  groups: row.groups,
  may_change: mayChange(scope.actor, row),
})

export const studentPage = (scope: StaffScope, query: QueryOf<typeof listStudents>) =>
  scope.tx(async (db) => {
    const { page, page_size: size, ...filter } = query
    const viewer = viewerOf(scope)
    const now = scope.clock.now()
    const rows = await studentRows(db, viewer, filter, { limit: size, offset: (page - 1) * size, now })
    const count = rows[0]?.total ?? (await countStudents(db, viewer, filter, now))
    return {
      ...pageLinks(pathFor(listStudents, { clientId: scope.tenant.clientId }), query, count),
      results: rows.map((row) => toRow(scope, row)),
    }
  })

/** One person, in the caller's transaction. */
export const studentOf = async (db: TenantDb, scope: StaffScope, userId: number): Promise<Student> => {
  const viewer = viewerOf(scope)
  const row = await studentRow(db, viewer, userId)
  const account = await accountRow(db, viewer, userId)
  if (!row || !account) throw notFound()
  const isAdmin = viewer.teacherId === null
  const enrolments = await enrolmentRows(db, viewer, userId)
  const attempts = isAdmin
    ? await attemptRows(db, viewer, { userId, language: languageFor(scope), limit: ATTEMPTS_MAX })
    : []
  return {
    ...toRow(scope, row),
    ...account,
    study: await studyDays(db, viewer, { userId, now: scope.clock.now(), days: STUDY_DAYS }),
    enrolments: enrolments.map((each) => ({
      ...each,
      enrolled_at: each.enrolled_at.toISOString(),
      last_activity_at: each.last_activity_at?.toISOString() ?? null,
      completed_at: each.completed_at?.toISOString() ?? null,
    })),
    attempts: attempts.map((each) => ({ ...each, started_at: each.started_at.toISOString() })),
  }
}

export const getStudent = (scope: StaffScope, userId: number): Promise<Student> =>
  scope.tx((db) => studentOf(db, scope, userId))

export const studentCourses = (scope: StaffScope) =>
  scope.tx(async (db) => ({ courses: await courseOptions(db, viewerOf(scope)) }))
