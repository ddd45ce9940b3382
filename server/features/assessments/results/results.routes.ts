import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/assessments/results.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { AssessmentContext } from '../context.ts'
import { ownResults } from '../list.service.ts'
import { appeal, receiptOf, resultPage, reviewOf } from './result.service.ts'
import { roadmapOf } from './roadmap.service.ts'

export const registerResultRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: AssessmentContext,
): void => {
  mount(app, pipeline, contract.listOwnResults, (scope) => ownResults(scope))
  mount(app, pipeline, contract.getResult, (scope, { params }) =>
    resultPage(context, scope, params.attemptId),
  )
  mount(app, pipeline, contract.getReview, (scope, { params }) => reviewOf(context, scope, params.attemptId))
  mount(app, pipeline, contract.getReceipt, (scope, { params }) =>
    receiptOf(context, scope, params.attemptId),
  )
  mount(app, pipeline, contract.appealDecision, (scope, { params, body }) =>
    appeal(context, scope, params.attemptId, body),
  )
  mount(app, pipeline, contract.getRoadmap, (scope, { params }) =>
    roadmapOf(context, scope, params.assessmentId),
  )
}
