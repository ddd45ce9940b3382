/** Planning: lists, one session, new sessions, changes and cancellations. */
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type {
  cancelSession,
  createSession,
  getCalendar,
  LiveCalendar,
  listStaffSessions,
  SessionForm,
  StaffSessionDetail,
  updateSession,
} from '#contract/live/admin/sessions.ts'
import { CALENDAR_DAYS_MAX } from '#contract/live/admin/sessions.ts'
import type { BodyOf, QueryOf, ResponseInputOf } from '#contract/endpoint.ts'
import { localTimeAt } from '#contract/live/zone-time.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { announceSession } from '../announce.ts'
import { attendeesOf } from './attendees.repository.ts'
import { managerOf, requireFormAllowed, requireManaged, type Manager } from './manager.ts'
import { toDetail, toStaffSession } from './mapper.ts'
import { notifyOfChange, notifyInvited } from './notices.ts'
import { planTime, requireNotPast, requirePlan, type PlannedTime } from './plan.ts'
import * as rows from './sessions.repository.ts'
import * as write from './write.repository.ts'

export interface PlanningContext {
  readonly notifier: Notifier
  readonly audit: Core['audit']
  readonly changes: Core['changes']
}

const DAY_MS = 86_400_000
/** More than anybody reads on one screen; the answer says when there are more. */
const CALENDAR_MAX = 1000

/** Null without a search. */
export const searchPattern = (text: string | undefined): string | null =>
  text?.trim() ? likePattern(text) : null

export const list = (
  scope: StaffScope,
  query: QueryOf<typeof listStaffSessions>,
): Promise<ResponseInputOf<typeof listStaffSessions>> =>
  scope.tx(async (db) => {
    const manager = managerOf(scope)
    const { page, page_size: size, ...asked } = query
    const now = scope.clock.now()
    const filter = {
      when: query.when,
      now,
      kind: query.kind ?? null,
      courseId: query.course ?? null,
      pattern: searchPattern(query.search),
    }
    const count = await rows.countSessions(db, manager, filter)
    const found = await rows.listSessions(db, manager, filter, { limit: size, offset: (page - 1) * size })
    const path = `/api/clients/${manager.clientId}/admin/live-sessions/`
    return {
      ...pageLinks(path, { page, page_size: size, ...asked }, count),
      results: found.map((row) => toStaffSession(row, now)),
    }
  })

export const calendar = (scope: StaffScope, query: QueryOf<typeof getCalendar>): Promise<LiveCalendar> => {
  const [from, until] = [new Date(query.from), new Date(query.until)]
  const days = (until.getTime() - from.getTime()) / DAY_MS
  // An hour more: clocks change within the six weeks.
  if (days <= 0 || days > CALENDAR_DAYS_MAX + 1)
    throw invalidField('until', { code: 'invalid', message: 'Ask for at most six weeks.' })
  return scope.tx(async (db) => {
    const found = await rows.sessionsBetween(db, managerOf(scope), {
      from,
      until,
      kind: query.kind ?? null,
      limit: CALENDAR_MAX + 1,
    })
    return {
      sessions: found.slice(0, CALENDAR_MAX).map((row) => toStaffSession(row, scope.clock.now())),
      is_complete: found.length <= CALENDAR_MAX,
    }
  })
}

const read = async (db: TenantDb, scope: StaffScope, sessionId: number): Promise<StaffSessionDetail> => {
  const row = await rows.findSession(db, managerOf(scope), sessionId, scope.clock.now())
  if (!row) throw notFound()
  return toDetail(row, await attendeesOf(db, sessionId), scope.clock.now())
}

export const get = (scope: StaffScope, sessionId: number): Promise<StaffSessionDetail> =>
  scope.tx((db) => read(db, scope, sessionId))

/** The answer to a change, with the session as the database now has it. */
export const readSession = read

export const recordAudit = (
  { audit }: PlanningContext,
  db: TenantDb,
  scope: StaffScope,
  action: AuditAction,
  sessionId: number,
  sessions: number,
) =>
  audit.record(db, {
    action,
    result: 'ok',
    actorId: scope.actor.userId,
    sessionId: scope.actor.sessionId,
    object: `live_session:${sessionId}`,
    detail: { sessions },
    requestId: scope.request.id,
    ip: scope.request.ip,
  })

export const create = (
  context: PlanningContext,
  scope: StaffScope,
  { idempotency_key: key, repeat, past_ok: isPastOk, ...form }: BodyOf<typeof createSession>,
): Promise<StaffSessionDetail> =>
  scope.tx(async (db) => {
    const manager = managerOf(scope)
    const existing = await write.findCreated(db, manager, key)
    if (existing !== null) return read(db, scope, existing)
    await requireFormAllowed(db, manager, form, { wasForEveryone: false })
    const times = requirePlan(form, repeat)
    const now = scope.clock.now()
    for (const { startsAt } of times.slice(0, 1)) requireNotPast(startsAt, now, isPastOk)
    const seriesId = repeat ? await write.insertSeries(db, manager, form, repeat, now) : null
    const ids = await write.insertSessions(db, manager, { form, times, seriesId, key, now })
    const invited = await write.setPeople(db, manager, ids, form, now)
    const [first] = ids
    const startsAt = times[0]?.startsAt
    if (first === undefined || !startsAt) throw new Error('a plan has at least one session')
    if (startsAt > now)
      await notifyInvited(context.notifier, db, {
        clientId: manager.clientId,
        userIds: invited,
        session: { id: first, title: form.title, startsAt },
      })
    await announceSession(context.changes, db, { clientId: manager.clientId, sessionId: first })
    await recordAudit(context, db, scope, 'live.create', first, ids.length)
    return read(db, scope, first)
  })

/** The form's start, also one that the clock skips if the session already stands there. */
const formTime = (form: SessionForm, before: write.TargetRow, isPastOk: boolean, now: Date): PlannedTime => {
  const [time] = requirePlan(form, null)
  if (!time) throw new Error('a plan has at least one session')
  if (time.startsAt.getTime() !== before.starts_at.getTime()) requireNotPast(time.startsAt, now, isPastOk)
  return time
}

const DATE_LENGTH = 10
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to.slice(0, DATE_LENGTH)) - Date.parse(from.slice(0, DATE_LENGTH))) / DAY_MS)
const laterBy = (local: string, days: number) =>
  new Date(Date.parse(`${local.slice(0, DATE_LENGTH)}T00:00:00Z`) + days * DAY_MS)
    .toISOString()
    .slice(0, DATE_LENGTH)

/** Moves another session of the series as the edited one was moved: as many days, to the same time of day. */
const movedLike = (form: SessionForm, target: write.TargetRow, shiftDays: number): PlannedTime => {
  const day = laterBy(localTimeAt(target.time_zone, target.starts_at), shiftDays)
  const time = planTime(form, `${day}T${form.starts_local.slice(DATE_LENGTH + 1)}`)
  if (!time) throw new Error(`no time on ${day}`)
  return time
}

interface Move {
  edited: write.TargetRow
  time: PlannedTime
  hasMoved: boolean
  shiftDays: number
}

const moveOf = (edited: write.TargetRow, form: SessionForm, isPastOk: boolean, now: Date): Move => {
  const time = formTime(form, edited, isPastOk, now)
  return {
    edited,
    time,
    hasMoved:
      time.startsAt.getTime() !== edited.starts_at.getTime() ||
      time.endsAt.getTime() !== edited.ends_at.getTime() ||
      form.time_zone !== edited.time_zone,
    shiftDays: daysBetween(localTimeAt(edited.time_zone, edited.starts_at), time.local),
  }
}

const changeOf = (
  target: write.TargetRow,
  form: SessionForm,
  move: Move,
  { seriesId, isAlone }: { seriesId: number | null; isAlone: boolean },
): write.SessionChange => {
  const isEdited = target.id === move.edited.id
  const keepsTime = !isEdited && (!move.hasMoved || target.is_exception)
  const time = isEdited ? move.time : keepsTime ? null : movedLike(form, target, move.shiftDays)
  return {
    id: target.id,
    startsAt: time?.startsAt ?? target.starts_at,
    endsAt: time?.endsAt ?? target.ends_at,
    timeZone: time ? form.time_zone : target.time_zone,
    isException: target.is_exception || (isAlone && target.series_id !== null),
    seriesId,
  }
}

const seriesFor = async (
  db: TenantDb,
  manager: Manager,
  { edited, time, hasMoved, shiftDays }: Move,
  { form, scope, now }: { form: SessionForm; scope: 'one' | 'following' | 'all'; now: Date },
): Promise<number | null> => {
  const { series_id: seriesId, series_on: from } = edited
  if (seriesId === null || scope === 'one') return seriesId
  const own =
    scope === 'following' && from !== null
      ? ((await write.splitSeries(db, manager, { seriesId, from, now })) ?? seriesId)
      : seriesId
  if (hasMoved)
    await write.moveSeries(db, manager, own, { local: time.local, timeZone: form.time_zone, shiftDays })
  return own
}

/** The edited session and its fellows, locked; 409 if somebody else saved it meanwhile. */
const lockEdited = async (
  db: TenantDb,
  manager: Manager,
  sessionId: number,
  { revision, scope }: Pick<BodyOf<typeof updateSession>, 'revision' | 'scope'>,
  now: Date,
) => {
  await requireManaged(db, manager, sessionId, { lock: true })
  const stored = await rows.findSession(db, manager, sessionId, now)
  const targets = await write.lockTargets(db, manager, sessionId, scope, now)
  const edited = targets.find(({ id }) => id === sessionId)
  if (!stored || !edited) throw notFound()
  if (stored.revision !== revision)
    throw new AppError('conflict', 'Somebody changed this session while you edited it.')
  if (stored.cancelled_at) throw new AppError('conflict', 'This session was cancelled. Plan a new one.')
  return { stored, targets, edited }
}

export const update = (
  context: PlanningContext,
  scope: StaffScope,
  sessionId: number,
  body: BodyOf<typeof updateSession>,
): Promise<StaffSessionDetail> =>
  scope.tx(async (db) => {
    const { revision: _revision, scope: wide, past_ok: isPastOk, ...form } = body
    const manager = managerOf(scope)
    const now = scope.clock.now()
    const { stored, targets, edited } = await lockEdited(db, manager, sessionId, body, now)
    if (form.kind !== stored.kind)
      throw invalidField('kind', { code: 'invalid', message: 'A class does not become a webinar.' })
    await requireFormAllowed(db, manager, form, { wasForEveryone: stored.audience === 'everyone' })
    const move = moveOf(edited, form, isPastOk, now)
    const seriesId = await seriesFor(db, manager, move, { form, scope: wide, now })
    const changes = targets.map((target) =>
      changeOf(target, form, move, { seriesId, isAlone: wide === 'one' }),
    )
    for (const change of changes) await write.updateSession(db, manager, form, change, now)
    const ids = changes.map(({ id }) => id)
    const invited = await write.setPeople(db, manager, ids, form, now)
    if (move.time.startsAt > now)
      await notifyInvited(context.notifier, db, {
        clientId: manager.clientId,
        userIds: invited,
        session: { id: sessionId, title: form.title, startsAt: move.time.startsAt },
      })
    const moved = targets.filter((target) => {
      const change = changes.find(({ id }) => id === target.id)
      return change && isMoved(target, change)
    })
    if (edited.ends_at > now || move.time.endsAt > now)
      await notifyOfMove(context, db, scope, { moved, move, form })
    await announceSession(context.changes, db, { clientId: manager.clientId, sessionId })
    await recordAudit(context, db, scope, 'live.update', sessionId, ids.length)
    return read(db, scope, sessionId)
  })

const isMoved = (target: write.TargetRow, change: write.SessionChange) =>
  target.starts_at.getTime() !== change.startsAt.getTime() ||
  target.ends_at.getTime() !== change.endsAt.getTime()

const notifyOfMove = async (
  context: PlanningContext,
  db: TenantDb,
  scope: StaffScope,
  { moved, move, form }: { moved: readonly write.TargetRow[]; move: Move; form: SessionForm },
): Promise<void> => {
  if (moved.length === 0) return
  await notifyOfChange(context.notifier, db, {
    clientId: scope.tenant.clientId,
    actorId: scope.actor.userId,
    sessionIds: moved.map(({ id }) => id),
    session: { id: move.edited.id, title: form.title, sequence: move.edited.sequence + 1 },
    was: move.edited.starts_at,
    becomes: move.time.startsAt,
  })
}

export const cancel = (
  context: PlanningContext,
  scope: StaffScope,
  sessionId: number,
  { scope: wide }: BodyOf<typeof cancelSession>,
): Promise<StaffSessionDetail> =>
  scope.tx(async (db) => {
    const manager = managerOf(scope)
    const now = scope.clock.now()
    await requireManaged(db, manager, sessionId, { lock: true })
    const targets = await write.lockTargets(db, manager, sessionId, wide, now)
    const cancelled = await write.cancelSessions(
      db,
      manager,
      targets.map(({ id }) => id),
      now,
    )
    const edited = targets.find(({ id }) => id === sessionId)
    const first =
      edited && cancelled.includes(edited.id) ? edited : targets.find(({ id }) => cancelled.includes(id))
    if (first) {
      await notifyOfChange(context.notifier, db, {
        clientId: manager.clientId,
        actorId: manager.userId,
        sessionIds: cancelled,
        session: { id: first.id, title: first.title, sequence: first.sequence + 1 },
        was: first.starts_at,
        becomes: null,
      })
      await announceSession(context.changes, db, { clientId: manager.clientId, sessionId })
      await recordAudit(context, db, scope, 'live.cancel', sessionId, cancelled.length)
    }
    return read(db, scope, sessionId)
  })
