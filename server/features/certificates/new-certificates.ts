import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { issueDue, type IssueContext } from './issue.service.ts'

interface Learner {
  readonly clientId: number
  readonly userId: number
}

/** Certificates that this learner got since then without an admin, those due now included; for moments. */
export const newCertificates =
  (context: IssueContext) =>
  async (
    db: TenantDb,
    { clientId, userId }: Learner,
    { since, now }: { since: Date; now: Date },
  ): Promise<{ serial: string; title: string }[]> => {
    await issueDue(context, db, clientId, { now, userId })
    const { rows } = await sql<{ serial: string; title: string }>`
      select serial, title from certificate where client_id = ${clientId} and user_id = ${userId}
        and issued_at >= ${since} and replaces is null and replaced_at is null and revoked_at is null
      order by issued_at, id`.execute(db)
    return rows
  }
