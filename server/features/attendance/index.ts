/** Attendance of live sessions: marks, disputes, check-in by code, and warnings. */
import type { FastifyInstance } from 'fastify'
import * as own from '#contract/attendance/attendance.ts'
import * as staff from '#contract/attendance/sheets.ts'
import type { Core } from '#server/core/core.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { board, checkIn, checkInState, openCheckIn, scan, type CheckInContext } from './check-in.service.ts'
import { answer, dispute, disputes } from './disputes.service.ts'
import { markDetail, setMarks } from './marks.service.ts'
import { ownAttendance } from './own.service.ts'
import { belowGoal, classes, exportCsv, sheet } from './sheets.service.ts'

export { boardsSince } from './announce.ts'
export { createAttendanceJob } from './settle.job.ts'
export { addDispute } from './disputes.repository.ts'
export { putManual } from './marks.repository.ts'
export { settlePast } from './settle.service.ts'

/** Null: the classes without a course. */
const courseOf = ({ courseId }: { courseId: staff.ClassesOf }): number | null =>
  courseId === 'none' ? null : courseId

export const attendanceFeature = (
  core: Core,
  dependencies: { notifier: Notifier; foldDigits: CheckInContext['foldDigits'] },
) => {
  const context = {
    ...dependencies,
    audit: core.audit,
    changes: core.changes,
    secret: core.secret('attendance check-in codes'),
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      mount(app, pipeline, own.getAttendance, (scope, { query }) => ownAttendance(scope, query.month))
      mount(app, pipeline, own.disputeMark, (scope, { params, body }) =>
        dispute(scope, params.sessionId, body.text),
      )
      mount(app, pipeline, own.checkIn, (scope, { params, body }) =>
        checkIn(context, scope, params.sessionId, body.code),
      )
      mount(app, pipeline, own.scanCode, (scope, { params, body }) =>
        scan(context, scope, params.sessionId, body.code),
      )
      mount(app, pipeline, own.getCheckIn, (scope, { params }) => checkInState(scope, params.sessionId))
      mount(app, pipeline, staff.listClasses, (scope) => classes(scope))
      mount(app, pipeline, staff.getSheet, (scope, { params }) => sheet(scope, courseOf(params)))
      mount(app, pipeline, staff.saveMarks, (scope, { params, body }) =>
        setMarks(context, scope, courseOf(params), body),
      )
      mount(app, pipeline, staff.getMark, (scope, { params }) =>
        markDetail(scope, params.sessionId, params.userId),
      )
      mount(app, pipeline, staff.listDisputes, (scope, { query }) => disputes(scope, query))
      mount(app, pipeline, staff.answerDispute, (scope, { params, body }) =>
        answer(context, scope, params.disputeId, body),
      )
      mount(app, pipeline, staff.listBelowGoal, (scope, { query }) => belowGoal(scope, query))
      mount(app, pipeline, staff.exportSheet, (scope, { params }) =>
        exportCsv(core.audit, scope, courseOf(params)),
      )
      mount(app, pipeline, staff.openCheckIn, (scope, { params, body }) =>
        openCheckIn(context, scope, params.sessionId, body.open),
      )
      mount(app, pipeline, staff.getBoard, (scope, { params }) => board(context, scope, params.sessionId))
    },
  }
}
