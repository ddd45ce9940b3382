/** Why the mails of a campaign wait, since when, and when they go on, as far as it is known. */
import '../emails.tables.ts'
import { sql } from 'kysely'
import type { MailWait } from '#contract/emails/waits.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CampaignRecord } from '../campaigns.repository.ts'
import { mailPlan, type MailPlan } from './mail-plan.ts'

/** Mails that are due are taken within seconds. */
const STALLED_AFTER_MS = 600_000

type Stopped = Pick<
  CampaignRecord,
  'id' | 'automation' | 'state' | 'scheduled_at' | 'stopped_for' | 'stopped_at'
>

interface Waiting {
  campaign_id: string
  waiting: number
  sending: number
  next_at: Date | null
  due_since: Date | null
  taken_at: Date | null
  sent_at: Date | null
  refused: number
  unreachable_since: Date | null
  unreachable_at: Date | null
}

const waitingOf = async (db: TenantDb, ids: readonly string[], now: Date): Promise<Waiting[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Waiting>`
    select campaign_id, (count(*) filter (where state = 'waiting'))::integer as waiting,
      (count(*) filter (where state = 'sending'))::integer as sending,
      min(due_at) filter (where state = 'waiting') as next_at,
      min(due_at) filter (where state = 'waiting' and due_at <= ${now}) as due_since,
      max(taken_at) as taken_at, max(settled_at) filter (where state = 'sent') as sent_at,
      (count(*) filter (where state = 'waiting' and failing_for = 'refused'))::integer as refused,
      min(failing_since) filter (where state = 'waiting' and failing_for = 'unreachable') as unreachable_since,
      max(taken_at) filter (where state = 'waiting' and failing_for = 'unreachable') as unreachable_at
    from email_recipient
    where client_id = current_client_id() and campaign_id in (${sql.join(ids.map((id) => sql`${id}::uuid`))})
    group by campaign_id`.execute(db)
  return rows
}

const UNLIMITED: MailPlan = { most: null, room: Infinity, nextMonth: new Date(0) }

const wait = (reason: MailWait['reason'], since: Date | null, until: Date | null): MailWait => ({
  reason,
  since: since?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
})
const newest = (...dates: (Date | null)[]): Date =>
  new Date(Math.max(...dates.map((date) => date?.getTime() ?? 0)))

/** `mails` have no room in the plan: none of its kind at all, too few a month for them, or none left until the next one. */
const planWait = ({ most, nextMonth }: MailPlan, mails: number, since: Date | null): MailWait =>
  most === 0
    ? wait('sending_off', since, null)
    : wait('mail_limit', since, most !== null && mails > most ? null : nextMonth)

/** Once the plan has room again, it waits only for somebody to continue. */
const pausedWait = (
  { stopped_for: why, stopped_at: since }: Stopped,
  mails: number,
  plan: MailPlan,
): MailWait =>
  why === 'mail_limit' && mails > plan.room ? planWait(plan, mails, since) : wait('paused', since, null)

const sendingWait = (
  { automation }: Stopped,
  found: Waiting,
  { plan, now }: { plan: MailPlan; now: Date },
): MailWait | null => {
  if (found.waiting === 0) return null
  if (automation !== null && found.due_since && plan.room === 0) return planWait(plan, 1, found.due_since)
  const { unreachable_since: failing, unreachable_at: tried, sent_at: sent, due_since: due } = found
  if (failing && tried && (!sent || sent < tried))
    return wait('unreachable', newest(failing, sent), due ? null : found.next_at)
  if (due) {
    const idle = newest(due, found.taken_at)
    return now.getTime() - idle.getTime() > STALLED_AFTER_MS ? wait('stalled', idle, null) : null
  }
  if (found.sending > 0) return null
  return wait(found.refused > 0 || failing ? 'refused' : 'own_clock', null, found.next_at)
}

const waitOf = (
  campaign: Stopped,
  found: Waiting | undefined,
  known: { plan: MailPlan; now: Date },
): MailWait | null => {
  if (campaign.state === 'scheduled') return wait('scheduled', null, campaign.scheduled_at)
  if (campaign.state === 'paused') return pausedWait(campaign, found?.waiting ?? 0, known.plan)
  if (campaign.state === 'draft' && campaign.stopped_for === 'starter_left')
    return wait('starter_left', campaign.stopped_at, null)
  return campaign.state === 'sending' && found ? sendingWait(campaign, found, known) : null
}

/** The plan counts the mails of a month, so it is asked only where it can be the reason. */
const isPlanAsked = ({ state, automation, stopped_for: why }: Stopped): boolean =>
  state === 'sending' ? automation !== null : state === 'paused' && why === 'mail_limit'

/** By the campaign's id; only of those whose mails wait. */
export const waitsOf = async (
  db: TenantDb,
  core: Pick<Core, 'config' | 'clock'>,
  campaigns: readonly Stopped[],
): Promise<Map<string, MailWait>> => {
  const now = core.clock.now()
  const open = campaigns.filter(({ state }) => state === 'sending' || state === 'paused')
  const found = await waitingOf(
    db,
    open.map(({ id }) => id),
    now,
  )
  const plan = campaigns.some(isPlanAsked) ? await mailPlan(db, core) : UNLIMITED
  return new Map(
    campaigns.flatMap((campaign): [string, MailWait][] => {
      const own = found.find(({ campaign_id: id }) => id === campaign.id)
      const why = waitOf(campaign, own, { plan, now })
      return why ? [[campaign.id, why]] : []
    }),
  )
}
