import { demoTenants } from '#server/demo/tenants.ts'
import { insertClient } from '#server/features/client-info/index.ts'
import type { TestDatabase } from './database.ts'

/** Adds clients 7 and 8 of the demo, without their people and courses. */
export const addClients = async ({ database }: TestDatabase): Promise<void> => {
  for (const tenant of demoTenants.slice(0, 2))
    await database.withTenant(tenant.clientId, (db) => insertClient(db, tenant))
}
