/** Attendance of classes for staff: instructors in courses they teach, admins everywhere. */
import * as z from 'zod/mini'
import { clientParams, id, idParam, pageOf, pageQuery, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'
import { prose } from '../problems/problems.ts'
import { attendanceStatus, counts, courseRef, dispute, REASON_MAX } from './attendance.ts'
import { markSources, type AttendanceStatus, type MarkSource } from './rules.ts'

const BASE = '/api/clients/{clientId}/admin/attendance/' as const
/** Classes of a course, or all classes that belong to none. */
const classesOf = z.union([z.literal('none'), idParam])
export type ClassesOf = z.infer<typeof classesOf>
const courseParams = z.object({ clientId: idParam, courseId: classesOf })
const sessionParams = z.object({ clientId: idParam, sessionId: idParam })
const markParams = z.object({ clientId: idParam, sessionId: idParam, userId: idParam })

/** Newest sessions of a sheet, and marks of one change. */
export const SHEET_SESSIONS_MAX = 120
export const MARKS_MAX = 1000

/** One letter for each session of a sheet. */
export const STATUS_LETTERS: Readonly<Record<AttendanceStatus, string>> = {
  present: 'P',
  late: 'L',
  excused: 'E',
  absent: 'A',
}
export const SOURCE_LETTERS: Readonly<Record<MarkSource, string>> = {
  presence: 'p',
  'check-in': 'c',
  manual: 'm',
}
/** A session without a mark. */
export const NO_MARK = '-'

const sheetSession = z.object({
  id,
  title: z.string(),
  starts_at: timestamp,
  length_minutes: z.int(),
  /** Whether it is over; before that only marks by hand and check-ins exist. */
  is_over: z.boolean(),
  can_check_in: z.boolean(),
})
export type SheetSession = z.infer<typeof sheetSession>

const sheetRow = z.object({
  user_id: id,
  name: z.string(),
  /** A status letter for each session, in their order. */
  marks: z.string(),
  /** A source letter for each session. */
  sources: z.string(),
})
export type SheetRow = z.infer<typeof sheetRow>

export const listClasses = endpoint({
  name: 'attendance.classes',
  method: 'GET',
  path: `${BASE}classes/`,
  access: 'staff',
  feature: 'admin_attendance',
  summary: 'List courses with sessions, and the classes without a course, and how well they are attended',
  params: clientParams,
  response: z.object({
    classes: z.array(
      z.object({
        /** Null: the classes without a course. */
        course: z.nullable(courseRef),
        sessions: z.int(),
        learners: z.int(),
        counts,
        below: z.int(),
        open_disputes: z.int(),
        last_at: z.nullable(timestamp),
        next_at: z.nullable(timestamp),
      }),
    ),
    open_disputes: z.int(),
  }),
})
export type ClassRow = z.infer<(typeof listClasses)['response']>['classes'][number]

export const getSheet = endpoint({
  name: 'attendance.sheet',
  method: 'GET',
  path: `${BASE}courses/{courseId}/sheet/`,
  access: 'staff',
  feature: 'admin_attendance',
  summary:
    'Get the attendance sheet of a course, or of the classes without one: learners by the newest 120 sessions',
  params: courseParams,
  response: z.object({
    course: z.nullable(courseRef),
    time_zone: z.string(),
    sessions: z.array(sheetSession),
    rows: z.array(sheetRow),
    /** Open disputes, as session and learner. */
    disputes: z.array(z.object({ id, session_id: id, user_id: id })),
  }),
})
export type Sheet = z.infer<(typeof getSheet)['response']>

const wantedMark = z.object({
  session_id: id,
  user_id: id,
  /** Null: back to what presence and check-in say. */
  status: z.nullable(attendanceStatus),
  /** The mark that the caller saw; another one now is a conflict. */
  was: z.nullable(attendanceStatus),
})
export type WantedMark = z.infer<typeof wantedMark>

const markConflict = z.object({
  session_id: id,
  user_id: id,
  wanted: z.nullable(attendanceStatus),
  now: z.nullable(attendanceStatus),
  by: z.nullable(z.string()),
})
export type MarkConflict = z.infer<typeof markConflict>

export const saveMarks = endpoint({
  name: 'attendance.mark',
  method: 'POST',
  path: `${BASE}courses/{courseId}/marks/`,
  access: 'staff',
  feature: 'admin_attendance',
  idempotency: 'natural',
  summary:
    'Set marks by hand. A mark that somebody else changed meanwhile is left alone and reported as a conflict',
  params: courseParams,
  body: z.object({
    marks: z.array(wantedMark).check(z.minLength(1), z.maxLength(MARKS_MAX)),
    reason: z._default(z.optional(prose(0, REASON_MAX)), ''),
  }),
  response: z.object({ saved: z.int(), conflicts: z.array(markConflict) }),
})
export type SavedMarks = z.infer<(typeof saveMarks)['response']>

export const getMark = endpoint({
  name: 'attendance.markDetail',
  method: 'GET',
  path: `${BASE}sessions/{sessionId}/learners/{userId}/`,
  access: 'staff',
  feature: 'admin_attendance',
  summary: 'Get the mark of one learner in one session, with its history and disputes',
  params: markParams,
  response: z.object({
    session: z.object({ id, title: z.string(), starts_at: timestamp, length_minutes: z.int() }),
    learner: z.object({ id, name: z.string() }),
    status: z.nullable(attendanceStatus),
    source: z.nullable(z.enum(markSources)),
    /** What presence and check-in say. */
    found: z.nullable(attendanceStatus),
    minutes: z.nullable(z.int()),
    joined_at: z.nullable(timestamp),
    history: z.array(
      z.object({
        id,
        at: timestamp,
        from: z.nullable(attendanceStatus),
        to: z.nullable(attendanceStatus),
        source: z.enum(markSources),
        /** Null for what was counted without a person. */
        by: z.nullable(z.string()),
        reason: z.string(),
      }),
    ),
    disputes: z.array(dispute),
  }),
})
export type MarkDetail = z.infer<(typeof getMark)['response']>

const staffDispute = z.extend(dispute, {
  learner: z.object({ id, name: z.string() }),
  session: z.object({ id, title: z.string(), starts_at: timestamp }),
  course: z.nullable(courseRef),
  status: z.nullable(attendanceStatus),
  minutes: z.nullable(z.int()),
  length_minutes: z.int(),
})
export type StaffDispute = z.infer<typeof staffDispute>

export const listDisputes = endpoint({
  name: 'attendance.disputes',
  method: 'GET',
  path: `${BASE}disputes/`,
  access: 'staff',
  feature: 'admin_attendance',
  summary: 'List disputes of marks: open ones oldest first, answered ones newest first',
  params: clientParams,
  query: z.object({
    ...pageQuery,
    state: z._default(z.optional(z.enum(['open', 'answered'])), 'open'),
    search: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: pageOf(staffDispute),
})

export const answerDispute = endpoint({
  name: 'attendance.answerDispute',
  method: 'POST',
  path: `${BASE}disputes/{disputeId}/answer/`,
  access: 'staff',
  feature: 'admin_attendance',
  idempotency: 'natural',
  summary: 'Answer a dispute with a reason, and change the mark or leave it; the learner is notified',
  params: z.object({ clientId: idParam, disputeId: idParam }),
  body: z.object({ answer: prose(1, REASON_MAX), status: z.nullable(attendanceStatus) }),
  response: dispute,
  alsoFails: [409],
})

export const listBelowGoal = endpoint({
  name: 'attendance.belowGoal',
  method: 'GET',
  path: `${BASE}below-goal/`,
  access: 'staff',
  feature: 'admin_attendance',
  summary: 'List learners below 75 percent after 5 sessions of a course, the lowest first',
  params: clientParams,
  query: z.object({ ...pageQuery, search: z.optional(z.string().check(z.maxLength(200))) }),
  response: pageOf(
    z.object({
      learner: z.object({ id, name: z.string() }),
      course: courseRef,
      counts,
      /** When the learner was warned; each once in a course. */
      warned_at: z.nullable(timestamp),
    }),
  ),
})
export type BelowGoalRow = z.infer<(typeof listBelowGoal)['response']>['results'][number]

export const exportSheet = endpoint({
  name: 'attendance.export',
  method: 'GET',
  path: `${BASE}courses/{courseId}/export/`,
  access: 'staff',
  feature: 'admin_attendance',
  rateLimit: perHour(60),
  summary: 'Export the attendance sheet of a course as CSV; cells that a spreadsheet would run are escaped',
  params: courseParams,
  response: z.object({ file_name: z.string(), rows: z.int(), csv: z.string() }),
})

export const openCheckIn = endpoint({
  name: 'attendance.openCheckIn',
  method: 'PUT',
  path: `${BASE}sessions/{sessionId}/check-in/`,
  access: 'staff',
  feature: 'admin_attendance',
  summary: 'Open or close the check-in of a session',
  params: sessionParams,
  body: z.object({ open: z.boolean() }),
  response: z.object({ open: z.boolean() }),
  alsoFails: [409],
})

const boardPerson = z.object({
  user_id: id,
  name: z.string(),
  /** Null for somebody who is expected and not there yet. */
  at: z.nullable(timestamp),
  status: z.nullable(attendanceStatus),
  via: z.nullable(z.enum(['check-in', 'joined', 'manual'])),
})
export type BoardPerson = z.infer<typeof boardPerson>

export const getBoard = endpoint({
  name: 'attendance.board',
  method: 'GET',
  path: `${BASE}sessions/{sessionId}/board/`,
  access: 'staff',
  feature: 'admin_attendance',
  hasSecrets: true,
  summary: 'Get who is in a session, and its check-in code of this moment',
  params: sessionParams,
  response: z.object({
    session: z.object({ id, title: z.string(), starts_at: timestamp, length_minutes: z.int() }),
    course: z.nullable(courseRef),
    state: z.enum(['early', 'closed', 'open', 'ended']),
    /** Null unless the check-in is open. */
    code: z.nullable(z.string()),
    /** Until the next code; the caller's clock has no part in it. */
    next_in_ms: z.nullable(z.int()),
    /** Until time alone changes the board: the next code, the opening or the end. Null after the end. */
    changes_in_ms: z.nullable(z.int()),
    people: z.array(boardPerson),
  }),
})
export type Board = z.infer<(typeof getBoard)['response']>
