import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'

interface Row {
  seq: string | null
  hash: Buffer | null
  event_id: string | null
  id: string | null
  client_id: string | null
  at: string | null
  action: string | null
  result: string | null
  actor_id: string | null
  session_id: string | null
  object: string | null
  detail: string | null
  request_id: string | null
  network: string | null
}

export interface ChainHead {
  seq: number
  /** Hex. */
  hash: string
}

export interface ChainVerdict {
  ok: boolean
  checked: number
  /** The first fault; null if there is none. */
  fault: string | null
  /** Keep it elsewhere and pass it as `anchor` later: a chain whose end was removed is otherwise still valid. */
  head: ChainHead | null
}

const field = (value: string | null) => (value === null ? '-;' : `${Buffer.byteLength(value)}:${value};`)

/** The same bytes as `audit_canonical` in 0002_audit.sql, computed independently of the database. */
const canonical = (row: Row): string =>
  [
    row.client_id,
    row.seq,
    row.id,
    row.at,
    row.action,
    row.result,
    row.actor_id,
    row.session_id,
    row.object,
    row.detail,
    row.request_id,
    row.network,
  ]
    .map(field)
    .join('')

/** Small, so that hashing one batch does not hold other requests up. */
const BATCH = 500

const readBatch = async (db: TenantDb, after: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select l.seq::text, l.hash, l.event_id::text, e.id::text, e.client_id::text,
      to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      e.action, e.result, e.actor_id::text, e.session_id, e.object, e.detail::text, e.request_id, e.network
    from audit_link l left join audit_event e on e.client_id = l.client_id and e.id = l.event_id
    where l.seq > ${after} order by l.seq limit ${BATCH}`.execute(db)
  return rows
}

/** Walks the tenant's chain from its first link and recomputes every hash. `anchor` is an earlier head. */
export const verifyAuditChain = async (db: TenantDb, anchor?: ChainHead): Promise<ChainVerdict> => {
  let seq = 0
  let previous = Buffer.alloc(0)
  let hasMetAnchor = anchor === undefined
  const verdict = (fault: string | null): ChainVerdict => ({
    ok: fault === null,
    checked: seq,
    fault,
    head: seq === 0 ? null : { seq, hash: previous.toString('hex') },
  })
  for (;;) {
    const rows = await readBatch(db, seq)
    for (const row of rows) {
      if (Number(row.seq) !== seq + 1) return verdict(`link ${seq + 1} is missing`)
      if (row.id === null) return verdict(`event ${row.event_id} of link ${row.seq} is missing`)
      const expected = createHash('sha256').update(previous).update(canonical(row)).digest()
      if (!row.hash || !expected.equals(row.hash)) return verdict(`event ${row.id} does not match its link`)
      seq += 1
      previous = expected
      if (anchor && anchor.seq === seq) {
        if (expected.toString('hex') !== anchor.hash) return verdict(`link ${seq} differs from the anchor`)
        hasMetAnchor = true
      }
    }
    if (rows.length < BATCH) break
  }
  if (!hasMetAnchor) return verdict(`the chain ends before the anchor at ${anchor?.seq}`)
  const { rows: unlinked } = await sql<{ id: string }>`
    select e.id::text from audit_event e
    where not exists (select from audit_link l where l.client_id = e.client_id and l.event_id = e.id)
    order by e.id limit 1`.execute(db)
  return verdict(unlinked[0] ? `event ${unlinked[0].id} has no link` : null)
}
