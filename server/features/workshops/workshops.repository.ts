import './workshops.tables.ts'
import { sql, type Selectable } from 'kysely'
import type { WorkshopDecision } from '#contract/workshops/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type WorkshopRow = Selectable<Tables['workshop']>

export interface WorkshopKey {
  readonly clientId: number
  readonly workshopId: number
}

export const workshopByCode = (
  db: TenantDb,
  clientId: number,
  code: string,
): Promise<WorkshopRow | undefined> =>
  db
    .selectFrom('workshop')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('code', '=', code)
    .executeTakeFirst()

/** Locks the workshop's row: changes of its seats wait for each other here. */
export const lockWorkshop = (
  db: TenantDb,
  { clientId, workshopId }: WorkshopKey,
): Promise<WorkshopRow | undefined> =>
  db
    .selectFrom('workshop')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', workshopId)
    .forUpdate()
    .executeTakeFirst()

/** Who asks: an instructor sees the workshops that they created and those of their courses, an admin all. */
export interface Manager {
  readonly clientId: number
  readonly userId: number
  readonly isAdmin: boolean
}

/** Holds for workshops `w` that the manager may see. */
export const managedBy = ({ clientId, userId, isAdmin }: Manager) =>
  isAdmin
    ? sql`w.client_id = ${clientId}`
    : sql`w.client_id = ${clientId} and (w.created_by = ${userId} or exists (
        select from course_instructor i
        where i.client_id = w.client_id and i.course_id = w.course_id and i.user_id = ${userId}))`

export const managedWorkshopRow = async (
  db: TenantDb,
  manager: Manager,
  workshopId: number,
): Promise<WorkshopRow | undefined> => {
  const { rows } = await sql<WorkshopRow>`
    select w.* from workshop w where ${managedBy(manager)} and w.id = ${workshopId}`.execute(db)
  return rows[0]
}

export type ListedWorkshop = WorkshopRow & { course_title: string | null; total: number }

export interface WorkshopFilter {
  readonly period: 'coming' | 'past' | 'all'
  readonly search: string
  readonly limit: number
  readonly offset: number
}

/** Coming ones first, the next on top; then those that are over, the latest on top. */
export const listManaged = async (
  db: TenantDb,
  manager: Manager,
  { period, search, limit, offset }: WorkshopFilter,
  now: Date,
): Promise<ListedWorkshop[]> => {
  const isOver = sql`w.starts_at + w.minutes * interval '1 minute' <= ${now}`
  const inPeriod = period === 'all' ? sql`true` : period === 'past' ? isOver : sql`not (${isOver})`
  const { rows } = await sql<ListedWorkshop>`
    select w.*, c.title as course_title, count(*) over ()::int as total from workshop w
    left join course c on c.client_id = w.client_id and c.id = w.course_id
    where ${managedBy(manager)} and ${inPeriod}
      and (${search} = '' or position(lower(${search}) in lower(w.title)) > 0)
    order by ${isOver}, case when ${isOver} then null else w.starts_at end, w.starts_at desc, w.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface WorkshopValues {
  readonly title: string
  readonly description: string
  readonly cover: string | null
  readonly course_id: number | null
  readonly starts_at: Date
  readonly minutes: number
  readonly time_zone: string
  readonly place: string
  readonly link: string
  readonly capacity: number | null
  readonly fields: string
  readonly double_opt_in: boolean
}

/** The id of the new workshop, or of the one that the same call created before. */
export const insertWorkshop = async (
  db: TenantDb,
  clientId: number,
  values: WorkshopValues & { code: string; create_key: string; created_by: number; state?: WorkshopDecision },
  now: Date,
): Promise<{ id: number; isNew: boolean }> => {
  const added = await db
    .insertInto('workshop')
    .values({ state: 'draft', ...values, client_id: clientId, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['client_id', 'create_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return { id: added.id, isNew: true }
  const known = await db
    .selectFrom('workshop')
    .select('id')
    .where('client_id', '=', clientId)
    .where('create_key', '=', values.create_key)
    .executeTakeFirstOrThrow()
  return { id: known.id, isNew: false }
}

export const updateWorkshop = async (
  db: TenantDb,
  { clientId, workshopId }: WorkshopKey,
  values: WorkshopValues & { sequence: number },
  now: Date,
): Promise<void> => {
  await db
    .updateTable('workshop')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', workshopId)
    .execute()
}

export const updateState = async (
  db: TenantDb,
  { clientId, workshopId }: WorkshopKey,
  change: { state: WorkshopDecision; sequence: number },
  now: Date,
): Promise<void> => {
  await db
    .updateTable('workshop')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', workshopId)
    .execute()
}

/** Courses that the manager may connect with a workshop. */
export const coursesFor = async (
  db: TenantDb,
  { clientId, userId, isAdmin }: Manager,
): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select c.id, c.title from course c where c.client_id = ${clientId} and (${isAdmin} or exists (
      select from course_instructor i
      where i.client_id = c.client_id and i.course_id = c.id and i.user_id = ${userId}))
    order by lower(c.title), c.id limit 500`.execute(db)
  return rows
}

export const titleOfCourse = async (
  db: TenantDb,
  clientId: number,
  courseId: number | null,
): Promise<string | null> => {
  if (courseId === null) return null
  const row = await db
    .selectFrom('course')
    .select('title')
    .where('client_id', '=', clientId)
    .where('id', '=', courseId)
    .executeTakeFirst()
  return row?.title ?? null
}

export const zoneOfClient = async (db: TenantDb, clientId: number): Promise<string> => {
  const row = await db
    .selectFrom('client')
    .select('time_zone')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return row.time_zone
}
