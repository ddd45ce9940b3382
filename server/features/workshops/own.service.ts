/** The registration behind the link in a mail. */
import type { OwnRegistration } from '#contract/workshops/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import type { WorkshopsContext } from './context.ts'
import { mailRegistration } from './mail/mails.ts'
import { ownView } from './page.service.ts'
import { registrationById, setStatus, type RegistrationRow } from './registrations.repository.ts'
import { settleWorkshop } from './settle.service.ts'
import { idInToken, opensRegistration } from './tokens.ts'
import type { WorkshopRow } from './workshops.repository.ts'

type Change = (facts: {
  db: TenantDb
  clientId: number
  workshop: WorkshopRow
  row: RegistrationRow
  now: Date
}) => Promise<void>

/** A token of another client, of an earlier registration or of nobody finds nothing. */
const registrationOf = async (
  context: WorkshopsContext,
  db: TenantDb,
  clientId: number,
  token: string,
): Promise<RegistrationRow> => {
  const id = idInToken(token)
  const row = id > 2_147_483_647 ? undefined : await registrationById(db, clientId, id)
  if (!row || !opensRegistration(context.linkKey, token, { clientId, id, key: row.key })) throw notFound()
  return row
}

/** Settles the seats, changes the registration, and settles again for the people who wait. */
const withRegistration = (
  context: WorkshopsContext,
  scope: PublicScope,
  token: string,
  change: Change,
): Promise<OwnRegistration> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const now = scope.clock.now()
    const { id, workshop_id: workshopId } = await registrationOf(context, db, clientId, token)
    const settled = await settleWorkshop(context, db, { clientId, workshopId }, now)
    // Read again behind the lock.
    const row = await registrationById(db, clientId, id)
    if (!settled || !row) throw notFound()
    await change({ db, clientId, workshop: settled.workshop, row, now })
    await settleWorkshop(context, db, { clientId, workshopId }, now)
    return ownView(db, settled.workshop, await registrationOf(context, db, clientId, token), now)
  })

export const openOwn = (context: WorkshopsContext, scope: PublicScope, token: string) =>
  withRegistration(context, scope, token, async () => undefined)

const requireComing = (workshop: WorkshopRow, now: Date): void => {
  if (workshop.state === 'cancelled') throw new AppError('conflict', 'This workshop does not take place.')
  if (now >= workshop.starts_at) throw new AppError('conflict', 'This workshop has started already.')
}

/** Confirms the address, or takes the offered seat. Whoever is confirmed already stays so. */
export const confirmOwn = (context: WorkshopsContext, scope: PublicScope, token: string) =>
  withRegistration(context, scope, token, async ({ db, clientId, workshop, row, now }) => {
    if (row.status === 'confirmed' || row.status === 'attended' || row.status === 'no_show') return
    requireComing(workshop, now)
    if (row.status === 'cancelled')
      throw new AppError('conflict', 'This seat is no longer kept for you. You can register again.')
    if (row.status === 'waiting')
      throw new AppError('conflict', 'No seat is free yet. We send you a mail when it is your turn.')
    const [confirmed] = await setStatus(db, clientId, [row.id], { status: 'confirmed', until: null }, now)
    if (confirmed) await mailRegistration(context, db, 'confirmed', workshop, confirmed)
  })

/** Gives the seat or the place on the waiting list back. */
export const cancelOwn = (context: WorkshopsContext, scope: PublicScope, token: string) =>
  withRegistration(context, scope, token, async ({ db, clientId, workshop, row, now }) => {
    if (row.status === 'cancelled') return
    requireComing(workshop, now)
    const [cancelled] = await setStatus(db, clientId, [row.id], { status: 'cancelled', until: null }, now)
    if (cancelled) await mailRegistration(context, db, 'cancelled', workshop, cancelled)
  })
