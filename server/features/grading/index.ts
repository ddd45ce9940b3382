import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { ItemActions, ScormResultReads, SubmissionActions } from './dependencies.ts'
import { registerGradingRoutes } from './grading.routes.ts'

export { notifyGraded } from './notify.ts'

/** Grading submissions by rubric, and results of SCORM lessons. It owns no table: other features hand over what it needs. */
export const gradingFeature = (
  core: Core,
  dependencies: {
    submissions: SubmissionActions
    items: ItemActions
    scormResults: ScormResultReads
    notifier: Notifier
  },
) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    registerGradingRoutes(app, pipeline, { ...dependencies, audit: core.audit }),
})
