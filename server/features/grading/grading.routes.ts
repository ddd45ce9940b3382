import type { FastifyInstance } from 'fastify'
import * as scorm from '#contract/grading/scorm-results.ts'
import * as submissions from '#contract/grading/submissions.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { ScormResultReads } from './dependencies.ts'
import { exportResults, scormLessons, scormResults } from './scorm-results.service.ts'
import {
  grade,
  submissionsToGrade,
  submissionToGrade,
  type SubmissionContext,
} from './submissions.service.ts'

export const registerGradingRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  { scormResults: reads, ...context }: SubmissionContext & { scormResults: ScormResultReads },
): void => {
  mount(app, pipeline, submissions.listToGrade, (scope, { query }) =>
    submissionsToGrade(context, scope, query),
  )
  mount(app, pipeline, submissions.getToGrade, (scope, { params }) =>
    submissionToGrade(context, scope, params.submissionId),
  )
  mount(app, pipeline, submissions.gradeSubmission, (scope, { params, body }) =>
    grade(context, scope, params.submissionId, body),
  )
  mount(app, pipeline, scorm.listScormLessons, (scope, { query }) => scormLessons(reads, scope, query))
  mount(app, pipeline, scorm.listScormResults, (scope, { params, query }) =>
    scormResults(reads, scope, params.itemId, query),
  )
  mount(app, pipeline, scorm.exportScormResults, (scope, { params, query }) =>
    exportResults({ reads, audit: context.audit }, scope, params.itemId, query),
  )
}
