import type { Language } from '#contract/languages.ts'
import { createFreshCache } from '#server/core/changes/fresh-cache.ts'
import type { Core } from '#server/core/core.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import { jobPage } from './job-page.ts'
import { toDetail } from './jobs.mapper.ts'
import { detailQuery, type DetailRow } from './read.repository.ts'

const JOB_PATH = /^\/jobs\/([1-9]\d{0,8})\/?$/
const JOBS_MAX = 500

class JobMissing extends Error {}

/** Answers with the page of a job, which anybody may read; null for every other address. */
export const createJobDocuments = (
  { clock, changes, db }: Pick<Core, 'clock' | 'changes' | 'db'>,
  findTenant: (clientId: number) => Promise<Tenant | null>,
) => {
  const rows = createFreshCache<string, DetailRow>({
    feed: changes,
    maxEntries: JOBS_MAX,
    affects: (change) =>
      change.kind === 'jobs' || change.kind === 'client'
        ? (key) => key.startsWith(`${change.clientId}:`)
        : false,
  })
  const rowOf = (clientId: number, jobId: number): Promise<DetailRow | null> =>
    rows
      .get(`${clientId}:${jobId}`, async () => {
        const [[row]] = (await db.read(clientId, [detailQuery(clientId, jobId)])) as [DetailRow[]]
        if (!row) throw new JobMissing()
        return row
      })
      .catch((error: unknown) => {
        if (error instanceof JobMissing) return null
        throw error
      })

  return async (asked: { clientId: number; path: string; language: Language; canonical: string | null }) => {
    const jobId = Number(JOB_PATH.exec(asked.path)?.[1])
    if (!jobId) return null
    const tenant = await findTenant(asked.clientId)
    if (!tenant?.features.has('job_portal')) return null
    const row = await rowOf(asked.clientId, jobId)
    const job = row && toDetail(row, asked.language, clock.now())
    if (!job) return null
    return jobPage({
      job,
      country: row.country,
      closedAt: row.closed_at,
      language: asked.language,
      languages: tenant.languages,
      path: `/jobs/${jobId}`,
      url: asked.canonical,
    })
  }
}
