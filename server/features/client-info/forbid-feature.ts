import type { TenantDb } from '#server/core/db/database.ts'
import { setFeature } from './clients.repository.ts'
import type { FeatureSlug } from './feature-catalogue.ts'
import { writeAllowed } from './settings/settings.repository.ts'

/** Switches a feature off and keeps it from the client's admins. */
export const forbidFeature = async (db: TenantDb, clientId: number, slug: FeatureSlug): Promise<void> => {
  await setFeature(db, clientId, { slug, enabled: false })
  await writeAllowed(db, clientId, { slug, allowed: false })
}
