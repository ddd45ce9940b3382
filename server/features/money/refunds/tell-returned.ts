/** Tells learners what became of the money that they paid for a programme. */
import { inLanguage } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { programmePath, type ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Grants } from '../dependencies.ts'

interface Buyer {
  user_id: number
  language: Language
  programme: ProgrammeSlug
  title: Partial<Record<Language, string>>
}

const buyerOf = async (db: TenantDb, clientId: number, orderId: number): Promise<Buyer | undefined> => {
  const { rows } = await sql<Buyer>`
    select o.user_id, u.language, o.programme, p.title from programme_order o
    join app_user u on u.client_id = o.client_id and u.id = o.user_id and u.disabled_at is null
    join programme p on p.client_id = o.client_id and p.slug = o.programme
    where o.client_id = ${clientId} and o.id = ${orderId}`.execute(db)
  return rows[0]
}

type Tools = Pick<Grants, 'notify'>

const tell = async (
  { notify }: Tools,
  db: TenantDb,
  clientId: number,
  of: { orderId: number; kind: 'payment_returned' | 'refund_declined'; dedupeKey: string },
): Promise<void> => {
  const buyer = await buyerOf(db, clientId, of.orderId)
  if (!buyer) return
  await notify(db, clientId, {
    kind: of.kind,
    userIds: [buyer.user_id],
    params: { title: inLanguage(buyer.title, buyer.language, 'en') ?? '' },
    link: programmePath(buyer.programme),
    dedupeKey: of.dedupeKey,
  })
}

/** Money of one programme that goes back in several parts on one day is one piece of news. */
export const tellReturned = (
  tools: Tools,
  db: TenantDb,
  clientId: number,
  { orderId, at }: { orderId: number; at: Date },
): Promise<void> =>
  tell(tools, db, clientId, {
    orderId,
    kind: 'payment_returned',
    dedupeKey: `returned:order:${orderId}:${at.toISOString().slice(0, 10)}`,
  })

/** Each declined request of an order is news of its own. */
export const tellDeclined = (
  tools: Tools,
  db: TenantDb,
  clientId: number,
  { orderId, round }: { orderId: number; round: number },
): Promise<void> =>
  tell(tools, db, clientId, {
    orderId,
    kind: 'refund_declined',
    dedupeKey: `declined:order:${orderId}${round > 1 ? `:${round}` : ''}`,
  })
