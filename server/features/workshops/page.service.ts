import type { WorkshopPageData } from '#contract/workshops/public.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import type { WorkshopsContext } from './context.ts'
import { toOwnRegistration, toPublicWorkshop } from './mapper.ts'
import {
  countTaken,
  openRegistrations,
  positionOf,
  registrationByEmail,
  type RegistrationRow,
} from './registrations.repository.ts'
import { settle } from './seats.ts'
import { formToken, registrationToken } from './tokens.ts'
import { workshopByCode, type WorkshopRow } from './workshops.repository.ts'

/** A draft does not exist for the public. */
export const publishedWorkshop = async (
  db: TenantDb,
  clientId: number,
  code: string,
): Promise<WorkshopRow> => {
  const workshop = await workshopByCode(db, clientId, code)
  if (!workshop || workshop.state === 'draft') throw notFound()
  return workshop
}

/** Reads without the lock: what people see may be a moment old, what they get is decided behind it. */
export const seatsLeft = async (db: TenantDb, workshop: WorkshopRow, now: Date): Promise<number> => {
  if (workshop.capacity === null) return Infinity
  const key = { clientId: workshop.client_id, workshopId: workshop.id }
  return settle(workshop, await countTaken(db, key), await openRegistrations(db, key), now).left
}

export const workshopPage = (
  context: WorkshopsContext,
  scope: PublicScope,
  code: string,
): Promise<WorkshopPageData> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const { clientId } = scope.tenant
    const workshop = await publishedWorkshop(db, clientId, code)
    return {
      workshop: toPublicWorkshop(workshop, await seatsLeft(db, workshop, now), now),
      fields: workshop.fields,
      confirms_address: workshop.double_opt_in,
      form_token: formToken(context.formKey, clientId, code, now),
    }
  })

export const ownView = async (db: TenantDb, workshop: WorkshopRow, row: RegistrationRow, now: Date) =>
  toOwnRegistration(
    row,
    toPublicWorkshop(workshop, await seatsLeft(db, workshop, now), now),
    workshop,
    await positionOf(db, row),
  )

export const ownAnswer = async (
  context: WorkshopsContext,
  db: TenantDb,
  workshop: WorkshopRow,
  row: RegistrationRow,
  now: Date,
) => ({
  registration: await ownView(db, workshop, row, now),
  token: registrationToken(context.linkKey, { clientId: row.client_id, id: row.id, key: row.key }),
})

export interface Account {
  readonly full_name: string
  readonly email: string
  readonly email_key: string
  readonly is_verified: boolean
}

export const accountOf = async (db: TenantDb, { tenant, actor }: MemberScope): Promise<Account> => {
  const row = await db
    .selectFrom('app_user')
    .select(['full_name', 'email', 'email_key', 'email_verified_at'])
    .where('client_id', '=', tenant.clientId)
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return { ...row, is_verified: row.email_verified_at !== null }
}

/** What a signed-in person finds filled in, or their registration. */
export const myRegistration = (context: WorkshopsContext, scope: MemberScope, code: string) =>
  scope.tx(async (db) => {
    const workshop = await publishedWorkshop(db, scope.tenant.clientId, code)
    const account = await accountOf(db, scope)
    const key = { clientId: scope.tenant.clientId, workshopId: workshop.id }
    const row = account.is_verified ? await registrationByEmail(db, key, account.email_key) : undefined
    return {
      name: account.full_name,
      email: account.email,
      own:
        row && row.status !== 'cancelled'
          ? await ownAnswer(context, db, workshop, row, scope.clock.now())
          : null,
    }
  })
