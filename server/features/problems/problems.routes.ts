import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/problems/endpoints.ts'
import type { Audit } from '#server/core/core.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import type { Telling } from '#server/core/notifier.ts'
import { gradeIt, gradingList, submissionToGrade } from './grading.service.ts'
import type { ItemDeeds } from './item-actions.ts'
import { giveTests, handIn, keepDraft, ownSubmission, problemPage } from './problems.service.ts'

export const registerProblemRoutes = (
  app: FastifyInstance,
  border: Border,
  context: { items: ItemDeeds; audit: Audit; telling: Telling },
): void => {
  const { items } = context
  mount(app, border, contract.getProblem, (scope, { params }) => problemPage(items, scope, params.itemId))
  mount(app, border, contract.saveProblemDraft, (scope, { params, body }) =>
    keepDraft(items, scope, params.itemId, body),
  )
  mount(app, border, contract.takeTests, (scope, { params, body }) =>
    giveTests(items, scope, params.itemId, body),
  )
  mount(app, border, contract.submitProblem, (scope, { params, body }) =>
    handIn(items, scope, params.itemId, body),
  )
  mount(app, border, contract.getSubmission, (scope, { params }) => ownSubmission(scope, params.submissionId))
  mount(app, border, contract.listToGrade, (scope, { query }) => gradingList(scope, query))
  mount(app, border, contract.getToGrade, (scope, { params }) =>
    submissionToGrade(items, scope, params.submissionId),
  )
  mount(app, border, contract.gradeSubmission, (scope, { params, body }) =>
    gradeIt(context, scope, params.submissionId, body),
  )
}
