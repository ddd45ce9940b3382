/** Migration 0491 counts brand pictures that were uploaded before they counted as storage. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type EarlierDatabase } from '#tests/support/server/migrations.ts'

const COUNTED = '0491_brand_pictures_stored.sql'
const idOf = (letter: string) => letter.repeat(32)

let earlier: EarlierDatabase
beforeAll(async () => {
  earlier = await databaseBefore(COUNTED)
  for (const client of [3, 7, 9])
    await earlier.db.asSuperuser(
      `insert into client (client_id, name, short_name, slug) values ($1::integer, 'Client', 'Client', 'client-' || $1)`,
      [client],
    )
  await addPicture(3, 'a', 100)
  await addPicture(3, 'b', 20)
  await addPicture(7, 'a', 5)
  // A client with files, and with a picture that counts already.
  await addPicture(7, 'c', 40)
  await earlier.db.asSuperuser('insert into client_usage (client_id, storage_bytes) values (7, 1040)')
  await earlier.db.asSuperuser(
    `insert into stored_file (client_id, name, bytes) values (7, 'film.mp4', 1000), (7, 'brand/' || $1::text, 40)`,
    [idOf('c')],
  )
})
afterAll(() => earlier.drop())

const addPicture = (client: number, letter: string, bytes: number) =>
  earlier.db.asSuperuser(
    `insert into client_picture (client_id, id, content, uploaded_at)
     values ($1, $2, decode(repeat('00', $3::integer), 'hex'), now())`,
    [client, idOf(letter), bytes],
  )
const used = async () => {
  const rows = await earlier.db.asSuperuser<{ said: string }>(
    `select client_id || ': ' || storage_bytes as said from client_usage order by client_id`,
  )
  return rows.map(({ said }) => said)
}
const files = async () => {
  const rows = await earlier.db.asSuperuser<{ said: string }>(
    `select client_id || ' ' || left(name, 7) || ' ' || bytes as said from stored_file order by client_id, name`,
  )
  return rows.map(({ said }) => said)
}

it('count as stored in every client, each once, beside the files that there are', async () => {
  expect([await used(), await files()], 'before').toEqual([['7: 1040'], ['7 brand/c 40', '7 film.mp 1000']])
  await earlier.apply(COUNTED)
  const after = [
    ['3: 120', '7: 1045'],
    ['3 brand/a 100', '3 brand/b 20', '7 brand/a 5', '7 brand/c 40', '7 film.mp 1000'],
  ]
  expect([await used(), await files()]).toEqual(after)
})

it('are out of reach of an update that names no client: the control', async () => {
  await earlier.db.asSuperuser('delete from stored_file')
  await earlier.db.asSuperuser(`do $$ begin
    set local role lms_owner;
    insert into stored_file (client_id, name, bytes)
    select client_id, 'brand/' || id, length(content) from client_picture;
  end $$`)
  expect(await files()).toEqual([])
})
