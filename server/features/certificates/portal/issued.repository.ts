import { sql, type RawBuilder } from 'kysely'
import type { listIssued } from '#contract/certificates/portal.ts'
import { readSerial } from '#contract/certificates/serial.ts'
import type { CertificateState } from '#contract/certificates/shapes.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { certificateColumns, templateJoin, type CertificateRow } from '../certificates.repository.ts'

export interface IssuedRow extends CertificateRow {
  person_name: string
  person_email: string
  issued_by_name: string | null
  revoked_by_name: string | null
  replaces_serial: string | null
  total: number
}

type Filter = Pick<QueryOf<typeof listIssued>, 'search' | 'state' | 'kind' | 'subject_id'>

const today = (now: Date) => sql`(select (${now}::timestamptz at time zone k.time_zone)::date from client k
  where k.client_id = current_client_id())`

/** The order of `stateOf` in contract/certificates/shapes.ts. */
const stateSql = (now: Date): Record<CertificateState, RawBuilder<unknown>> => ({
  replaced: sql`c.replaced_at is not null`,
  revoked: sql`c.replaced_at is null and c.revoked_at is not null`,
  expired: sql`c.replaced_at is null and c.revoked_at is null and c.expires_on < ${today(now)}`,
  valid: sql`c.replaced_at is null and c.revoked_at is null and coalesce(c.expires_on >= ${today(now)}, true)`,
})

const searched = (text: string): RawBuilder<unknown> => {
  const serial = readSerial(text)
  const part = likePattern(text.toUpperCase().replaceAll(/[\s-]/g, ''))
  return serial === null
    ? sql`(c.recipient_name ilike ${likePattern(text)} or c.title ilike ${likePattern(text)}
        or u.full_name ilike ${likePattern(text)} or u.email ilike ${likePattern(text)} or c.serial like ${part})`
    : sql`c.serial = ${serial}`
}

const conditionsOf = ({ search, state, kind, subject_id: subjectId }: Filter, now: Date) => [
  sql`c.client_id = current_client_id()`,
  ...(search?.trim() ? [searched(search.trim())] : []),
  ...(state ? [stateSql(now)[state]] : []),
  ...(kind ? [sql`c.kind = ${kind}`] : []),
  ...(subjectId ? [sql`${subjectId} in (c.course_id, c.assessment_id)`] : []),
]

const readIssued = async (
  db: TenantDb,
  now: Date,
  conditions: readonly RawBuilder<unknown>[],
  { limit, offset }: { limit: number; offset: number },
): Promise<IssuedRow[]> => {
  const { rows } = await sql<IssuedRow>`
    select ${certificateColumns(now)}, u.full_name as person_name, u.email as person_email,
      i.full_name as issued_by_name, w.full_name as revoked_by_name, o.serial as replaces_serial,
      count(*) over ()::integer as total
    from certificate c ${templateJoin}
    join app_user u on u.client_id = c.client_id and u.id = c.user_id
    left join app_user i on i.client_id = c.client_id and i.id = c.issued_by
    left join app_user w on w.client_id = c.client_id and w.id = c.revoked_by
    left join certificate o on o.client_id = c.client_id and o.id = c.replaces
    where ${sql.join([...conditions], sql` and `)}
    order by c.issued_at desc, c.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const listIssuedRows = (
  db: TenantDb,
  filter: Filter,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<IssuedRow[]> => readIssued(db, now, conditionsOf(filter, now), { limit, offset })

/** Those that count, the newest first. */
export const countingIds = async (
  db: TenantDb,
  filter: Filter,
  { now, limit }: { now: Date; limit: number },
): Promise<number[]> => {
  const conditions = [...conditionsOf(filter, now), sql`c.replaced_at is null and c.revoked_at is null`]
  const { rows } = await sql<{ id: number }>`
    select c.id from certificate c join app_user u on u.client_id = c.client_id and u.id = c.user_id
    where ${sql.join(conditions, sql` and `)} order by c.issued_at desc, c.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export const issuedById = async (db: TenantDb, id: number, now: Date): Promise<IssuedRow | null> => {
  const conditions = [sql`c.client_id = current_client_id()`, sql`c.id = ${id}`]
  return (await readIssued(db, now, conditions, { limit: 1, offset: 0 }))[0] ?? null
}

export type Counts = Record<CertificateState, number> & { recent: number }

export const countIssued = async (db: TenantDb, now: Date, since: Date): Promise<Counts> => {
  const states = stateSql(now)
  const { rows } = await sql<Counts>`
    select (count(*) filter (where ${states.valid}))::integer as valid,
      (count(*) filter (where ${states.expired}))::integer as expired,
      (count(*) filter (where ${states.replaced}))::integer as replaced,
      (count(*) filter (where ${states.revoked}))::integer as revoked,
      (count(*) filter (where c.issued_at >= ${since}))::integer as recent
    from certificate c where c.client_id = current_client_id()`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('countIssued: no row')
  return row
}
