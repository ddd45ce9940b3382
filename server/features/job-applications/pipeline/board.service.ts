import { pathFor, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import {
  listRecruitJobs,
  pipelineStates,
  type Board,
  type exportApplications,
  type RecruitJob,
  type StateCounts,
} from '#contract/job-applications/pipeline.ts'
import type { Language } from '#contract/languages.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { sql } from 'kysely'
import { staffAudit } from '../audit.ts'
import type { ApplicationContext } from '../context.ts'
import { titleOf, type JobRow } from '../job-rows.ts'
import { cardsOf, countsByJob, handledJobs, reachedStates } from './board.repository.ts'
import { requireHandledJob } from './recruiter.policy.ts'

const toRecruitJob = (job: JobRow, counts: StateCounts | undefined, language: Language): RecruitJob => ({
  id: job.id,
  title: titleOf(job, language),
  company: job.company,
  state: job.state,
  closed: job.closed,
  deadline: job.deadline,
  opens_at: job.opens_at?.toISOString() ?? null,
  counts: counts ?? ({} as StateCounts),
})

export const recruitJobs = (
  scope: StaffScope,
  query: QueryOf<typeof listRecruitJobs>,
): Promise<ResponseOf<typeof listRecruitJobs>> =>
  scope.tx(async (db) => {
    const { page, page_size: size } = query
    const { clientId } = scope.tenant
    const { count, rows } = await handledJobs(db, scope, {
      search: query.search?.trim() ?? '',
      state: query.state ?? null,
      limit: size,
      offset: (page - 1) * size,
    })
    const counts = await countsByJob(
      db,
      clientId,
      rows.map(({ id }) => id),
    )
    const language = languageFor(scope)
    return {
      ...pageLinks(pathFor(listRecruitJobs, { clientId }), query, count),
      results: rows.map((job) => toRecruitJob(job, counts.get(job.id), language)),
    }
  })

export const board = (scope: StaffScope, jobId: number): Promise<Board> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const job = await requireHandledJob(db, scope, jobId)
    const counts = await countsByJob(db, clientId, [jobId])
    const cards = await cardsOf(db, clientId, jobId)
    const reached = await reachedStates(db, clientId, jobId)
    return {
      job: toRecruitJob(job, counts.get(jobId), languageFor(scope)),
      cards: cards.map(({ applied_at: appliedAt, changed_at: changedAt, ...card }) => ({
        ...card,
        applied_at: appliedAt.toISOString(),
        changed_at: changedAt.toISOString(),
      })),
      funnel: pipelineStates.map((state) => ({ state, count: reached.get(state) ?? 0 })),
    }
  })

const HEAD = ['name', 'email', 'phone', 'state', 'rating', 'applied_at', 'changed_at', 'proofs', 'cover_note']

interface ExportRow {
  name: string
  email: string
  phone: string
  state: string
  rating: number | null
  applied_at: Date
  changed_at: Date
  proofs: string
  cover_note: string
}

/** A CSV file; cells that a spreadsheet would run as formulas are escaped (C8). */
export const exportBoard = (
  { audit }: ApplicationContext,
  scope: StaffScope,
  jobId: number,
): Promise<ResponseOf<typeof exportApplications>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const job = await requireHandledJob(db, scope, jobId)
    const { rows } = await sql<ExportRow>`
      select name, email, phone, state, rating, applied_at, changed_at, cover_note,
        coalesce((select string_agg(p ->> 'title', '; ') from jsonb_array_elements(proofs) p), '') as proofs
      from job_application where client_id = ${clientId} and job_id = ${jobId}
      order by applied_at, id`.execute(db)
    const lines = rows.map((row) => [
      row.name,
      row.email,
      row.phone,
      row.state,
      String(row.rating ?? ''),
      row.applied_at.toISOString(),
      row.changed_at.toISOString(),
      row.proofs,
      row.cover_note,
    ])
    await audit.record(
      db,
      staffAudit(scope, { action: 'jobs.export', object: `job:${jobId}`, detail: { rows: lines.length } }),
    )
    return {
      file_name: `${fileStem(titleOf(job, languageFor(scope)))}-${scope.clock.now().toISOString().slice(0, 10)}.csv`,
      rows: lines.length,
      csv: csvTable([HEAD, ...lines]),
    }
  })

/** Letters and digits of any script. */
export const fileStem = (title: string): string =>
  title.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'job'
