/** TE12: what a client's plan has no room for is refused where it would be created. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '#server/features/auth/index.ts'
import { countUnknownFiles, fileStore, meteredStore, storeFile } from '#server/features/files/index.ts'
import { isBeyondMailPlan } from '#server/features/emails/sending/mail-plan.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { createPlatformWorld, NO_LIMITS, OTHER, OWN, type PlatformWorld } from './world.ts'

let world: PlatformWorld
beforeAll(async () => {
  world = await createPlatformWorld()
})
afterAll(() => world.close())
beforeEach(() => world.limit(OWN, NO_LIMITS))

const tx = <T>(work: Parameters<typeof world.server.core.db.withTenant<T>>[1]) =>
  world.server.core.db.withTenant(OWN, work)
const active = async () => {
  const [row] = await world.server.db.asSuperuser<{ n: number }>(
    'select count(*)::int as n from app_user where client_id = $1 and disabled_at is null',
    [OWN],
  )
  return row?.n ?? 0
}

describe('people', () => {
  const add = (name: string) =>
    tx((db) => createUser(db, { email: `${name}@new.test`, fullName: name, passwordHash: null }))

  it('can be added up to the limit, exactly, also when many come at once', async () => {
    const room = 3
    await world.limit(OWN, { people: (await active()) + room })
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => add(`at-once-${index}`)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(room)
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    for (const error of refused) expect(error).toMatchObject({ code: 'people_limit', status: 403 })
  })

  it('control: come in without a limit', async () => {
    await expect(add('free')).resolves.toBeGreaterThan(0)
  })

  it('are refused by an invitation with a text of its own; deactivated people do not count', async () => {
    const invite = (email: string) =>
      world.server.app.inject({
        method: 'POST',
        url: `/api/clients/${OWN}/admin/students/`,
        headers: { authorization: `Bearer ${world.admin}` },
        payload: { name: 'Ira', email, language: 'en', course_id: null },
      })
    await world.limit(OWN, { people: await active() })
    const refused = await invite('ira@new.test')
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'people_limit'])
    const person = await addPerson(world.server.db, { clientId: OWN, name: 'Tia Temp' })
    await world.server.db.asSuperuser(
      `update app_user set disabled_at = now() where client_id = $1 and (id = $2 or email like 'at-once-%')`,
      [OWN, person],
    )
    expect((await invite('ira@new.test')).statusCode).toBe(201)
    await world.limit(OWN, { people: await active() })
    const again = await world.server.app.inject({
      method: 'POST',
      url: `/api/clients/${OWN}/admin/students/activity/`,
      headers: { authorization: `Bearer ${world.admin}` },
      payload: { ids: [person], is_active: true },
    })
    expect(again.json()).toEqual({ results: [{ id: person, result: 'refused', reason: 'people_limit' }] })
  })
})

describe('storage', () => {
  const put = (words: string, size: number) =>
    storeFile(meteredStore(world.server.core), OWN, {
      words,
      ending: 'pdf',
      content: Buffer.alloc(size, words),
    })
  const used = async () =>
    (await world.list('?search=client-7')).results[0]?.usage.storage_bytes ?? Number.NaN

  it('is counted once for each file, refused when full, and free again when files go', async () => {
    const before = await used()
    const url = await put('one', 600)
    await put('one', 600)
    expect(await used()).toBe(before + 600)
    await world.limit(OWN, { storage_bytes: before + 1000 })
    await expect(put('two', 500)).rejects.toMatchObject({ code: 'storage_limit', status: 403 })
    expect(await used()).toBe(before + 600)
    await put('three', 400)
    expect(await used()).toBe(before + 1000)
    const name = url.split('/').at(-1) ?? ''
    await meteredStore(world.server.core).drop(OWN, name)
    expect(await used()).toBe(before + 400)
    await expect(put('two', 500)).resolves.toContain('/files/7/two')
  })

  it('takes nothing for a file that could not be stored', async () => {
    const before = await used()
    const store = meteredStore(world.server.core)
    await expect(store.put(OWN, 'no name of ours', { content: Buffer.alloc(10) })).rejects.toThrow(
      'not a name for a stored file',
    )
    expect(await used()).toBe(before)
  })

  it('finds files that were there before, once', async () => {
    const before = await used()
    await storeFile(fileStore(world.server.config), OWN, {
      words: 'old',
      ending: 'pdf',
      content: Buffer.alloc(250, 'x'),
    })
    await countUnknownFiles(world.server.core)
    await countUnknownFiles(world.server.core)
    expect(await used()).toBe(before + 250)
  })
})

describe('campaigns', () => {
  const campaign = async (state: string, waiting: number) => {
    const id = randomUUID()
    await world.server.db.asSuperuser(
      `insert into email_campaign (client_id, id, name, purpose, state, content, audience, made_at, changed_at)
       values ($1, $2, 'n', 'course', $3, '{}', '{}', now(), now())`,
      [OWN, id, state],
    )
    await world.server.db.asSuperuser(
      `insert into email_recipient (client_id, campaign_id, number, email, email_key, language, state, due_at)
       select $1, $2, n, n || 'x', n || 'x', 'en', 'waiting', now() from generate_series(1, $3::int) n`,
      [OWN, id, waiting],
    )
  }

  it('stop at the mails of a month, with those under way counted and other clients left out', async () => {
    await campaign('sending', 6)
    await campaign('paused', 50)
    const isBeyond = () => tx((db) => isBeyondMailPlan(db, world.server.core))
    const [sent] = await world.server.db.asSuperuser<{ n: number }>(
      `select count(*)::int as n from outbox_message where client_id = $1 and channel = 'email'`,
      [OWN],
    )
    const mails = (sent?.n ?? 0) + 6
    expect(await isBeyond()).toBe(false)
    await world.limit(OWN, { mails: mails - 1 })
    expect(await isBeyond()).toBe(true)
    await world.limit(OWN, { mails })
    expect(await isBeyond()).toBe(false)
    await world.limit(OTHER, { mails: 0 })
    expect(await isBeyond()).toBe(false)
  })
})
