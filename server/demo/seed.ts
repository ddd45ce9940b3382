import { sql } from 'kysely'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { createUser, hashPassword } from '#server/features/auth/index.ts'
import { insertClient, type NewClient } from '#server/features/client-info/index.ts'
import { seedContent } from './content/index.ts'
import { DEMO_PASSWORD, demoPeople, type DemoPerson } from './people.ts'
import { demoTenants } from './tenants.ts'

export interface SeededPerson extends DemoPerson {
  id: number
}

/** Adds the courses and the activity of a tenant, in the transaction that creates the tenant. */
export type SeedContent = (
  core: Core,
  db: TenantDb,
  tenant: { clientId: number; people: readonly SeededPerson[] },
) => Promise<void>

const JOINED_DAYS_AGO = 60
const DAY_MS = 86_400_000

const addPeople = async (
  core: Core,
  db: TenantDb,
  people: readonly DemoPerson[],
  hashes: ReadonlyMap<DemoPerson, string>,
): Promise<SeededPerson[]> => {
  const seeded: SeededPerson[] = []
  for (const [index, person] of people.entries()) {
    // Spreads the joining dates, so that "new this week" does not list everybody.
    const joined = new Date(
      core.clock.now().getTime() - (JOINED_DAYS_AGO - Math.min(index, JOINED_DAYS_AGO - 1)) * DAY_MS,
    )
    const id = await createUser(db, {
      email: person.email,
      username: person.username,
      fullName: person.fullName,
      role: person.role,
      language: person.language,
      passwordHash: hashes.get(person) ?? null,
      emailVerifiedAt: joined,
      isDemo: true,
      termsAcceptedAt: joined,
      createdAt: joined,
    })
    seeded.push({ ...person, id })
  }
  return seeded
}

const seedTenant = async (core: Core, tenant: NewClient, addContent: SeedContent): Promise<boolean> => {
  const people = demoPeople.get(tenant.clientId) ?? []
  const isSeeded = await core.db.withTenant(tenant.clientId, (db) => tenantExists(db, tenant.clientId))
  if (isSeeded) return false
  // Hashing is slow on purpose: not inside the transaction.
  const hashes = new Map<DemoPerson, string>()
  for (const person of people) if (person.canSignIn) hashes.set(person, await hashPassword(DEMO_PASSWORD))
  return core.db.withTenant(tenant.clientId, async (db) => {
    await sql`select pg_advisory_xact_lock(7232, ${tenant.clientId})`.execute(db)
    if (await tenantExists(db, tenant.clientId)) return false
    await insertClient(db, tenant)
    const seeded = await addPeople(core, db, people, hashes)
    if (seeded.length > 0) await addContent(core, db, { clientId: tenant.clientId, people: seeded })
    await db
      .updateTable('client')
      .set({ demo_seeded_at: core.clock.now() })
      .where('client_id', '=', tenant.clientId)
      .execute()
    await core.changes.announce(db, { kind: 'client', clientId: tenant.clientId })
    return true
  })
}

const tenantExists = async (db: TenantDb, clientId: number): Promise<boolean> =>
  (await db.selectFrom('client').select('client_id').where('client_id', '=', clientId).executeTakeFirst()) !==
  undefined

/**
 * Creates the demo tenants that do not exist yet, each completely or not at all. Returns the ids of the new tenants.
 */
export const seedDemo = async (core: Core, addContent: SeedContent = seedContent): Promise<number[]> => {
  const seededIds: number[] = []
  for (const tenant of demoTenants)
    if (await seedTenant(core, tenant, addContent)) seededIds.push(tenant.clientId)
  return seededIds
}
