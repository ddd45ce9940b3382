import '../auth.tables.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import type { ChallengePurpose } from '../auth.tables.ts'
import { sha256 } from '../crypto.ts'
import { currentClient } from '../users.repository.ts'

const TTL_MS = 10 * 60_000
const SWEEP_BATCH_SIZE = 20

export interface Challenge {
  readonly userId: number | null
  readonly rpId: string
}

/** Base64url; valid for ten minutes and one answer. */
export const createChallenge = async (
  db: TenantDb,
  challenge: Challenge & { readonly purpose: ChallengePurpose; readonly now: Date },
): Promise<string> => {
  const text = randomBytes(32).toString('base64url')
  await db
    .insertInto('sign_in_challenge')
    .values({
      client_id: currentClient,
      challenge_hash: sha256(text),
      purpose: challenge.purpose,
      user_id: challenge.userId,
      rp_id: challenge.rpId,
      expires_at: new Date(challenge.now.getTime() + TTL_MS),
    })
    .execute()
  await sql`
    delete from sign_in_challenge where client_id = current_client_id() and challenge_hash in (
      select challenge_hash from sign_in_challenge
      where client_id = current_client_id() and expires_at <= ${challenge.now}
      order by expires_at limit ${SWEEP_BATCH_SIZE} for update skip locked)`.execute(db)
  return text
}

/** Deletes the challenge and gives it back; undefined for one that is unknown, answered before or expired. */
export const spendChallenge = async (
  db: TenantDb,
  text: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<Challenge | undefined> => {
  const row = await db
    .deleteFrom('sign_in_challenge')
    .where('client_id', '=', currentClient)
    .where('challenge_hash', '=', sha256(text))
    .where('purpose', '=', purpose)
    .returning(['user_id', 'rp_id', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? { userId: row.user_id, rpId: row.rp_id } : undefined
}
