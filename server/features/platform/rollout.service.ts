/** Features for many clients at once. */
import { switchableFeatures } from '#contract/client-info/settings-endpoints.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  ROLLOUT_SHOWN,
  type getRollout,
  type Rollout,
  type RolloutPreview,
} from '#contract/platform/rollout.ts'
import type { SuperadminScope } from '#server/core/http/scope.ts'
import type { PlatformContext } from './context.ts'
import { changeClient, recordOwn } from './record.ts'
import { affectedClients, countFeatures } from './rollout.repository.ts'

export const rolloutState = async ({ core }: PlatformContext): Promise<ResponseOf<typeof getRollout>> => {
  const counted = await core.db.withoutTenant((db) => countFeatures(db, switchableFeatures))
  const [first] = counted
  return {
    clients: first ? first.on + first.off + first.forbidden : 0,
    features: switchableFeatures.map((slug) => {
      const { on, off, forbidden } = counted.find((each) => each.slug === slug) ?? {
        on: 0,
        off: 0,
        forbidden: 0,
      }
      return { slug, area: slug.startsWith('admin_') ? 'admin' : 'student', on, off, forbidden }
    }),
  }
}

export const previewRollout = async (
  { core }: PlatformContext,
  rollout: Rollout,
): Promise<RolloutPreview> => {
  const { rows, unchanged } = await core.db.withoutTenant((db) => affectedClients(db, rollout))
  return {
    affected: rows.length,
    people: rows.reduce((sum, { people }) => sum + people, 0),
    unchanged,
    clients: rows.slice(0, ROLLOUT_SHOWN).map(({ client_id: id, name, people }) => ({ id, name, people })),
  }
}

const AUDITED = {
  on: 'clients.feature_on',
  off: 'clients.feature_off',
  forbid: 'clients.feature_forbidden',
} as const

/** One transaction for each client: what is done when a server stops in between stays, and a repeat does the rest. */
export const applyRollout = async (
  context: PlatformContext,
  scope: SuperadminScope,
  rollout: Rollout,
): Promise<{ changed: number }> => {
  const { slug, action, target } = rollout
  const { rows } = await context.core.db.withoutTenant((db) => affectedClients(db, rollout))
  for (const { client_id: clientId } of rows)
    await changeClient(context, scope, clientId, async (db) => {
      await context.clients.switchFeature(db, clientId, slug, action)
      await context.core.changes.announce(db, { kind: 'client', clientId })
      return { result: undefined, action: AUDITED[action], detail: { feature: slug } }
    })
  if (rows.length > 0)
    await recordOwn(context, scope, 'platform.rollout', {
      object: `feature:${slug}`,
      detail: {
        action,
        clients: rows.length,
        target: target.kind === 'percent' ? `${target.percent} %` : target.kind,
      },
    })
  return { changed: rows.length }
}
