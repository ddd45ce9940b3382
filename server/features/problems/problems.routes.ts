import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/problems/endpoints.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { ItemActions } from './item-actions.ts'
import { issueTests, submit, saveDraft, ownSubmission, problemPage } from './problems.service.ts'

export const registerProblemRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  items: ItemActions,
): void => {
  mount(app, pipeline, contract.getProblem, (scope, { params }) => problemPage(items, scope, params.itemId))
  mount(app, pipeline, contract.saveProblemDraft, (scope, { params, body }) =>
    saveDraft(items, scope, params.itemId, body),
  )
  mount(app, pipeline, contract.takeTests, (scope, { params, body }) =>
    issueTests(items, scope, params.itemId, body),
  )
  mount(app, pipeline, contract.submitProblem, (scope, { params, body }) =>
    submit(items, scope, params.itemId, body),
  )
  mount(app, pipeline, contract.getSubmission, (scope, { params }) =>
    ownSubmission(scope, params.submissionId),
  )
}
