/** How many mails a client's plan allows in a month. Only campaigns stop there: codes and notices are always sent. */
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { limitReached, lockPlanLimit } from '#server/core/plan-limits.ts'

const monthOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))

/** Of the client of the transaction in this calendar month (UTC). Without a mail server campaigns go through the outbox. */
export const mailsThisMonth = async (
  db: TenantDb,
  { config, clock }: Pick<Core, 'config' | 'clock'>,
): Promise<number> => {
  const since = monthOf(clock.now())
  const ofCampaigns = config.mail
    ? sql`(select count(*) from email_recipient where client_id = current_client_id()
        and state in ('sent', 'unknown') and settled_at >= ${since})`
    : sql`0`
  const { rows } = await sql<{ mails: number }>`
    select ((select count(*) from outbox_message where client_id = current_client_id() and channel = 'email'
      and created_at >= ${since}) + ${ofCampaigns})::integer as mails`.execute(db)
  return rows[0]?.mails ?? 0
}

const waitingMails = async (db: TenantDb): Promise<number> => {
  const { rows } = await sql<{ mails: number }>`
    select count(*)::integer as mails from email_recipient r
    join email_campaign c on c.client_id = r.client_id and c.id = r.campaign_id and c.state = 'sending'
    where r.client_id = current_client_id() and r.state in ('waiting', 'sending')`.execute(db)
  return rows[0]?.mails ?? 0
}

/** Whether the campaigns that are being sent now go beyond the plan, all their mails counted. */
export const isBeyondMailPlan = async (
  db: TenantDb,
  core: Pick<Core, 'config' | 'clock'>,
): Promise<boolean> => {
  const most = await lockPlanLimit(db, 'mails')
  return most !== null && (await mailsThisMonth(db, core)) + (await waitingMails(db)) > most
}

/** After a campaign was marked as being sent; throwing takes that back. */
export const requireMailPlan = async (db: TenantDb, core: Pick<Core, 'config' | 'clock'>): Promise<void> => {
  if (await isBeyondMailPlan(db, core)) throw limitReached('mail_limit')
}
