/** Who gets a campaign, and who is left out and why: one query for the preview and for fixing the recipients. */
import './emails.tables.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Exclusion } from '#contract/emails/campaigns.ts'
import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'
import { countsAsPerson } from '#server/core/counted-people.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { isOneAddress } from '#server/core/mail/outbox.ts'
import type { CampaignRecord } from './campaigns.repository.ts'
import type { PeopleMatching } from './context.ts'

export interface AudienceQuestion {
  readonly clientId: number
  readonly campaign: Pick<CampaignRecord, 'audience' | 'purpose'>
  /** For addresses without an account. */
  readonly language: Language
  readonly now: Date
}

export interface Listener {
  email: string
  name: string | null
  user_id: number | null
  role: Role | null
  language: Language
}

export const emailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** `u` is the account, or null, and `s` what is known of the address. */
const exclusionOf = (purpose: CampaignRecord['purpose']) => sql`
  case when s.reason is not null then s.reason
    when u.disabled_at is not null then 'disabled'
    when u.id is not null and not ${countsAsPerson} then 'unverified'
    when ${purpose === 'news'} and u.id is not null and not u.marketing_opt_in then 'no_consent' end`

const ofList = ({ campaign, language }: AudienceQuestion): RawBuilder<unknown> => {
  const seen = new Set<string>()
  const entries = campaign.audience.addresses
    .map((typed) => typed.trim())
    .filter((email) => email !== '')
    .map((email) => {
      const key = emailKey(email)
      const reason = !isOneAddress(email) ? 'invalid' : seen.has(key) ? 'duplicate' : null
      seen.add(key)
      return { email, key, reason }
    })
  return sql`
    select coalesce(u.email, l.email) as email, l.key as email_key, u.full_name as name, u.id as user_id, u.role,
      coalesce(u.language, ${language}) as language, u.time_zone as zone,
      coalesce(l.reason, ${exclusionOf(campaign.purpose)}) as reason, l.place
    from jsonb_to_recordset(${JSON.stringify(entries.map((each, place) => ({ ...each, place })))}::jsonb)
      as l (email text, key text, reason text, place integer)
    left join app_user u on u.client_id = current_client_id() and u.email_key = l.key
    left join email_suppression s on s.client_id = current_client_id() and s.email_key = l.key`
}

const ofPeople = (matching: PeopleMatching, { clientId, campaign, now }: AudienceQuestion) => sql`
  select u.email, u.email_key, u.full_name as name, u.id as user_id, u.role, u.language,
    u.time_zone as zone, ${exclusionOf(campaign.purpose)} as reason, u.id as place
  from app_user u
  left join email_suppression s on s.client_id = u.client_id and s.email_key = u.email_key
  where ${matching(clientId, campaign.audience.people, now)}`

/** Columns: email, email_key, name, user_id, role, language, zone, reason (null for those who get it), place. */
export const audienceRows = (matching: PeopleMatching, question: AudienceQuestion): RawBuilder<unknown> =>
  question.campaign.audience.kind === 'list' ? ofList(question) : ofPeople(matching, question)

export const countAudience = async (
  db: TenantDb,
  rows: RawBuilder<unknown>,
): Promise<{ reason: Exclusion | null; count: number }[]> => {
  const found = await sql<{ reason: Exclusion | null; count: number }>`
    select reason, count(*)::integer as count from (${rows}) found group by reason order by count desc, reason`.execute(
    db,
  )
  return found.rows
}

export const audiencePage = async (
  db: TenantDb,
  rows: RawBuilder<unknown>,
  { reason, limit, offset }: { reason: Exclusion | null; limit: number; offset: number },
): Promise<Listener[]> => {
  const found = await sql<Listener>`
    select email, name, user_id, role, language from (${rows}) found
    where reason is not distinct from ${reason}::text
    order by name nulls last, email, place limit ${limit} offset ${offset}`.execute(db)
  return found.rows
}

/** Writes one row for each address; whoever is there already stays as they are. */
export const fixRecipients = async (
  db: TenantDb,
  { id, local_time: localTime }: Pick<CampaignRecord, 'id' | 'local_time'>,
  rows: RawBuilder<unknown>,
  now: Date,
): Promise<void> => {
  // When it is that late where they live; without an account, where the client is.
  const ownTime = sql`${localTime}::timestamp at time zone coalesce(zone,
    (select c.time_zone from client c where c.client_id = current_client_id()))`
  const dueAt = localTime === null ? sql`${now}::timestamptz` : sql`greatest(${now}::timestamptz, ${ownTime})`
  await sql`
    insert into email_recipient
      (client_id, campaign_id, number, email, email_key, name, user_id, language, state, exclusion, due_at)
    select current_client_id(), ${id}::uuid, row_number() over (order by place), email, email_key, name, user_id,
      language, case when reason is null then 'waiting' else 'left_out' end, reason, ${dueAt}
    from (${rows}) found where reason is null or reason not in ('duplicate', 'invalid')
    on conflict (client_id, campaign_id, email_key, occasion) do nothing`.execute(db)
}
