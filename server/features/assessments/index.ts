/** Attempts at assessments, their results, and what the staff do with them (contract/assessments/assessments.ts; RULES "Assessments"). */
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { registerAssessmentAdminRoutes } from './admin/admin.routes.ts'
import { registerAssessmentRoutes } from './assessments.routes.ts'
import { registerResultRoutes } from './results/results.routes.ts'
import type { AssessmentContext, AssessmentDependencies } from './context.ts'
import { createQuestionTexts } from './question-texts.ts'
import { createBegin } from './attempts/start.repository.ts'
import { createTurns } from './attempts/concurrency-limit.ts'

export { addPastSitting, pastAssessment, type PastQuestion } from './history.ts'
export { createAttemptSweep } from './attempts/sweep.job.ts'
export { createResultTelling } from './results/notify-results.job.ts'

/** In one process; less than half of its connections. */
const STARTS_AT_ONCE = 4

export const assessmentsFeature = (core: Core, actions: AssessmentDependencies) => {
  const context: AssessmentContext = {
    ...actions,
    core,
    startTurn: createTurns(STARTS_AT_ONCE),
    begin: createBegin(core.db.pool),
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
