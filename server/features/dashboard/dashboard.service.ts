import type { getAdminDashboard } from '#contract/dashboard/dashboard.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import * as repository from './dashboard.repository.ts'

/** Days in the hours chart. */
const HOURS_DAYS = 14
const RECENT_STUDENTS = 8
const COURSE_ROWS = 50

/**
 * Key figures of the organisation. Admins see the whole tenant, instructors the courses they teach and the students in
 * them (rules: Learning).
 */
export const adminDashboard = (scope: StaffScope): Promise<ResponseInputOf<typeof getAdminDashboard>> =>
  scope.tx(async (db) => {
    const teacherId = scope.actor.role === 'instructor' ? scope.actor.userId : null
    const now = scope.clock.now()
    const today = await repository.tenantDay(db, now)
    const totals = await repository.totals(db, { teacherId, today, now })
    const hours = await repository.hoursByDay(db, { teacherId, today, days: HOURS_DAYS })
    const courseRows = await repository.courseRows(db, { teacherId, limit: COURSE_ROWS })
    const recent = await repository.recentStudents(db, { teacherId, limit: RECENT_STUDENTS })
    return {
      ...totals,
      hours,
      course_rows: courseRows,
      recent_students: recent.map((row) => ({
        id: row.id,
        name: row.name,
        joined_at: row.joined_at.toISOString(),
      })),
    }
  })
