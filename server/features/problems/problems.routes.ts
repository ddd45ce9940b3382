import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/problems/endpoints.ts'
import type { Audit } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { gradeIt, gradingList, submissionToGrade } from './grading.service.ts'
import type { ItemActions } from './item-actions.ts'
import { giveTests, handIn, keepDraft, ownSubmission, problemPage } from './problems.service.ts'

export const registerProblemRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: { items: ItemActions; audit: Audit; notifier: Notifier },
): void => {
  const { items } = context
  mount(app, pipeline, contract.getProblem, (scope, { params }) => problemPage(items, scope, params.itemId))
  mount(app, pipeline, contract.saveProblemDraft, (scope, { params, body }) =>
    keepDraft(items, scope, params.itemId, body),
  )
  mount(app, pipeline, contract.takeTests, (scope, { params, body }) =>
    giveTests(items, scope, params.itemId, body),
  )
  mount(app, pipeline, contract.submitProblem, (scope, { params, body }) =>
    handIn(items, scope, params.itemId, body),
  )
  mount(app, pipeline, contract.getSubmission, (scope, { params }) =>
    ownSubmission(scope, params.submissionId),
  )
  mount(app, pipeline, contract.listToGrade, (scope, { query }) => gradingList(scope, query))
  mount(app, pipeline, contract.getToGrade, (scope, { params }) =>
    submissionToGrade(items, scope, params.submissionId),
  )
  mount(app, pipeline, contract.gradeSubmission, (scope, { params, body }) =>
    gradeIt(context, scope, params.submissionId, body),
  )
}
