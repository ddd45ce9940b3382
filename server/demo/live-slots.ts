/** Two live classes of the demo that move on: one is always under way, one always about to start. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { announceSession } from '#server/features/live/index.ts'
import { demoClasses } from './content/live-classes.ts'

const MINUTE_MS = 60_000
const EVERY_MS = 30_000
/** Whoever ends a class sees it as ended for a while. */
const SHOWN_ENDED_MS = 10 * MINUTE_MS

export const demoSlots = [
  { name: 'underWay', startsInMinutes: -15, minutes: 60 },
  { name: 'aboutToStart', startsInMinutes: 12, minutes: 60 },
] as const
type Slot = (typeof demoSlots)[number]

/** The same in every demo. */
export const slotUid = (clientId: number, name: Slot['name']): string => {
  const hash = createHash('sha256').update(`live:${clientId}:${name}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** Puts the class to its place beside now, as new. Nobody is reminded of it: it would remind people all day. */
export const moveSlot = async (
  db: TenantDb,
  { clientId, slot, now }: { clientId: number; slot: Slot; now: Date },
): Promise<number | null> => {
  const startsAt = new Date(now.getTime() + slot.startsInMinutes * MINUTE_MS)
  startsAt.setUTCSeconds(0, 0)
  const endsAt = new Date(startsAt.getTime() + slot.minutes * MINUTE_MS)
  const { rows } = await sql<{ id: number }>`
    update live_session set starts_at = ${startsAt}, ends_at = ${endsAt}, sequence = sequence + 1, updated_at = ${now},
      ended_at = null, cancelled_at = null, recording_announced = false
    where client_id = ${clientId} and uid = ${slotUid(clientId, slot.name)} returning id`.execute(db)
  const [session] = rows
  if (!session) return null
  await sql`delete from live_recording where client_id = ${clientId} and session_id = ${session.id}`.execute(
    db,
  )
  await sql`delete from live_join where client_id = ${clientId} and session_id = ${session.id}`.execute(db)
  await sql`delete from live_presence where client_id = ${clientId} and session_id = ${session.id}`.execute(
    db,
  )
  await sql`delete from attendance_session where client_id = ${clientId} and session_id = ${session.id}`.execute(
    db,
  )
  await sql`delete from attendance_check_in where client_id = ${clientId} and session_id = ${session.id}`.execute(
    db,
  )
  await sql`delete from attendance_mark where client_id = ${clientId} and session_id = ${session.id}`.execute(
    db,
  )
  await sql`
    insert into live_reminder (client_id, session_id, starts_at, moment, sent_at)
    select ${clientId}, ${session.id}, ${startsAt}, moment, ${now} from unnest(array['day', 'hour', 'start']) moment
    on conflict do nothing`.execute(db)
  return session.id
}

/** Whether the class is no longer what its name says. */
const isOver = async (db: TenantDb, clientId: number, slot: Slot, now: Date): Promise<boolean> => {
  const until = slot.name === 'underWay' ? sql`ends_at` : sql`starts_at + interval '5 minutes'`
  const { rows } = await sql`
    select from live_session
    where client_id = ${clientId} and uid = ${slotUid(clientId, slot.name)}
      and (${until} <= ${now} or ended_at <= ${new Date(now.getTime() - SHOWN_ENDED_MS)} or cancelled_at is not null)`.execute(
    db,
  )
  return rows.length > 0
}

/** In the demo only. */
export const createSlotKeeper = (core: Pick<Core, 'db' | 'log' | 'clock' | 'changes'>): RepeatingJob<void> =>
  createRepeatingJob(core, {
    name: 'demoClasses',
    firstMs: 0,
    everyMs: EVERY_MS,
    failure: 'the demo’s live classes were not moved',
    look: async (tenants) => {
      for await (const clientId of tenants()) {
        if (!demoClasses.has(clientId)) continue
        await core.db.withTenant(clientId, async (db) => {
          const now = core.clock.now()
          for (const slot of demoSlots) {
            if (!(await isOver(db, clientId, slot, now))) continue
            const sessionId = await moveSlot(db, { clientId, slot, now })
            if (sessionId !== null) await announceSession(core.changes, db, { clientId, sessionId })
          }
        })
      }
    },
  })
