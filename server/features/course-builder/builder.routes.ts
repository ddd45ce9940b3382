import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/course-builder/course-builder.ts'
import * as previewing from '#contract/course-builder/preview.ts'
import * as stopping from '#contract/course-builder/interrupted-uploads.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as builder from './builder.service.ts'
import type { LinkDependencies } from './dead-links.ts'
import { teachersOf } from './drafts.repository.ts'
import { listCourses } from './list.service.ts'
import * as preview from './preview.service.ts'
import * as publishing from './publish.service.ts'
import * as uploads from './uploads.service.ts'

export interface RouteContext {
  builder: builder.BuilderContext
  uploads: uploads.UploadContext
  links: LinkDependencies
  preview: preview.PreviewDependencies
}

export const registerBuilderRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: RouteContext,
): void => {
  const own = context.builder
  mount(app, pipeline, contract.listBuilderCourses, (scope, { query }) => listCourses(scope, query))
  mount(app, pipeline, contract.createBuilderCourse, (scope, { body }) =>
    builder.createCourse(own, scope, body),
  )
  mount(app, pipeline, contract.duplicateCourse, (scope, { params, body }) =>
    builder.copyCourse(own, scope, params.courseId, body),
  )
  mount(app, pipeline, contract.setCourseState, (scope, { params, body }) =>
    builder.setState(own, scope, params.courseId, body.action),
  )
  mount(app, pipeline, contract.getDraft, (scope, { params }) => builder.draftOf(own, scope, params.courseId))
  mount(app, pipeline, contract.saveDraft, (scope, { params, body }) =>
    builder.save(own, scope, params.courseId, body),
  )
  mount(app, pipeline, contract.checkCourse, (scope, { params }) =>
    publishing.check(own, context.links, scope, params.courseId),
  )
  mount(app, pipeline, contract.publishCourse, (scope, { params, body }) =>
    publishing.publish(own, scope, params.courseId, body.revision),
  )
  mount(app, pipeline, contract.listVersions, (scope, { params, query }) =>
    publishing.versions(scope, params.courseId, query),
  )
  mount(app, pipeline, contract.getVersion, (scope, { params }) =>
    publishing.version(scope, params.courseId, params.versionId),
  )
  mount(app, pipeline, contract.restoreVersion, (scope, { params, body }) =>
    builder.restoreVersion(own, scope, params.courseId, params.versionId, body.revision),
  )
  mount(app, pipeline, contract.listTrash, (scope, { params, query }) =>
    publishing.trash(scope, params.courseId, query),
  )
  mount(app, pipeline, contract.restoreTrash, (scope, { params }) =>
    builder.restoreTrash(own, scope, params.courseId, params.trashId),
  )
  mount(app, pipeline, contract.listTeachers, (scope, { query }) =>
    scope.tx(async (db) => ({
      results: await teachersOf(db, scope.tenant.clientId, query.search?.trim() ?? ''),
    })),
  )
  const actions = context.preview
  mount(app, pipeline, previewing.previewTopic, (scope, input) => preview.topic(own, actions, scope, input))
  mount(app, pipeline, previewing.previewQuiz, (scope, { params, body }) =>
    preview.quiz(own, actions, scope, params.courseId, body),
  )
  mount(app, pipeline, previewing.previewVideoQuestion, (scope, { params, body }) =>
    preview.video(own, actions, scope, params.courseId, body),
  )
  mount(app, pipeline, previewing.previewTests, (scope, { params }) =>
    preview.tests(own, actions, scope, params),
  )
  mount(app, pipeline, previewing.previewProblem, (scope, { params, body }) =>
    preview.problem(own, actions, scope, params, body),
  )
  mount(app, pipeline, contract.beginUpload, (scope, { params, body }) =>
    uploads.begin(context.uploads, scope, params.courseId, body),
  )
  mount(app, pipeline, contract.getUpload, (scope, { params }) =>
    uploads.howFar(context.uploads, scope, params.courseId, params.uploadId),
  )
  mount(app, pipeline, contract.sendPiece, (scope, { params, body }) =>
    uploads.piece(context.uploads, scope, params.courseId, params.uploadId, body),
  )
  mount(app, pipeline, contract.finishUpload, (scope, { params }) =>
    uploads.finish(context.uploads, scope, params.courseId, params.uploadId),
  )
  mount(app, pipeline, stopping.listUploads, (scope, { params }) =>
    uploads.stopped(context.uploads, scope, params.courseId),
  )
  mount(app, pipeline, stopping.discardUpload, (scope, { params }) =>
    uploads.discard(context.uploads, scope, params.courseId, params.uploadId),
  )
}
