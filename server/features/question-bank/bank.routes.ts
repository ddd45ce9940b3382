import type { FastifyInstance } from 'fastify'
import * as authoringContract from '#contract/assessments/admin/authoring.ts'
import * as staffContract from '#contract/assessments/admin/staff.ts'
import * as contract from '#contract/question-bank/question-bank.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as authoring from './authoring.service.ts'
import * as bank from './bank.service.ts'
import * as importExport from './import-export.service.ts'
import * as staff from './staff.service.ts'

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
  mount(app, pipeline, contract.importQuestions, (scope, { body }) =>
    importExport.importFile(context, scope, body),
  )
  mount(app, pipeline, contract.exportQuestions, (scope, { query }) =>
    importExport.exportFile(context, scope, query),
  )

  mount(app, pipeline, authoringContract.listAuthored, (scope, { query }) => authoring.list(scope, query))
  mount(app, pipeline, authoringContract.createAssessment, (scope, { body }) =>
    authoring.create(context, scope, body),
  )
  mount(app, pipeline, authoringContract.getAuthored, (scope, { params }) =>
    authoring.get(scope, params.assessmentId),
  )
  mount(app, pipeline, authoringContract.saveAssessment, (scope, { params, body }) =>
    authoring.save(context, scope, params.assessmentId, body),
  )
  mount(app, pipeline, authoringContract.setAssessmentStatus, (scope, { params, body }) =>
    authoring.setStatus(context, scope, params.assessmentId, body.status),
  )
  mount(app, pipeline, authoringContract.archiveAssessment, (scope, { params, body }) =>
    authoring.archive(context, scope, params.assessmentId, body.archived),
  )
  mount(app, pipeline, authoringContract.deleteAssessment, (scope, { params }) =>
    authoring.remove(context, scope, params.assessmentId),
  )
  mount(app, pipeline, authoringContract.previewDraw, (scope, { params, query }) =>
    authoring.preview(scope, params.assessmentId, query.seed),
  )
  mount(app, pipeline, authoringContract.listRoadmapCourses, (scope) => authoring.courses(scope))

  mount(app, pipeline, staffContract.getStaff, (scope, { params }) => staff.get(scope, params.assessmentId))
  mount(app, pipeline, staffContract.findCandidates, (scope, { params, query }) =>
    staff.candidates(scope, params.assessmentId, query),
  )
  mount(app, pipeline, staffContract.addStaff, (scope, { params }) =>
    staff.add(context, scope, params.assessmentId, params.userId),
  )
  mount(app, pipeline, staffContract.removeStaff, (scope, { params }) =>
    staff.remove(context, scope, params.assessmentId, params.userId),
  )
  mount(app, pipeline, staffContract.setOwner, (scope, { params, body }) =>
    staff.setOwner(context, scope, params.assessmentId, body.user_id),
  )
}
