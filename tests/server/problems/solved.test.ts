import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import type { TenantDb } from '#server/core/db/database.ts'
import { problemFacts } from '#server/features/problems/index.ts'

it('counts solved problems of one client, whatever row-level security adds', async () => {
  const statements: string[] = []
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql)
    },
  })
  await problemFacts(db as unknown as TenantDb, 3)
  expect(statements).toHaveLength(1)
  expect(statements[0]).toMatch(/where "client_id" = current_client_id\(\) and "user_id" = \$1/)
})
