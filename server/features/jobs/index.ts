import './jobs.tables.ts'
import type { FastifyInstance } from 'fastify'
import {
  deleteJobSearch,
  getJob,
  getJobFacets,
  getJobMatch,
  listJobs,
  listJobSearches,
  putJobSearch,
  reportJob,
  saveJob,
} from '#contract/jobs/jobs.ts'
import { listJobReports, settleJobReports } from '#contract/job-applications/reports.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { createBoardCache } from './board.cache.ts'
import {
  jobDetail,
  jobFacets,
  jobMatch,
  jobPage,
  report,
  setSaved,
  type JobsDependencies,
} from './jobs.service.ts'
import { jobReports, settleReports } from './reports.service.ts'
import { deleteSearch, putSearch, searches } from './searches.service.ts'

export { createJobDocuments } from './document.service.ts'
export { writeSaved, writeSearch } from './people.repository.ts'
export { addJob } from './write.repository.ts'

/** The job board. Whoever changes a job announces `{ kind: 'jobs' }`. */
export const jobsFeature = (core: Core, dependencies: JobsDependencies) => {
  const services = {
    clock: core.clock,
    changes: core.changes,
    cache: createBoardCache(core.changes),
    ...dependencies,
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      mount(app, pipeline, listJobs, (scope, { query }) => jobPage(services, scope, query))
      mount(app, pipeline, getJobFacets, (scope, { query }) => jobFacets(services, scope, query))
      mount(app, pipeline, getJob, (scope, { params }) => jobDetail(scope, params.jobId))
      mount(app, pipeline, getJobMatch, (scope, { params }) => jobMatch(services, scope, params.jobId))
      mount(app, pipeline, saveJob, (scope, { params, body }) => setSaved(scope, params.jobId, body.saved))
      mount(app, pipeline, reportJob, (scope, { params, body }) => report(scope, params.jobId, body))
      mount(app, pipeline, listJobReports, (scope, { query }) => jobReports(scope, query))
      mount(app, pipeline, settleJobReports, (scope, { params, body }) =>
        settleReports(core.audit, scope, params.jobId, body),
      )
      mount(app, pipeline, listJobSearches, (scope) => searches(services, scope))
      mount(app, pipeline, putJobSearch, (scope, { params, body }) =>
        putSearch(services, scope, params.searchId, body),
      )
      mount(app, pipeline, deleteJobSearch, (scope, { params }) => deleteSearch(scope, params.searchId))
    },
  }
}
export { saveJob } from './save-job.ts'
