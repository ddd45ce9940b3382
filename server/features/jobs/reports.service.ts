/** Admins read what learners report about jobs, and settle it. */
import { sql } from 'kysely'
import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import {
  listJobReports,
  REPORTS_SHOWN_MAX,
  type ReportedJob,
  type settleJobReports,
} from '#contract/job-applications/reports.ts'
import type { JobTextsByLanguage } from '#contract/jobs/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { Audit } from '#server/core/core.ts'
import { languageFor } from '#server/core/http/language.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import './jobs.tables.ts'
import { textsIn } from './texts.ts'

interface ReportedRow extends Pick<ReportedJob['job'], 'id' | 'company' | 'state' | 'closed'> {
  language: Language
  texts: JobTextsByLanguage
  reports: ReportedJob['reports']
  count: number
  total: number
}

export const jobReports = (
  scope: AdminScope,
  query: QueryOf<typeof listJobReports>,
): Promise<ResponseOf<typeof listJobReports>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const { page, page_size: size } = query
    const { rows } = await sql<ReportedRow>`
      with open_reports as (
        select job_id, count(*)::integer as count, min(created_at) as first_at from job_report
        where client_id = ${clientId} and settled_at is null group by job_id
      )
      select j.id, j.company, j.language, j.texts, r.count, count(*) over ()::integer as total,
        case when j.state = 'scheduled' and j.opens_at <= ${now} then 'open' else j.state end as state,
        case when j.state = 'closed' then 'closed'
          when ${now} >= ((j.deadline + 1)::timestamp at time zone c.time_zone) then 'deadline' end as closed,
        (select jsonb_agg(jsonb_build_object('reason', x.reason, 'text', x.text, 'at',
            to_char(x.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by x.created_at desc)
          from (select reason, text, created_at from job_report x where x.client_id = ${clientId}
            and x.job_id = j.id and x.settled_at is null order by x.created_at desc limit ${REPORTS_SHOWN_MAX}) x)
          as reports
      from open_reports r join job j on j.client_id = ${clientId} and j.id = r.job_id
      join client c on c.client_id = j.client_id
      order by r.first_at, j.id limit ${size} offset ${(page - 1) * size}`.execute(db)
    const language = languageFor(scope)
    return {
      ...pageLinks(pathFor(listJobReports, { clientId }), query, rows[0]?.total ?? 0),
      results: rows.map(({ reports, count, id, company, state, closed, ...job }) => ({
        job: { id, title: textsIn(job, language).texts.title, company, state, closed },
        count,
        reports,
      })),
    }
  })

/** Those that came after the admin had read them stay open. */
export const settleReports = (
  audit: Audit,
  scope: AdminScope,
  jobId: number,
  { until }: BodyOf<typeof settleJobReports>,
): Promise<ResponseOf<typeof settleJobReports>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const rows = await db
      .updateTable('job_report')
      .set({ settled_at: scope.clock.now(), settled_by: scope.actor.userId })
      .where('client_id', '=', clientId)
      .where('job_id', '=', jobId)
      .where('settled_at', 'is', null)
      // The address of a moment has milliseconds, the column microseconds.
      .where(sql<boolean>`date_trunc('milliseconds', created_at) <= ${new Date(until)}`)
      .returning('user_id')
      .execute()
    if (rows.length > 0)
      await audit.record(db, {
        action: 'jobs.settle_reports',
        result: 'ok',
        actorId: scope.actor.userId,
        sessionId: scope.actor.sessionId,
        object: `job:${jobId}`,
        detail: { settled: rows.length },
        requestId: scope.request.id,
        ip: scope.request.ip,
      })
    return { settled: rows.length }
  })
