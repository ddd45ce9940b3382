/** Workshops and registrations with a past, for the demo. */
import { randomUUID } from 'node:crypto'
import type { WorkshopField } from '#contract/workshops/fields.ts'
import type { RegistrationStatus, WorkshopDecision } from '#contract/workshops/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { writeRegistration } from './registrations.repository.ts'
import { insertWorkshop, type WorkshopValues } from './workshops.repository.ts'

export const addWorkshop = async (
  db: TenantDb,
  clientId: number,
  workshop: Omit<WorkshopValues, 'fields'> & {
    code: string
    created_by: number
    state: WorkshopDecision
    fields: readonly WorkshopField[]
  },
  now: Date,
): Promise<number> => {
  const values = { ...workshop, fields: JSON.stringify(workshop.fields), create_key: randomUUID() }
  return (await insertWorkshop(db, clientId, values, now)).id
}

export interface PastRegistration {
  readonly name: string
  readonly email: string
  readonly userId: number | null
  readonly language: string
  readonly answers: Readonly<Record<string, string | boolean>>
  readonly status: RegistrationStatus
  readonly until: Date | null
  readonly at: Date
}

export const addPastRegistrations = async (
  db: TenantDb,
  key: { clientId: number; workshopId: number },
  registrations: readonly PastRegistration[],
): Promise<void> => {
  for (const { at, ...person } of registrations)
    await writeRegistration(
      db,
      key,
      { ...person, emailKey: person.email.normalize('NFC').trim().toLowerCase(), file: null },
      at,
    )
}
