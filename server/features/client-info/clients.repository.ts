import './clients.tables.ts'
import { sql } from 'kysely'
import { shortNameOf } from '#contract/client-info/manifest.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { featureCatalogue, type FeatureSlug } from './feature-catalogue.ts'

export const BRAND_COLOUR_DEFAULT = '#3b5bdb'

export interface ClientRow {
  client_id: number
  name: string
  short_name: string
  slug: string
  is_active: boolean
  brand_colour: string
  theme: unknown
  languages: Language[]
  detect_browser_language: boolean
  password_min: number
  phone_required: boolean
  google_client_id: string | null
  support_email: string | null
  time_zone: string
  mail_sender: string | null
  mail_reply_to: string | null
  brand_version: number
  /** As published from the settings page; null before that. */
  brand_settings: unknown
}

export interface FeatureRow {
  id: number
  slug: string
  title: string
  links: unknown
}

/** The tenant of the transaction, or undefined when it does not exist. */
export const readClient = (db: TenantDb, clientId: number): Promise<ClientRow | undefined> =>
  db
    .selectFrom('client')
    .leftJoin('client_brand_version as brand', (join) =>
      join
        .onRef('brand.client_id', '=', 'client.client_id')
        .onRef('brand.version', '=', 'client.brand_version'),
    )
    .select([
      'client.client_id',
      'brand.settings as brand_settings',
      'brand_version',
      'name',
      'short_name',
      'slug',
      'is_active',
      'brand_colour',
      'theme',
      'languages',
      'detect_browser_language',
      'password_min',
      'phone_required',
      'google_client_id',
      'support_email',
      'time_zone',
      'mail_sender',
      'mail_reply_to',
    ])
    .where('client.client_id', '=', clientId)
    .executeTakeFirst()

/** Those that are switched on. */
export const readFeatures = (db: TenantDb, clientId: number): Promise<FeatureRow[]> =>
  db
    .selectFrom('client_feature')
    .select(['id', 'slug', 'title', 'links'])
    .where('client_id', '=', clientId)
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Runs without a tenant: a registry function returns only the id. */
export const findClientIdByHost = async (db: TenantDb, host: string): Promise<number | null> => {
  const { rows } = await sql<{ id: number | null }>`select find_client_by_host(${host}) as id`.execute(db)
  return rows[0]?.id ?? null
}

export const listClientIds = async (db: TenantDb): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select list_client_ids() as id`.execute(db)
  return rows.map((row) => row.id)
}

export interface NewClient {
  clientId: number
  name: string
  shortName: string
  slug: string
  isActive: boolean
  brandColour: string
  theme: Record<string, unknown>
  languages: [Language, ...Language[]]
  detectBrowserLanguage: boolean
  supportEmail: string | null
  timeZone: string
  currency: string
  hosts: readonly string[]
  features: readonly { slug: FeatureSlug; title: string }[]
  /** Instructors and admins must use two-step sign-in; off unless given. */
  staffSecondStep?: boolean
}

/** Writes a client with its features and host names. Throws when id, slug or a host name is taken. */
export const insertClient = async (db: TenantDb, client: NewClient): Promise<void> => {
  await db
    .insertInto('client')
    .values({
      client_id: client.clientId,
      name: client.name,
      short_name: client.shortName,
      slug: client.slug,
      is_active: client.isActive,
      brand_colour: client.brandColour,
      theme: JSON.stringify(client.theme),
      languages: client.languages,
      detect_browser_language: client.detectBrowserLanguage,
      google_client_id: null,
      support_email: client.supportEmail,
      time_zone: client.timeZone,
      currency: client.currency,
      demo_seeded_at: null,
      staff_second_step: client.staffSecondStep ?? false,
    })
    .execute()
  for (const host of client.hosts)
    await db.insertInto('client_host').values({ client_id: client.clientId, host }).execute()
  for (const [position, { slug, title }] of client.features.entries()) {
    const href = featureCatalogue.find((entry) => entry.slug === slug)?.href ?? '/'
    await db
      .insertInto('client_feature')
      .values({ client_id: client.clientId, slug, title, position, links: JSON.stringify([{ title, href }]) })
      .execute()
  }
}

/** Inserts a client with every feature, our own colours and no special settings. */
export const insertPlainClient = (
  db: TenantDb,
  client: Pick<NewClient, 'clientId' | 'name' | 'languages'> & { email: string },
): Promise<void> =>
  insertClient(db, {
    clientId: client.clientId,
    name: client.name,
    shortName: shortNameOf(client.name),
    slug: `client-${client.clientId}`,
    isActive: true,
    brandColour: BRAND_COLOUR_DEFAULT,
    theme: {},
    languages: client.languages,
    detectBrowserLanguage: true,
    supportEmail: client.email,
    timeZone: 'UTC',
    currency: 'USD',
    hosts: [],
    features: featureCatalogue,
    staffSecondStep: true,
  })

/** False when the client does not exist. */
export const setClientActive = async (
  db: TenantDb,
  clientId: number,
  isActive: boolean,
): Promise<boolean> => {
  const result = await db
    .updateTable('client')
    .set({ is_active: isActive, updated_at: sql<Date>`now()` })
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Switches a feature; one that the client never had comes after the others. */
export const setFeature = async (
  db: TenantDb,
  clientId: number,
  { slug, enabled }: { slug: FeatureSlug; enabled: boolean },
): Promise<void> => {
  const { title, href } = featureCatalogue.find((entry) => entry.slug === slug) ?? { title: slug, href: '/' }
  await sql`
    insert into client_feature (client_id, slug, title, position, links, enabled)
    select ${clientId}, ${slug}, ${title}, coalesce(max(position) + 1, 0),
      ${JSON.stringify([{ title, href }])}::jsonb, ${enabled}
    from client_feature where client_id = ${clientId}
    on conflict (client_id, slug) do update set
      enabled = excluded.enabled,
      -- What is switched on is allowed.
      allowed = client_feature.allowed or excluded.enabled`.execute(db)
}

export interface ClientOrigin {
  name: string
  /** Filled by the demo's seed. */
  isDemo: boolean
  /** Its first administrator was made by the link of the first start. */
  isSetUp: boolean
}

/** Where the tenant of the transaction comes from; undefined when it does not exist. */
export const readClientOrigin = async (db: TenantDb, clientId: number): Promise<ClientOrigin | undefined> => {
  const row = await db
    .selectFrom('client')
    .select(['name', 'demo_seeded_at', 'set_up_at'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row && { name: row.name, isDemo: row.demo_seeded_at !== null, isSetUp: row.set_up_at !== null }
}

export const markSetUp = async (db: TenantDb, clientId: number, now: Date): Promise<void> => {
  await db.updateTable('client').set({ set_up_at: now }).where('client_id', '=', clientId).execute()
}
