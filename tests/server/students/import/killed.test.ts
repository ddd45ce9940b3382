/** A large import that is killed in the middle, goes on, and is undone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProcessOn } from '#tests/support/server/several-processes.ts'
import { CLIENT, createImportWorld, type ImportWorld } from './world.ts'

const FULL = process.env['FULL'] === '1'
const ROWS = FULL ? 10_000 : 1500
/** Every tenth row changes an account that is there already. */
const KNOWN_EVERY = 10
const PROGRESS_WITHIN_MS = 60_000

let world: ImportWorld
let course: number
beforeAll(async () => {
  world = await createImportWorld()
  course = await world.course('Kites')
})
afterAll(() => world.close())

const rowsOf = (every: number, name: string) =>
  Array.from({ length: ROWS / every }, (_, index) => {
    const n = index * every
    return `${name} ${n},p${n}@new.test,+91 ${10_000_000 + n},${name === 'Old' ? '' : 'Kites'}`
  })
const fileOf = (rows: readonly string[]) => ['Name,Email,Phone,Course', ...rows].join('\n')

const field = async <T>(sql: string, values: unknown[] = []): Promise<T> => {
  const [row] = await world.server.db.asSuperuser<{ value: T }>(sql, values)
  return row?.value as T
}
const stepOf = (id: string) =>
  field<number>('select step_done as value from student_import where id = $1', [id])
const stateOf = (id: string) => field<string>('select state as value from student_import where id = $1', [id])

/** Written by other jobs of the product, by the import itself, or kept on purpose: the record of what happened. */
const OTHERS = /^(?:student_import|audit_|dashboard_|learner_standing|standing_refresh)/
/** Every row of the client in every table. An ended enrolment counts as none, as for everybody who leaves a course. */
const everything = async (): Promise<Record<string, string>> => {
  const tables = await world.server.db.asSuperuser<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  const found: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !OTHERS.test(table.name)))
    found[name] = await field<string>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '') as value from (
         select (to_jsonb(t) - 'updated_at')::text as line from ${name} t
         where client_id = $1 ${name === 'enrolment' ? 'and left_at is null' : ''}) lines`,
      [CLIENT],
    )
  return found
}

/** Runs the product on the same database and kills it as soon as some batches are through. */
const killInTheMiddle = async (id: string): Promise<number> => {
  const product = await startProcessOn(world.server.db.superuser)
  const until = Date.now() + PROGRESS_WITHIN_MS
  while ((await stepOf(id)) === 0 && Date.now() < until) await sleep(5)
  await product.kill()
  // The database ends the transaction of the killed process.
  await sleep(200)
  return stepOf(id)
}

const created = (id: string) =>
  field<number>(
    `select count(*)::integer as value from student_import_row where import_id = $1 and result is not null`,
    [id],
  )

describe(`an import of ${ROWS} rows`, () => {
  it('goes on after the server was killed, and is undone to the last row', { timeout: 240_000 }, async () => {
    await world.run((await world.checked(fileOf(rowsOf(KNOWN_EVERY, 'Old')))).id)
    const before = await everything()
    const file = await world.checked(fileOf(rowsOf(1, 'New')))
    const known = ROWS / KNOWN_EVERY
    expect(file.rows).toEqual({ new: ROWS - known, changed: known, same: 0, wrong: 0 })

    await world.ours.call(world.admin, 'POST', `${file.id}/run/`, { sends_invitations: false })
    const done = await killInTheMiddle(file.id)
    expect(await stateOf(file.id)).toBe('importing')
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(ROWS)
    // What is counted is what was written: no half batch.
    expect(await created(file.id)).toBe(done)
    await world.job.look()
    const finished = await world.ours.get(world.admin, file.id)
    expect(finished).toMatchObject({
      state: 'done',
      step: { done: ROWS, of: ROWS },
      results: { created: ROWS - known, updated: known, unchanged: 0, refused: 0 },
    })
    expect(await world.people()).toHaveLength(ROWS)
    expect(
      await field('select count(*)::integer as value from enrolment where course_id = $1', [course]),
    ).toBe(ROWS)
    // Control: the comparison sees an import.
    const after = await everything()
    expect(after).not.toEqual(before)

    await world.ours.call(world.admin, 'POST', `${file.id}/undo/`)
    if (FULL) await killInTheMiddle(file.id)
    await world.job.look()
    expect(await world.ours.get(world.admin, file.id)).toMatchObject({
      state: 'undone',
      undone: { removed: ROWS - known, restored: known, partly: 0, kept: 0 },
    })
    expect(await everything()).toEqual(before)
  })
})
