/** People of a client, for staff (SPEC 2, /admin/manage-students). */
import type { FastifyInstance } from 'fastify'
import * as bulk from '#contract/students/bulk.ts'
import * as groups from '#contract/students/groups.ts'
import * as links from '#contract/students/invite-links.ts'
import * as imports from '#contract/students/imports.ts'
import * as messages from '#contract/students/messages.ts'
import * as calls from '#contract/students/students.ts'
import * as views from '#contract/students/views.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as actions from './actions.service.ts'
import { createBulkService } from './bulk/bulk.service.ts'
import type { StudentsContext, StudentsDependencies } from './context.ts'
import { createGroupsService } from './groups/groups.service.ts'
import { createImportsService } from './import/imports.service.ts'
import { createLinksService } from './links/links.service.ts'
import { studentMessages, writeToStudent } from './messages/messages.service.ts'
import { studentRecord } from './record/record.service.ts'
import { createView, deleteView, listViews, saveView } from './views/views.service.ts'
import { createStudentFiles } from './export.ts'
import { getStudent, studentCourses, studentPage } from './students.service.ts'

export { createBulkJob } from './bulk/bulk.job.ts'
export { createImportsJob } from './import/imports.job.ts'
export { peopleMatching } from './students.repository.ts'

export const studentsFeature = (core: Core, dependencies: StudentsDependencies) => {
  const context: StudentsContext = {
    ...dependencies,
    audit: core.audit,
    outbox: core.outbox,
    site: { publicUrl: core.config.publicUrl, demo: core.config.demo },
  }
  const files = createImportsService(core.audit)
  const exported = createStudentFiles(core)
  const inBulk = createBulkService(core.audit)
  const inGroups = createGroupsService(core.audit)
  const registerViews = (app: FastifyInstance, pipeline: RequestPipeline) => {
    mount(app, pipeline, views.listViews, (scope) => listViews(scope))
    mount(app, pipeline, views.createView, (scope, { body }) => createView(scope, body))
    mount(app, pipeline, views.saveView, (scope, { params, body }) => saveView(scope, params.viewId, body))
    mount(app, pipeline, views.deleteView, (scope, { params }) => deleteView(scope, params.viewId))
  }
  const registerGroups = (app: FastifyInstance, pipeline: RequestPipeline) => {
    mount(app, pipeline, groups.listGroups, (scope) => inGroups.list(scope))
    mount(app, pipeline, groups.createGroup, (scope, { body }) => inGroups.create(scope, body))
    mount(app, pipeline, groups.saveGroup, (scope, { params, body }) =>
      inGroups.save(scope, params.groupId, body),
    )
    mount(app, pipeline, groups.setGroupMembers, (scope, { params, body }) =>
      inGroups.setMembers(scope, params.groupId, body),
    )
  }
  const registerBulk = (app: FastifyInstance, pipeline: RequestPipeline) => {
    mount(app, pipeline, bulk.startBulk, (scope, { body }) => inBulk.start(scope, body))
    mount(app, pipeline, bulk.getBulk, (scope, { params }) => inBulk.get(scope, params.bulkId))
    mount(app, pipeline, bulk.stopBulk, (scope, { params }) => inBulk.stop(scope, params.bulkId))
    mount(app, pipeline, bulk.undoBulk, (scope, { params }) => inBulk.undo(scope, params.bulkId))
  }
  const registerImports = (app: FastifyInstance, pipeline: RequestPipeline) => {
    mount(app, pipeline, imports.uploadImport, (scope, { body }) => files.upload(scope, body))
    mount(app, pipeline, imports.listImports, (scope, { query }) => files.list(scope, query))
    mount(app, pipeline, imports.getImport, (scope, { params }) => files.get(scope, params.importId))
    mount(app, pipeline, imports.checkImport, (scope, { params, body }) =>
      files.check(scope, params.importId, body),
    )
    mount(app, pipeline, imports.listImportRows, (scope, { params, query }) =>
      files.rows(scope, params.importId, query),
    )
    mount(app, pipeline, imports.importErrors, (scope, { params }) => files.errors(scope, params.importId))
    mount(app, pipeline, imports.runImport, (scope, { params, body }) =>
      files.run(scope, params.importId, body),
    )
    mount(app, pipeline, imports.stopImport, (scope, { params }) => files.stop(scope, params.importId))
    mount(app, pipeline, imports.undoImport, (scope, { params }) => files.undo(scope, params.importId))
    mount(app, pipeline, imports.discardImport, (scope, { params }) => files.discard(scope, params.importId))
  }
  const inLinks = createLinksService(context)
  const registerLinks = (app: FastifyInstance, pipeline: RequestPipeline) => {
    mount(app, pipeline, links.listInviteLinks, (scope) => inLinks.list(scope))
    mount(app, pipeline, links.createInviteLink, (scope, { body }) => inLinks.create(scope, body))
    mount(app, pipeline, links.endInviteLink, (scope, { params }) => inLinks.end(scope, params.linkId))
    mount(app, pipeline, links.getInvitation, (scope, { params }) => inLinks.invitation(scope, params.code))
    mount(app, pipeline, links.acceptInvitation, (scope, { params }) => inLinks.accept(scope, params.code))
  }
  const registerMessages = (app: FastifyInstance, pipeline: RequestPipeline) => {
    mount(app, pipeline, messages.writeToStudent, (scope, { params, body }) =>
      writeToStudent(context, scope, params.userId, body),
    )
    mount(app, pipeline, messages.listStudentMessages, (scope, { params, query }) =>
      studentMessages(scope, params.userId, query),
    )
    mount(app, pipeline, messages.getStudentRecord, (scope, { params }) =>
      studentRecord(scope, params.userId),
    )
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline) => {
      registerImports(app, pipeline)
      registerBulk(app, pipeline)
      registerGroups(app, pipeline)
      registerViews(app, pipeline)
      registerMessages(app, pipeline)
      registerLinks(app, pipeline)
      mount(app, pipeline, calls.listStudents, (scope, { query }) => studentPage(scope, query))
      mount(app, pipeline, calls.exportStudents, (scope, { query }) => exported.addressFor(scope, query))
      exported.register(app, pipeline)
      mount(app, pipeline, calls.getStudent, (scope, { params }) => getStudent(scope, params.userId))
      mount(app, pipeline, calls.listStudentCourses, (scope) => studentCourses(scope))
      mount(app, pipeline, calls.enrolStudents, (scope, { body }) =>
        actions.enrolStudents(context, scope, body),
      )
      mount(app, pipeline, calls.unenrolStudents, (scope, { body }) =>
        actions.unenrolStudents(context, scope, body),
      )
      mount(app, pipeline, calls.setStudentsActive, (scope, { body }) =>
        actions.setStudentsActive(context, scope, body),
      )
      mount(app, pipeline, calls.setStudentRole, (scope, { params, body }) =>
        actions.setStudentRole(context, scope, params.userId, body),
      )
      mount(app, pipeline, calls.inviteStudent, (scope, { body }) =>
        actions.inviteStudent(context, scope, body),
      )
    },
  }
}
