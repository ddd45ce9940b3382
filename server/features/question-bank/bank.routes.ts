import type { FastifyInstance } from 'fastify'
import * as assembling from '#contract/assessments/admin/authoring.ts'
import * as contract from '#contract/question-bank/question-bank.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as authoring from './authoring.service.ts'
import * as bank from './bank.service.ts'
import * as files from './files.service.ts'

export const registerBankRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: bank.BankContext,
): void => {
  mount(app, pipeline, contract.listTopics, (scope) => bank.topics(scope))
  mount(app, pipeline, contract.saveTopic, (scope, { params, body }) =>
    bank.putTopic(context, scope, params.topicKey, body.names),
  )
  mount(app, pipeline, contract.listTags, (scope) => bank.tags(scope))
  mount(app, pipeline, contract.changeTag, (scope, { body }) => bank.renameTag(context, scope, body))
  mount(app, pipeline, contract.listQuestions, (scope, { query }) => bank.list(scope, query))
  mount(app, pipeline, contract.createQuestion, (scope, { body }) => bank.create(context, scope, body))
  mount(app, pipeline, contract.getQuestion, (scope, { params }) => bank.get(scope, params.questionId))
  mount(app, pipeline, contract.saveQuestion, (scope, { params, body }) =>
    bank.save(context, scope, params.questionId, body),
  )
  mount(app, pipeline, contract.setQuestionState, (scope, { params, body }) =>
    bank.setState(context, scope, params.questionId, body.state),
  )
  mount(app, pipeline, contract.listQuestionVersions, (scope, { params, query }) =>
    bank.versions(scope, params.questionId, query),
  )
  mount(app, pipeline, contract.importQuestions, (scope, { body }) => files.read(context, scope, body))
  mount(app, pipeline, contract.exportQuestions, (scope, { query }) => files.write(scope, query))

  mount(app, pipeline, assembling.listAuthored, (scope, { query }) => authoring.list(scope, query))
  mount(app, pipeline, assembling.createAssessment, (scope, { body }) =>
    authoring.create(context, scope, body),
  )
  mount(app, pipeline, assembling.getAuthored, (scope, { params }) =>
    authoring.get(scope, params.assessmentId),
  )
  mount(app, pipeline, assembling.saveAssessment, (scope, { params, body }) =>
    authoring.save(context, scope, params.assessmentId, body),
  )
  mount(app, pipeline, assembling.setAssessmentStatus, (scope, { params, body }) =>
    authoring.setStatus(context, scope, params.assessmentId, body.status),
  )
  mount(app, pipeline, assembling.archiveAssessment, (scope, { params, body }) =>
    authoring.archive(context, scope, params.assessmentId, body.archived),
  )
  mount(app, pipeline, assembling.deleteAssessment, (scope, { params }) =>
    authoring.remove(context, scope, params.assessmentId),
  )
  mount(app, pipeline, assembling.previewDraw, (scope, { params, query }) =>
    authoring.preview(scope, params.assessmentId, query.seed),
  )
  mount(app, pipeline, assembling.listRoadmapCourses, (scope) => authoring.courses(scope))
}
