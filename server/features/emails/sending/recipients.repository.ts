/** The marks around each mail: taken before it is handed over, settled after it. */
import '../emails.tables.ts'
import { sql } from 'kysely'
import type { Exclusion } from '#contract/emails/campaigns.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CampaignRecord, RecipientRecord } from '../campaigns.repository.ts'

export type TakenMail = Pick<
  RecipientRecord,
  'campaign_id' | 'number' | 'email' | 'name' | 'language' | 'attempts' | 'topic'
>

/** Scheduled campaigns whose time has come; each stays locked until the end of the transaction. */
export const dueCampaign = async (db: TenantDb, now: Date): Promise<CampaignRecord | undefined> => {
  const { rows } = await sql<CampaignRecord>`
    select * from email_campaign
    where client_id = current_client_id() and state = 'scheduled' and scheduled_at <= ${now}
    order by scheduled_at limit 1 for update skip locked`.execute(db)
  return rows[0]
}

/** An automation that is on counts only while somebody waits. */
export const sendingCampaigns = async (
  db: TenantDb,
  now: Date,
): Promise<{ id: string; is_automation: boolean }[]> => {
  const { rows } = await sql<{ id: string; is_automation: boolean }>`
    select c.id, c.automation is not null as is_automation from email_campaign c where c.client_id = current_client_id() and c.state = 'sending'
      and (c.automation is null or exists (select from email_recipient r where r.client_id = c.client_id
        and r.campaign_id = c.id and r.state = 'waiting' and r.due_at <= ${now}))
    order by c.started_at, c.id`.execute(db)
  return rows
}

interface Found extends TakenMail {
  exclusion: Exclusion | null
}

/**
 * The next person of a campaign that is being sent, marked as under way. Nobody else takes the same one: the row is
 * locked until the mark is written. Whoever unsubscribed or was deactivated meanwhile is left out.
 */
export const takeNext = async (
  db: TenantDb,
  campaignId: string,
  now: Date,
): Promise<TakenMail | 'left_out' | null> => {
  const { rows } = await sql<Found>`
    with next as materialized (
      select r.campaign_id, r.number, r.email_key, r.user_id from email_recipient r
      join email_campaign c on c.client_id = r.client_id and c.id = r.campaign_id and c.state = 'sending'
      where r.client_id = current_client_id() and r.campaign_id = ${campaignId}::uuid
        and r.state = 'waiting' and r.due_at <= ${now}
      order by r.due_at, r.number limit 1 for update of r skip locked),
    checked as (
      select n.campaign_id, n.number,
        coalesce(s.reason, case when u.disabled_at is not null then 'disabled' end) as exclusion
      from next n
      left join email_suppression s on s.client_id = current_client_id() and s.email_key = n.email_key
      left join app_user u on u.client_id = current_client_id() and u.id = n.user_id)
    update email_recipient r set
      state = case when k.exclusion is null then 'sending' else 'left_out' end, exclusion = k.exclusion,
      attempts = r.attempts + 1, taken_at = ${now},
      settled_at = case when k.exclusion is null then null else ${now}::timestamptz end,
      failing_since = case when k.exclusion is null then r.failing_since end,
      failing_for = case when k.exclusion is null then r.failing_for end
    from checked k
    where r.client_id = current_client_id() and r.campaign_id = k.campaign_id and r.number = k.number
    returning r.campaign_id, r.number, r.email, r.name, r.language, r.attempts, r.topic,
      r.exclusion`.execute(db)
  const [found] = rows
  if (!found) return null
  return found.exclusion === null ? found : 'left_out'
}

type Outcome =
  | { state: 'sent' | 'unknown' | 'failed'; error: string | null }
  | { state: 'waiting'; error: string; dueAt: Date; failingFor: 'unreachable' | 'refused' }

export const settle = async (
  db: TenantDb,
  { campaign_id: campaignId, number }: TakenMail,
  outcome: Outcome,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('email_recipient')
    .set({
      state: outcome.state,
      error: outcome.error,
      ...(outcome.state === 'waiting'
        ? {
            due_at: outcome.dueAt,
            failing_for: outcome.failingFor,
            failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)`,
          }
        : { settled_at: now, failing_for: null, failing_since: null }),
    })
    .where('client_id', '=', sql<number>`current_client_id()`)
    .where('campaign_id', '=', campaignId)
    .where('number', '=', number)
    // Somebody may have given it up as unknown; what really happened counts, but it is never sent again.
    .where('state', 'in', outcome.state === 'waiting' ? ['sending'] : ['sending', 'unknown'])
    .execute()
}

/** Mails that were being handed over when their server stopped: they may have arrived. */
export const giveUpStuck = async (db: TenantDb, takenBefore: Date, now: Date): Promise<void> => {
  await sql`
    update email_recipient set state = 'unknown', settled_at = ${now}, failing_since = null, failing_for = null
    where client_id = current_client_id() and state = 'sending' and taken_at < ${takenBefore}`.execute(db)
}

/** Campaigns with nobody left, now done. */
export const finishCampaigns = async (db: TenantDb, now: Date): Promise<CampaignRecord[]> => {
  const { rows } = await sql<CampaignRecord>`
    update email_campaign c set state = 'done', finished_at = ${now}
    where c.client_id = current_client_id() and c.state = 'sending' and c.automation is null
      and not exists (select from email_recipient r where r.client_id = c.client_id and r.campaign_id = c.id
        and r.state in ('waiting', 'sending'))
    returning *`.execute(db)
  return rows
}

/** Those whose mail the server certainly did not take; answers how many they are. */
export const retryFailed = async (db: TenantDb, campaignId: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    update email_recipient set state = 'waiting', attempts = 0, due_at = ${now}, settled_at = null, error = null
    where client_id = current_client_id() and campaign_id = ${campaignId}::uuid and state = 'failed'
    returning number`.execute(db)
  return rows.length
}
