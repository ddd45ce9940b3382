import { RECORD_MARKS_MAX, RECORD_PAYMENTS_MAX, type getStudentRecord } from '#contract/students/messages.ts'
import type { ResponseInputOf } from '#contract/endpoint.ts'
import { notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { studentRow } from '../students.repository.ts'
import { viewerOf } from '../students.service.ts'
import { attendanceOf, markRows, paymentRows } from './record.repository.ts'

export const studentRecord = (
  scope: StaffScope,
  userId: number,
): Promise<ResponseInputOf<typeof getStudentRecord>> =>
  scope.tx(async (db) => {
    const viewer = viewerOf(scope)
    if (!(await studentRow(db, viewer, userId))) throw notFound()
    const marks = await markRows(db, viewer, { userId, limit: RECORD_MARKS_MAX })
    const asked = { userId, language: languageFor(scope), limit: RECORD_PAYMENTS_MAX }
    const payments = viewer.teacherId === null ? await paymentRows(db, viewer, asked) : null
    return {
      attendance: {
        ...(await attendanceOf(db, viewer, userId)),
        marks: marks.map((mark) => ({ ...mark, at: mark.at.toISOString() })),
      },
      payments: payments?.map((payment) => ({ ...payment, at: payment.at.toISOString() })) ?? null,
    }
  })
