import type {
  checkCourse,
  getVersion,
  publishCourse,
  TrashLine,
  VersionLine,
} from '#contract/course-builder/course-builder.ts'
import { listTrash, listVersions, TRASH_DAYS } from '#contract/course-builder/course-builder.ts'
import { pathFor, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import {
  openDraft,
  requireCourse,
  saveInfoOf,
  statusOf,
  sweepBefore,
  type BuilderContext,
} from './builder.service.ts'
import { findingsOf, webPicturesOf } from './check.ts'
import { deadLinksOf, ownOriginsOf, type LinkDependencies } from './dead-links.ts'
import * as rows from './drafts.repository.ts'

export const check = async (
  context: BuilderContext,
  links: LinkDependencies,
  scope: StaffScope,
  courseId: number,
): Promise<ResponseInputOf<typeof checkCourse>> => {
  const draft = await scope.tx((db) => openDraft(context, db, scope, courseId))
  return {
    revision: draft.revision,
    findings: [
      ...findingsOf(draft.document),
      ...webPicturesOf(draft.document, ownOriginsOf(links, scope)),
      ...(await deadLinksOf(links, scope, draft.document)),
    ],
  }
}

/** Whether nothing in the draft keeps learners from having it. */
export const isPublishable = ({ document }: rows.DraftRow): boolean =>
  !findingsOf(document).some(({ blocking }) => blocking)

const publishDraft = async (
  context: BuilderContext,
  db: TenantDb,
  scope: StaffScope,
  { courseId, draft }: { courseId: number; draft: rows.DraftRow },
): Promise<void> => {
  const key = { clientId: scope.tenant.clientId, courseId }
  const { revision } = draft
  const now = scope.clock.now()
  const by = scope.actor.userId
  const liveIds = await context.content.write(db, key, draft.document, draft.live_ids, now)
  // Keeps the ids of removed nodes: a node that comes back gets its id and learners' work back.
  await rows.markPublished(db, key, { revision, now, liveIds: { ...draft.live_ids, ...liveIds } })
  await rows.saveVersion(db, key, { revision, reason: 'published', document: draft.document, now, by })
  await context.audit.record(db, {
    action: 'course.published',
    result: 'ok',
    actorId: by,
    object: `course:${courseId}`,
    detail: { revision },
    requestId: scope.request.id,
    ip: scope.request.ip,
  })
  await context.changes.announce(db, { kind: 'courses', clientId: key.clientId })
}

/** Publishes a draft that the caller's transaction has locked and saved. */
export const publishSaved = async (
  context: BuilderContext,
  db: TenantDb,
  scope: StaffScope,
  courseId: number,
): Promise<void> =>
  publishDraft(context, db, scope, { courseId, draft: await openDraft(context, db, scope, courseId) })

/** In one transaction: learners see the old course or the new one, never a mix. */
export const publish = (
  context: BuilderContext,
  scope: StaffScope,
  courseId: number,
  revision: number,
): Promise<ResponseInputOf<typeof publishCourse>> =>
  scope.tx(async (db) => {
    const key = { clientId: scope.tenant.clientId, courseId }
    const draft = await openDraft(context, db, scope, courseId)
    if (draft.revision !== revision)
      throw new AppError(
        'conflict',
        'Somebody else has saved this course in the meantime. Please look at it first.',
      )
    if (statusOf(draft) !== 'published') {
      if (!isPublishable(draft))
        throw new AppError('invalid_fields', 'The course is not complete yet. Please see the check list.')
      await publishDraft(context, db, scope, { courseId, draft })
    }
    const published = await rows.draftRow(db, key)
    if (!published?.published_at) throw notFound()
    return {
      ...saveInfoOf(published),
      status: statusOf(published),
      published_at: published.published_at.toISOString(),
    }
  })

const pageOf = (query: { page: number; page_size: number }) => ({
  limit: query.page_size,
  offset: (query.page - 1) * query.page_size,
})

const toVersion = (row: Awaited<ReturnType<typeof rows.versionPage>>['rows'][number]): VersionLine => ({
  id: row.id,
  revision: row.revision,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  created_by: row.by_id === null ? null : { id: row.by_id, name: row.by_name ?? '' },
})

export const versions = (
  scope: StaffScope,
  courseId: number,
  query: QueryOf<typeof listVersions>,
): Promise<ResponseInputOf<typeof listVersions>> =>
  scope.tx(async (db) => {
    await requireCourse(db, scope, courseId)
    const key = { clientId: scope.tenant.clientId, courseId }
    const page = await rows.versionPage(db, key, pageOf(query))
    return { ...pageLinks(pathFor(listVersions, key), query, page.count), results: page.rows.map(toVersion) }
  })

export const version = (
  scope: StaffScope,
  courseId: number,
  versionId: number,
): Promise<ResponseInputOf<typeof getVersion>> =>
  scope.tx(async (db) => {
    await requireCourse(db, scope, courseId)
    const row = await rows.versionRow(db, { clientId: scope.tenant.clientId, courseId }, versionId)
    if (!row) throw notFound()
    return { ...toVersion(row), document: row.document }
  })

export const trash = (
  scope: StaffScope,
  courseId: number,
  query: QueryOf<typeof listTrash>,
): Promise<ResponseInputOf<typeof listTrash>> =>
  scope.tx(async (db) => {
    await requireCourse(db, scope, courseId)
    const key = { clientId: scope.tenant.clientId, courseId }
    await rows.sweepTrash(db, key, sweepBefore(scope.clock.now()))
    const page = await rows.trashPage(db, key, pageOf(query))
    return {
      ...pageLinks(pathFor(listTrash, key), query, page.count),
      results: page.rows.map((row): TrashLine => ({
        id: row.id,
        kind: row.kind,
        title: row.title,
        removed_at: row.removed_at.toISOString(),
        removed_by: row.by_id === null ? null : { id: row.by_id, name: row.by_name ?? '' },
        gone_at: new Date(row.removed_at.getTime() + TRASH_DAYS * 86_400_000).toISOString(),
      })),
    }
  })
