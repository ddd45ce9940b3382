/** Checking in by the code on the screen of a session (AT2, AT3). The server's clock decides alone. */
import type { CheckedIn, CodeRefusal, getCheckIn } from '#contract/attendance/attendance.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { CHECK_IN_OPENS_MINUTES, statusOfArrival } from '#contract/attendance/rules.ts'
import type { Board, BoardPerson } from '#contract/attendance/sheets.ts'
import type { ChangeFeed } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { Answer } from '#server/core/http/pipeline.ts'
import type { MemberScope, PublicScope, StaffScope } from '#server/core/http/scope.ts'
import { announceBoard } from './announce.ts'
import { teacherOf } from './attendance.policy.ts'
import { codeAt, judgeCode, readScan, scanCookie, type Scan } from './check-in-code.ts'
import * as rows from './check-in.repository.ts'
import { putFound } from './marks.repository.ts'

export interface CheckInContext {
  readonly secret: Buffer
  readonly changes: ChangeFeed
  /** The same digits in Arabic and Devanagari become plain ones. */
  readonly foldDigits: (text: string) => string
}

const REFUSALS: Record<CodeRefusal, { code: ErrorCode; text: string }> = {
  forged: { code: 'invalid_code', text: 'That isn’t the code of this class. Type the one on the screen.' },
  other_session: {
    code: 'invalid_code',
    text: 'This code belongs to another class. Scan the one on your screen.',
  },
  old: { code: 'code_expired', text: 'The code has changed. Type the one on the screen now.' },
  used: { code: 'conflict', text: 'You’re already checked in to this class. There’s nothing else to do.' },
  early: { code: 'conflict', text: 'Check-in opens 10 minutes before the class.' },
  closed: { code: 'conflict', text: 'Check-in isn’t open right now. Ask your instructor to show the code.' },
  ended: { code: 'code_expired', text: 'This class is over, so the code no longer counts.' },
}

const refuse = (why: CodeRefusal): AppError => {
  const { code, text } = REFUSALS[why]
  return new AppError(code, text, {
    fields: { code: [{ code: 'incorrect', message: text, params: { why } }] },
  })
}

type State = 'early' | 'closed' | 'open' | 'ended'

const stateOf = (session: rows.CheckInSession, now: Date): State => {
  if (now >= session.end_at) return 'ended'
  if (now.getTime() < session.starts_at.getTime() - CHECK_IN_OPENS_MINUTES * 60_000) return 'early'
  return session.opened_at !== null && session.closed_at === null ? 'open' : 'closed'
}

const plainCode = ({ foldDigits }: CheckInContext, typed: string): string =>
  foldDigits(typed).replaceAll(/[\s-]/g, '')

/** Lets the browser of somebody who must sign in first keep the code that it has now. */
export const scan = async (
  context: CheckInContext,
  scope: PublicScope,
  sessionId: number,
  typed: string,
): Promise<Answer<Record<string, never>>> => {
  const now = scope.clock.now()
  const session = { clientId: scope.tenant.clientId, sessionId }
  const isCurrent = judgeCode(context.secret, session, plainCode(context, typed), now) === 'current'
  return new Answer({}, isCurrent ? { cookies: [scanCookie(context.secret, session, now)] } : {})
}

/** Why this code does not count; null if it does. */
const refusalOf = async (
  { secret }: CheckInContext,
  db: TenantDb,
  session: { clientId: number; sessionId: number },
  code: string,
  now: Date,
): Promise<CodeRefusal | null> => {
  const verdict = judgeCode(secret, session, code, now)
  if (verdict === 'current') return null
  if (verdict === 'old') return 'old'
  const others = await rows.otherOpenSessions(db, session.sessionId, now)
  const isOther = others.some((id) => judgeCode(secret, { ...session, sessionId: id }, code, now) !== 'wrong')
  return isOther ? 'other_session' : 'forged'
}

const scanOf = (
  { secret }: CheckInContext,
  { tenant, request }: MemberScope,
  sessionId: number,
  now: Date,
): Scan | null => readScan(secret, { clientId: tenant.clientId, sessionId }, request.cookies, now)

export const checkIn = (
  context: CheckInContext,
  scope: MemberScope,
  sessionId: number,
  typed: string,
): Promise<CheckedIn> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { userId } = scope.actor
    const now = scope.clock.now()
    const session = await rows.sessionForLearner(db, sessionId, userId)
    if (!session) throw notFound()
    if (await rows.checkedInAt(db, sessionId, userId)) throw refuse('used')
    const state = stateOf(session, now)
    if (state !== 'open') throw refuse(state)
    const refusal = await refusalOf(context, db, { clientId, sessionId }, plainCode(context, typed), now)
    const scanned = refusal === 'old' ? scanOf(context, scope, sessionId, now) : null
    if (refusal && !scanned) throw refuse(refusal)
    // Whoever had to sign in first was there when they scanned the code.
    const at = scanned?.at ?? now
    const scanId = scanned?.id ?? null
    if (!(await rows.addCheckIn(db, clientId, { sessionId, userId, now: at, scanId })))
      throw refuse(scanned && !(await rows.checkedInAt(db, sessionId, userId)) ? 'old' : 'used')
    const status = statusOfArrival(at.getTime() - session.starts_at.getTime())
    await putFound(db, clientId, {
      sessionId,
      now,
      marks: [{ userId, status, source: 'check-in', minutes: null, joinedAt: at }],
    })
    await announceBoard(context.changes, db, { clientId, sessionId })
    return { session: { id: session.id, title: session.title }, status, at: at.toISOString() }
  })

export const checkInState = (scope: MemberScope, sessionId: number): Promise<ResponseOf<typeof getCheckIn>> =>
  scope.tx(async (db) => {
    const session = await rows.sessionForLearner(db, sessionId, scope.actor.userId)
    if (!session) throw notFound()
    const at = await rows.checkedInAt(db, sessionId, scope.actor.userId)
    return { session: toSession(session), checked_in_at: at?.toISOString() ?? null }
  })

const toSession = (session: rows.CheckInSession) => ({
  id: session.id,
  title: session.title,
  starts_at: session.starts_at.toISOString(),
  length_minutes: session.length,
})

const requireSession = async (db: TenantDb, scope: StaffScope, sessionId: number) => {
  const session = await rows.sessionForStaff(db, sessionId, teacherOf(scope))
  if (!session) throw notFound()
  return session
}

export const openCheckIn = (
  { changes }: Pick<CheckInContext, 'changes'>,
  scope: StaffScope,
  sessionId: number,
  isOpen: boolean,
): Promise<{ open: boolean }> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const state = stateOf(await requireSession(db, scope, sessionId), now)
    if (isOpen && (state === 'ended' || state === 'early'))
      throw new AppError(
        'conflict',
        state === 'ended' ? 'This class is over.' : 'Check-in opens 10 minutes before the class.',
      )
    // Opened again, it keeps what it was: a repeat changes nothing.
    if ((state === 'open') !== isOpen) {
      const { clientId } = scope.tenant
      await rows.setCheckInOpen(db, clientId, { sessionId, isOpen, now })
      await announceBoard(changes, db, { clientId, sessionId })
    }
    return { open: isOpen }
  })

/** Until time alone changes the state or the code; null if nothing is left to come. */
const changesInMs = (session: rows.CheckInSession, state: State, nextInMs: number | null, now: Date) => {
  if (state === 'ended') return null
  const untilEnd = session.end_at.getTime() - now.getTime()
  if (state === 'early') return session.starts_at.getTime() - CHECK_IN_OPENS_MINUTES * 60_000 - now.getTime()
  return Math.min(untilEnd, nextInMs ?? untilEnd)
}

const toPerson = (row: rows.BoardRow): BoardPerson => {
  const at = row.checked_in_at ?? row.joined_at
  const via = row.checked_in_at ? 'check-in' : row.joined_at ? 'joined' : null
  const isMarkedIn = row.is_manual && (row.status === 'present' || row.status === 'late')
  return {
    user_id: row.user_id,
    name: row.name,
    at: at?.toISOString() ?? null,
    status: row.status,
    via: via ?? (isMarkedIn ? 'manual' : null),
  }
}

export const board = (context: CheckInContext, scope: StaffScope, sessionId: number): Promise<Board> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const session = await requireSession(db, scope, sessionId)
    const state = stateOf(session, now)
    const shown =
      state === 'open' ? codeAt(context.secret, { clientId: scope.tenant.clientId, sessionId }, now) : null
    const people = await rows.boardRows(db, sessionId)
    return {
      session: toSession(session),
      course:
        session.course_id === null ? null : { id: session.course_id, title: session.course_title ?? '' },
      state,
      code: shown?.code ?? null,
      next_in_ms: shown?.nextInMs ?? null,
      changes_in_ms: changesInMs(session, state, shown?.nextInMs ?? null, now),
      people: people.map(toPerson),
    }
  })
