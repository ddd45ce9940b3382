/** Referrals as they move: rows, codes, limits. Lists are in list.repository.ts. */
import { sql, type Selectable, type Updateable } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'

export type ReferralRow = Selectable<Tables['referral']>

export const codeOf = async (db: TenantDb, clientId: number, userId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('referral_code')
      .select('code')
      .where('client_id', '=', clientId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.code

/** False if the person or somebody else has it already. */
export const insertCode = async (db: TenantDb, row: Selectable<Tables['referral_code']>): Promise<boolean> =>
  (
    await db
      .insertInto('referral_code')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .execute()
  ).length > 0

/** The owner of a code who can still sign in. */
export const referrerByCode = async (
  db: TenantDb,
  clientId: number,
  code: string,
): Promise<number | undefined> => {
  const { rows } = await sql<{ user_id: number }>`
    select c.user_id from referral_code c
    join app_user u on u.client_id = c.client_id and u.id = c.user_id
    where c.client_id = ${clientId} and c.code = ${code}
      and u.email_verified_at is not null and u.disabled_at is null`.execute(db)
  return rows[0]?.user_id
}

export const rewardOfClient = (
  db: TenantDb,
  clientId: number,
): Promise<{ amount_minor: number; currency: string } | undefined> =>
  db
    .selectFrom('referral_reward')
    .select(['amount_minor', 'currency'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export const writeReward = async (
  db: TenantDb,
  clientId: number,
  reward: { amount_minor: number; currency: string } | null,
): Promise<void> => {
  if (reward === null) await db.deleteFrom('referral_reward').where('client_id', '=', clientId).execute()
  else
    await db
      .insertInto('referral_reward')
      .values({ client_id: clientId, ...reward })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet(reward))
      .execute()
}

/** The first code of a sign-up form counts, so another one changes nothing. */
export const insertInvited = async (
  db: TenantDb,
  clientId: number,
  row: Pick<ReferralRow, 'referrer_id' | 'invited_id' | 'browser_hash' | 'invited_at'>,
): Promise<void> => {
  await db
    .insertInto('referral')
    .values({ client_id: clientId, ...row, state: 'invited' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What a sign-up named, with row locks. */
export const lockInvitations = (db: TenantDb, clientId: number, invitedId: number): Promise<ReferralRow[]> =>
  db
    .selectFrom('referral')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('invited_id', '=', invitedId)
    .where('state', '=', 'invited')
    .orderBy('id')
    .forUpdate()
    .execute()

export const expireInvitations = async (
  db: TenantDb,
  clientId: number,
  { before, at, invitedId }: { before: Date; at: Date; invitedId?: number },
): Promise<void> => {
  await db
    .updateTable('referral')
    .set({ state: 'rejected', reject_reason: 'expired', ended_at: at })
    .where('client_id', '=', clientId)
    .where('state', '=', 'invited')
    .where('invited_at', '<=', before)
    .$if(invitedId !== undefined, (query) => query.where('invited_id', '=', invitedId ?? 0))
    .execute()
}

export const lockReferral = (db: TenantDb, clientId: number, id: number): Promise<ReferralRow | undefined> =>
  db
    .selectFrom('referral')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The referral of somebody who has paid nothing yet, with a row lock. */
export const lockJoined = (
  db: TenantDb,
  clientId: number,
  invitedId: number,
): Promise<ReferralRow | undefined> =>
  db
    .selectFrom('referral')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('invited_id', '=', invitedId)
    .where('state', '=', 'joined')
    .forUpdate()
    .executeTakeFirst()

/** The referral that was qualified by a payment for the same purchase, order or link as a refund, with a row lock. */
export const lockPaidBy = async (
  db: TenantDb,
  clientId: number,
  refundId: number,
): Promise<ReferralRow | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select r.id from ledger_transaction t
    join ledger_transaction q on q.client_id = t.client_id and q.kind = 'payment'
      and (q.purchase_id = t.purchase_id or q.order_id = t.order_id or q.link_id = t.link_id)
    join referral r on r.client_id = q.client_id and r.payment_id = q.id
    where t.client_id = ${clientId} and t.id = ${refundId} limit 1`.execute(db)
  return rows[0] && lockReferral(db, clientId, rows[0].id)
}

export const writeReferral = async (
  db: TenantDb,
  { client_id: clientId, id }: Pick<ReferralRow, 'client_id' | 'id'>,
  change: Updateable<Tables['referral']>,
): Promise<void> => {
  await db
    .updateTable('referral')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** Rewards of a person are counted by one transaction at a time. */
export const lockReferrer = async (db: TenantDb, clientId: number, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referrer:${clientId}:${userId}`}, 0))`.execute(
    db,
  )
}

/** Rewards that are waiting, held or given: of the month, and of all time. */
export const countRewards = async (
  db: TenantDb,
  clientId: number,
  { referrerId, month, zone }: { referrerId: number; month: string; zone: string },
): Promise<{ inMonth: number; inAll: number }> => {
  const { rows } = await sql<{ month: number; total: number }>`
    select count(*)::integer as total,
      count(*) filter (where to_char(qualified_at at time zone ${zone}, 'YYYY-MM') = ${month})::integer as month
    from referral
    where client_id = ${clientId} and referrer_id = ${referrerId} and state in ('held', 'rewarded')`.execute(
    db,
  )
  return { inMonth: rows[0]?.month ?? 0, inAll: rows[0]?.total ?? 0 }
}

export interface Facts {
  readonly same_mailbox: boolean
  readonly same_phone: boolean
  readonly same_device: boolean
  readonly is_loop: boolean
}

const digits = (column: string) => sql`right(regexp_replace(${sql.ref(column)}, '\\D', '', 'g'), 10)`
/** Without what comes after a plus sign; dots mean nothing at Google. */
const mailbox = (column: string) => sql`case
  when split_part(${sql.ref(column)}, '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(split_part(split_part(${sql.ref(column)}, '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(${sql.ref(column)}, '@', 1), '+', 1) || '@' || split_part(${sql.ref(column)}, '@', 2) end`

/** What two people have in common. `deviceHash`: of the browser in which the invited person is now. */
export const factsOf = async (
  db: TenantDb,
  clientId: number,
  { referrerId, invitedId, deviceHash }: { referrerId: number; invitedId: number; deviceHash: Buffer | null },
): Promise<Facts> => {
  const { rows } = await sql<Facts>`
    with recursive above (id) as (
      select ${referrerId}::integer
      union select r.referrer_id from above a join referral r
        on r.client_id = ${clientId} and r.invited_id = a.id and r.state not in ('invited', 'rejected'))
    select ${mailbox('p.email_key')} = ${mailbox('i.email_key')} as same_mailbox,
      char_length(${digits('i.phone_number')}) >= 7 and (${digits('i.phone_number')} = ${digits('p.phone_number')}
        or exists (select from referral r join app_user o on o.client_id = r.client_id and o.id = r.invited_id
          where r.client_id = i.client_id and r.referrer_id = p.id and r.invited_id <> i.id
            and r.state not in ('invited', 'rejected')
            and ${digits('o.phone_number')} = ${digits('i.phone_number')})) is true as same_phone,
      exists (select from known_device d where d.client_id = p.client_id and d.user_id = p.id
        and d.device_hash = ${deviceHash}) as same_device,
      exists (select from above where above.id = i.id) as is_loop
    from app_user i join app_user p on p.client_id = i.client_id and p.id = ${referrerId}
    where i.client_id = ${clientId} and i.id = ${invitedId}`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error(`there is no member ${invitedId}`)
  return facts
}

/** Held rewards whose money-back window has ended, unless a refund has been asked for or is on its way. */
export const dueRewards = async (
  db: TenantDb,
  clientId: number,
  { today, limit, id }: { today: string; limit: number; id?: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select r.id from referral r
    join ledger_transaction q on q.client_id = r.client_id and q.id = r.payment_id
    where r.client_id = ${clientId} and r.state = 'held' and r.hold_until < ${today}
      and (${id ?? null}::integer is null or r.id = ${id ?? null})
      and not exists (select from course_purchase p where p.client_id = q.client_id and p.id = q.purchase_id
        and p.refund_state = 'asked')
      and not exists (select from programme_refund_request a where a.client_id = q.client_id
        and a.order_id = q.order_id and a.state = 'asked')
      and not exists (select from payment_checkout c
        join payment_refund f on f.client_id = c.client_id and f.checkout_id = c.id
        where c.client_id = q.client_id and (c.order_id = q.order_id or c.link_id = q.link_id)
          and f.state in ('requested', 'sent'))
    order by r.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Rewards that were given and taken back since then. */
export const reversedRewards = async (db: TenantDb, clientId: number, since: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('referral')
      .select('id')
      .where('client_id', '=', clientId)
      .where('state', '=', 'reversed')
      .where('rewarded_at', 'is not', null)
      .where('ended_at', '>', since)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

interface RewardWords {
  readonly referrer_id: number
  readonly language: Language
  readonly invited_name: string
  readonly reward_minor: number
  readonly currency: string
}

/** What a referrer reads about a reward. */
export const rewardWords = async (
  db: TenantDb,
  clientId: number,
  id: number,
): Promise<RewardWords | undefined> => {
  const { rows } = await sql<RewardWords>`
    select r.referrer_id, p.language, i.full_name as invited_name, r.reward_minor, r.currency
    from referral r
    join app_user p on p.client_id = r.client_id and p.id = r.referrer_id
    join app_user i on i.client_id = r.client_id and i.id = r.invited_id
    where r.client_id = ${clientId} and r.id = ${id} and r.reward_minor is not null`.execute(db)
  return rows[0]
}

/** The transaction in the ledger that gave the reward. */
export const rewardTransaction = async (db: TenantDb, clientId: number, id: number): Promise<number> =>
  (
    await db
      .selectFrom('ledger_transaction')
      .select('id')
      .where('client_id', '=', clientId)
      .where('referral_id', '=', id)
      .where('kind', '=', 'reward')
      .executeTakeFirstOrThrow()
  ).id
