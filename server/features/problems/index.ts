import type { FastifyInstance } from 'fastify'
import type { TenantDb } from '#server/core/db/database.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { ItemActions } from './item-actions.ts'
import { problemsSolved } from './problems.repository.ts'
import { registerProblemRoutes } from './problems.routes.ts'

export { gradableSubmissions } from './gradable.ts'
export { addPastSubmission } from './history.ts'
export { judgePreview, testsOf } from './preview.ts'

/** Problems, which run in the learner's browser, and what learners hand in. */
export const problemsFeature = (items: ItemActions) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    registerProblemRoutes(app, pipeline, items),
})

/** Facts for badges. */
export const problemFacts = async (db: TenantDb, userId: number): Promise<{ problemsSolved: number }> => ({
  problemsSolved: await problemsSolved(db, userId),
})
