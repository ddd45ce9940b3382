/** Issues what became due without a visit (a released result, a settled class), and tells learners what they must know. */
import { sql } from 'kysely'
import { EXPIRY_NOTICE_DAYS } from '#contract/certificates/shapes.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { setRevoked } from './certificates.repository.ts'
import { criteriaOf, isFulfilled } from './criteria.ts'
import { readFacts } from './facts.repository.ts'
import { issueDue, type IssueContext } from './issue.service.ts'
import { CERTIFICATES_PATH, certificatesPath } from './paths.ts'
import { revokeForRefund, type RefundedCertificate } from './refunds.ts'

const FIRST_RUN_MS = 9000
const RUN_INTERVAL_MS = 30_000
/** Limits one run for a tenant. */
const PEOPLE_PER_RUN = 200
/** Whoever fulfilled everything earlier is told on the page of certificates, not by the bell. */
const FRESH_MS = 7 * 86_400_000

/** True for the first call of each person, kind and subject. */
const takeNotice = async (
  db: TenantDb,
  clientId: number,
  notice: { userId: number; kind: 'ready' | 'expiring'; subject: string; now: Date },
): Promise<boolean> => {
  const row = await db
    .insertInto('certificate_notice')
    .values({
      client_id: clientId,
      user_id: notice.userId,
      kind: notice.kind,
      subject: notice.subject,
      told_at: notice.now,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'kind', 'subject']).doNothing())
    .returning('told_at')
    .executeTakeFirst()
  return row !== undefined
}

/** Asks for the name, once a person. */
const askForNames = async (
  { notify }: Pick<Notifier, 'notify'>,
  db: TenantDb,
  clientId: number,
  now: Date,
): Promise<void> => {
  const facts = await readFacts(
    db,
    { clientId, now, language: 'en' },
    { due: true, hasName: false, unasked: new Date(now.getTime() - FRESH_MS), limit: PEOPLE_PER_RUN },
  )
  for (const each of facts) {
    if (!isFulfilled(criteriaOf(each))) continue
    if (!(await takeNotice(db, clientId, { userId: each.user_id, kind: 'ready', subject: 'name', now })))
      continue
    await notify(db, clientId, {
      kind: 'certificate_ready',
      userIds: [each.user_id],
      params: { title: each.own_title },
      link: CERTIFICATES_PATH,
      dedupeKey: 'certificate_ready',
    })
  }
}

interface Expiring {
  id: number
  serial: string
  user_id: number
  title: string
  expires_on: string
}

/** A month before the end, so that there is time to renew (CE6). */
const notifyExpiring = async (
  { notify }: Pick<Notifier, 'notify'>,
  db: TenantDb,
  clientId: number,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<Expiring>`
    select c.id, c.serial, c.user_id, c.title, c.expires_on from certificate c
    join client k on k.client_id = c.client_id
    where c.client_id = ${clientId} and c.replaced_at is null and c.revoked_at is null
      and c.expires_on between (${now}::timestamptz at time zone k.time_zone)::date
        and (${now}::timestamptz at time zone k.time_zone)::date + ${EXPIRY_NOTICE_DAYS}::integer
      and not exists (select from certificate_notice n where n.client_id = c.client_id and n.user_id = c.user_id
        and n.kind = 'expiring' and n.subject = 'certificate:' || c.id)
    order by c.expires_on, c.id limit ${PEOPLE_PER_RUN}`.execute(db)
  for (const row of rows) {
    const subject = `certificate:${row.id}`
    if (!(await takeNotice(db, clientId, { userId: row.user_id, kind: 'expiring', subject, now }))) continue
    await notify(db, clientId, {
      kind: 'certificate_expiring',
      userIds: [row.user_id],
      params: { title: row.title, day: row.expires_on },
      link: certificatesPath(row.serial),
      dedupeKey: `certificate_expiring:${row.id}`,
    })
  }
}

/** A course whose money went back certifies nothing (rules: Money). */
const revokeRefunded = async (
  context: IssueContext,
  db: TenantDb,
  clientId: number,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<RefundedCertificate>`
    select c.id, c.serial, c.user_id, c.title from certificate c
    where c.client_id = ${clientId} and c.replaced_at is null and c.revoked_at is null
      and exists (select from course_purchase p where p.client_id = c.client_id and p.course_id = c.course_id
        and p.user_id = c.user_id and p.refund_state = 'refunded' and p.refund_settled_at >= c.issued_at)
      and not exists (select from course_purchase p where p.client_id = c.client_id and p.course_id = c.course_id
        and p.user_id = c.user_id and p.refund_state is distinct from 'refunded')
    order by c.id limit ${PEOPLE_PER_RUN}`.execute(db)
  await revokeForRefund(context, db, clientId, rows, now)
}

/** A refund that was taken back, or a second payment: the certificate counts again, with its number. */
const restorePaid = async ({ audit }: IssueContext, db: TenantDb, clientId: number): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from certificate c
    where c.client_id = ${clientId} and c.replaced_at is null and c.revoked_for = 'refund'
      and exists (select from course_purchase p where p.client_id = c.client_id and p.course_id = c.course_id
        and p.user_id = c.user_id and p.refund_state is distinct from 'refunded')
    order by c.id limit ${PEOPLE_PER_RUN}`.execute(db)
  for (const { id } of rows) {
    if (!(await setRevoked(db, clientId, id, null))) continue
    await audit.record(db, {
      action: 'certificates.restore',
      result: 'ok',
      actorId: null,
      object: `certificate:${id}`,
      detail: { for: 'refund' },
    })
  }
}

/** Answers how many certificates were issued. */
export const createCertificatesJob = (
  { db, clock, log }: Pick<Core, 'db' | 'clock' | 'log'>,
  context: IssueContext,
): RepeatingJob<number> =>
  createRepeatingJob(
    { db, log },
    {
      name: 'certificates',
      firstMs: FIRST_RUN_MS,
      everyMs: RUN_INTERVAL_MS,
      failure: 'certificates were not issued',
      look: async (tenants) => {
        let total = 0
        for await (const clientId of tenants()) {
          const now = clock.now()
          await db.withTenant(clientId, (tx) => revokeRefunded(context, tx, clientId, now))
          await db.withTenant(clientId, (tx) => restorePaid(context, tx, clientId))
          total += await db.withTenant(clientId, (tx) => issueDue(context, tx, clientId, { now }))
          await db.withTenant(clientId, (tx) => askForNames(context.notifier, tx, clientId, now))
          await db.withTenant(clientId, (tx) => notifyExpiring(context.notifier, tx, clientId, now))
        }
        return total
      },
    },
  )
