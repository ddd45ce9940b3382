/** The history of applications. */
import './applications.tables.ts'
import { sql } from 'kysely'
import type { ApplicationState, RejectionReason } from '#contract/job-applications/applications.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export interface EventRow {
  id: number
  kind: 'state' | 'message' | 'note'
  from_state: ApplicationState | null
  to_state: ApplicationState | null
  reason: RejectionReason | null
  text: string
  by: string | null
  at: Date
}

export interface NewEvent {
  applicationId: number
  kind: EventRow['kind']
  from?: ApplicationState
  to?: ApplicationState
  reason?: RejectionReason | undefined
  text?: string
  actorId: number | null
  key?: string
  at: Date
}

/** Null if an event with this key is there already. */
export const addEvent = async (db: TenantDb, clientId: number, event: NewEvent): Promise<number | null> => {
  const row = await db
    .insertInto('job_application_event')
    .values({
      client_id: clientId,
      application_id: event.applicationId,
      kind: event.kind,
      from_state: event.from ?? null,
      to_state: event.to ?? null,
      reason: event.reason ?? null,
      text: event.text ?? '',
      actor_id: event.actorId,
      created_key: event.key ?? null,
      at: event.at,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'application_id', 'created_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Oldest first, without moves that were taken back. */
export const eventsOf = async (
  db: TenantDb,
  clientId: number,
  applicationId: number,
): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select e.id, e.kind, e.from_state, e.to_state, e.reason, e.text, e.at, u.full_name as by
    from job_application_event e
    left join app_user u on u.client_id = e.client_id and u.id = e.actor_id
    where e.client_id = ${clientId} and e.application_id = ${applicationId} and e.undone_at is null
    order by e.id`.execute(db)
  return rows
}

/** The newest move that still counts. */
export const lastMove = async (
  db: TenantDb,
  clientId: number,
  applicationId: number,
): Promise<Pick<EventRow, 'id' | 'from_state' | 'to_state'> | null> =>
  (await db
    .selectFrom('job_application_event')
    .select(['id', 'from_state', 'to_state'])
    .where('client_id', '=', clientId)
    .where('application_id', '=', applicationId)
    .where('kind', '=', 'state')
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

export const markUndone = async (
  db: TenantDb,
  clientId: number,
  { eventIds, now }: { eventIds: readonly number[]; now: Date },
): Promise<void> => {
  await db
    .updateTable('job_application_event')
    .set({ undone_at: now })
    .where('client_id', '=', clientId)
    .where('id', 'in', [...eventIds])
    .execute()
}
