/** What somebody outside sees by a link. Every view is in the audit log. */
import { sql } from 'kysely'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import {
  openPartnerLink,
  type PartnerApplication,
  type PartnerView,
} from '#contract/job-applications/partner.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import type { ApplicationRow } from '../applying/applications.repository.ts'
import type { ApplicationContext } from '../context.ts'
import { jobById, toJob } from '../job-rows.ts'
import type { Codes } from './codes.ts'
import { countView, linkById, type LinkRow } from './links.repository.ts'

const FILE_TTL_MS = 10 * 60_000

export const isLinkOpen = (link: LinkRow | null, now: Date): link is LinkRow =>
  link !== null && link.revoked_at === null && link.expires_at > now

type SharedRow = Pick<
  ApplicationRow,
  'id' | 'name' | 'email' | 'phone' | 'resume_name' | 'cover_note' | 'answers' | 'proofs' | 'applied_at'
>

/** Withdrawn applications were taken back, and rejected ones are decided: neither is for people outside. */
const sharedRows = async (
  db: TenantDb,
  clientId: number,
  { jobId, limit, offset }: { jobId: number; limit: number; offset: number },
): Promise<{ count: number; rows: SharedRow[] }> => {
  const { rows } = await sql<SharedRow & { count: number }>`
    select id, name, email, phone, resume_name, cover_note, answers, proofs, applied_at,
      count(*) over ()::integer as count
    from job_application
    where client_id = ${clientId} and job_id = ${jobId} and state not in ('withdrawn', 'rejected')
    order by applied_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return { count: rows[0]?.count ?? 0, rows }
}

/** The link of a code that opens something; throws the same for every other code. */
const requireLink = async (
  codes: Codes,
  db: TenantDb,
  scope: PublicScope,
  code: string,
): Promise<LinkRow> => {
  const { clientId } = scope.tenant
  const link = await linkById(db, clientId, codes.idIn(code) ?? 0)
  const isRight = link !== null && codes.isCodeOf({ clientId, id: link.id, nonce: link.nonce }, code)
  if (!isRight || !isLinkOpen(link, scope.clock.now())) throw notFound()
  return link
}

export const openLink = (
  { audit }: ApplicationContext,
  codes: Codes,
  scope: PublicScope,
  { code, query }: { code: string; query: QueryOf<typeof openPartnerLink> },
): Promise<PartnerView> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const link = await requireLink(codes, db, scope, code)
    const job = await jobById(db, clientId, link.job_id, now)
    if (!job) throw notFound()
    const { page, page_size: size } = query
    const { count, rows } = await sharedRows(db, clientId, {
      jobId: job.id,
      limit: size,
      offset: (page - 1) * size,
    })
    await countView(db, clientId, link.id, now)
    await audit.record(db, {
      action: 'jobs.partner_view',
      result: 'ok',
      actorId: null,
      object: `job_partner_link:${link.id}`,
      detail: { job: job.id, page, applications: rows.length },
      requestId: scope.request.id,
      ip: scope.request.ip,
    })
    const until = now.getTime() + FILE_TTL_MS
    const { title, company, location, deadline, closed } = toJob(job, languageFor(scope))
    return {
      job: { title, company, location, deadline, closed },
      name: link.name,
      expires_at: link.expires_at.toISOString(),
      applications: {
        ...pageLinks(pathFor(openPartnerLink, { clientId }), query, count),
        results: rows.map((row): PartnerApplication => {
          const { resume_name: resumeName, applied_at: appliedAt, ...shared } = row
          const mac = codes.fileMac({ clientId, id: link.id, nonce: link.nonce }, row.id, until)
          return {
            ...shared,
            resume: {
              name: resumeName,
              url: `/files/${clientId}/job-partner/${link.id}/${row.id}/${until}/${mac}`,
            },
            applied_at: appliedAt.toISOString(),
          }
        }),
      },
    }
  })
