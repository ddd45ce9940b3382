import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/assessments/assessments.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { saveAttemptAnswers, submit, receiveHeartbeat } from './attempts/answers.service.ts'
import { takeLease, readAttempt, runningAttempts } from './attempts/attempt.service.ts'
import type { AssessmentContext } from './context.ts'
import { assessmentList, assessmentPage } from './list.service.ts'
import { confirmCode, sendCode } from './phone/phone.service.ts'
import { startOrResume } from './attempts/start.service.ts'

export const registerAssessmentRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: AssessmentContext,
): void => {
  mount(app, pipeline, contract.listAssessments, (scope) => assessmentList(scope))
  mount(app, pipeline, contract.getAssessment, (scope, { params }) =>
    assessmentPage(scope, params.assessmentId),
  )
  mount(app, pipeline, contract.sendPhoneCode, (scope, { params, body }) =>
    sendCode(context, scope, params.assessmentId, body),
  )
  mount(app, pipeline, contract.confirmPhone, (scope, { params, body }) =>
    confirmCode(context, scope, params.assessmentId, body),
  )
  mount(app, pipeline, contract.startAttempt, (scope, { params, body }) =>
    startOrResume(context, scope, params.assessmentId, body),
  )
  mount(app, pipeline, contract.runningAttempt, (scope) => runningAttempts(scope))
  mount(app, pipeline, contract.getAttempt, (scope, { params, query }) =>
    readAttempt(context, scope, params.attemptId, query.holder),
  )
  mount(app, pipeline, contract.holdAttempt, (scope, { params, body }) =>
    takeLease(context, scope, params.attemptId, body.holder),
  )
  mount(app, pipeline, contract.saveAnswers, (scope, { params, body }) =>
    saveAttemptAnswers(context, scope, params.attemptId, body),
  )
  mount(app, pipeline, contract.beat, (scope, { params, body }) =>
    receiveHeartbeat(context, scope, params.attemptId, body),
  )
  mount(app, pipeline, contract.submitAttempt, (scope, { params, body }) =>
    submit(context, scope, params.attemptId, body),
  )
}
