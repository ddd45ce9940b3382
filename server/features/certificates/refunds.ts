/** A course whose money went back certifies nothing (rules: Money). */
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { setRevoked } from './certificates.repository.ts'
import type { IssueContext } from './issue.service.ts'
import { certificatesPath } from './paths.ts'

export interface RefundedCertificate {
  id: number
  serial: string
  user_id: number
  title: string
}

export const revokeForRefund = async (
  { audit, notifier }: IssueContext,
  db: TenantDb,
  clientId: number,
  certificates: readonly RefundedCertificate[],
  now: Date,
): Promise<void> => {
  for (const row of certificates) {
    const revocation = { reason: 'refund', for: 'refund', by: null, now } as const
    if (!(await setRevoked(db, clientId, row.id, revocation))) continue
    await audit.record(db, {
      action: 'certificates.revoke',
      result: 'ok',
      actorId: null,
      object: `certificate:${row.id}`,
      detail: { for: 'refund' },
    })
    await notifier.notify(db, clientId, {
      kind: 'certificate_revoked',
      userIds: [row.user_id],
      params: { title: row.title },
      link: certificatesPath(row.serial),
      dedupeKey: `certificate_revoked:${row.id}:${now.getTime()}`,
    })
  }
}

/** In the transaction of a refund: what the person holds for these courses. */
export const revokeCourses = async (
  context: IssueContext,
  db: TenantDb,
  clientId: number,
  { userId, courseIds, at }: { userId: number; courseIds: readonly number[]; at: Date },
): Promise<void> => {
  const { rows } = await sql<RefundedCertificate>`
    select c.id, c.serial, c.user_id, c.title from certificate c
    where c.client_id = ${clientId} and c.user_id = ${userId} and c.course_id = any(${courseIds}::integer[])
      and c.replaced_at is null and c.revoked_at is null
    order by c.id`.execute(db)
  await revokeForRefund(context, db, clientId, rows, at)
}
