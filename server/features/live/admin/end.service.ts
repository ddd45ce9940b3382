/** Ending a session for everybody: the room closes, the minutes stop, and a recording is expected. */
import { sql } from 'kysely'
import { HEARTBEAT_GAP_MS } from '#contract/live/live.ts'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { announceSession } from '../announce.ts'
import { expectRecordings, extendInRoom } from '../meetings/meetings.repository.ts'
import { ProviderError, type LiveProvider, type ProviderSession } from '../providers/provider.ts'
import { managerOf, requireManaged } from './manager.ts'
import { providerFor, type ProviderContext } from './providers.service.ts'
import { recordAudit, readSession, type PlanningContext } from './sessions.service.ts'
import { findSession, type DetailRow } from './sessions.repository.ts'
import { toStaffSession } from './mapper.ts'

export interface EndContext extends PlanningContext {
  readonly services: ProviderContext
  readonly log: Pick<Core['log'], 'warn'>
}

const notUnderWay = () => new AppError('conflict', 'This session is not under way.')

/** The session, and whether it is still to be ended. */
const lookAt = async (db: TenantDb, scope: StaffScope, sessionId: number) => {
  const manager = managerOf(scope)
  await requireManaged(db, manager, sessionId, { lock: true })
  const now = scope.clock.now()
  const row = await findSession(db, manager, sessionId, now)
  if (!row) throw notFound()
  const { state } = toStaffSession(row, now)
  if (state !== 'live' && state !== 'ended') throw notUnderWay()
  return { row, isEnded: state === 'ended' }
}

const meetingOf = async (db: TenantDb, row: DetailRow): Promise<ProviderSession> => {
  const { rows } = await sql<{ room_id: string }>`
    select room_id from live_session where client_id = current_client_id() and id = ${row.id}`.execute(db)
  return {
    room: rows[0]?.room_id ?? '',
    title: row.title,
    meetingLink: row.meeting_url,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isRecorded: row.consent_rule !== 'none',
  }
}

/** Who was inside when the room closed. A service that does not answer keeps nobody from ending the class. */
const closeRoom = async (
  { log }: EndContext,
  clientId: number,
  service: LiveProvider | null,
  session: ProviderSession,
): Promise<readonly number[]> => {
  try {
    const attendees = (await service?.attendance(session)) ?? []
    await service?.end(session)
    return attendees.map(({ userId }) => userId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, clientId }, 'a meeting service did not close a room')
    return []
  }
}

/** The service is asked outside of any transaction: it may be slow. */
export const end = async (
  context: EndContext,
  scope: StaffScope,
  sessionId: number,
): Promise<StaffSessionDetail> => {
  const { clientId } = scope.tenant
  const found = await scope.tx(async (db) => {
    const { row, isEnded } = await lookAt(db, scope, sessionId)
    if (isEnded) return null
    return {
      session: await meetingOf(db, row),
      service: await providerFor(context.services, db, clientId, row.provider),
    }
  })
  const inRoom = found ? await closeRoom(context, clientId, found.service, found.session) : []
  return scope.tx(async (db) => {
    const { isEnded } = await lookAt(db, scope, sessionId)
    if (!isEnded) {
      const now = scope.clock.now()
      await extendInRoom(db, { sessionId, userIds: inRoom, at: now, gapMs: HEARTBEAT_GAP_MS })
      await sql`
        update live_session set ended_at = ${now}, updated_at = ${now}, revision = revision + 1
        where client_id = ${clientId} and id = ${sessionId}`.execute(db)
      await expectRecordings(db, now)
      await announceSession(context.changes, db, { clientId, sessionId })
      await recordAudit(context, db, scope, 'live.end', sessionId, 1)
    }
    return readSession(db, scope, sessionId)
  })
}
