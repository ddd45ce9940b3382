import type { Language } from '#contract/languages.ts'
import {
  TRASH_DAYS,
  type DraftState,
  type CourseStatus,
  type createBuilderCourse,
  type saveDraft,
} from '#contract/course-builder/course-builder.ts'
import {
  courseDocument,
  type CourseDocument,
  type NodeKind,
  type Operation,
  newDocument,
} from '#contract/course-builder/draft.ts'
import { applyOperation, findNode } from '#contract/course-builder/draft-operations.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Audit, ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { cleanDocument, cleanOperations } from './clean.ts'
import type { ContentActions, CourseKey } from './content-actions.ts'
import { growsTooLarge, hasUniqueKeys } from './document-checks.ts'
import * as rows from './drafts.repository.ts'

export interface BuilderContext {
  content: ContentActions
  audit: Audit
  changes: ChangeFeed
}

/** While somebody edits, a version is saved this often. */
const VERSION_EVERY_MS = 30 * 60_000
const DAY_MS = 86_400_000

const keyOf = (scope: StaffScope, courseId: number): CourseKey => ({
  clientId: scope.tenant.clientId,
  courseId,
})
export const person = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' }

/** Instructors edit the courses they teach, admins all courses of the tenant (rules: Learning). */
export const requireCourse = async (
  db: TenantDb,
  scope: StaffScope,
  courseId: number,
): Promise<rows.CourseRow> => {
  const course = await rows.courseRow(db, keyOf(scope, courseId), scope.actor.userId)
  if (!course) throw notFound()
  if (scope.actor.role === 'instructor' && !course.teaches)
    throw new AppError('forbidden', 'Only an instructor of this course or an admin can do this.')
  return course
}

/** Returns the draft, locked; creates it from the published course when there is none yet. */
export const openDraft = async (
  { content }: BuilderContext,
  db: TenantDb,
  scope: StaffScope,
  courseId: number,
): Promise<rows.DraftRow> => {
  const course = await requireCourse(db, scope, courseId)
  const key = keyOf(scope, courseId)
  const existing = await rows.draftRow(db, key)
  if (existing) return existing
  const language: Language = content.languageOf(course.title, scope.tenant.languages[0])
  const live = await content.read(db, key, language)
  if (!live) throw notFound()
  await rows.addDraft(db, key, {
    ...live,
    published: course.status === 'published',
    savedBy: null,
    now: scope.clock.now(),
  })
  const created = await rows.draftRow(db, key)
  if (!created) throw notFound()
  return created
}

export const statusOf = (draft: rows.DraftRow): CourseStatus => {
  if (draft.archived_at) return 'archived'
  if (draft.course_status === 'draft') return 'draft'
  return draft.revision > (draft.published_revision ?? 0) ? 'changed' : 'published'
}

export const saveInfoOf = (draft: rows.DraftRow) => ({
  revision: draft.revision,
  saved_at: draft.saved_at.toISOString(),
  saved_by: person(draft.saved_by, draft.saved_by_name),
})

const stateOf = (courseId: number, draft: rows.DraftRow): DraftState => ({
  ...saveInfoOf(draft),
  course_id: courseId,
  status: statusOf(draft),
  published_at: draft.published_at?.toISOString() ?? null,
  document: draft.document,
  live_ids: draft.live_ids,
})

export const draftOf = (context: BuilderContext, scope: StaffScope, courseId: number): Promise<DraftState> =>
  scope.tx(async (db) => stateOf(courseId, await openDraft(context, db, scope, courseId)))

/* ---- create, duplicate, archive ---- */

const withTitle = ({ course, sections }: CourseDocument, title: string): CourseDocument => {
  const texts = course.texts[course.language] ?? {
    description: '',
    objectives: [],
    features: [],
    requirements: [],
  }
  return {
    course: { ...course, texts: { ...course.texts, [course.language]: { ...texts, title } } },
    sections,
  }
}

const makeCourse = async (
  { content, audit }: BuilderContext,
  db: TenantDb,
  scope: StaffScope,
  /** The document is sanitized. */
  course: { key: string; title: string; document: CourseDocument },
): Promise<{ course_id: number }> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const repeated = await rows.courseMadeWith(db, clientId, userId, course.key)
  if (repeated !== undefined) return { course_id: repeated }
  // Its author becomes an instructor of it; otherwise an instructor could not open it.
  const courseId = await content.add(db, clientId, { title: course.title, teacherId: userId })
  const key = { clientId, courseId }
  const live = await content.read(db, key, course.document.course.language)
  const document = withTitle(course.document, course.title)
  const instructors =
    document.course.instructors.length > 0
      ? document.course.instructors
      : (live?.document.course.instructors ?? [])
  await rows.addDraft(db, key, {
    document: { ...document, course: { ...document.course, instructors } },
    liveIds: {},
    published: false,
    savedBy: userId,
    now: scope.clock.now(),
    madeKey: course.key,
  })
  await audit.record(db, {
    action: 'course.created',
    result: 'ok',
    actorId: userId,
    object: `course:${courseId}`,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })
  return { course_id: courseId }
}

export const createCourse = (
  context: BuilderContext,
  scope: StaffScope,
  body: BodyOf<typeof createBuilderCourse>,
) =>
  importCourse(context, scope, {
    key: body.idempotency_key,
    title: body.title,
    document: body.document ?? newDocument(body.title, body.language),
  })

/** Creates a course with a document. Sanitizes it before the transaction, so that nobody waits for it. */
export const importCourse = async (
  context: BuilderContext,
  scope: StaffScope,
  { key, title, document }: { key: string; title: string; document: CourseDocument },
) => {
  const clean = await cleanDocument(document)
  return scope.tx((db) => makeCourse(context, db, scope, { key, title, document: clean }))
}

export const copyCourse = (
  context: BuilderContext,
  scope: StaffScope,
  courseId: number,
  body: { idempotency_key: string; title: string },
) =>
  scope.tx(async (db) => {
    const source = await openDraft(context, db, scope, courseId)
    return makeCourse(context, db, scope, {
      key: body.idempotency_key,
      title: body.title,
      document: source.document,
    })
  })

export const setState = (
  context: BuilderContext,
  scope: StaffScope,
  courseId: number,
  action: 'unpublish' | 'archive' | 'restore',
): Promise<{ status: CourseStatus }> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, courseId)
    await openDraft(context, db, scope, courseId)
    if (action === 'restore') await rows.setArchived(db, key, null)
    else await context.content.setStatus(db, key, 'draft')
    if (action === 'archive') await rows.setArchived(db, key, scope.clock.now())
    await context.audit.record(db, {
      action: `course.${action}`,
      result: 'ok',
      actorId: scope.actor.userId,
      object: `course:${courseId}`,
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    await context.changes.announce(db, { kind: 'courses', clientId: key.clientId })
    const updated = await rows.draftRow(db, key)
    if (!updated) throw notFound()
    return { status: statusOf(updated) }
  })

/* ---- saving ---- */

/** Names who saved first, and when. */
const conflict = (draft: rows.DraftRow) =>
  new AppError(
    'conflict',
    'Somebody else has saved this course in the meantime. None of your changes are lost.',
    {
      fields: {
        revision: [
          {
            ...fieldIssue('taken'),
            params: {
              revision: draft.revision,
              saved_by: draft.saved_by_name ?? '',
              saved_at: draft.saved_at.toISOString(),
            },
          },
        ],
      },
    },
  )

export const save = async (
  context: BuilderContext,
  scope: StaffScope,
  courseId: number,
  body: BodyOf<typeof saveDraft>,
) => {
  const operations = await cleanOperations(body.operations)
  return scope.tx(async (db) => {
    const key = keyOf(scope, courseId)
    const draft = await openDraft(context, db, scope, courseId)
    // A repeat: the response to the first call was lost.
    if (draft.last_batch === body.batch) return saveInfoOf(draft)
    if (draft.revision !== body.revision) throw conflict(draft)
    const now = scope.clock.now()
    const by = scope.actor.userId
    let { document } = draft
    for (const operation of operations) {
      if (operation.op === 'remove') {
        const removed = findNode(document, operation.kind, operation.key)
        if (removed)
          await rows.addTrash(
            db,
            key,
            { kind: removed.kind, node: removed.node, parent: removed.parent, position: removed.index },
            { now, by },
          )
      }
      if ('node' in operation) await rows.dropTrash(db, key, operation.node.key)
      document = applyOperation(document, operation)
    }
    if (
      !courseDocument.safeParse(document).success ||
      !hasUniqueKeys(document) ||
      growsTooLarge(document, draft.document)
    )
      throw new AppError('invalid_fields', 'The course exceeds the maximum size of a course.')
    if (shouldSaveVersion(draft, now, by))
      await rows.saveVersion(db, key, {
        revision: draft.revision,
        reason: 'interval',
        document: draft.document,
        now,
        by: draft.saved_by ?? by,
      })
    return saveDocument(db, key, scope, { document, revision: draft.revision + 1, batch: body.batch })
  })
}

/** At intervals, and whenever somebody edits after another person, so that the earlier state can be restored. */
const shouldSaveVersion = (
  {
    kept_at: keptAt,
    saved_at: savedAt,
    saved_by: author,
  }: Pick<rows.DraftRow, 'kept_at' | 'saved_at' | 'saved_by'>,
  now: Date,
  by: number,
): boolean => {
  if (!keptAt || now.getTime() - keptAt.getTime() >= VERSION_EVERY_MS) return true
  // The version saved then is the state before the change.
  return author !== null && author !== by && keptAt <= savedAt
}

export const saveDocument = async (
  db: TenantDb,
  key: CourseKey,
  scope: StaffScope,
  change: { document: CourseDocument; revision: number; batch: string | null },
) => {
  await rows.writeDraft(db, key, { ...change, by: scope.actor.userId, now: scope.clock.now() })
  const saved = await rows.draftRow(db, key)
  if (!saved) throw notFound()
  return saveInfoOf(saved)
}

/* ---- versions and trash ---- */

export const restoreVersion = (
  context: BuilderContext,
  scope: StaffScope,
  courseId: number,
  versionId: number,
  revision: number,
): Promise<DraftState> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, courseId)
    const draft = await openDraft(context, db, scope, courseId)
    const version = await rows.versionRow(db, key, versionId)
    if (!version) throw notFound()
    if (draft.revision !== revision) throw conflict(draft)
    await rows.saveVersion(db, key, {
      revision: draft.revision,
      reason: 'restored',
      document: draft.document,
      now: scope.clock.now(),
      by: scope.actor.userId,
    })
    await saveDocument(db, key, scope, {
      document: version.document,
      revision: draft.revision + 1,
      batch: null,
    })
    return stateOf(courseId, await openDraft(context, db, scope, courseId))
  })

export const sweepBefore = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS)

/** The parent to restore a node into: its old one, else the last one. */
const parentFor = (document: CourseDocument, kind: NodeKind, parent: string | null): string | null => {
  if (kind === 'section') return null
  const parentKind = kind === 'topic' ? 'section' : 'topic'
  if (findNode(document, parentKind, parent ?? '')) return parent
  const last =
    kind === 'topic' ? document.sections.at(-1) : document.sections.flatMap(({ topics }) => topics).at(-1)
  if (!last) throw new AppError('conflict', 'The part that contained it is gone. Please add one first.')
  return last.key
}

export const restoreTrash = (
  context: BuilderContext,
  scope: StaffScope,
  courseId: number,
  trashId: number,
): Promise<DraftState> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, courseId)
    const draft = await openDraft(context, db, scope, courseId)
    await rows.sweepTrash(db, key, sweepBefore(scope.clock.now()))
    const trashed = await rows.removeFromTrash(db, key, trashId)
    if (!trashed) throw notFound()
    const parent = parentFor(draft.document, trashed.kind, trashed.parent)
    const operation = {
      op: `add_${trashed.kind}`,
      node: trashed.node,
      index: trashed.position,
      ...(parent === null ? {} : { parent }),
    } as Operation
    const document = applyOperation(draft.document, operation)
    if (!hasUniqueKeys(document))
      throw new AppError('conflict', 'Part of it is in the course again. Please remove that first.')
    await saveDocument(db, key, scope, { document, revision: draft.revision + 1, batch: null })
    return stateOf(courseId, await openDraft(context, db, scope, courseId))
  })
