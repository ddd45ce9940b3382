/** Disputes of marks: a learner writes why, staff answer with a reason (AT8). */
import type { Dispute } from '#contract/attendance/attendance.ts'
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import { listDisputes, type answerDispute, type StaffDispute } from '#contract/attendance/sheets.ts'
import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope, StaffScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { announceBoard } from './announce.ts'
import { teacherOf } from './attendance.policy.ts'
import * as rows from './disputes.repository.ts'
import { lockMarks, putManual } from './marks.repository.ts'
import { warnBelowGoal } from './warnings.service.ts'

export const toDispute = (row: rows.DisputeRow): Dispute => ({
  id: row.id,
  text: row.text,
  created_at: row.created_at.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
  answer: row.answer,
  new_status: row.new_status,
})

export const dispute = (scope: MemberScope, sessionId: number, text: string): Promise<Dispute> =>
  scope.tx(async (db) => {
    const { userId } = scope.actor
    const [mark] = await lockMarks(db, [{ sessionId, userId }])
    if (!mark || mark.status === null) throw notFound()
    const open = await rows.openDispute(db, sessionId, userId)
    // The same text again is a repeat of the call.
    if (open?.text === text) return toDispute(open)
    if (open) throw new AppError('conflict', 'You have already asked about this. Please wait for the answer.')
    if (mark.status === 'present')
      throw new AppError('conflict', 'You are marked present in this class already.')
    const added = await rows.addDispute(db, scope.tenant.clientId, {
      sessionId,
      userId,
      text,
      now: scope.clock.now(),
    })
    if (!added)
      throw new AppError('conflict', 'You have already asked about this. Please wait for the answer.')
    return toDispute(added)
  })

const toStaffDispute = (row: rows.StaffDisputeRow): StaffDispute => ({
  ...toDispute(row),
  learner: { id: row.user_id, name: row.learner },
  session: { id: row.session_id, title: row.session_title, starts_at: row.starts_at.toISOString() },
  course: row.course_id === null ? null : { id: row.course_id, title: row.course_title ?? '' },
  status: row.status,
  minutes: row.minutes,
  length_minutes: row.length,
})

export const disputes = (
  scope: StaffScope,
  query: QueryOf<typeof listDisputes>,
): Promise<ResponseOf<typeof listDisputes>> =>
  scope.tx(async (db) => {
    const { page, page_size: size, state, search = '' } = query
    const teacher = teacherOf(scope)
    const count = await rows.countDisputes(db, teacher, { state, search })
    const found = await rows.disputePage(
      db,
      teacher,
      { state, search },
      { limit: size, offset: (page - 1) * size },
    )
    return {
      ...pageLinks(pathFor(listDisputes, { clientId: scope.tenant.clientId }), query, count),
      results: found.map(toStaffDispute),
    }
  })

/** Whether the dispute has this answer already: then the call is a repeat. */
const isSameAnswer = (row: rows.DisputeRow, answer: string, status: AttendanceStatus | null) =>
  row.answer === answer && row.new_status === status

export const answer = (
  { changes, notifier }: { changes: ChangeFeed; notifier: Pick<Notifier, 'notify'> },
  scope: StaffScope,
  disputeId: number,
  { answer: text, status }: BodyOf<typeof answerDispute>,
): Promise<Dispute> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const by = scope.actor.userId
    const now = scope.clock.now()
    const row = await rows.lockDispute(db, teacherOf(scope), disputeId)
    if (!row) throw notFound()
    if (row.answered_at !== null) {
      if (isSameAnswer(row, text, status)) return toDispute(row)
      throw new AppError('already_answered', 'Somebody has answered this already.')
    }
    const isChange = status !== null && status !== row.status
    if (isChange)
      await putManual(db, clientId, {
        marks: [{ sessionId: row.session_id, userId: row.user_id, status }],
        reason: text,
        by,
        now,
      })
    await rows.putAnswer(db, clientId, { disputeId, text, status, by, now })
    await notifier.notify(db, clientId, {
      kind: 'attendance_answered',
      userIds: [row.user_id],
      params: { title: row.session_title, reason: text },
      link: `/attendance?month=${row.starts_at.toISOString().slice(0, 7)}`,
      dedupeKey: `attendance_answered:${disputeId}`,
    })
    if (isChange) await announceBoard(changes, db, { clientId, sessionId: row.session_id })
    if (isChange && row.course_id !== null)
      await warnBelowGoal(notifier, db, clientId, { courseId: row.course_id, userIds: [row.user_id], now })
    return toDispute({ ...row, answered_at: now, answer: text, new_status: status })
  })
