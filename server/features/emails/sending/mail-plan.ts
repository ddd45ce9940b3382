/**
 * How many mails a client's plan allows in a month. All count; those that can wait stop there, and those that an account,
 * a payment or a seat needs are always sent (docs/decisions/emails/stop-mails-that-can-wait-at-the-limit.md).
 */
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { limitReached, lockPlanLimit, readPlanLimit } from '#server/core/plan-limits.ts'

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

/** Of campaigns and automations; those of an automation that are not under way can wait. */
const waitingMails = async (db: TenantDb, which: 'all' | 'promised'): Promise<number> => {
  const isWanted = which === 'all' ? sql`true` : sql`(c.automation is null or r.state = 'sending')`
  const { rows } = await sql<{ mails: number }>`
    select count(*)::integer as mails from email_recipient r
    join email_campaign c on c.client_id = r.client_id and c.id = r.campaign_id and c.state = 'sending'
    where r.client_id = current_client_id() and r.state in ('waiting', 'sending') and ${isWanted}`.execute(db)
  return rows[0]?.mails ?? 0
}

/** How many mails that can wait may be sent now, with those of running campaigns set aside; Infinity without a limit. */
const roomBelow = async (
  db: TenantDb,
  core: Pick<Core, 'config' | 'clock'>,
  most: number | null,
): Promise<number> =>
  most === null
    ? Infinity
    : Math.max(0, most - (await mailsThisMonth(db, core)) - (await waitingMails(db, 'promised')))

/** The same until the end of the transaction: nobody else takes the room meanwhile. */
export const mailRoom = async (db: TenantDb, core: Pick<Core, 'config' | 'clock'>): Promise<number> =>
  roomBelow(db, core, await lockPlanLimit(db, 'mails'))

export interface MailPlan {
  /** In a month; null without a limit. */
  readonly most: number | null
  readonly room: number
  readonly nextMonth: Date
}

/** To look at, without the lock. */
export const mailPlan = async (db: TenantDb, core: Pick<Core, 'config' | 'clock'>): Promise<MailPlan> => {
  const most = await readPlanLimit(db, 'mails')
  const month = monthOf(core.clock.now())
  return {
    most,
    room: await roomBelow(db, core, most),
    nextMonth: new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1)),
  }
}

/** For other features, before they send mails that can wait. */
export const mailRoomOf =
  (core: Pick<Core, 'config' | 'clock'>) =>
  (db: TenantDb): Promise<number> =>
    mailRoom(db, core)

/** The same for a single mail. */
export const mailRoomCheck =
  (core: Pick<Core, 'config' | 'clock'>) =>
  async (db: TenantDb): Promise<boolean> =>
    (await mailRoom(db, core)) > 0

/** Whether the campaigns that are being sent now go beyond the plan, all their mails counted. */
export const isBeyondMailPlan = async (
  db: TenantDb,
  core: Pick<Core, 'config' | 'clock'>,
): Promise<boolean> => {
  const most = await lockPlanLimit(db, 'mails')
  return most !== null && (await mailsThisMonth(db, core)) + (await waitingMails(db, 'all')) > most
}

/** After a campaign was marked as being sent; throwing takes that back. */
export const requireMailPlan = async (db: TenantDb, core: Pick<Core, 'config' | 'clock'>): Promise<void> => {
  if (await isBeyondMailPlan(db, core)) throw limitReached('mail_limit')
}
