/** Issued certificates for admins: finding, revoking, restoring, replacing. */
import {
  listIssued as listCall,
  type CertificateNumbers,
  type IssuedCertificate,
} from '#contract/certificates/portal.ts'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { insertCertificate, markReplaced, setRevoked, todayOf } from '../certificates.repository.ts'
import { monthsAfter } from '../criteria.ts'
import { readFacts } from '../facts.repository.ts'
import type { IssueContext } from '../issue.service.ts'
import { stateOfRow, toCertificate } from '../mapper.ts'
import { lockPerson } from '../names.repository.ts'
import { certificatesPath } from '../paths.ts'
import { templateFor } from '../templates.repository.ts'
import { auditOf } from './context.ts'
import { countIssued, issuedById, listIssuedRows, type IssuedRow } from './issued.repository.ts'
import { ruleOf } from './rules.repository.ts'

const RECENT_MS = 30 * 86_400_000
/** More people than this are not counted one by one. */
const WAITING_MAX = 1000

const toIssued = (row: IssuedRow): IssuedCertificate => ({
  ...toCertificate(row),
  revoked_reason: row.revoked_reason,
  person: { id: row.user_id, name: row.person_name, email: row.person_email },
  issued_at: row.issued_at.toISOString(),
  issued_by: row.issued_by_name,
  revoked_by: row.revoked_by_name,
  replaces: row.replaces_serial,
  replaced_for: row.replaced_for,
})

export const issuedPage = (scope: AdminScope, query: QueryOf<typeof listCall>) =>
  scope.tx(async (db) => {
    const { page, page_size: size, ...filter } = query
    const rows = await listIssuedRows(db, filter, {
      now: scope.clock.now(),
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(pathFor(listCall, { clientId: scope.tenant.clientId }), query, rows[0]?.total ?? 0),
      results: rows.map(toIssued),
    }
  })

export const numbers = (scope: AdminScope): Promise<CertificateNumbers> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const waiting = await readFacts(
      db,
      { clientId: scope.tenant.clientId, now, language: 'en' },
      { due: true, hasName: false, limit: WAITING_MAX },
    )
    return {
      ...(await countIssued(db, now, new Date(now.getTime() - RECENT_MS))),
      waiting: new Set(waiting.map(({ user_id }) => user_id)).size,
    }
  })

const requireIssued = async (db: TenantDb, id: number, now: Date): Promise<IssuedRow> => {
  const row = await issuedById(db, id, now)
  if (!row) throw notFound()
  return row
}

const refuseReplaced = () =>
  new AppError('conflict', 'This certificate was replaced. Open the one that took its place.')

const answer = async (db: TenantDb, id: number, now: Date) => toIssued(await requireIssued(db, id, now))

/** A repeat finds it revoked and keeps the first reason. */
export const revoke = (
  { audit, notifier }: IssueContext,
  scope: AdminScope,
  id: number,
  reason: string,
): Promise<IssuedCertificate> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const row = await requireIssued(db, id, now)
    if (row.replaced_at !== null) throw refuseReplaced()
    const { clientId } = scope.tenant
    if (await setRevoked(db, clientId, id, { reason, for: 'admin', by: scope.actor.userId, now })) {
      const object = `certificate:${id}`
      await audit.record(db, auditOf(scope, { action: 'certificates.revoke', object, detail: { reason } }))
      await notifier.notify(db, clientId, {
        kind: 'certificate_revoked',
        userIds: [row.user_id],
        params: { title: row.title },
        link: certificatesPath(row.serial),
        dedupeKey: `certificate_revoked:${id}:${now.getTime()}`,
      })
    }
    return answer(db, id, now)
  })

export const restore = (
  { audit }: IssueContext,
  scope: AdminScope,
  id: number,
  reason: string,
): Promise<IssuedCertificate> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const row = await requireIssued(db, id, now)
    if (row.replaced_at !== null) throw refuseReplaced()
    // The next run of the job would revoke it again.
    if (row.revoked_for === 'refund')
      throw new AppError('conflict', 'The money for this course went back. Take the refund back first.')
    if (await setRevoked(db, scope.tenant.clientId, id, null)) {
      const object = `certificate:${id}`
      await audit.record(db, auditOf(scope, { action: 'certificates.restore', object, detail: { reason } }))
    }
    return answer(db, id, now)
  })

/** Replaces a certificate: today's date, template and validity, and the name that the admin gives. */
export const reissue = (
  { audit, notifier }: IssueContext,
  scope: AdminScope,
  id: number,
  { name, reason }: { name: string; reason: string },
): Promise<IssuedCertificate> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const { clientId } = scope.tenant
    const found = await requireIssued(db, id, now)
    await lockPerson(db, clientId, found.user_id)
    const old = await requireIssued(db, id, now)
    if (stateOfRow(old) === 'revoked')
      throw new AppError('conflict', 'This certificate is revoked. Take the revocation back first.')
    if (!(await markReplaced(db, clientId, id, now))) throw refuseReplaced()
    const subjectId = old.course_id ?? old.assessment_id
    const rule = subjectId === null ? null : await ruleOf(db, clientId, { kind: old.kind, id: subjectId })
    const issuedOn = await todayOf(db, now)
    const issued = await insertCertificate(db, clientId, {
      userId: old.user_id,
      kind: old.kind,
      subjectId,
      recipientName: name,
      title: old.title,
      language: old.language,
      criteria: old.criteria,
      template: await templateFor(db, clientId, rule?.template_id ?? null),
      now,
      issuedOn,
      expiresOn: rule?.valid_months ? monthsAfter(issuedOn, rule.valid_months) : null,
      issuedBy: scope.actor.userId,
      replaces: { id, for: stateOfRow(old) === 'expired' ? 'renewed' : 'reissued' },
    })
    if (!issued) throw refuseReplaced()
    const object = `certificate:${issued.id}`
    const detail = { replaces: id, reason }
    await audit.record(db, auditOf(scope, { action: 'certificates.reissue', object, detail }))
    await notifier.notify(db, clientId, {
      kind: 'certificate_issued',
      userIds: [old.user_id],
      params: { title: old.title },
      link: certificatesPath(issued.serial),
      dedupeKey: `certificate_issued:${issued.id}`,
    })
    return answer(db, issued.id, now)
  })
