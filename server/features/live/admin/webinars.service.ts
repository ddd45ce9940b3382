/** Webinars: the schedule for everybody, registration by seat, and who registered, for staff. */
import type { listRegistrations, listWebinars, Webinar } from '#contract/live/webinars.ts'
import type { QueryOf, ResponseInputOf } from '#contract/endpoint.ts'
import { sessionState } from '#contract/live/session-state.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope, StaffScope } from '#server/core/http/scope.ts'
import { managerOf, requireManaged } from './manager.ts'
import { searchPattern } from './sessions.service.ts'
import * as rows from './webinars.repository.ts'

const stateOf = (row: rows.WebinarRow, now: Date) =>
  sessionState(
    {
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
      cancelledAt: row.cancelled_at?.getTime() ?? null,
    },
    now.getTime(),
  )

const toWebinar = (row: rows.WebinarRow, now: Date): Webinar => ({
  id: row.id,
  title: row.title,
  description: row.description,
  hosts: row.hosts,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  time_zone: row.time_zone,
  state: stateOf(row, now),
  capacity: row.capacity,
  registered: row.registered,
  is_registered: row.is_registered,
  may_manage: row.may_manage,
  recording: {
    state: row.recording_state,
    expected_at: row.recording_expected_at?.toISOString() ?? null,
    ready_at: row.recording_ready_at?.toISOString() ?? null,
    duration_seconds: row.recording_seconds,
  },
})

export const list = (
  scope: MemberScope,
  { page, page_size: size, ...asked }: QueryOf<typeof listWebinars>,
): Promise<ResponseInputOf<typeof listWebinars>> =>
  scope.tx(async (db) => {
    const manager = managerOf(scope)
    const now = scope.clock.now()
    const found = await rows.listWebinars(db, manager, {
      view: asked.view,
      pattern: searchPattern(asked.search),
      now,
      limit: size,
      offset: (page - 1) * size,
    })
    return {
      ...pageLinks(
        `/api/clients/${manager.clientId}/webinars/`,
        { page, page_size: size, ...asked },
        found.count,
      ),
      results: found.rows.map((row) => toWebinar(row, now)),
    }
  })

/** Runs `change` under the webinar's lock while one may still register. */
const withSeat = (
  scope: MemberScope,
  sessionId: number,
  change: (db: Parameters<typeof rows.register>[0], row: rows.WebinarRow, now: Date) => Promise<void>,
): Promise<Webinar> =>
  scope.tx(async (db) => {
    const manager = managerOf(scope)
    const now = scope.clock.now()
    const row = await rows.findWebinar(db, manager, sessionId, { lock: true })
    if (!row) throw notFound()
    const state = stateOf(row, now)
    if (state === 'ended' || state === 'cancelled')
      throw new AppError(
        'conflict',
        state === 'ended' ? 'This webinar is over.' : 'This webinar was cancelled.',
      )
    await change(db, row, now)
    const after = await rows.findWebinar(db, manager, sessionId)
    if (!after) throw notFound()
    return toWebinar(after, now)
  })

export const register = (scope: MemberScope, sessionId: number): Promise<Webinar> =>
  withSeat(scope, sessionId, async (db, row, now) => {
    if (row.is_registered) return
    if (row.capacity !== null && row.registered >= row.capacity)
      throw new AppError('conflict', 'All seats are taken.')
    await rows.register(db, managerOf(scope), sessionId, now)
  })

export const leave = (scope: MemberScope, sessionId: number): Promise<Webinar> =>
  withSeat(scope, sessionId, (db) => rows.leave(db, managerOf(scope), sessionId))

export const registrations = (
  scope: StaffScope,
  sessionId: number,
  { page, page_size: size, search }: QueryOf<typeof listRegistrations>,
): Promise<ResponseInputOf<typeof listRegistrations>> =>
  scope.tx(async (db) => {
    const manager = managerOf(scope)
    await requireManaged(db, manager, sessionId)
    const found = await rows.registrations(db, manager, {
      sessionId,
      pattern: searchPattern(search),
      limit: size,
      offset: (page - 1) * size,
    })
    const path = `/api/clients/${manager.clientId}/admin/webinars/${sessionId}/registrations/`
    return {
      ...pageLinks(path, { page, page_size: size, ...(search !== undefined && { search }) }, found.count),
      results: found.rows.map(({ registered_at: registeredAt, joined_at: joinedAt, ...row }) => ({
        ...row,
        registered_at: registeredAt.toISOString(),
        joined_at: joinedAt?.toISOString() ?? null,
      })),
    }
  })
