/** Row security binds the owner of the tables: what a migration writes reaches no row unless a tenant is set. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#server/core/db/migrate.ts'

/** At the start of a line: not in a function, a trigger or a loop over the tenants. */
const PLAIN_WRITE = /^(?:insert into|update|delete from|with \w+ as) /im
const UNBOUND = /no force row level security/

const writingWithoutTenant = (names: readonly string[]) =>
  names.filter((name) => {
    const text = readFileSync(join(MIGRATIONS, name), 'utf8')
    return PLAIN_WRITE.test(text) && !UNBOUND.test(text)
  })
const all = readdirSync(MIGRATIONS).toSorted()

it('migrations write to the rows of each client in turn', () => {
  expect(writingWithoutTenant(all.filter((name) => name > '0471'))).toEqual([])
})

it('control: finds the earlier ones that reached no row', () => {
  expect(writingWithoutTenant(all)).toEqual(
    expect.arrayContaining(['0360_payment_documents.sql', '0400_ledger_movements.sql']),
  )
})
