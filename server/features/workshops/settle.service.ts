import type { TenantDb } from '#server/core/db/database.ts'
import type { MailContext } from './context.ts'
import { mailRegistration } from './mail/mails.ts'
import { countTaken, openRegistrations, setStatus } from './registrations.repository.ts'
import { offerUntil, settle } from './seats.ts'
import { lockWorkshop, type WorkshopKey, type WorkshopRow } from './workshops.repository.ts'

export interface Settled {
  readonly workshop: WorkshopRow
  readonly left: number
  readonly changed: boolean
}

/**
 * Locks a workshop and brings its seats up to date: expired seats become free, free seats go to the waiting list first.
 * Every decision about seats is made behind this lock. Undefined for a workshop that does not exist.
 */
export const settleWorkshop = async (
  context: MailContext,
  db: TenantDb,
  key: WorkshopKey,
  now: Date,
): Promise<Settled | undefined> => {
  const workshop = await lockWorkshop(db, key)
  if (!workshop) return undefined
  const { expired, offered, left } = settle(
    workshop,
    await countTaken(db, key),
    await openRegistrations(db, key),
    now,
  )
  const lost = await setStatus(db, key.clientId, expired, { status: 'cancelled', until: null }, now)
  const won = await setStatus(
    db,
    key.clientId,
    offered,
    { status: 'offered', until: offerUntil(workshop.starts_at, now) },
    now,
  )
  for (const row of lost) await mailRegistration(context, db, 'expired', workshop, row)
  for (const row of won) await mailRegistration(context, db, 'offered', workshop, row)
  return { workshop, left, changed: lost.length + won.length > 0 }
}
