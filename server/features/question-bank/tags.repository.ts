import { sql } from 'kysely'
import type { BankTag } from '#contract/question-bank/question-bank.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export const tagList = async (db: TenantDb, clientId: number): Promise<BankTag[]> => {
  const { rows } = await sql<BankTag>`
    select t.tag, count(*) filter (where q.state = 'active')::integer as active,
      count(*) filter (where q.state = 'retired')::integer as retired
    from bank_question q cross join lateral unnest(q.tags) t (tag)
    where q.client_id = ${clientId} group by t.tag order by lower(t.tag), t.tag`.execute(db)
  return rows
}

/** Renames a tag in every question, at its position and without duplicates. Null removes it. */
export const changeTag = async (
  db: TenantDb,
  clientId: number,
  tag: string,
  to: string | null,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update bank_question q set tags = array(
      select named.tag from (
        select case when u.tag = ${tag} then ${to}::text else u.tag end as tag, min(u.n) as n
        from unnest(q.tags) with ordinality u (tag, n) group by 1
      ) named where named.tag is not null order by named.n)
    where q.client_id = ${clientId} and ${tag} = any(q.tags)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
