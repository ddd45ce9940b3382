import type { Language } from '#contract/common.ts'
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
import { cleanDocument, cleanDocumentInSlices, cleanOperation } from './clean.ts'
import type { ContentActions, CourseKey } from './content-actions.ts'
import * as rows from './drafts.repository.ts'

export interface BuilderContext {
  content: ContentActions
  audit: Audit
  changes: ChangeFeed
}

/** While one writes, a version is kept this often. */
const VERSION_EVERY_MS = 30 * 60_000
const DAY_MS = 86_400_000

const keyOf = (scope: StaffScope, courseId: number): CourseKey => ({
  clientId: scope.tenant.clientId,
  courseId,
})
export const person = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' }

/** RULES "Learning": an instructor edits courses they teach, an admin all of the tenant's. */
export const requireCourse = async (
  db: TenantDb,
  scope: StaffScope,
  courseId: number,
): Promise<rows.CourseRow> => {
  const course = await rows.courseRow(db, keyOf(scope, courseId), scope.actor.userId)
  if (!course) throw notFound()
  if (scope.actor.role === 'instructor' && !course.teaches)
    throw new AppError('forbidden', 'Only who teaches this course, or an admin, may do this.')
  return course
}

/** The draft, locked; made from what learners see when there is none yet. */
export const openDraft = async (
  { content }: BuilderContext,
  db: TenantDb,
  scope: StaffScope,
  courseId: number,
): Promise<rows.DraftRow> => {
  const course = await requireCourse(db, scope, courseId)
  const key = keyOf(scope, courseId)
  const there = await rows.draftRow(db, key)
  if (there) return there
  const language: Language = content.languageOf(course.title, scope.tenant.languages[0])
  const live = await content.read(db, key, language)
  if (!live) throw notFound()
  await rows.addDraft(db, key, {
    ...live,
    published: course.status === 'published',
    savedBy: null,
    now: scope.clock.now(),
  })
  const made = await rows.draftRow(db, key)
  if (!made) throw notFound()
  return made
}

export const statusOf = (draft: rows.DraftRow): CourseStatus => {
  if (draft.archived_at) return 'archived'
  if (draft.course_status === 'draft') return 'draft'
  return draft.revision > (draft.published_revision ?? 0) ? 'changed' : 'published'
}

export const standingOf = (draft: rows.DraftRow) => ({
  revision: draft.revision,
  saved_at: draft.saved_at.toISOString(),
  saved_by: person(draft.saved_by, draft.saved_by_name),
})

const stateOf = (courseId: number, draft: rows.DraftRow): DraftState => ({
  ...standingOf(draft),
  course_id: courseId,
  status: statusOf(draft),
  published_at: draft.published_at?.toISOString() ?? null,
  document: draft.document,
  live_ids: draft.live_ids,
})

export const draftOf = (context: BuilderContext, scope: StaffScope, courseId: number): Promise<DraftState> =>
  scope.tx(async (db) => stateOf(courseId, await openDraft(context, db, scope, courseId)))

/* ---- create, duplicate, archive ---- */

const titled = ({ course, sections }: CourseDocument, title: string): CourseDocument => {
  const own = course.texts[course.language] ?? {
    description: '',
    objectives: [],
    features: [],
    requirements: [],
  }
  return { course: { ...course, texts: { ...course.texts, [course.language]: { ...own, title } } }, sections }
}

const makeCourse = async (
  { content, audit }: BuilderContext,
  db: TenantDb,
  scope: StaffScope,
  made: { key: string; title: string; document: CourseDocument; clean?: boolean },
): Promise<{ course_id: number }> => {
  const { clientId } = scope.tenant
  const { userId } = scope.actor
  const repeated = await rows.madeWith(db, clientId, userId, made.key)
  if (repeated !== undefined) return { course_id: repeated }
  // Its maker teaches it: an instructor could not open it otherwise.
  const courseId = await content.add(db, clientId, { title: made.title, teacherId: userId })
  const key = { clientId, courseId }
  const live = await content.read(db, key, made.document.course.language)
  const named = titled(made.document, made.title)
  const document = made.clean ? named : cleanDocument(named)
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
    madeKey: made.key,
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
  scope.tx((db) =>
    makeCourse(context, db, scope, {
      key: body.idempotency_key,
      title: body.title,
      document: body.document ?? newDocument(body.title, body.language),
    }),
  )

/** A course whole from a file: cleaned before the transaction, which nobody waits for then. */
export const bringCourse = async (
  context: BuilderContext,
  scope: StaffScope,
  { key, title, document }: { key: string; title: string; document: CourseDocument },
) => {
  const clean = await cleanDocumentInSlices(titled(document, title))
  return scope.tx((db) => makeCourse(context, db, scope, { key, title, document: clean, clean: true }))
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
    const now = await rows.draftRow(db, key)
    if (!now) throw notFound()
    return { status: statusOf(now) }
  })

/* ---- saving ---- */

/** Who was faster, and when, for the notice. */
const conflict = (draft: rows.DraftRow) =>
  new AppError('conflict', 'Somebody else saved this course meanwhile. Nothing of yours is lost.', {
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
  })

export const save = (
  context: BuilderContext,
  scope: StaffScope,
  courseId: number,
  body: BodyOf<typeof saveDraft>,
) =>
  scope.tx(async (db) => {
    const key = keyOf(scope, courseId)
    const draft = await openDraft(context, db, scope, courseId)
    // The answer to the first one was lost on its way.
    if (draft.last_batch === body.batch) return standingOf(draft)
    if (draft.revision !== body.revision) throw conflict(draft)
    const now = scope.clock.now()
    const by = scope.actor.userId
    let { document } = draft
    for (const deed of body.operations.map(cleanOperation)) {
      if (deed.op === 'remove') {
        const gone = findNode(document, deed.kind, deed.key)
        if (gone)
          await rows.addTrash(
            db,
            key,
            { kind: gone.kind, node: gone.node, parent: gone.parent, position: gone.index },
            { now, by },
          )
      }
      if ('node' in deed) await rows.dropTrash(db, key, deed.node.key)
      document = applyOperation(document, deed)
    }
    if (!courseDocument.safeParse(document).success || !hasOwnKeys(document))
      throw new AppError('invalid_fields', 'The course has grown beyond what one course may hold.')
    if (isWorthKeeping(draft, now, by))
      await rows.keepVersion(db, key, {
        revision: draft.revision,
        reason: 'interval',
        document: draft.document,
        now,
        by: draft.saved_by ?? by,
      })
    return exchange(db, key, scope, { document, revision: draft.revision + 1, batch: body.batch })
  })

/** Every so often, and whenever somebody goes on with what another person wrote: it can be had back. */
const isWorthKeeping = (
  {
    kept_at: kept,
    saved_at: saved,
    saved_by: author,
  }: Pick<rows.DraftRow, 'kept_at' | 'saved_at' | 'saved_by'>,
  now: Date,
  by: number,
): boolean => {
  if (!kept || now.getTime() - kept.getTime() >= VERSION_EVERY_MS) return true
  // What is kept as a change comes is what stood before it.
  return author !== null && author !== by && kept <= saved
}

/** A node that came inside another one may not bear the name of one that is there. */
const hasOwnKeys = ({ sections }: CourseDocument): boolean => {
  const topics = sections.flatMap((section) => section.topics)
  const items = topics.flatMap((topic) => topic.items)
  return [sections, topics, items].every(
    (nodes) => new Set(nodes.map(({ key }) => key)).size === nodes.length,
  )
}

const exchange = async (
  db: TenantDb,
  key: CourseKey,
  scope: StaffScope,
  next: { document: CourseDocument; revision: number; batch: string | null },
) => {
  await rows.writeDraft(db, key, { ...next, by: scope.actor.userId, now: scope.clock.now() })
  const saved = await rows.draftRow(db, key)
  if (!saved) throw notFound()
  return standingOf(saved)
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
    await rows.keepVersion(db, key, {
      revision: draft.revision,
      reason: 'restored',
      document: draft.document,
      now: scope.clock.now(),
      by: scope.actor.userId,
    })
    await exchange(db, key, scope, { document: version.document, revision: draft.revision + 1, batch: null })
    return stateOf(courseId, await openDraft(context, db, scope, courseId))
  })

export const sweepBefore = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS)

/** Where a node goes back to: its old parent, else the last there is. */
const parentFor = (document: CourseDocument, kind: NodeKind, parent: string | null): string | null => {
  if (kind === 'section') return null
  const wanted = kind === 'topic' ? 'section' : 'topic'
  if (findNode(document, wanted, parent ?? '')) return parent
  const last =
    kind === 'topic' ? document.sections.at(-1) : document.sections.flatMap(({ topics }) => topics).at(-1)
  if (!last) throw new AppError('conflict', 'There is no place left for it. Please add one first.')
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
    const trashed = await rows.takeTrash(db, key, trashId)
    if (!trashed) throw notFound()
    const parent = parentFor(draft.document, trashed.kind, trashed.parent)
    const deed = {
      op: `add_${trashed.kind}`,
      node: trashed.node,
      index: trashed.position,
      ...(parent === null ? {} : { parent }),
    } as Operation
    const document = applyOperation(draft.document, deed)
    if (!hasOwnKeys(document))
      throw new AppError('conflict', 'Part of it stands in the course again. Please remove that first.')
    await exchange(db, key, scope, { document, revision: draft.revision + 1, batch: null })
    return stateOf(courseId, await openDraft(context, db, scope, courseId))
  })
