/** Results of SCORM items, for who teaches them. */
import { pathFor, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import {
  listScormLessons,
  listScormResults,
  type exportScormResults,
  type ScormLesson,
  type ScormResult,
  type ScormResultsPage,
} from '#contract/grading/scorm-results.ts'
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import * as rows from './results.repository.ts'

/** Rows of one export. */
const EXPORT_MAX = 100_000

const teacherOf = (scope: StaffScope): rows.Teacher => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  everywhere: scope.actor.role !== 'instructor',
})

const toLesson = (row: rows.LessonRow): ScormLesson => ({
  item_id: row.item_id,
  title: row.title,
  course: { id: row.course_id, title: row.course },
  pass_percent: row.pass_score === null ? null : Math.round(row.pass_score * 100),
  learners: row.learners,
  opened: row.opened,
  done: row.done,
  average_percent: row.average === null ? null : Math.round(row.average),
})

const toResult = (row: rows.ResultRow): ScormResult => ({
  learner: { id: row.user_id, name: row.name, email: row.email },
  status: row.status,
  percent: row.percent,
  seconds: row.seconds,
  attempts: row.attempts,
  last_used_at: row.last_used?.toISOString() ?? null,
})

export const lessons = (
  scope: StaffScope,
  query: QueryOf<typeof listScormLessons>,
): Promise<ResponseOf<typeof listScormLessons>> =>
  scope.tx(async (db) => {
    const { page, page_size: size } = query
    const found = await rows.lessonPage(db, teacherOf(scope), {
      search: query.search?.trim() ?? '',
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(pathFor(listScormLessons, { clientId: scope.tenant.clientId }), query, found.count),
      results: found.rows.map(toLesson),
    }
  })

const lessonFor = async (db: TenantDb, scope: StaffScope, itemId: number): Promise<rows.LessonRow> => {
  const row = await rows.lessonById(db, teacherOf(scope), itemId)
  if (!row) throw notFound()
  return row
}

const filtersOf = ({
  search,
  status,
}: Pick<QueryOf<typeof listScormResults>, 'search' | 'status'>): rows.ResultFilters => ({
  search: search?.trim() ?? '',
  status: status ?? null,
})

export const results = (
  scope: StaffScope,
  itemId: number,
  query: QueryOf<typeof listScormResults>,
): Promise<ScormResultsPage> =>
  scope.tx(async (db) => {
    const { page, page_size: size, ordering } = query
    const { clientId } = scope.tenant
    const lesson = await lessonFor(db, scope, itemId)
    const place = { courseId: lesson.course_id, itemId }
    const found = await rows.resultPage(db, clientId, place, filtersOf(query), {
      ordering,
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(pathFor(listScormResults, { clientId, itemId }), query, found.count),
      results: found.rows.map(toResult),
      lesson: toLesson(lesson),
    }
  })

const HEAD = ['name', 'email', 'status', 'percent', 'seconds', 'attempts', 'last_used_at']

/** For spreadsheets; what they would run as a formula is disarmed (TRUST C8). */
export const exportAll = (
  { audit }: { audit: Audit },
  scope: StaffScope,
  itemId: number,
  query: QueryOf<typeof exportScormResults>,
): Promise<ResponseOf<typeof exportScormResults>> =>
  scope.tx(async (db) => {
    const lesson = await lessonFor(db, scope, itemId)
    const found = await rows.resultPage(
      db,
      scope.tenant.clientId,
      { courseId: lesson.course_id, itemId },
      filtersOf(query),
      { ordering: 'name', limit: EXPORT_MAX, offset: 0 },
    )
    const lines = found.rows
      .map(toResult)
      .map(({ learner, ...row }) => [
        learner.name,
        learner.email,
        row.status,
        String(row.percent ?? ''),
        String(row.seconds),
        String(row.attempts),
        row.last_used_at ?? '',
      ])
    await audit.record(db, {
      action: 'scorm.export',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `course_item:${itemId}`,
      detail: { rows: lines.length },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    const name = lesson.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'lesson'
    const day = scope.clock.now().toISOString().slice(0, 10)
    return { file_name: `${name}-${day}.csv`, rows: lines.length, csv: csvTable([HEAD, ...lines]) }
  })
