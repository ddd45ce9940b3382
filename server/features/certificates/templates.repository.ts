import './certificates.tables.ts'
import { sql } from 'kysely'
import type { designIds, orientations } from '#contract/certificates/shapes.ts'
import type { TemplateVersion, WantedTemplate } from '#contract/certificates/templates.ts'
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
      and version > 0 and (id = ${templateId} or is_default) order by (id = ${templateId}) desc nulls last limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

interface VersionRow {
  version: number
  published_at: Date
  issued: number
  design: (typeof designIds)[number]
  orientation: (typeof orientations)[number]
  options: StoredOptions
  signatures: StoredSignature[]
}

/** The look and its date are null until a version is published; then the draft has the only look. */
export interface TemplateRow {
  id: number
  name: string
  version: number
  is_default: boolean
  issued: number
  published_at: Date | null
  design: VersionRow['design'] | null
  orientation: VersionRow['orientation'] | null
  options: StoredOptions | null
  signatures: StoredSignature[] | null
  draft: WantedTemplate | null
  draft_number: number
}

type Look = Omit<WantedTemplate, 'name' | 'is_default'>

/** What the contract calls a look, of a stored version. */
export const lookOf = ({
  design,
  orientation,
  options,
  signatures,
}: Pick<VersionRow, 'design' | 'orientation' | 'options' | 'signatures'>): Look => ({
  design,
  orientation,
  show_seal: options.show_seal,
  show_criteria: options.show_criteria,
  show_logo: options.show_logo ?? true,
  texts: options.texts ?? {},
  fields: options.fields ?? null,
  background: options.background ?? null,
  signatures,
})

export const listTemplateRows = async (
  db: TenantDb,
  clientId: number,
  only: { id?: number; createKey?: string } = {},
): Promise<TemplateRow[]> => {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.name, t.version, t.is_default, t.draft, t.draft_number, v.published_at, v.design, v.orientation,
      v.options, v.signatures,
      (select count(*) from certificate c where c.client_id = t.client_id and c.template_id = t.id)::integer as issued
    from certificate_template t
    left join certificate_template_version v
      on v.client_id = t.client_id and v.template_id = t.id and v.version = t.version
    where t.client_id = ${clientId} and (${only.id ?? null}::integer is null or t.id = ${only.id ?? null})
      and (${only.createKey ?? null}::uuid is null or t.create_key = ${only.createKey ?? null})
    order by t.is_default desc, t.id`.execute(db)
  return rows
}

export const listVersionRows = async (
  db: TenantDb,
  clientId: number,
  templateId: number,
): Promise<TemplateVersion[]> => {
  const { rows } = await sql<VersionRow>`
    select v.version, v.published_at, v.design, v.orientation, v.options, v.signatures,
      (select count(*) from certificate c where c.client_id = v.client_id and c.template_id = v.template_id
        and c.template_version = v.version)::integer as issued
    from certificate_template_version v
    where v.client_id = ${clientId} and v.template_id = ${templateId} order by v.version desc limit 100`.execute(
    db,
  )
  return rows.map((row) => ({
    version: row.version,
    issued: row.issued,
    published_at: row.published_at.toISOString(),
    ...lookOf(row),
  }))
}

const optionsOf = (look: WantedTemplate): StoredOptions => ({
  show_seal: look.show_seal,
  show_criteria: look.show_criteria,
  show_logo: look.show_logo,
  texts: look.texts,
  fields: look.fields,
  background: look.background,
})

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
      options: JSON.stringify(optionsOf(look)),
      signatures: JSON.stringify(look.signatures),
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

/** The id of the new template; null if this call created it before. A draft is published later. */
export const addTemplate = async (
  db: TenantDb,
  clientId: number,
  key: string,
  { look, now, by, isDraft = false }: Write & { readonly isDraft?: boolean },
): Promise<number | null> => {
  if (look.is_default && !isDraft) await clearDefault(db, clientId)
  const row = await db
    .insertInto('certificate_template')
    .values({
      client_id: clientId,
      name: look.name,
      create_key: key,
      is_default: look.is_default && !isDraft,
      version: isDraft ? 0 : 1,
      draft: isDraft ? JSON.stringify(look) : null,
      created_at: now,
      updated_at: now,
      updated_by: by,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'create_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  if (!isDraft) await addVersion(db, clientId, { id: row.id, version: 1 }, { look, now })
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
      draft: null,
      draft_number: sql`draft_number + 1`,
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

/** False if somebody saved another draft or published meanwhile. */
export const putDraft = async (
  db: TenantDb,
  clientId: number,
  seen: { readonly id: number; readonly draftNumber: number },
  { look, now, by }: Write,
): Promise<boolean> => {
  const row = await db
    .updateTable('certificate_template')
    .set({
      // The name of one that is in use changes with its publication.
      name: sql`case when version = 0 then ${look.name} else name end`,
      draft: JSON.stringify(look),
      draft_number: seen.draftNumber + 1,
      updated_at: now,
      updated_by: by,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', seen.id)
    .where('draft_number', '=', seen.draftNumber)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const brandColourOf = async (db: TenantDb, clientId: number): Promise<string> => {
  const { rows } = await sql<{ colour: string }>`
    select brand_colour as colour from client where client_id = ${clientId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('brandColourOf: no such client')
  return row.colour
}
