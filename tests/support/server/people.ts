import { featureSlugs, type FeatureSlug } from '#contract/client-info/feature-slugs.ts'
import type { Role } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import type { TestDatabase } from './database.ts'

/** Adds a tenant, for tests that are not about tenants. It has every feature unless they are named. */
export const addClient = async (
  db: TestDatabase,
  client: { id: number; active?: boolean; timeZone?: string; features?: readonly FeatureSlug[] },
): Promise<void> => {
  await db.asSuperuser(
    `insert into client (client_id, name, short_name, slug, is_active, time_zone)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      client.id,
      `Client ${client.id}`,
      `C${client.id}`,
      `client-${client.id}`,
      client.active ?? true,
      client.timeZone ?? 'UTC',
    ],
  )
  await switchFeatures(db, client.id, client.features ?? featureSlugs)
}

/** Sets the features of a tenant. A running server hears of it by `core.changes.announce`. */
export const switchFeatures = async (
  db: TestDatabase,
  clientId: number,
  features: readonly FeatureSlug[],
): Promise<void> => {
  await db.asSuperuser('delete from client_feature where client_id = $1', [clientId])
  await db.asSuperuser(
    `insert into client_feature (client_id, slug, title, position, links)
     select $1, slug, slug, number - 1, '[]' from unnest($2::text[]) with ordinality as feature (slug, number)`,
    [clientId, [...features]],
  )
}

/** Adds a person to a tenant; returns the id. */
export const addPerson = async (
  db: TestDatabase,
  person: { clientId: number; name: string; role?: Role; timeZone?: string },
): Promise<number> => {
  const key = `${person.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${person.clientId}`
  const rows = await db.asSuperuser<{ id: number }>(
    `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
     values ($1, $2, $2, $3, $3, $4, $5, $6) returning id`,
    [
      person.clientId,
      `${key}@example.test`,
      key,
      person.name,
      person.role ?? 'student',
      person.timeZone ?? 'UTC',
    ],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the person was not added')
  return id
}

/** The header by which a person's browser fetches stored files; the session is the one of `featuresAsUser`. */
export const fileCookie = (
  { fileAccess }: Pick<Core, 'fileAccess'>,
  clientId: number,
  userId: number,
  sessionId = `s${userId}`,
): { cookie: string } => {
  const { name, value } = fileAccess.cookieFor({ clientId, userId, sessionId })
  return { cookie: `${name}=${value}` }
}
