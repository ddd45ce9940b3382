import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { ItemActions } from './item-actions.ts'
import { problemsSolved } from './problems.repository.ts'
import { registerProblemRoutes } from './problems.routes.ts'

export { addPastSubmission } from './history.ts'
export { tellOfGrade } from './notify.ts'
export { judgePreview, testsOf } from './preview.ts'

/** Problems that run in the learner's browser, and the grading of what people have to read. */
export const problemsFeature = (core: Core, items: ItemActions, notifier: Notifier) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    registerProblemRoutes(app, pipeline, { items, audit: core.audit, notifier }),
})

/** What badges need of problems. */
export const problemFacts = async (db: TenantDb, userId: number): Promise<{ problemsSolved: number }> => ({
  problemsSolved: await problemsSolved(db, userId),
})
