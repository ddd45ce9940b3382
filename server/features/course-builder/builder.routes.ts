import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/course-builder/course-builder.ts'
import * as previewing from '#contract/course-builder/preview.ts'
import * as stopping from '#contract/course-builder/interrupted-uploads.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import * as builder from './builder.service.ts'
import type { LinkDeeds } from './dead-links.ts'
import { teachersOf } from './drafts.repository.ts'
import { listCourses } from './list.service.ts'
import * as preview from './preview.service.ts'
import * as publishing from './publish.service.ts'
import * as uploads from './uploads.service.ts'

export interface RouteContext {
  builder: builder.BuilderContext
  uploads: uploads.UploadContext
  links: LinkDeeds
  preview: preview.PreviewDeeds
}

export const registerBuilderRoutes = (app: FastifyInstance, border: Border, context: RouteContext): void => {
  const own = context.builder
  mount(app, border, contract.listBuilderCourses, (scope, { query }) => listCourses(scope, query))
  mount(app, border, contract.createBuilderCourse, (scope, { body }) =>
    builder.createCourse(own, scope, body),
  )
  mount(app, border, contract.duplicateCourse, (scope, { params, body }) =>
    builder.copyCourse(own, scope, params.courseId, body),
  )
  mount(app, border, contract.setCourseState, (scope, { params, body }) =>
    builder.setState(own, scope, params.courseId, body.action),
  )
  mount(app, border, contract.getDraft, (scope, { params }) => builder.draftOf(own, scope, params.courseId))
  mount(app, border, contract.saveDraft, (scope, { params, body }) =>
    builder.save(own, scope, params.courseId, body),
  )
  mount(app, border, contract.checkCourse, (scope, { params }) =>
    publishing.check(own, context.links, scope, params.courseId),
  )
  mount(app, border, contract.publishCourse, (scope, { params, body }) =>
    publishing.publish(own, scope, params.courseId, body.revision),
  )
  mount(app, border, contract.listVersions, (scope, { params, query }) =>
    publishing.versions(scope, params.courseId, query),
  )
  mount(app, border, contract.getVersion, (scope, { params }) =>
    publishing.version(scope, params.courseId, params.versionId),
  )
  mount(app, border, contract.restoreVersion, (scope, { params, body }) =>
    builder.restoreVersion(own, scope, params.courseId, params.versionId, body.revision),
  )
  mount(app, border, contract.listTrash, (scope, { params, query }) =>
    publishing.trash(scope, params.courseId, query),
  )
  mount(app, border, contract.restoreTrash, (scope, { params }) =>
    builder.restoreTrash(own, scope, params.courseId, params.trashId),
  )
  mount(app, border, contract.listTeachers, (scope, { query }) =>
    scope.tx(async (db) => ({
      results: await teachersOf(db, scope.tenant.clientId, query.search?.trim() ?? ''),
    })),
  )
  const deeds = context.preview
  mount(app, border, previewing.previewTopic, (scope, input) => preview.topic(own, deeds, scope, input))
  mount(app, border, previewing.previewQuiz, (scope, { params, body }) =>
    preview.quiz(own, deeds, scope, params.courseId, body),
  )
  mount(app, border, previewing.previewFilmQuestion, (scope, { params, body }) =>
    preview.film(own, deeds, scope, params.courseId, body),
  )
  mount(app, border, previewing.previewTests, (scope, { params }) => preview.tests(own, deeds, scope, params))
  mount(app, border, previewing.previewProblem, (scope, { params, body }) =>
    preview.problem(own, deeds, scope, params, body),
  )
  mount(app, border, contract.beginUpload, (scope, { params, body }) =>
    uploads.begin(context.uploads, scope, params.courseId, body),
  )
  mount(app, border, contract.getUpload, (scope, { params }) =>
    uploads.howFar(context.uploads, scope, params.courseId, params.uploadId),
  )
  mount(app, border, contract.sendPiece, (scope, { params, body }) =>
    uploads.piece(context.uploads, scope, params.courseId, params.uploadId, body),
  )
  mount(app, border, contract.finishUpload, (scope, { params }) =>
    uploads.finish(context.uploads, scope, params.courseId, params.uploadId),
  )
  mount(app, border, stopping.listUploads, (scope, { params }) =>
    uploads.stopped(context.uploads, scope, params.courseId),
  )
  mount(app, border, stopping.discardUpload, (scope, { params }) =>
    uploads.discard(context.uploads, scope, params.courseId, params.uploadId),
  )
}
