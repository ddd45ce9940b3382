import '../auth.tables.ts'
import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { SECOND_STEP_TRIES, SECOND_STEP_TTL_MS } from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Tables } from '#server/core/db/tables.ts'
import type { FirstStep } from '../auth.tables.ts'
import { sha256 } from '../crypto.ts'
import { currentClient } from '../users.repository.ts'

export type Ticket = Selectable<Tables['second_step_ticket']>

/** A person may begin to sign in on a few devices at once. */
const TICKETS_MAX = 5

export const createTicket = async (
  db: TenantDb,
  ticket: { userId: number; firstStep: FirstStep; device: string; now: Date },
): Promise<{ text: string; expiresAt: Date }> => {
  const text = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ticket.now.getTime() + SECOND_STEP_TTL_MS)
  await sql`
    delete from second_step_ticket where client_id = current_client_id() and user_id = ${ticket.userId}
      and token_hash not in (
        select token_hash from second_step_ticket
        where client_id = current_client_id() and user_id = ${ticket.userId} and expires_at > ${ticket.now}
        order by created_at desc limit ${TICKETS_MAX - 1})`.execute(db)
  await db
    .insertInto('second_step_ticket')
    .values({
      client_id: currentClient,
      token_hash: sha256(text),
      user_id: ticket.userId,
      first_step: ticket.firstStep,
      device: ticket.device,
      created_at: ticket.now,
      expires_at: expiresAt,
    })
    .execute()
  return { text, expiresAt }
}

/** Undefined for a ticket that is unknown, spent or expired. Stable only while the caller holds its person's row. */
export const findTicket = (db: TenantDb, text: string, now: Date): Promise<Ticket | undefined> =>
  db
    .selectFrom('second_step_ticket')
    .selectAll()
    .where('client_id', '=', currentClient)
    .where('token_hash', '=', sha256(text))
    .where('expires_at', '>', now)
    .where('tries', '<', SECOND_STEP_TRIES)
    .executeTakeFirst()

export const countTicketTry = async (db: TenantDb, ticket: Ticket): Promise<void> => {
  await db
    .updateTable('second_step_ticket')
    .set({ tries: ticket.tries + 1 })
    .where('client_id', '=', currentClient)
    .where('token_hash', '=', ticket.token_hash)
    .execute()
}

/** Ends every unfinished sign-in of a person: after a second step, and when the password changes. */
export const deleteTickets = async (db: TenantDb, userId: number): Promise<void> => {
  await db
    .deleteFrom('second_step_ticket')
    .where('client_id', '=', currentClient)
    .where('user_id', '=', userId)
    .execute()
}
