/**
 * Which provider a client pays with. The test checkout is there only in a demo, for a client that the demo's seed filled
 * and nobody has set up for real use (docs/decisions/money/pay-by-a-test-checkout-in-the-demo-only.md).
 */
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { PaymentProvider } from './provider.ts'
import { createTestProvider } from './test-provider.ts'

export type FindProvider = (db: TenantDb, clientId: number, name?: string) => Promise<PaymentProvider | null>

export const createFindProvider = (core: Pick<Core, 'config' | 'db' | 'secret' | 'clock'>): FindProvider => {
  const test = createTestProvider(core)
  return async (db, clientId, name) => {
    if (!core.config.demo || (name !== undefined && name !== test.name)) return null
    const client = await db
      .selectFrom('client')
      .select(['demo_seeded_at', 'set_up_at'])
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    return client && client.demo_seeded_at !== null && client.set_up_at === null ? test : null
  }
}
