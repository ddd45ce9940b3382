/**
 * Whom an automation takes in: who joined, fell inactive or finished a course since it was switched on. Each becomes a
 * recipient like those of a campaign, once for each occasion, and is sent to by the same job.
 */
import '../emails.tables.ts'
import { sql, type RawBuilder } from 'kysely'
import type { AutomationKind } from '#contract/emails/campaigns.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { audienceRows } from '../audience.ts'
import type { CampaignRecord } from '../campaigns.repository.ts'
import type { PeopleMatching } from '../context.ts'

export const INACTIVE_AFTER_DAYS = 7
/** How often it looks. Falling inactive is a matter of days. */
const LOOK_EVERY: Record<AutomationKind, string> = {
  welcome: '1 minute',
  inactive: '1 hour',
  course_finished: '1 minute',
}

interface Occasions {
  since: Date
  now: Date
  people: CampaignRecord['audience']['people']
}

/** Columns: user_id, occasion, topic. Days are those of UTC, as everywhere beside a person's own calendar. */
const OCCASIONS: Record<AutomationKind, (asked: Occasions) => RawBuilder<unknown>> = {
  welcome: ({ since, people }) => sql`
    select u.id as user_id, '' as occasion, null::text as topic from app_user u
    where u.client_id = current_client_id() and u.role = ${people.role} and u.created_at >= ${since}`,
  // From the last study day, or the newest enrolment if that is later. Who has nothing left to learn is not reminded.
  inactive: ({ since, now, people }) => sql`
    select u.id as user_id, 'since:' || l.day as occasion, null::text as topic
    from app_user u
    cross join lateral (
      select greatest(max((e.enrolled_at at time zone 'UTC')::date),
        (select max(a.day) from daily_activity a where a.client_id = u.client_id and a.user_id = u.id)) as day
      from enrolment e
      where e.client_id = u.client_id and e.user_id = u.id and e.left_at is null and e.completed_at is null
        and ${people.course === null ? sql`true` : sql`e.course_id = ${people.course}`}
      having count(*) > 0) l
    where u.client_id = current_client_id() and u.role = ${people.role}
      and l.day <= (${now}::timestamptz at time zone 'UTC')::date - ${INACTIVE_AFTER_DAYS}::integer
      and l.day >= (${since}::timestamptz at time zone 'UTC')::date - ${INACTIVE_AFTER_DAYS}::integer`,
  course_finished: ({ since, people }) => sql`
    select e.user_id, 'course:' || e.course_id as occasion, c.title as topic
    from enrolment e join course c on c.client_id = e.client_id and c.id = e.course_id
    where e.client_id = current_client_id() and e.completed_at >= ${since}
      and ${people.course === null ? sql`true` : sql`e.course_id = ${people.course}`}`,
}

/** An automation whose time to look has come, locked: another server finds that somebody looked. */
const claim = async (db: TenantDb, now: Date): Promise<CampaignRecord | undefined> => {
  const times = sql.join(
    Object.entries(LOOK_EVERY).map(([kind, every]) => sql`when ${kind} then ${every}::interval`),
    sql` `,
  )
  const { rows } = await sql<CampaignRecord>`
    update email_campaign set looked_at = ${now}
    where client_id = current_client_id() and id = (
      select id from email_campaign
      where client_id = current_client_id() and state = 'sending' and automation is not null
        and (looked_at is null or looked_at <= ${now}::timestamptz - case automation ${times} end)
      order by looked_at nulls first, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

const addRecipients = async (
  db: TenantDb,
  campaign: CampaignRecord,
  { people, occasions, now }: { people: RawBuilder<unknown>; occasions: RawBuilder<unknown>; now: Date },
): Promise<void> => {
  // Who has not confirmed their address waits until they do.
  await sql`
    insert into email_recipient (client_id, campaign_id, number, email, email_key, name, user_id, language, state,
      exclusion, due_at, occasion, topic)
    select current_client_id(), ${campaign.id}::uuid,
      (select coalesce(max(r.number), 0) from email_recipient r
        where r.client_id = current_client_id() and r.campaign_id = ${campaign.id}::uuid)
        + row_number() over (order by p.user_id, o.occasion),
      p.email, p.email_key, p.name, p.user_id, p.language,
      case when p.reason is null then 'waiting' else 'left_out' end, p.reason, ${now}::timestamptz, o.occasion, o.topic
    from (${occasions}) o join (${people}) p on p.user_id = o.user_id
    where p.reason is distinct from 'unverified' and not exists (select from email_recipient r
      where r.client_id = current_client_id() and r.campaign_id = ${campaign.id}::uuid and r.email_key = p.email_key
        and r.occasion = o.occasion)
    on conflict (client_id, campaign_id, email_key, occasion) do nothing`.execute(db)
}

/** One automation of the client; false if none is due. */
export const takeIn = async (
  db: TenantDb,
  peopleMatching: PeopleMatching,
  { clientId, language, now }: { clientId: number; language: Language; now: Date },
): Promise<boolean> => {
  const campaign = await claim(db, now)
  if (!campaign) return false
  const { automation, on_since: since, audience } = campaign
  if (automation === null || since === null) return true
  // The course of the filter says which course it is about, whether or not somebody is still in it.
  const asked = { ...audience, people: { ...audience.people, state: null, course: null } }
  const people = audienceRows(peopleMatching, {
    clientId,
    campaign: { ...campaign, audience: asked },
    language,
    now,
  })
  const occasions = OCCASIONS[automation]({ since, now, people: audience.people })
  await addRecipients(db, campaign, { people, occasions, now })
  return true
}
