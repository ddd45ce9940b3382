import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/assessments/admin/results.ts'
import { getItemAnalysis, regrade } from '#contract/assessments/admin/item-analysis.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { withAuditedRefusal } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { itemAnalysis } from './analysis.service.ts'
import { countLate, decide, giveExtraTime, settleAppeal } from './decisions.service.ts'
import { attemptDetail } from './detail.service.ts'
import { setExtraTime, grantFurtherAttempt, learnerList } from './learners.service.ts'
import { regradeAssessment } from './regrade.service.ts'
import { allTotals, exportCsv, monitorOf, release, resultList } from './results.service.ts'

export const registerAssessmentAdminRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: AssessmentContext,
): void => {
  mount(app, pipeline, contract.listAssessmentTotals, (scope) => allTotals(context, scope))
  mount(app, pipeline, contract.listResults, (scope, { params, query }) =>
    resultList(context, scope, params.assessmentId, query),
  )
  mount(app, pipeline, contract.exportResults, (scope, { params, query }) =>
    exportCsv(context, scope, params.assessmentId, query),
  )
  mount(app, pipeline, contract.getMonitor, (scope, { params }) =>
    monitorOf(context, scope, params.assessmentId),
  )
  mount(app, pipeline, contract.releaseResults, (scope, { params, body }) =>
    release(context, scope, params.assessmentId, body),
  )
  mount(app, pipeline, contract.findLearners, (scope, { params, query }) =>
    learnerList(context, scope, params.assessmentId, query),
  )
  mount(app, pipeline, contract.grantAttempt, (scope, { params, body }) =>
    withAuditedRefusal(
      context,
      scope,
      {
        action: 'assessments.grant',
        object: `assessment:${params.assessmentId}`,
        detail: { learner: params.userId },
      },
      () => grantFurtherAttempt(context, scope, params.assessmentId, params.userId, body),
    ),
  )
  mount(app, pipeline, contract.setAccommodation, (scope, { params, body }) =>
    withAuditedRefusal(
      context,
      scope,
      {
        action: 'assessments.accommodate',
        object: `assessment:${params.assessmentId}`,
        detail: { learner: params.userId },
      },
      () => setExtraTime(context, scope, params.assessmentId, params.userId, body),
    ),
  )
  mount(app, pipeline, contract.getAttemptDetail, (scope, { params }) =>
    attemptDetail(context, scope, params.attemptId),
  )
  mount(app, pipeline, contract.addExtraTime, (scope, { params, body }) =>
    withAuditedRefusal(
      context,
      scope,
      { action: 'assessments.extraTime', object: `attempt:${params.attemptId}` },
      () => giveExtraTime(context, scope, params.attemptId, body),
    ),
  )
  mount(app, pipeline, contract.countLateAnswer, (scope, { params, body }) =>
    withAuditedRefusal(
      context,
      scope,
      { action: 'assessments.countLate', object: `attempt:${params.attemptId}` },
      () => countLate(context, scope, params.attemptId, params.lateId, body),
    ),
  )
  mount(app, pipeline, contract.decideIntegrity, (scope, { params, body }) =>
    withAuditedRefusal(
      context,
      scope,
      { action: 'assessments.decide', object: `attempt:${params.attemptId}` },
      () => decide(context, scope, params.attemptId, body),
    ),
  )
  mount(app, pipeline, contract.answerAppeal, (scope, { params, body }) =>
    withAuditedRefusal(
      context,
      scope,
      { action: 'assessments.answerAppeal', object: `attempt:${params.attemptId}` },
      () => settleAppeal(context, scope, params.attemptId, body),
    ),
  )
  mount(app, pipeline, getItemAnalysis, (scope, { params }) =>
    itemAnalysis(context, scope, params.assessmentId),
  )
  mount(app, pipeline, regrade, (scope, { params, body }) =>
    regradeAssessment(context, scope, params.assessmentId, body),
  )
}
