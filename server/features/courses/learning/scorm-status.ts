/** A learner's status in the SCORM items of a topic; features/scorm writes the attempts. */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'

export interface ScormStatus {
  /** 0 to 1. */
  passScore: number | null
  best: number | null
  attempts: number
}

export const percentOf = (ratio: number | null): number | null =>
  ratio === null ? null : Math.max(0, Math.round(ratio * 100))

/** By item id. Without `tracked`, attempts are ignored. */
export const scormStatuses = async (
  db: TenantDb,
  { clientId, userId, tracked }: { clientId: number; userId: number; tracked: boolean },
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ScormStatus>> => {
  if (itemIds.length === 0) return new Map()
  const result = await sql<ScormStatus & { item_id: number }>`
    select k.item_id, (k.content ->> 'pass_score')::float8 as "passScore", max(a.percent) as best,
      count(a.number)::integer as attempts
    from item_scorm k
    left join scorm_attempt a on a.client_id = k.client_id and a.item_id = k.item_id
      and a.user_id = ${userId} and ${tracked}
    where k.client_id = ${clientId} and k.item_id = any(${itemIds}::integer[])
    group by k.item_id, k.content`.execute(db)
  return new Map(result.rows.map(({ item_id: itemId, ...status }) => [itemId, status]))
}
