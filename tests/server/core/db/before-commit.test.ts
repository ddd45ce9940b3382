import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beforeCommit, withCommit } from '#server/core/db/database.ts'
import { addClient } from '#tests/support/server/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  await addClient(db, { id: 7 })
})
afterAll(() => db.drop())

const nameOf = async () => (await db.asSuperuser<{ name: string }>('select name from client'))[0]?.name
const rename = (name: string, fails = false) =>
  db.database.withTenant(7, async (tx) => {
    const write = (text: string) => async () => {
      await tx.updateTable('client').set({ name: text }).where('client_id', '=', 7).execute()
    }
    beforeCommit(tx, async () => {
      await write(`${name} first`)()
      beforeCommit(tx, write(`${name} last`))
    })
    beforeCommit(tx, async () => {
      if (fails) throw new Error('last work')
      await write(`${name} second`)()
    })
    await write(name)()
    return name
  })

it('does the last work of a transaction in its order, and what that work adds', async () => {
  expect(await rename('A')).toBe('A')
  expect(await nameOf()).toBe('A last')
})

it('rolls everything back when the last work fails', async () => {
  await expect(rename('B', true)).rejects.toThrow('last work')
  expect(await nameOf()).toBe('A last')
})

it('lets work before the commit see what leaves with COMMIT', async () => {
  const seen: unknown[] = []
  await db.database.withTenant(7, async (tx) => {
    const read = async () => {
      seen.push((await tx.selectFrom('client').select('name').executeTakeFirst())?.name)
    }
    beforeCommit(tx, async () => {
      withCommit(tx, () => tx.updateTable('client').set({ name: 'C' }).where('client_id', '=', 7).execute())
    })
    beforeCommit(tx, read)
  })
  expect(seen).toEqual(['C'])
  expect(await nameOf()).toBe('C')
})

it('rolls everything back when a statement fails that leaves with COMMIT', async () => {
  const failing = db.database.withTenant(7, async (tx) => {
    await tx.updateTable('client').set({ name: 'D' }).where('client_id', '=', 7).execute()
    withCommit(tx, () => sql`select 1 / 0`.execute(tx))
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await nameOf()).toBe('C')
})
