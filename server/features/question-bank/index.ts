import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import { maySeeAddresses, refuseOwnAttempt, requireAssigned, visibleIds } from './assessment.policy.ts'
import { registerBankRoutes } from './bank.routes.ts'

export { addAssessment, setStatus as setAssessmentStatus } from './authoring.repository.ts'
export { drawingQuery, drawnFrom, drawQuestions } from './draw.ts'
export { addStaff } from './staff.repository.ts'
export { addQuestion, putTopic } from './questions.repository.ts'

/** What other features ask of the policy. */
export const assessmentPolicy = { visibleIds, requireAssigned, refuseOwnAttempt, maySeeAddresses }

/** The question bank, and assessments that staff assemble from it. */
export const questionBankFeature = (core: Core) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    registerBankRoutes(app, pipeline, { audit: core.audit }),
})
