import type { SwitchableFeature } from '#contract/client-info/feature-slugs.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { setFeature } from './clients.repository.ts'
import { forbidFeature } from './forbid-feature.ts'
import { lockClient } from './settings/brand.repository.ts'
import { countChange, writeAllowed } from './settings/settings.repository.ts'

/** As a superadmin switches a feature for many clients: admins who have its switch open see that it moved. */
export const rollOutFeature = async (
  db: TenantDb,
  clientId: number,
  slug: SwitchableFeature,
  action: 'on' | 'off' | 'forbid',
): Promise<void> => {
  await lockClient(db, clientId)
  if (action === 'forbid') await forbidFeature(db, clientId, slug)
  else {
    await setFeature(db, clientId, { slug, enabled: action === 'on' })
    await writeAllowed(db, clientId, { slug, allowed: true })
  }
  await countChange(db, clientId)
}
