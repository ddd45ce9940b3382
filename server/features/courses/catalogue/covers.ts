import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { Core } from '#server/core/core.ts'

const TENANTS_MAX = 200

/** Whether an address is the cover of a course: covers are public. One query per tenant until its courses change. */
export const createCovers = ({ changes, db }: Pick<Core, 'changes' | 'db'>) => {
  const cache = createFreshCache<number, ReadonlySet<string>>({
    feed: changes,
    maxEntries: TENANTS_MAX,
    affects: (change) => (change.kind === 'courses' ? (clientId) => clientId === change.clientId : false),
  })
  const load = async (clientId: number): Promise<ReadonlySet<string>> => {
    const rows = await db.withTenant(clientId, (trx) =>
      trx
        .selectFrom('course')
        .select('cover')
        .where('client_id', '=', clientId)
        .where('cover', 'is not', null)
        .execute(),
    )
    return new Set(rows.flatMap(({ cover }) => (cover === null ? [] : [cover])))
  }
  return async (clientId: number, url: string): Promise<boolean> =>
    (await cache.get(clientId, () => load(clientId))).has(url)
}
