import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/assessments/results.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import type { AssessmentContext } from '../context.ts'
import { appealAgainst, receiptOf, resultPage, reviewOf } from './result.service.ts'
import { roadmapOf } from './roadmap.service.ts'

export const registerResultRoutes = (
  app: FastifyInstance,
  border: Border,
  context: AssessmentContext,
): void => {
  mount(app, border, contract.getResult, (scope, { params }) => resultPage(context, scope, params.attemptId))
  mount(app, border, contract.getReview, (scope, { params }) => reviewOf(context, scope, params.attemptId))
  mount(app, border, contract.getReceipt, (scope, { params }) => receiptOf(context, scope, params.attemptId))
  mount(app, border, contract.appealDecision, (scope, { params, body }) =>
    appealAgainst(context, scope, params.attemptId, body),
  )
  mount(app, border, contract.getRoadmap, (scope, { params }) =>
    roadmapOf(context, scope, params.assessmentId),
  )
}
