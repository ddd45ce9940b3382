import { sql } from 'kysely'
import type {
  BuilderCourse,
  CourseStatus,
  TrashLine,
  VersionLine,
} from '#contract/course-builder/course-builder.ts'
import type { CourseDocument, NodeKind } from '#contract/course-builder/draft.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CourseKey, LiveIds } from './content-actions.ts'

export interface CourseRow {
  title: string
  status: 'draft' | 'published'
  teaches: boolean
}

/** What access to a course depends on. */
export const courseRow = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  userId: number,
): Promise<CourseRow | undefined> => {
  const result = await sql<CourseRow>`
    select c.title, c.status, exists (select from course_instructor t where t.client_id = c.client_id
      and t.course_id = c.id and t.user_id = ${userId}) as teaches
    from course c where c.client_id = ${clientId} and c.id = ${courseId}`.execute(db)
  return result.rows[0]
}

export interface DraftRow {
  document: CourseDocument
  revision: number
  last_batch: string | null
  saved_at: Date
  saved_by: number | null
  saved_by_name: string | null
  published_revision: number | null
  published_at: Date | null
  archived_at: Date | null
  live_ids: LiveIds
  kept_at: Date | null
  course_status: 'draft' | 'published'
}

/**
 * The draft, locked against other writers until the transaction ends. The name is read by a subquery: a join would
 * return its value from before the wait for the lock.
 */
export const draftRow = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
): Promise<DraftRow | undefined> => {
  const result = await sql<DraftRow>`
    select d.document, d.revision, d.last_batch, d.saved_at, d.saved_by,
      (select u.full_name from app_user u where u.client_id = d.client_id and u.id = d.saved_by) as saved_by_name,
      d.published_revision, d.published_at, d.archived_at, d.live_ids, d.kept_at, c.status as course_status
    from course_draft d
    join course c on c.client_id = d.client_id and c.id = d.course_id
    where d.client_id = ${clientId} and d.course_id = ${courseId} for update of d`.execute(db)
  return result.rows[0]
}

interface NewDraft {
  document: CourseDocument
  liveIds: LiveIds
  published: boolean
  savedBy: number | null
  now: Date
  madeKey?: string
}

/** Adds the first draft of a course; keeps one that another call added at the same moment. */
export const addDraft = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  draft: NewDraft,
): Promise<void> => {
  await sql`
    insert into course_draft (client_id, course_id, document, saved_at, saved_by, published_revision, published_at,
      live_ids, made_by, made_key)
    values (${clientId}, ${courseId}, ${JSON.stringify(draft.document)}::jsonb, ${draft.now}, ${draft.savedBy},
      ${draft.published ? 1 : null}, ${draft.published ? draft.now : null}, ${JSON.stringify(draft.liveIds)}::jsonb,
      ${draft.madeKey === undefined ? null : draft.savedBy}, ${draft.madeKey ?? null})
    on conflict (client_id, course_id) do nothing`.execute(db)
}

export const courseMadeWith = async (
  db: TenantDb,
  clientId: number,
  userId: number,
  key: string,
): Promise<number | undefined> => {
  // Concurrent calls with the same key run one after another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`course-draft:${clientId}:${userId}:${key}`}, 0))`.execute(
    db,
  )
  const result = await sql<{ course_id: number }>`
    select course_id from course_draft
    where client_id = ${clientId} and made_by = ${userId} and made_key = ${key}`.execute(db)
  return result.rows[0]?.course_id
}

interface SavedDraft {
  document: CourseDocument
  revision: number
  batch: string | null
  by: number
  now: Date
}

export const writeDraft = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  saved: SavedDraft,
): Promise<void> => {
  await sql`
    update course_draft set document = ${JSON.stringify(saved.document)}::jsonb, revision = ${saved.revision},
      last_batch = ${saved.batch}, saved_at = ${saved.now}, saved_by = ${saved.by}
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
}

export const markPublished = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  published: { revision: number; now: Date; liveIds: LiveIds },
): Promise<void> => {
  await sql`
    update course_draft set published_revision = ${published.revision}, published_at = ${published.now},
      live_ids = ${JSON.stringify(published.liveIds)}::jsonb, archived_at = null
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
}

export const setArchived = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  at: Date | null,
): Promise<void> => {
  await sql`
    update course_draft set archived_at = ${at}
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
}

/* ---- the list ---- */

interface ListWhere {
  clientId: number
  /** Null for admins, who see all. */
  teacherId: number | null
  search: string
}

const status = sql`case when d.archived_at is not null then 'archived' when c.status = 'draft' then 'draft'
  when d.revision > coalesce(d.published_revision, 0) then 'changed' else 'published' end`
const title = sql`coalesce(d.document #>> array['course', 'texts', d.document #>> '{course,language}', 'title'], c.title)`
const from = ({ clientId, teacherId, search }: ListWhere) => sql`
  from course c left join course_draft d on d.client_id = c.client_id and d.course_id = c.id
  where c.client_id = ${clientId}
    and (${teacherId}::integer is null or exists (select from course_instructor t where t.client_id = c.client_id
      and t.course_id = c.id and t.user_id = ${teacherId}))
    and (${search} = '' or position(lower(${search}) in lower(${title})) > 0)`

type ListRow = Omit<BuilderCourse, 'saved_at' | 'saved_by' | 'published_at'> & {
  saved_at: Date
  published_at: Date | null
  saver_id: number | null
  saver: string | null
}

export const listPage = async (
  db: TenantDb,
  where: ListWhere,
  statusFilter: CourseStatus | null,
  page: { limit: number; offset: number },
): Promise<ListRow[]> => {
  const result = await sql<ListRow>`
    select l.*, u.full_name as saver,
      (select count(*)::integer from enrolment e where e.client_id = ${where.clientId} and e.course_id = l.id
        and e.left_at is null) as students,
      coalesce((select array_agg(u2.full_name order by t.position, t.user_id) from course_instructor t
        join app_user u2 on u2.client_id = t.client_id and u2.id = t.user_id
        where t.client_id = ${where.clientId} and t.course_id = l.id), '{}') as instructors
    from (
      select c.id, ${title} as title, ${status} as status, c.cover as cover_url,
        coalesce(jsonb_array_length(d.document -> 'sections'), (select count(*)::integer from course_section s
          where s.client_id = c.client_id and s.course_id = c.id)) as sections,
        coalesce((select sum(jsonb_array_length(s -> 'topics'))::integer
          from jsonb_array_elements(d.document -> 'sections') s), (select count(*)::integer from course_topic t
          where t.client_id = c.client_id and t.course_id = c.id)) as topics,
        coalesce(d.saved_at, c.updated_at) as saved_at, d.saved_by as saver_id, d.published_at
      ${from(where)}
    ) l left join app_user u on u.client_id = ${where.clientId} and u.id = l.saver_id
    where ${statusFilter === null ? sql`l.status <> 'archived'` : sql`l.status = ${statusFilter}`}
    order by l.saved_at desc, l.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return result.rows
}

export const statusCounts = async (db: TenantDb, where: ListWhere): Promise<Record<CourseStatus, number>> => {
  const result = await sql<{ status: CourseStatus; n: number }>`
    select ${status} as status, count(*)::integer as n ${from(where)} group by 1`.execute(db)
  const counts = { draft: 0, published: 0, changed: 0, archived: 0 }
  for (const row of result.rows) counts[row.status] = row.n
  return counts
}

export const teachersOf = async (
  db: TenantDb,
  clientId: number,
  search: string,
): Promise<{ id: number; name: string }[]> => {
  const result = await sql<{ id: number; name: string }>`
    select id, full_name as name from app_user
    where client_id = ${clientId} and role <> 'student' and (${search} = '' or position(lower(${search}) in lower(full_name)) > 0)
    order by full_name, id limit 100`.execute(db)
  return result.rows
}

/* ---- versions and trash ---- */

type VersionRow = Omit<VersionLine, 'created_at' | 'created_by'> & {
  created_at: Date
  by_id: number | null
  by_name: string | null
}
const versionColumns = sql`v.id, v.revision, v.reason, v.created_at, v.created_by as by_id, u.full_name as by_name`

export const saveVersion = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  version: {
    revision: number
    reason: VersionLine['reason']
    document: CourseDocument
    now: Date
    by: number
  },
): Promise<void> => {
  await sql`
    insert into course_version (client_id, course_id, revision, reason, document, created_at, created_by)
    values (${clientId}, ${courseId}, ${version.revision}, ${version.reason},
      ${JSON.stringify(version.document)}::jsonb, ${version.now}, ${version.by})`.execute(db)
  await sql`
    update course_draft set kept_at = ${version.now}
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
}

export const versionPage = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  page: { limit: number; offset: number },
): Promise<{ rows: VersionRow[]; count: number }> => {
  const rows = await sql<VersionRow>`
    select ${versionColumns} from course_version v
    left join app_user u on u.client_id = v.client_id and u.id = v.created_by
    where v.client_id = ${clientId} and v.course_id = ${courseId}
    order by v.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const count = await sql<{ n: number }>`
    select count(*)::integer as n from course_version
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
  return { rows: rows.rows, count: count.rows[0]?.n ?? 0 }
}

export const versionRow = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  versionId: number,
): Promise<(VersionRow & { document: CourseDocument }) | undefined> => {
  const result = await sql<VersionRow & { document: CourseDocument }>`
    select ${versionColumns}, v.document from course_version v
    left join app_user u on u.client_id = v.client_id and u.id = v.created_by
    where v.client_id = ${clientId} and v.course_id = ${courseId} and v.id = ${versionId}`.execute(db)
  return result.rows[0]
}

export interface TrashedNode {
  kind: NodeKind
  node: unknown
  parent: string | null
  position: number
}

export const addTrash = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  trashed: TrashedNode,
  removed: { now: Date; by: number },
): Promise<void> => {
  await sql`
    insert into course_trash (client_id, course_id, kind, node, parent, position, removed_at, removed_by)
    values (${clientId}, ${courseId}, ${trashed.kind}, ${JSON.stringify(trashed.node)}::jsonb, ${trashed.parent},
      ${trashed.position}, ${removed.now}, ${removed.by})`.execute(db)
}

/** Removes a node from the trash that "undo" brought back. */
export const dropTrash = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  nodeKey: string,
): Promise<void> => {
  await sql`
    delete from course_trash
    where client_id = ${clientId} and course_id = ${courseId} and node ->> 'key' = ${nodeKey}`.execute(db)
}

/** Deletes trash that is older than `before`. */
export const sweepTrash = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  before: Date,
): Promise<void> => {
  await sql`
    delete from course_trash
    where client_id = ${clientId} and course_id = ${courseId} and removed_at < ${before}`.execute(db)
}

type TrashRow = Pick<TrashLine, 'id' | 'kind' | 'title'> & {
  removed_at: Date
  by_id: number | null
  by_name: string | null
}

export const trashPage = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  page: { limit: number; offset: number },
): Promise<{ rows: TrashRow[]; count: number }> => {
  const rows = await sql<TrashRow>`
    select t.id, t.kind, t.node ->> 'title' as title, t.removed_at, t.removed_by as by_id, u.full_name as by_name
    from course_trash t left join app_user u on u.client_id = t.client_id and u.id = t.removed_by
    where t.client_id = ${clientId} and t.course_id = ${courseId}
    order by t.removed_at desc, t.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const count = await sql<{ n: number }>`
    select count(*)::integer as n from course_trash
    where client_id = ${clientId} and course_id = ${courseId}`.execute(db)
  return { rows: rows.rows, count: count.rows[0]?.n ?? 0 }
}

/** Deletes a trash entry and returns it; undefined when there is none. */
export const removeFromTrash = async (
  db: TenantDb,
  { clientId, courseId }: CourseKey,
  trashId: number,
): Promise<TrashedNode | undefined> => {
  const result = await sql<TrashedNode>`
    delete from course_trash where client_id = ${clientId} and course_id = ${courseId} and id = ${trashId}
    returning kind, node, parent, position`.execute(db)
  return result.rows[0]
}

/** Whether a draft or a saved version refers to a stored file. */
export const isMentioned = async (db: TenantDb, clientId: number, url: string): Promise<boolean> => {
  const result = await sql<{ found: boolean }>`
    select exists (select 1 from course_draft
        where client_id = ${clientId} and position(${url} in document::text) > 0)
      or exists (select 1 from course_version
        where client_id = ${clientId} and position(${url} in document::text) > 0) as found`.execute(db)
  return result.rows[0]?.found ?? false
}
