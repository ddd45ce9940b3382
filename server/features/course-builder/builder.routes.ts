import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/course-builder/course-builder.ts'
import * as uploadsContract from '#contract/course-builder/uploads.ts'
import * as previewContract from '#contract/course-builder/preview.ts'
import * as interruptedContract from '#contract/course-builder/interrupted-uploads.ts'
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
  const builderContext = context.builder
  mount(app, pipeline, contract.listBuilderCourses, (scope, { query }) => listCourses(scope, query))
  mount(app, pipeline, contract.createBuilderCourse, (scope, { body }) =>
    builder.createCourse(builderContext, scope, body),
  )
  mount(app, pipeline, contract.duplicateCourse, (scope, { params, body }) =>
    builder.copyCourse(builderContext, scope, params.courseId, body),
  )
  mount(app, pipeline, contract.setCourseState, (scope, { params, body }) =>
    builder.setState(builderContext, scope, params.courseId, body.action),
  )
  mount(app, pipeline, contract.getDraft, (scope, { params }) =>
    builder.draftOf(builderContext, scope, params.courseId),
  )
  mount(app, pipeline, contract.saveDraft, (scope, { params, body }) =>
    builder.save(builderContext, scope, params.courseId, body),
  )
  mount(app, pipeline, contract.checkCourse, (scope, { params }) =>
    publishing.check(builderContext, context.links, scope, params.courseId),
  )
  mount(app, pipeline, contract.publishCourse, (scope, { params, body }) =>
    publishing.publish(builderContext, scope, params.courseId, body.revision),
  )
  mount(app, pipeline, contract.listVersions, (scope, { params, query }) =>
    publishing.versions(scope, params.courseId, query),
  )
  mount(app, pipeline, contract.getVersion, (scope, { params }) =>
    publishing.version(scope, params.courseId, params.versionId),
  )
  mount(app, pipeline, contract.restoreVersion, (scope, { params, body }) =>
    builder.restoreVersion(builderContext, scope, params.courseId, params.versionId, body.revision),
  )
  mount(app, pipeline, contract.listTrash, (scope, { params, query }) =>
    publishing.trash(scope, params.courseId, query),
  )
  mount(app, pipeline, contract.restoreTrash, (scope, { params }) =>
    builder.restoreTrash(builderContext, scope, params.courseId, params.trashId),
  )
  mount(app, pipeline, contract.listTeachers, (scope, { query }) =>
    scope.tx(async (db) => ({
      results: await teachersOf(db, scope.tenant.clientId, query.search?.trim() ?? ''),
    })),
  )
  const previewDependencies = context.preview
  mount(app, pipeline, previewContract.previewTopic, (scope, input) =>
    preview.topic(builderContext, previewDependencies, scope, input),
  )
  mount(app, pipeline, previewContract.previewQuiz, (scope, { params, body }) =>
    preview.quiz(builderContext, previewDependencies, scope, params.courseId, body),
  )
  mount(app, pipeline, previewContract.previewVideoQuestion, (scope, { params, body }) =>
    preview.video(builderContext, previewDependencies, scope, params.courseId, body),
  )
  mount(app, pipeline, previewContract.previewTests, (scope, { params }) =>
    preview.tests(builderContext, previewDependencies, scope, params),
  )
  mount(app, pipeline, previewContract.previewProblem, (scope, { params, body }) =>
    preview.problem(builderContext, previewDependencies, scope, params, body),
  )
  mount(app, pipeline, uploadsContract.beginUpload, (scope, { params, body }) =>
    uploads.begin(context.uploads, scope, uploads.courseOwner(params.courseId), body),
  )
  mount(app, pipeline, uploadsContract.getUpload, (scope, { params }) =>
    uploads.progress(context.uploads, scope, uploads.courseOwner(params.courseId), params.uploadId),
  )
  mount(app, pipeline, uploadsContract.sendPiece, (scope, { params, body }) =>
    uploads.append(context.uploads, scope, uploads.courseOwner(params.courseId), params.uploadId, body),
  )
  mount(app, pipeline, uploadsContract.finishUpload, (scope, { params }) =>
    uploads.finish(context.uploads, scope, uploads.courseOwner(params.courseId), params.uploadId),
  )
  mount(app, pipeline, interruptedContract.listUploads, (scope, { params }) =>
    uploads.interrupted(context.uploads, scope, uploads.courseOwner(params.courseId)),
  )
  mount(app, pipeline, interruptedContract.discardUpload, (scope, { params }) =>
    uploads.discard(context.uploads, scope, uploads.courseOwner(params.courseId), params.uploadId),
  )
}
