import { sql } from 'kysely'
import type { SwitchableFeature } from '#contract/client-info/feature-slugs.ts'
import type { Rollout, RolloutTarget } from '#contract/platform/rollout.ts'
import type { TenantDb } from '#server/core/db/database.ts'

const targeted = (target: RolloutTarget) => {
  if (target.kind === 'all') return sql`true`
  return target.kind === 'percent' ? sql`share < ${target.percent}` : sql`client_id = any(${target.ids})`
}

const CHANGES = {
  on: sql`not enabled`,
  off: sql`(enabled or not allowed)`,
  forbid: sql`allowed`,
} as const

interface AffectedRow {
  client_id: number
  name: string
  people: number
}

/** Runs without a tenant: a registry function answers one row for each client. */
export const affectedClients = async (
  db: TenantDb,
  { slug, action, target }: Rollout,
): Promise<{ rows: AffectedRow[]; unchanged: number }> => {
  const { rows } = await sql<AffectedRow & { changes: boolean }>`
    select client_id, name, people, ${CHANGES[action]} as changes from platform_feature(${slug})
    where ${targeted(target)} order by lower(name), client_id`.execute(db)
  return {
    rows: rows.filter(({ changes }) => changes),
    unchanged: rows.filter(({ changes }) => !changes).length,
  }
}

interface FeatureCount {
  slug: SwitchableFeature
  on: number
  off: number
  forbidden: number
}

export const countFeatures = async (
  db: TenantDb,
  slugs: readonly SwitchableFeature[],
): Promise<FeatureCount[]> => {
  const { rows } = await sql<FeatureCount>`
    select s.slug, count(*) filter (where f.enabled)::integer as on,
      count(*) filter (where not f.enabled and f.allowed)::integer as off,
      count(*) filter (where not f.allowed)::integer as forbidden
    from unnest(${slugs as SwitchableFeature[]}::text[]) as s (slug), platform_feature(s.slug) f
    group by s.slug`.execute(db)
  return rows
}
