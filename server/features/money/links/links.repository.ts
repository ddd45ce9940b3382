/** One payment link: its row, its log, its sums. The list is in list.repository.ts. */
import { sql, type Selectable } from 'kysely'
import type { LinkEvent, LinkState } from '#contract/money/payment-links.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import { placeOf } from '../chart.ts'
import type { LinkSums } from './link-postings.ts'

export type LinkRow = Selectable<Tables['payment_link']>

const links = (db: TenantDb, clientId: number) =>
  db.selectFrom('payment_link').selectAll().where('client_id', '=', clientId)

export const linkByCode = (db: TenantDb, clientId: number, code: string): Promise<LinkRow | undefined> =>
  links(db, clientId).where('code', '=', code).executeTakeFirst()

/** With a row lock: payments of one link are applied one after another. */
export const lockLink = (db: TenantDb, clientId: number, id: number): Promise<LinkRow | undefined> =>
  links(db, clientId).where('id', '=', id).forUpdate().executeTakeFirst()

export type NewLink = Pick<
  LinkRow,
  'code' | 'title' | 'amount_minor' | 'currency' | 'part_minor' | 'email' | 'language' | 'created_at'
> & {
  readonly created_by: number
  readonly expires_at: Date
  readonly remind_at: Date | null
  readonly idempotency_key: string | null
  readonly import_key: string | null
}

export const emailKeyOf = (email: string) => email.normalize('NFC').trim().toLowerCase()

/** Undefined when the key of the call or of the row of a file is known. */
export const insertLink = (db: TenantDb, clientId: number, link: NewLink): Promise<LinkRow | undefined> =>
  db
    .insertInto('payment_link')
    .values({ client_id: clientId, ...link, email_key: link.email === null ? null : emailKeyOf(link.email) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const linkByKey = (db: TenantDb, clientId: number, key: string): Promise<LinkRow | undefined> =>
  links(db, clientId).where('idempotency_key', '=', key).executeTakeFirst()

/** The link that a row of a file made. */
export const linkByImportKey = async (
  db: TenantDb,
  clientId: number,
  key: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('payment_link')
      .select('id')
      .where('client_id', '=', clientId)
      .where('import_key', '=', key)
      .executeTakeFirst()
  )?.id

export const writeLink = async (
  db: TenantDb,
  clientId: number,
  id: number,
  change: { state?: LinkState; remind_at?: null },
): Promise<void> => {
  await db
    .updateTable('payment_link')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

export const addEvent = async (
  db: TenantDb,
  clientId: number,
  linkId: number,
  event: { kind: LinkEvent; at: Date; actorId?: number | null; amountMinor?: number },
): Promise<void> => {
  await db
    .insertInto('payment_link_event')
    .values({
      client_id: clientId,
      link_id: linkId,
      kind: event.kind,
      at: event.at,
      actor_id: event.actorId ?? null,
      amount_minor: event.amountMinor ?? null,
    })
    .execute()
}

/** When the latest events of a kind were, newest first. */
export const eventTimes = async (
  db: TenantDb,
  clientId: number,
  linkId: number,
  { kinds, since }: { kinds: readonly LinkEvent[]; since: Date },
): Promise<Date[]> => {
  const rows = await db
    .selectFrom('payment_link_event')
    .select('at')
    .where('client_id', '=', clientId)
    .where('link_id', '=', linkId)
    .where('kind', 'in', kinds)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .execute()
  return rows.map(({ at }) => at)
}

export interface EventRow {
  id: number
  kind: LinkEvent
  at: Date
  by: string | null
  amount_minor: number | null
}

export const eventsOf = async (db: TenantDb, clientId: number, linkId: number): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select e.id, e.kind, e.at, u.full_name as by, e.amount_minor from payment_link_event e
    left join app_user u on u.client_id = e.client_id and u.id = e.actor_id
    where e.client_id = ${clientId} and e.link_id = ${linkId} order by e.id`.execute(db)
  return rows
}

/** From the ledger. */
export const sumsOf = async (db: TenantDb, clientId: number, linkId: number): Promise<LinkSums> => {
  const { rows } = await sql<{ account: string; kind: string; sum: number }>`
    select split_part(e.account, ':', 1) as account, t.kind, sum(e.amount_minor)::bigint as sum
    from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where t.client_id = ${clientId} and t.link_id = ${linkId} group by 1, 2`.execute(db)
  const of = (isReturn: boolean) =>
    rows
      .filter(({ account, kind }) => placeOf(account) !== null && (kind === 'payment') !== isReturn)
      .reduce((sum, row) => sum + row.sum, 0)
  return { received: of(false), returned: -of(true) }
}

/** A payment that was started and may still come. It keeps its amount for this long. */
const STARTED_MINUTES = 30
/** A bank may take weeks; after these the provider is not asked about it any more. */
const PROCESSING_MINUTES = 30 * 24 * 60

export interface StartedRow {
  id: string
  url: string | null
  amount_minor: number
}

export const startedCheckouts = async (
  db: TenantDb,
  clientId: number,
  linkId: number,
  now: Date,
): Promise<StartedRow[]> => {
  const { rows } = await sql<StartedRow>`
    select id, url, amount_minor from payment_checkout
    where client_id = ${clientId} and link_id = ${linkId} and state in ('created', 'processing')
      and created_at > ${now}::timestamptz
        - make_interval(mins => case state when 'created' then ${STARTED_MINUTES}::integer else ${PROCESSING_MINUTES}::integer end)
    order by created_at desc, id`.execute(db)
  return rows
}

/** Noted by hand, and not approved yet. */
export const waitingFor = async (db: TenantDb, clientId: number, linkId: number): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from payment_note
    where client_id = ${clientId} and link_id = ${linkId} and state = 'waiting'`.execute(db)
  return rows[0]?.sum ?? 0
}

/** The member of the client who proved to have the link's address. */
export const memberOf = async (
  db: TenantDb,
  clientId: number,
  emailKey: string | null,
): Promise<{ id: number; language: LinkRow['language'] } | undefined> =>
  emailKey === null
    ? undefined
    : db
        .selectFrom('app_user')
        .select(['id', 'language'])
        .where('client_id', '=', clientId)
        .where('email_key', '=', emailKey)
        .where('email_verified_at', 'is not', null)
        .executeTakeFirst()
