/** What is asked of people who do not agree to a recording: the client's rule, else the session's own. */
import './live.tables.ts'
import { sql } from 'kysely'
import type { ClientConsentRule, ConsentRule } from '#contract/live/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'

/** Of the session `s`. Where nothing is recorded, nothing is asked. */
export const consentRuleSql = sql<ConsentRule>`
  case s.consent_rule when 'none' then 'none'
    else coalesce((select x.consent_rule from live_setting x where x.client_id = current_client_id()), s.consent_rule) end`

export const clientConsentRule = async (
  db: TenantDb,
  clientId: number,
): Promise<ClientConsentRule | null> => {
  const row = await db
    .selectFrom('live_setting')
    .select('consent_rule')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.consent_rule ?? null
}

/** Answers whether it changed. */
export const setClientConsentRule = async (
  db: TenantDb,
  clientId: number,
  { rule, now }: { rule: ClientConsentRule | null; now: Date },
): Promise<boolean> => {
  if ((await clientConsentRule(db, clientId)) === rule) return false
  if (rule === null) await db.deleteFrom('live_setting').where('client_id', '=', clientId).execute()
  else
    await db
      .insertInto('live_setting')
      .values({ client_id: clientId, consent_rule: rule, updated_at: now })
      .onConflict((conflict) =>
        conflict.column('client_id').doUpdateSet({ consent_rule: rule, updated_at: now }),
      )
      .execute()
  return true
}
