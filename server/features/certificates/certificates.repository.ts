import './certificates.tables.ts'
import { randomInt } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { checkCharacter, SERIAL_ALPHABET, SERIAL_LENGTH } from '#contract/certificates/serial.ts'
import type { CertificateKind, Criterion } from '#contract/certificates/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Query } from '#server/core/db/query.ts'
import type { ReplacedFor, StoredOptions, StoredSignature } from './certificates.tables.ts'
import type { TemplateRef, TemplateRow } from './templates.repository.ts'

export interface CertificateRow {
  id: number
  serial: string
  user_id: number
  kind: CertificateKind
  course_id: number | null
  assessment_id: number | null
  recipient_name: string
  title: string
  language: Language
  issuer_name: string
  brand_colour: string
  criteria: Criterion[]
  template_id: number | null
  template_version: number | null
  issued_at: Date
  issued_on: string
  expires_on: string | null
  issued_by: number | null
  replaces: number | null
  replaced_for: ReplacedFor | null
  replaced_at: Date | null
  revoked_at: Date | null
  revoked_reason: string | null
  revoked_for: 'admin' | 'refund' | null
  /** Of the version that it was issued with. */
  design: TemplateRow['design'] | null
  orientation: TemplateRow['orientation'] | null
  options: StoredOptions | null
  signatures: StoredSignature[] | null
  /** The serial of the certificate that took its place. */
  replaced_by: string | null
  /** Today in the client's time zone. */
  today: string
}

/** 74 random bits and a check character. */
export const newSerial = (): string => {
  const random = Array.from({ length: SERIAL_LENGTH - 1 }, () =>
    SERIAL_ALPHABET.charAt(randomInt(SERIAL_ALPHABET.length)),
  ).join('')
  return random + checkCharacter(random)
}

/** Everything that a view of a certificate `c` needs. */
export const certificateColumns = (now: Date) => sql`c.*, v.design, v.orientation, v.options, v.signatures,
  (select n.serial from certificate n where n.client_id = c.client_id and n.replaces = c.id) as replaced_by,
  (select (${now}::timestamptz at time zone k.time_zone)::date from client k where k.client_id = c.client_id) as today`
export const templateJoin = sql`left join certificate_template_version v on v.client_id = c.client_id
  and v.template_id = c.template_id and v.version = c.template_version`

const readWhere = async (
  db: TenantDb,
  now: Date,
  condition: RawBuilder<unknown>,
): Promise<CertificateRow[]> => {
  const { rows } = await sql<CertificateRow>`
    select ${certificateColumns(now)} from certificate c ${templateJoin}
    where c.client_id = current_client_id() and ${condition} order by c.issued_at desc, c.id desc`.execute(db)
  return rows
}

export const certificatesOf = (db: TenantDb, userId: number, now: Date): Promise<CertificateRow[]> =>
  readWhere(db, now, sql`c.user_id = ${userId}`)

export const certificateBySerial = async (
  db: TenantDb,
  serial: string,
  now: Date,
): Promise<CertificateRow | null> => (await readWhere(db, now, sql`c.serial = ${serial}`))[0] ?? null

/** What anybody may see who has the number. */
export type VerifiedRow = Pick<
  CertificateRow,
  | 'serial'
  | 'kind'
  | 'recipient_name'
  | 'title'
  | 'issuer_name'
  | 'criteria'
  | 'issued_at'
  | 'issued_on'
  | 'expires_on'
  | 'replaced_at'
  | 'replaced_by'
  | 'revoked_at'
  | 'revoked_reason'
  | 'revoked_for'
  | 'today'
>

export const verifiedQuery = (clientId: number, serial: string, now: Date): Query => ({
  name: 'certificates.verified',
  text: `select c.serial, c.kind, c.recipient_name, c.title, c.issuer_name, c.criteria, c.issued_at, c.issued_on,
      c.expires_on, c.replaced_at, n.serial as replaced_by, c.revoked_at, c.revoked_reason, c.revoked_for,
      ($3::timestamptz at time zone k.time_zone)::date as today
    from certificate c
    join client k on k.client_id = c.client_id
    left join certificate n on n.client_id = c.client_id and n.replaces = c.id
    where c.client_id = $1::integer and c.serial = $2`,
  values: [clientId, serial, now],
})

export const certificateById = async (db: TenantDb, id: number, now: Date): Promise<CertificateRow | null> =>
  (await readWhere(db, now, sql`c.id = ${id}`))[0] ?? null

export interface NewCertificate {
  readonly userId: number
  readonly kind: CertificateKind
  /** Null after it was deleted. */
  readonly subjectId: number | null
  readonly recipientName: string
  readonly title: string
  readonly language: Language
  readonly criteria: readonly Criterion[]
  readonly template: TemplateRef | null
  readonly now: Date
  /** Null: today. */
  readonly issuedOn: string | null
  readonly expiresOn: string | null
  readonly issuedBy: number | null
  readonly replaces?: { readonly id: number; readonly for: ReplacedFor }
}

/** Today in the client's time zone. */
export const todayOf = async (db: TenantDb, now: Date): Promise<string> => {
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone time_zone)::date as today from client
    where client_id = current_client_id()`.execute(db)
  return rows[0]?.today ?? now.toISOString().slice(0, 10)
}

/**
 * Writes a certificate with the issuer's name and colour of this moment. Null if the person has one of the same course or
 * assessment: the database decides, so parallel calls issue one.
 */
export const insertCertificate = async (
  db: TenantDb,
  clientId: number,
  wanted: NewCertificate,
): Promise<{ id: number; serial: string } | null> => {
  const { kind, subjectId, template, replaces } = wanted
  const { rows } = await sql<{ id: number; serial: string }>`
    insert into certificate (client_id, serial, user_id, kind, course_id, assessment_id, recipient_name, title, language,
      issuer_name, brand_colour, criteria, template_id, template_version, issued_at, issued_on, expires_on, issued_by,
      replaces, replaced_for)
    select ${clientId}, ${newSerial()}, ${wanted.userId}, ${kind},
      ${kind === 'course' ? subjectId : null}::integer, ${kind === 'assessment' ? subjectId : null}::integer, ${wanted.recipientName}, ${wanted.title},
      ${wanted.language}, k.name, k.brand_colour, ${JSON.stringify(wanted.criteria)}::jsonb,
      ${template?.id ?? null}::integer, ${template?.version ?? null}::integer, ${wanted.now},
      coalesce(${wanted.issuedOn}::date, (${wanted.now}::timestamptz at time zone k.time_zone)::date),
      ${wanted.expiresOn}::date, ${wanted.issuedBy}::integer, ${replaces?.id ?? null}::integer,
      ${replaces?.for ?? null}::text
    from client k where k.client_id = ${clientId}
    on conflict do nothing returning id, serial`.execute(db)
  return rows[0] ?? null
}

/** False if it was replaced before. */
export const markReplaced = async (
  db: TenantDb,
  clientId: number,
  id: number,
  now: Date,
): Promise<boolean> => {
  const row = await db
    .updateTable('certificate')
    .set({ replaced_at: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface Revocation {
  readonly reason: string
  readonly for: 'admin' | 'refund'
  readonly by: number | null
  readonly now: Date
}

/** False if it was revoked before; null takes a revocation back. */
export const setRevoked = async (
  db: TenantDb,
  clientId: number,
  id: number,
  revocation: Revocation | null,
): Promise<boolean> => {
  const row = await db
    .updateTable('certificate')
    .set({
      revoked_at: revocation?.now ?? null,
      revoked_by: revocation?.by ?? null,
      revoked_reason: revocation?.reason ?? null,
      revoked_for: revocation?.for ?? null,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('revoked_at', revocation ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
