/** Attendance sheets of classes: learners by sessions. */
import { countStatuses, percentOf, pointsOf, type AttendanceStatus } from '#contract/attendance/rules.ts'
import {
  listBelowGoal,
  NO_MARK,
  SHEET_SESSIONS_MAX,
  STATUS_LETTERS,
  type exportSheet,
  type listClasses,
  type Sheet,
  type SheetRow,
} from '#contract/attendance/sheets.ts'
import { pathFor, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import { CHECK_IN_OPENS_MINUTES } from '#contract/attendance/rules.ts'
import type { Audit } from '#server/core/core.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { requireCourse, teacherOf } from './attendance.policy.ts'
import * as rows from './sheets.repository.ts'

export const classes = (scope: StaffScope): Promise<ResponseOf<typeof listClasses>> =>
  scope.tx(async (db) => {
    const found = await rows.classRows(db, teacherOf(scope), scope.clock.now())
    return {
      classes: found.map(({ id, title, present, late, excused, absent, last_at, next_at, ...row }) => ({
        course: id === null ? null : { id, title: title ?? '' },
        sessions: row.sessions,
        learners: row.learners,
        below: row.below,
        open_disputes: row.open_disputes,
        counts: { present, late, excused, absent },
        last_at: last_at?.toISOString() ?? null,
        next_at: next_at?.toISOString() ?? null,
      })),
      open_disputes: found.reduce((sum, row) => sum + row.open_disputes, 0),
    }
  })

/** One letter for each session. */
const lettersOf = (marks: string, sessions: number): Pick<SheetRow, 'marks' | 'sources'> => {
  const statuses = Array.from({ length: sessions }, () => NO_MARK)
  const sources = [...statuses]
  for (let at = 0; at < marks.length; at += 1) {
    const mark = rows.readMark(marks.charCodeAt(at))
    statuses[mark.place] = mark.status
    sources[mark.place] = mark.source
  }
  return { marks: statuses.join(''), sources: sources.join('') }
}

const readSheet = (scope: StaffScope, courseId: number | null) =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const teacher = teacherOf(scope)
    const course = await requireCourse(db, teacher, courseId)
    const sessions = await rows.sheetSessions(db, teacher, courseId, { now, limit: SHEET_SESSIONS_MAX })
    const ids = sessions.map(({ id }) => id)
    const marks = new Map((await rows.markTexts(db, ids)).map((row) => [row.user_id, row.marks]))
    return {
      now,
      course,
      sessions,
      zone: await rows.clientZone(db),
      learners: await rows.sheetLearners(db, courseId, { sessionIds: ids, markedIds: [...marks.keys()] }),
      marks,
      disputes: await rows.openDisputesOf(db, ids),
    }
  })

export const sheet = async (scope: StaffScope, courseId: number | null): Promise<Sheet> => {
  const { now, course, sessions, zone, learners, marks, disputes } = await readSheet(scope, courseId)
  const opensAt = (session: rows.SheetSessionRow) =>
    session.starts_at.getTime() - CHECK_IN_OPENS_MINUTES * 60_000
  return {
    course,
    time_zone: zone,
    sessions: sessions.map((session) => ({
      id: session.id,
      title: session.title,
      starts_at: session.starts_at.toISOString(),
      length_minutes: session.length,
      is_over: session.end_at <= now,
      can_check_in: session.end_at > now && now.getTime() >= opensAt(session),
    })),
    rows: learners.map(({ id, name }) => ({
      user_id: id,
      name,
      ...lettersOf(marks.get(id) ?? '', sessions.length),
    })),
    disputes,
  }
}

const WORDS = new Map(
  Object.entries(STATUS_LETTERS).map(([status, letter]) => [letter, status as AttendanceStatus]),
)
const HEAD = ['name', 'email', 'percent', 'points', 'present', 'late', 'excused', 'absent']
/** A long table made at once would hold other requests up. */
const ROWS_PER_STEP = 50

const localTime = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)

const cellsOf = (learner: rows.SheetLearner, marks: string, sessions: number): string[] => {
  const statuses = lettersOf(marks, sessions)
    .marks.split('')
    .map((letter) => WORDS.get(letter))
  const counts = countStatuses(statuses.filter((status) => status !== undefined))
  return [
    learner.name,
    learner.email,
    String(percentOf(counts) ?? ''),
    String(pointsOf(counts)),
    ...[counts.present, counts.late, counts.excused, counts.absent].map(String),
    ...statuses.map((status) => status ?? ''),
  ]
}

/** A CSV file; cells that a spreadsheet would run as formulas are escaped (C8). */
export const exportCsv = async (
  audit: Audit,
  scope: StaffScope,
  courseId: number | null,
): Promise<ResponseOf<typeof exportSheet>> => {
  const { now, course, sessions, zone, learners, marks } = await readSheet(scope, courseId)
  const head = [...HEAD, ...sessions.map((each) => `${localTime(each.starts_at, zone)} ${each.title}`)]
  const steps = Array.from({ length: Math.ceil(learners.length / ROWS_PER_STEP) }, (_, step) =>
    learners.slice(step * ROWS_PER_STEP, (step + 1) * ROWS_PER_STEP),
  )
  // Each step begins with the byte order mark of a table of its own.
  const tables = await yieldingMap(steps, (step) =>
    csvTable(step.map((learner) => cellsOf(learner, marks.get(learner.id) ?? '', sessions.length))).slice(1),
  )
  await scope.tx((db) =>
    audit.record(db, {
      action: 'attendance.export',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `course:${courseId ?? 'none'}`,
      detail: { rows: learners.length },
      requestId: scope.request.id,
      ip: scope.request.ip,
    }),
  )
  const name = (course?.title ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'classes'
  return {
    file_name: `${name}-attendance-${now.toISOString().slice(0, 10)}.csv`,
    rows: learners.length,
    csv: [csvTable([head]), ...tables].join(''),
  }
}

export const belowGoal = (
  scope: StaffScope,
  query: QueryOf<typeof listBelowGoal>,
): Promise<ResponseOf<typeof listBelowGoal>> =>
  scope.tx(async (db) => {
    const { page, page_size: size, search = '' } = query
    const found = await rows.belowGoalPage(db, teacherOf(scope), {
      search,
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(pathFor(listBelowGoal, { clientId: scope.tenant.clientId }), query, found[0]?.total ?? 0),
      results: found.map(({ present, late, excused, absent, ...row }) => ({
        learner: { id: row.user_id, name: row.name },
        course: { id: row.course_id, title: row.course_title },
        counts: { present, late, excused, absent },
        warned_at: row.warned_at?.toISOString() ?? null,
      })),
    }
  })
