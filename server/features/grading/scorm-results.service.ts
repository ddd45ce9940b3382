/** Results of SCORM lessons, for instructors and admins. */
import { pathFor, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import {
  listScormLessons,
  listScormResults,
  type exportScormResults,
  type ScormLesson,
  type ScormResultsPage,
} from '#contract/grading/scorm-results.ts'
import type { Audit } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import type { ScormResultReads } from './dependencies.ts'
import { graderOf } from './grading.policy.ts'

const EXPORT_MAX_ROWS = 100_000

export const scormLessons = (
  reads: ScormResultReads,
  scope: StaffScope,
  query: QueryOf<typeof listScormLessons>,
): Promise<ResponseOf<typeof listScormLessons>> =>
  scope.tx(async (db) => {
    const { page, page_size: size } = query
    const { count, lessons } = await reads.lessonPage(db, graderOf(scope), {
      search: query.search?.trim() ?? '',
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(pathFor(listScormLessons, { clientId: scope.tenant.clientId }), query, count),
      results: lessons,
    }
  })

const requireLesson = async (
  reads: ScormResultReads,
  db: TenantDb,
  scope: StaffScope,
  itemId: number,
): Promise<ScormLesson> => {
  const lesson = await reads.lesson(db, graderOf(scope), itemId)
  if (!lesson) throw notFound()
  return lesson
}

/** Addresses are for admins. */
const filtersOf = (scope: StaffScope, { search, status }: QueryOf<typeof exportScormResults>) => ({
  search: search?.trim() ?? '',
  status: status ?? null,
  withAddresses: graderOf(scope).everywhere,
})

export const scormResults = (
  reads: ScormResultReads,
  scope: StaffScope,
  itemId: number,
  query: QueryOf<typeof listScormResults>,
): Promise<ScormResultsPage> =>
  scope.tx(async (db) => {
    const { page, page_size: size, ordering } = query
    const { clientId } = scope.tenant
    const lesson = await requireLesson(reads, db, scope, itemId)
    const { count, results } = await reads.resultPage(
      db,
      { clientId, courseId: lesson.course.id, itemId },
      filtersOf(scope, query),
      { ordering, limit: size, offset: (page - 1) * size },
    )
    return {
      ...pageLinks(pathFor(listScormResults, { clientId, itemId }), query, count),
      results,
      lesson,
    }
  })

const HEAD = ['status', 'percent', 'seconds', 'attempts', 'last_used_at']

/** A CSV file; cells that a spreadsheet would run as formulas are escaped (C8). */
export const exportResults = (
  { reads, audit }: { reads: ScormResultReads; audit: Audit },
  scope: StaffScope,
  itemId: number,
  query: QueryOf<typeof exportScormResults>,
): Promise<ResponseOf<typeof exportScormResults>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const lesson = await requireLesson(reads, db, scope, itemId)
    const filters = filtersOf(scope, query)
    const { results } = await reads.resultPage(
      db,
      { clientId, courseId: lesson.course.id, itemId },
      filters,
      { ordering: 'name', limit: EXPORT_MAX_ROWS, offset: 0 },
    )
    const lines = results.map(({ learner, ...row }) => [
      learner.name,
      ...(filters.withAddresses ? [learner.email ?? ''] : []),
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
      detail: { rows: lines.length, addresses: filters.withAddresses },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    const name = lesson.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'lesson'
    const day = scope.clock.now().toISOString().slice(0, 10)
    const head = ['name', ...(filters.withAddresses ? ['email'] : []), ...HEAD]
    return { file_name: `${name}-${day}.csv`, rows: lines.length, csv: csvTable([head, ...lines]) }
  })
