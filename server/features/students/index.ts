/** People of a client, for staff (SPEC 2, /admin/manage-students). It has no tables of its own. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/students/students.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as actions from './actions.service.ts'
import type { StudentsContext, StudentsDependencies } from './context.ts'
import { exportStudents, getStudent, studentCourses, studentPage } from './students.service.ts'

export const studentsFeature = (core: Core, dependencies: StudentsDependencies) => {
  const context: StudentsContext = {
    ...dependencies,
    audit: core.audit,
    outbox: core.outbox,
    site: { publicUrl: core.config.publicUrl, demo: core.config.demo },
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline) => {
      mount(app, pipeline, calls.listStudents, (scope, { query }) => studentPage(scope, query))
      mount(app, pipeline, calls.exportStudents, (scope, { query }) => exportStudents(context, scope, query))
      mount(app, pipeline, calls.getStudent, (scope, { params }) => getStudent(scope, params.userId))
      mount(app, pipeline, calls.listStudentCourses, (scope) => studentCourses(scope))
      mount(app, pipeline, calls.enrolStudents, (scope, { body }) =>
        actions.enrolStudents(context, scope, body),
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
