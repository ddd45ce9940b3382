/** A learner's own attendance. */
import type { Dispute, OwnAttendance, OwnSession } from '#contract/attendance/attendance.ts'
import { noAttendance, type AttendanceCounts } from '#contract/attendance/rules.ts'
import { dayIn } from '#server/core/days.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import {
  countsByCourse,
  monthRange,
  openCheckIns,
  plannedByCourse,
  sessionsOfMonth,
  zoneOf,
  type OwnSessionRow,
} from './own.repository.ts'

const disputeOf = (row: OwnSessionRow): Dispute | null =>
  row.dispute_id === null || row.dispute_text === null || row.dispute_at === null
    ? null
    : {
        id: row.dispute_id,
        text: row.dispute_text,
        created_at: row.dispute_at.toISOString(),
        answered_at: row.answered_at?.toISOString() ?? null,
        answer: row.answer,
        new_status: row.new_status,
      }

const toSession = (row: OwnSessionRow): OwnSession => ({
  id: row.id,
  title: row.title,
  course: row.course_id === null ? null : { id: row.course_id, title: row.course_title ?? '' },
  starts_at: row.starts_at.toISOString(),
  length_minutes: row.length,
  status: row.status,
  source: row.status === null ? null : row.source,
  minutes: row.minutes,
  joined_at: row.joined_at?.toISOString() ?? null,
  reason: row.reason === '' ? null : row.reason,
  dispute: disputeOf(row),
})

const addCounts = (a: AttendanceCounts, b: AttendanceCounts): AttendanceCounts => ({
  present: a.present + b.present,
  late: a.late + b.late,
  excused: a.excused + b.excused,
  absent: a.absent + b.absent,
})

const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)

export const ownAttendance = (scope: MemberScope, wantedMonth: string | undefined): Promise<OwnAttendance> =>
  scope.tx(async (db) => {
    const { userId } = scope.actor
    const now = scope.clock.now()
    const zone = await zoneOf(db, userId)
    const thisMonth = dayIn(zone, now).slice(0, 7)
    const month = wantedMonth ?? thisMonth
    const marked = await countsByCourse(db, userId)
    const planned = await plannedByCourse(db, userId, now)
    const range = await monthRange(db, userId, zone)
    const sessions = await sessionsOfMonth(db, { userId, zone, month })
    const unmarked = planned.filter((row) => !marked.some((each) => each.course_id === row.course_id))
    const groups = [...marked, ...unmarked.map((row) => ({ ...noAttendance, ...row }))]
    return {
      month,
      first_month: earlier(range.first ?? thisMonth, thisMonth),
      last_month: later(range.last ?? thisMonth, thisMonth),
      time_zone: zone,
      counts: marked.reduce(addCounts, noAttendance),
      check_ins: await openCheckIns(db, userId, now),
      courses: groups.map(({ course_id: id, title, ...row }) => ({
        course: id === null ? null : { id, title: title ?? '' },
        counts: { present: row.present, late: row.late, excused: row.excused, absent: row.absent },
        planned: planned.find((each) => each.course_id === id)?.planned ?? 0,
      })),
      sessions: sessions.map(toSession),
    }
  })
