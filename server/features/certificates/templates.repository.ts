import './certificates.tables.ts'
import { sql } from 'kysely'
import type { designIds, orientations } from '#contract/certificates/shapes.ts'
import type { WantedTemplate } from '#contract/certificates/templates.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StoredOptions, StoredSignature } from './certificates.tables.ts'

export interface TemplateRef {
  readonly id: number
  readonly version: number
}

/** The newest version of this template, else of the client's default one; null: the design of the product. */
export const templateFor = async (
  db: TenantDb,
  clientId: number,
  templateId: number | null,
): Promise<TemplateRef | null> => {
  const { rows } = await sql<TemplateRef>`
    select id, version from certificate_template where client_id = ${clientId}
      and (id = ${templateId} or is_default) order by (id = ${templateId}) desc nulls last limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

export interface TemplateRow {
  id: number
  name: string
  version: number
  is_default: boolean
  published_at: Date
  issued: number
  design: (typeof designIds)[number]
  orientation: (typeof orientations)[number]
  options: StoredOptions
  signatures: StoredSignature[]
}

export const listTemplateRows = async (
  db: TenantDb,
  clientId: number,
  only: { id?: number; createKey?: string } = {},
): Promise<TemplateRow[]> => {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.name, t.version, t.is_default, v.published_at, v.design, v.orientation, v.options, v.signatures,
      (select count(*) from certificate c where c.client_id = t.client_id and c.template_id = t.id)::integer as issued
    from certificate_template t
    join certificate_template_version v on v.client_id = t.client_id and v.template_id = t.id and v.version = t.version
    where t.client_id = ${clientId} and (${only.id ?? null}::integer is null or t.id = ${only.id ?? null})
      and (${only.createKey ?? null}::uuid is null or t.create_key = ${only.createKey ?? null})
    order by t.is_default desc, t.id`.execute(db)
  return rows
}

const addVersion = (
  db: TenantDb,
  clientId: number,
  ref: TemplateRef,
  { look, now }: { look: WantedTemplate; now: Date },
) =>
  db
    .insertInto('certificate_template_version')
    .values({
      client_id: clientId,
      template_id: ref.id,
      version: ref.version,
      design: look.design,
      orientation: look.orientation,
      options: JSON.stringify({ show_seal: look.show_seal, show_criteria: look.show_criteria }),
      signatures: JSON.stringify(look.signatures.map((each) => ({ ...each, picture: null }))),
      published_at: now,
    })
    .execute()

/** One template is the default. */
const clearDefault = (db: TenantDb, clientId: number) =>
  db
    .updateTable('certificate_template')
    .set({ is_default: false })
    .where('client_id', '=', clientId)
    .where('is_default', '=', true)
    .execute()

interface Write {
  readonly look: WantedTemplate
  readonly now: Date
  readonly by: number | null
}

/** The id of the new template; null if this call created it before. */
export const addTemplate = async (
  db: TenantDb,
  clientId: number,
  key: string,
  { look, now, by }: Write,
): Promise<number | null> => {
  if (look.is_default) await clearDefault(db, clientId)
  const row = await db
    .insertInto('certificate_template')
    .values({
      client_id: clientId,
      name: look.name,
      create_key: key,
      is_default: look.is_default,
      created_at: now,
      updated_at: now,
      updated_by: by,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'create_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await addVersion(db, clientId, { id: row.id, version: 1 }, { look, now })
  return row.id
}

/** False if somebody published another version meanwhile. */
export const addNextVersion = async (
  db: TenantDb,
  clientId: number,
  seen: TemplateRef,
  { look, now, by }: Write,
): Promise<boolean> => {
  if (look.is_default) await clearDefault(db, clientId)
  const row = await db
    .updateTable('certificate_template')
    .set({
      name: look.name,
      version: seen.version + 1,
      is_default: look.is_default,
      updated_at: now,
      updated_by: by,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await addVersion(db, clientId, { id: seen.id, version: seen.version + 1 }, { look, now })
  return true
}
