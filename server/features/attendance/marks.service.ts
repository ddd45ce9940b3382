/** Marks by hand: they always win, and every change is kept with who and why (AT7). */
import type { AttendanceStatus } from '#contract/attendance/rules.ts'
import type {
  MarkConflict,
  MarkDetail,
  SavedMarks,
  saveMarks,
  WantedMark,
} from '#contract/attendance/sheets.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Audit, ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { announceBoard } from './announce.ts'
import { requireCourse, teacherOf } from './attendance.policy.ts'
import { notifyCorrected } from './corrections.service.ts'
import { disputesOfMark } from './disputes.repository.ts'
import { toDispute } from './disputes.service.ts'
import { lockCourse, lockMarks, putManual, type MarkRow } from './marks.repository.ts'
import { changesOf, countCells, markDetail as readMark } from './sheets.repository.ts'
import { warnBelowGoal } from './warnings.service.ts'

export interface MarksContext {
  readonly audit: Audit
  readonly changes: ChangeFeed
  readonly notifier: Pick<Notifier, 'notify'>
}

const keyOf = (cell: { session_id: number; user_id: number }) => `${cell.session_id}:${cell.user_id}`

/** One mark for each cell: the last one of a call counts. */
const uniqueMarks = (marks: readonly WantedMark[]): WantedMark[] => [
  ...new Map(marks.map((mark) => [keyOf(mark), mark])).values(),
]

/** What the mark would be, were it taken back. */
const resultOf = ({ status }: WantedMark, now: MarkRow | undefined): AttendanceStatus | null =>
  status ?? now?.found_status ?? null

/** Whether the learner could see another mark before; a first mark is no correction. */
const isCorrection = (wanted: WantedMark, now: MarkRow | undefined): boolean =>
  now !== undefined && now.status !== null && resultOf(wanted, now) !== now.status

type Verdict = 'save' | 'done' | 'conflict'

const verdictOf = (wanted: WantedMark, now: MarkRow | undefined): Verdict => {
  const isManual = now?.source === 'manual'
  const current = now?.status ?? null
  // A repeat of the call, or two people who agree.
  if (resultOf(wanted, now) === current && isManual === (wanted.status !== null)) return 'done'
  return current === wanted.was ? 'save' : 'conflict'
}

const recordMarks = (audit: Audit, scope: StaffScope, db: TenantDb, object: string, marks: number) =>
  audit.record(db, {
    action: 'attendance.mark',
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object,
    detail: { marks },
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

export const setMarks = (
  { audit, changes, notifier }: MarksContext,
  scope: StaffScope,
  courseId: number | null,
  { marks, reason }: BodyOf<typeof saveMarks>,
): Promise<SavedMarks> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const wanted = uniqueMarks(marks)
    const teacher = teacherOf(scope)
    await requireCourse(db, teacher, courseId)
    if ((await countCells(db, teacher, courseId, wanted)) !== wanted.length) throw notFound()
    await lockCourse(db, clientId, courseId)
    const current = new Map(
      (
        await lockMarks(
          db,
          wanted.map((mark) => ({ sessionId: mark.session_id, userId: mark.user_id })),
        )
      ).map((row) => [keyOf(row), row]),
    )
    const verdicts = wanted.map((mark) => ({ mark, verdict: verdictOf(mark, current.get(keyOf(mark))) }))
    const saved = verdicts.filter(({ verdict }) => verdict === 'save').map(({ mark }) => mark)
    await putManual(db, clientId, {
      marks: saved.map((mark) => ({
        sessionId: mark.session_id,
        userId: mark.user_id,
        status: mark.status,
      })),
      reason,
      by: scope.actor.userId,
      now,
    })
    if (saved.length > 0) {
      const corrected = saved.filter((mark) => isCorrection(mark, current.get(keyOf(mark))))
      await notifyCorrected(notifier, db, clientId, corrected)
      if (courseId !== null)
        await warnBelowGoal(notifier, db, clientId, {
          courseId,
          userIds: [...new Set(saved.map((mark) => mark.user_id))],
          now,
        })
      for (const sessionId of new Set(saved.map((mark) => mark.session_id)))
        await announceBoard(changes, db, { clientId, sessionId })
      await recordMarks(audit, scope, db, `course:${courseId ?? 'none'}`, saved.length)
    }
    const conflicts = verdicts
      .filter(({ verdict }) => verdict === 'conflict')
      .map(({ mark }): MarkConflict => {
        const row = current.get(keyOf(mark))
        return {
          session_id: mark.session_id,
          user_id: mark.user_id,
          wanted: mark.status,
          now: row?.status ?? null,
          by: row?.by ?? null,
        }
      })
    return { saved: wanted.length - conflicts.length, conflicts }
  })

export const markDetail = (scope: StaffScope, sessionId: number, userId: number): Promise<MarkDetail> =>
  scope.tx(async (db) => {
    const row = await readMark(db, teacherOf(scope), sessionId, userId)
    if (!row) throw notFound()
    const history = await changesOf(db, sessionId, userId)
    const disputes = await disputesOfMark(db, sessionId, userId)
    return {
      session: {
        id: sessionId,
        title: row.title,
        starts_at: row.starts_at.toISOString(),
        length_minutes: row.length,
      },
      learner: { id: userId, name: row.learner },
      status: row.status,
      source: row.status === null ? null : row.source,
      found: row.found_status,
      minutes: row.minutes,
      joined_at: row.joined_at?.toISOString() ?? null,
      history: history.map((change) => ({
        id: change.id,
        at: change.changed_at.toISOString(),
        from: change.from_status,
        to: change.to_status,
        source: change.source,
        by: change.by,
        reason: change.reason,
      })),
      disputes: disputes.map(toDispute),
    }
  })
