import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface PackageRow {
  id: string
  name: string
  size: number
  course_id: number | null
}
const columns = sql`id, name, size, course_id`

/** Locks the row: concurrent chunks would overwrite each other, and concurrent imports would create two courses. */
export const packageRow = async (
  db: TenantDb,
  key: { clientId: number; userId: number; id: string },
): Promise<PackageRow | undefined> => {
  const result = await sql<PackageRow>`
    select ${columns} from course_package
    where client_id = ${key.clientId} and user_id = ${key.userId} and id = ${key.id} for update`.execute(db)
  return result.rows[0]
}

interface NewPackage {
  id: string
  name: string
  size: number
  fingerprint: string
}

/** An unfinished package of the same file and person that has not become a course. */
export const findUnfinished = async (
  db: TenantDb,
  key: { clientId: number; userId: number },
  { fingerprint, size }: NewPackage,
): Promise<PackageRow | undefined> => {
  const result = await sql<PackageRow>`
    select ${columns} from course_package
    where client_id = ${key.clientId} and user_id = ${key.userId} and fingerprint = ${fingerprint}
      and size = ${size} and course_id is null
    order by created_at desc limit 1`.execute(db)
  return result.rows[0]
}

/**
 * Bytes of all unfinished packages of a tenant. The advisory lock keeps callers from counting and adding at the same
 * time.
 */
export const unfinishedBytes = async (db: TenantDb, clientId: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`course-package:${clientId}`}, 0))`.execute(db)
  const result = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from course_package
    where client_id = ${clientId} and course_id is null`.execute(db)
  return result.rows[0]?.bytes ?? 0
}

export const addPackage = (
  db: TenantDb,
  key: { clientId: number; userId: number },
  newPackage: NewPackage,
  now: Date,
) =>
  sql`insert into course_package (client_id, id, user_id, name, size, fingerprint, created_at)
    values (${key.clientId}, ${newPackage.id}, ${key.userId}, ${newPackage.name}, ${newPackage.size}, ${newPackage.fingerprint}, ${now})`.execute(
    db,
  )

export const setCourse = (db: TenantDb, clientId: number, id: string, courseId: number) =>
  sql`update course_package set course_id = ${courseId} where client_id = ${clientId} and id = ${id}`.execute(
    db,
  )

/** Recorded before the course exists, so that the sweep finds the file after a crash. */
export const recordNewFile = (db: TenantDb, clientId: number, id: string, url: string) =>
  sql`update course_package set fresh_files = array_append(fresh_files, ${url})
    where client_id = ${clientId} and id = ${id}`.execute(db)

export interface OldPackage {
  id: string
  /** Files that were stored for it; empty once it became a course. */
  files: string[]
}

/** Deletes packages created before `before` and returns them. */
export const deleteOld = async (db: TenantDb, clientId: number, before: Date): Promise<OldPackage[]> => {
  const result = await sql<{ id: string; course_id: number | null; fresh_files: string[] }>`
    delete from course_package where client_id = ${clientId} and created_at < ${before}
    returning id, course_id, fresh_files`.execute(db)
  return result.rows.map(({ id, course_id: courseId, fresh_files: files }) => ({
    id,
    files: courseId === null ? files : [],
  }))
}
