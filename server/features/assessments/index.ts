/** Attempts at assessments, their results and staff decisions (contract/assessments/assessments.ts; rules: Assessments). */
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { registerAssessmentAdminRoutes } from './admin/admin.routes.ts'
import { registerAssessmentRoutes } from './assessments.routes.ts'
import { registerResultRoutes } from './results/results.routes.ts'
import type { AssessmentContext, AssessmentDependencies } from './context.ts'
import { createQuestionTexts } from './question-texts.ts'
import { createAttemptStarter } from './attempts/start.repository.ts'
import { createConcurrencyLimit } from '#server/core/concurrency-limit.ts'

export { addPastSitting, pastAssessment, type PastQuestion } from './demo-attempts.ts'
export { createAttemptSweep } from './attempts/sweep.job.ts'
export { createResultTelling } from './results/notify-results.job.ts'
export { bestResults } from './results/best-results.ts'
export { passedAttempt } from './results/passed.ts'
export { scholarshipOf } from './results/scholarship.ts'
export { passedResults } from './results/passed-results.ts'

/** For one process; less than half of its connections. */
const CONCURRENT_STARTS_MAX = 4

export const assessmentsFeature = (core: Core, dependencies: AssessmentDependencies) => {
  const context: AssessmentContext = {
    ...dependencies,
    core,
    limitStarts: createConcurrencyLimit(CONCURRENT_STARTS_MAX),
    startAttempt: createAttemptStarter(core.db.callTenantFunction),
    texts: createQuestionTexts(),
    codeKey: core.secret('assessments.phone-codes'),
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      registerAssessmentRoutes(app, pipeline, context)
      registerResultRoutes(app, pipeline, context)
      registerAssessmentAdminRoutes(app, pipeline, context)
    },
  }
}
