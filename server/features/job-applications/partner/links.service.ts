/** Staff make, list and revoke the links of a job. */
import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  PARTNER_LINKS_MAX,
  type createPartnerLink,
  type PartnerLink,
} from '#contract/job-applications/partner.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { staffAudit } from '../audit.ts'
import type { ApplicationContext } from '../context.ts'
import { lockJob } from '../editor/editor.repository.ts'
import { requireHandledJob } from '../pipeline/recruiter.policy.ts'
import type { Codes } from './codes.ts'
import { insertLink, linksOf, markRevoked, type LinkRow } from './links.repository.ts'

const DAY_MS = 86_400_000

const toLink = (codes: Codes, clientId: number, row: LinkRow): PartnerLink => ({
  id: row.id,
  name: row.name,
  code: codes.codeOf({ clientId, id: row.id, nonce: row.nonce }),
  expires_at: row.expires_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
  views: row.views,
  viewed_at: row.viewed_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

const readLinks = async (codes: Codes, db: TenantDb, scope: StaffScope, jobId: number) => {
  const { clientId } = scope.tenant
  return { results: (await linksOf(db, clientId, jobId)).map((row) => toLink(codes, clientId, row)) }
}

export const partnerLinks = (codes: Codes, scope: StaffScope, jobId: number) =>
  scope.tx(async (db) => {
    await requireHandledJob(db, scope, jobId)
    return readLinks(codes, db, scope, jobId)
  })

export const addPartnerLink = (
  { audit }: ApplicationContext,
  codes: Codes,
  scope: StaffScope,
  jobId: number,
  { idempotency_key: createdKey, name, days }: BodyOf<typeof createPartnerLink>,
) =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireHandledJob(db, scope, jobId)
    await lockJob(db, { clientId, jobId })
    const now = scope.clock.now()
    const isNew = await insertLink(db, clientId, {
      jobId,
      name,
      nonce: randomUUID(),
      expiresAt: new Date(now.getTime() + days * DAY_MS),
      createdBy: scope.actor.userId,
      createdKey,
      now,
    })
    const links = await readLinks(codes, db, scope, jobId)
    if (!isNew) return links
    if (links.results.length > PARTNER_LINKS_MAX)
      throw new AppError('conflict', `A job has at most ${PARTNER_LINKS_MAX} links.`)
    await audit.record(
      db,
      staffAudit(scope, { action: 'jobs.partner_link', object: `job:${jobId}`, detail: { days } }),
    )
    return links
  })

export const revokeLink = (
  { audit }: ApplicationContext,
  scope: StaffScope,
  { jobId, linkId }: { jobId: number; linkId: number },
): Promise<undefined> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireHandledJob(db, scope, jobId)
    if (await markRevoked(db, clientId, { jobId, linkId, now: scope.clock.now() }))
      await audit.record(
        db,
        staffAudit(scope, {
          action: 'jobs.partner_revoke',
          object: `job_partner_link:${linkId}`,
          detail: {},
        }),
      )
    return undefined
  })
