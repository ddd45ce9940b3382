import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface PackageRow {
  id: string
  name: string
  size: number
  course_id: number | null
}
const columns = sql`id, name, size, course_id`

/** Locked: two pieces at a time would write over each other, two imports make two courses. */
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

/** The same file that this person began before and made no course of yet. */
export const begunBefore = async (
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

/** Bytes of all packages of a tenant that lie around. One caller at a time counts and adds. */
export const waitingBytes = async (db: TenantDb, clientId: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`course-package:${clientId}`}, 0))`.execute(db)
  const result = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from course_package
    where client_id = ${clientId} and course_id is null`.execute(db)
  return result.rows[0]?.bytes ?? 0
}

export const addPackage = (
  db: TenantDb,
  key: { clientId: number; userId: number },
  made: NewPackage,
  now: Date,
) =>
  sql`insert into course_package (client_id, id, user_id, name, size, fingerprint, created_at)
    values (${key.clientId}, ${made.id}, ${key.userId}, ${made.name}, ${made.size}, ${made.fingerprint}, ${now})`.execute(
    db,
  )

export const setCourse = (db: TenantDb, clientId: number, id: string, courseId: number) =>
  sql`update course_package set course_id = ${courseId} where client_id = ${clientId} and id = ${id}`.execute(
    db,
  )

/** Noted before the course stands, so that a crash in between leaves nothing behind for ever. */
export const noteFresh = (db: TenantDb, clientId: number, id: string, url: string) =>
  sql`update course_package set fresh_files = array_append(fresh_files, ${url})
    where client_id = ${clientId} and id = ${id}`.execute(db)

export interface OldPackage {
  id: string
  /** Files that came with it and that it has no course for. */
  files: string[]
}

/** Packages that nobody went on with. */
export const takeOld = async (db: TenantDb, clientId: number, before: Date): Promise<OldPackage[]> => {
  const result = await sql<{ id: string; course_id: number | null; fresh_files: string[] }>`
    delete from course_package where client_id = ${clientId} and created_at < ${before}
    returning id, course_id, fresh_files`.execute(db)
  return result.rows.map(({ id, course_id: courseId, fresh_files: files }) => ({
    id,
    files: courseId === null ? files : [],
  }))
}
