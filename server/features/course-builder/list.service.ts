import { listBuilderCourses, type BuilderCourse } from '#contract/course-builder/course-builder.ts'
import { pathFor, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { person } from './builder.service.ts'
import * as rows from './drafts.repository.ts'

/** Instructors see the courses they teach, admins all. */
export const listCourses = (
  scope: StaffScope,
  query: QueryOf<typeof listBuilderCourses>,
): Promise<ResponseInputOf<typeof listBuilderCourses>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const where = {
      clientId,
      teacherId: scope.actor.role === 'instructor' ? scope.actor.userId : null,
      search: query.search?.trim() ?? '',
    }
    const counts = await rows.statusCounts(db, where)
    const count = query.status ? counts[query.status] : counts.draft + counts.published + counts.changed
    const page = await rows.listPage(db, where, query.status ?? null, {
      limit: query.page_size,
      offset: (query.page - 1) * query.page_size,
    })
    return {
      ...pageLinks(pathFor(listBuilderCourses, { clientId }), query, count),
      results: page.map(
        ({
          saver_id: saverId,
          saver,
          saved_at: savedAt,
          published_at: publishedAt,
          ...row
        }): BuilderCourse => ({
          ...row,
          saved_at: savedAt.toISOString(),
          published_at: publishedAt?.toISOString() ?? null,
          saved_by: person(saverId, saver),
        }),
      ),
      counts,
    }
  })
