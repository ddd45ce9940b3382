import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import type { OwnDataStatus } from '#contract/own-data/own-data.ts'
import { sharp } from '#server/core/pictures/sharp.ts'
import { forgetPerson } from '#server/features/community/index.ts'
import { dropStored, fileStore, openStored, storeFile } from '#server/features/files/index.ts'
import { createOwnDataJob } from '#server/features/own-data/index.ts'
import { CHILD_TABLES, PERSONAL_TABLES } from '#server/features/own-data/personal-data.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'
import { columnsWith, fillPerson } from './fill-person.ts'

const CLIENT = 7
const DAY_MS = 86_400_000
const CANARY = 'kanarienvogel-ann'
const OTHER = 'zaunkoenig-ben'
const clock = createTestClock()
let server: TestServer
let ann: number
let ben: number

const call = async <T = OwnDataStatus>(
  userId: number,
  method: 'GET' | 'POST' | 'DELETE' | 'PUT',
  path = '',
  payload?: object,
) => {
  const reply = await server.app.inject({
    method,
    url: `/accounts/clients/${CLIENT}/user/${path}`,
    headers: { authorization: `Bearer ${userId}` },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: (reply.body === '' ? null : reply.json()) as T }
}
const status = async (userId: number) => (await call(userId, 'GET', 'own-data/')).body
const runJob = () => {
  const store = fileStore(server.config)
  return createOwnDataJob(server.core, {
    open: (clientId, url) => openStored(store, clientId, url),
    store: (clientId, file) => storeFile(store, clientId, file),
    drop: (clientId, url) => dropStored(store, clientId, url),
    forgetPerson,
  }).look()
}
const rows = <T extends Record<string, unknown>>(query: string) => server.db.asSuperuser<T>(query)
const mails = async () =>
  (await rows<{ subject: string }>('select subject from outbox_message order by id desc limit 5')).map(
    ({ subject }) => subject,
  )
const actions = async () =>
  (
    await rows<{ action: string }>(`select action from audit_event where action like 'ownData.%' order by id`)
  ).map(({ action }) => action)
const storedFiles = () =>
  readdir(join(server.config.dataDir, 'files', String(CLIENT))).catch(() => [] as string[])
const setPicture = async (userId: number) => {
  const png = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await call(userId, 'PUT', 'profile/picture/', { picture: png.toString('base64') })
}

/** Names and texts of an archive. */
const unzip = (bytes: Buffer) =>
  new Promise<Map<string, string>>((resolve, reject) => {
    const files = new Map<string, string>()
    fromBuffer(bytes, { lazyEntries: true }, (error: Error | null, zip?: ZipFile) => {
      if (error || !zip) return reject(error ?? new Error('no archive'))
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure || !stream) return reject(failure ?? new Error('no stream'))
          void text(stream).then((content) => {
            files.set(entry.fileName, content)
            zip.readEntry()
          }, reject)
        })
      })
      zip.on('end', () => resolve(files))
      zip.readEntry()
    })
  })
const download = async (userId: number) => {
  const { body } = await call<{ url: string }>(userId, 'POST', 'own-data/export/address/')
  const reply = await server.app.inject({ url: body.url })
  return { status: reply.statusCode, headers: reply.headers, url: body.url, bytes: reply.rawPayload }
}

beforeAll(async () => {
  server = await startTestServer({ features: featuresAsUser, clock })
  await addClient(server.db, { id: CLIENT })
  ann = await addPerson(server.db, { clientId: CLIENT, name: 'Ann' })
  ben = await addPerson(server.db, { clientId: CLIENT, name: 'Ben' })
  await addPerson(server.db, { clientId: CLIENT, name: 'Root', role: 'admin' })
  await fillPerson(server.db, { clientId: CLIENT, userId: ann, canary: CANARY })
  await fillPerson(server.db, { clientId: CLIENT, userId: ben, canary: OTHER })
  await setPicture(ann)
  await setPicture(ben)
})
afterAll(() => server.close())

describe('a copy of one’s own data', () => {
  it('is prepared by the job, announced by mail and fetched by its owner', async () => {
    expect(await status(ann)).toEqual({ export: null, deletion: null })
    expect((await call(ann, 'POST', 'own-data/export/address/')).status).toBe(404)
    const asked = await call(ann, 'POST', 'own-data/export/')
    expect([asked.status, asked.body.export?.state]).toEqual([202, 'preparing'])
    await runJob()
    expect(await status(ann)).toMatchObject({ export: { state: 'ready' } })
    expect((await mails())[0]).toContain('is ready')
    const copy = await download(ann)
    expect(copy.status).toBe(200)
    expect(copy.headers['content-type']).toBe('application/zip')
    expect(await actions()).toEqual(['ownData.export_requested', 'ownData.export_downloaded'])
  })

  it('equals the database row by row, without what is withheld', async () => {
    const files = await unzip((await download(ann)).bytes)
    let compared = 0
    for (const [table, rule] of Object.entries({ ...PERSONAL_TABLES, ...CHILD_TABLES })) {
      const name = `data/${table}.json`
      expect(files.has(name), table).toBe(rule.notExported === null)
      // The request, the download and the mail were added meanwhile.
      if (rule.notExported !== null || ['audit_event', 'data_export', 'account_deletion'].includes(table))
        continue
      const columns = await rows<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_name = '${table}' and udt_name <> 'bytea' and column_name <> 'client_id'`,
      )
      const shown = columns.map((column) => column.name).filter((column) => !rule.withheld?.includes(column))
      const isOwn =
        'person' in rule
          ? `${rule.person} = ${ann}`
          : `${rule.column} in (select id from ${rule.parent} where user_id = ${ann})`
      const expected = await rows<{ line: string }>(
        `select row_to_json(r)::text as line from (select ${shown.map((column) => `"${column}"`).join(', ')}
         from ${table} where client_id = ${CLIENT} and ${isOwn}) r`,
      )
      const actual = JSON.parse(files.get(name) ?? '') as object[]
      const key = (row: object) =>
        JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))
      expect(actual.map(key).toSorted(), table).toEqual(
        expected.map(({ line }) => key(JSON.parse(line) as object)).toSorted(),
      )
      expect(actual.length, table).toBeGreaterThan(0)
      compared += actual.length
    }
    expect(compared).toBeGreaterThan(80)
  })

  it('holds the person’s files, nobody else’s data and no secret', async () => {
    const files = await unzip((await download(ann)).bytes)
    expect([...files.keys()].filter((name) => /^files\/face-/.test(name))).toHaveLength(1)
    const all = [...files].map(([name, content]) => `${name}\n${content}`).join('\n')
    expect(all).not.toContain(OTHER)
    expect(all).not.toContain(`${CANARY}-hash`)
    for (const secret of ['push_subscription-auth', 'problem_submission-authored', 'user_totp-secret_enc'])
      expect(all).not.toContain(`${CANARY}-${secret}`)
    // Control: what is not withheld is there.
    expect(all).toContain(`${CANARY}-lesson_note-body`)
  })

  it('refuses another person, a changed address, and any address after five minutes', async () => {
    expect((await call(ben, 'POST', 'own-data/export/address/')).status).toBe(404)
    const { url } = await download(ann)
    expect(
      (await server.app.inject({ url: url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })).statusCode,
    ).toBe(404)
    expect((await server.app.inject({ url: url.replace('/7/', '/8/') })).statusCode).toBe(404)
    clock.advance(5 * 60_000)
    expect((await server.app.inject({ url })).statusCode).toBe(404)
  })

  it('is one for 20 parallel requests, and gone after seven days with its file', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => call(ben, 'POST', 'own-data/export/')))
    expect(replies.filter(({ status: code }) => code === 202 || code === 429)).toHaveLength(20)
    await runJob()
    expect((await storedFiles()).filter((name) => name.startsWith('own-data-'))).toHaveLength(2)
    clock.advance(7 * DAY_MS)
    expect((await call(ben, 'POST', 'own-data/export/address/')).status).toBe(404)
    await runJob()
    expect((await storedFiles()).filter((name) => name.startsWith('own-data-'))).toEqual([])
    expect(await status(ben)).toEqual({ export: null, deletion: null })
  })
})

describe('the deletion of an account', () => {
  it('can be taken back for 14 days', async () => {
    const asked = await call(ben, 'POST', 'own-data/deletion/')
    const due = Date.parse(asked.body.deletion?.due_at ?? '')
    expect(due - clock.now().getTime()).toBe(14 * DAY_MS)
    expect((await call(ben, 'POST', 'own-data/deletion/')).body).toEqual(asked.body)
    expect((await mails())[0]).toContain('will be deleted on')
    clock.advance(14 * DAY_MS - 1000)
    await runJob()
    expect((await call(ben, 'DELETE', 'own-data/deletion/')).status).toBe(204)
    expect((await call(ben, 'DELETE', 'own-data/deletion/')).status).toBe(204)
    clock.advance(DAY_MS)
    await runJob()
    expect((await status(ben)).deletion).toBeNull()
    expect(await columnsWith(server.db, `${OTHER}@example.test`)).toContain('app_user.email')
  })

  it('is refused to the last administrator', async () => {
    const [root] = await rows<{ id: number }>(`select id from app_user where role = 'admin'`)
    expect((await call(root?.id ?? 0, 'POST', 'own-data/deletion/')).status).toBe(409)
    const second = await addPerson(server.db, { clientId: CLIENT, name: 'Second', role: 'admin' })
    const replies = await Promise.all(
      [root?.id ?? 0, second].map((id) => call(id, 'POST', 'own-data/deletion/')),
    )
    // Of two who leave at the same time, one must stay.
    expect(replies.map(({ status: code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('leaves nothing of the person in any table, store or file but what is listed as kept', async () => {
    // What others wrote and were told about the person.
    const forum = await rows<{ id: number }>(`select id from forum_comment where author_id = ${ben} limit 1`)
    await rows(`update forum_comment set body = '<p>Thanks @${CANARY}.user. Not @${CANARY}.user2</p>'
      where author_id = ${ben}`)
    const own = await rows<{ id: number }>(`select id from forum_comment where author_id = ${ann} limit 1`)
    await rows(`update notification set params = '{"who": "${CANARY} name", "title": "T"}',
      dedupe_key = 'comment:${own[0]?.id}' where id = (select min(id) from notification where user_id = ${ben})`)
    await server.core.db.withTenant(CLIENT, (db) =>
      server.core.outbox.add(db, {
        to: `${CANARY}@example.test`,
        channel: 'email',
        language: 'en',
        subject: 'Hello',
        text: `Hello ${CANARY}`,
        html: null,
      }),
    )
    // A registration without signing in.
    await rows(`update workshop_registration set user_id = null, email_key = '${CANARY}@example.test'
      where id = (select min(id) from workshop_registration where user_id = ${ann})`)
    // A payment link that was mailed to the person.
    await rows(`update app_user set email_verified_at = now() where id = ${ann}`)
    await rows(`insert into payment_link (client_id, code, title, amount_minor, currency, email, email_key, language,
        expires_at, remind_at, created_by, created_at)
      select client_id, 'abcdefghijklmnopqrstuv', 'Fee', 100, 'INR', email, email_key, 'en', now() + interval '2 days',
        now() + interval '1 day', ${ben}, now() from app_user where id = ${ann}`)
    const before = await columnsWith(server.db, CANARY)
    expect(before).toContain('payment_link.email')
    expect(before.length).toBeGreaterThan(80)
    await call(ann, 'POST', 'own-data/export/')
    await runJob()
    expect((await storedFiles()).some((name) => name.startsWith('own-data-'))).toBe(true)

    await call(ann, 'POST', 'own-data/deletion/')
    clock.advance(14 * DAY_MS)
    await runJob()
    await runJob()

    const left = await columnsWith(server.db, CANARY)
    expect(left.filter((column) => !STAYS.test(column))).toEqual([])
    for (const column of ['forum_report.note', 'course_rating.text']) {
      expect(before).toContain(column)
      expect(left).not.toContain(column)
    }
    const body = await rows<{ body: string }>(`select body from forum_comment where id = ${forum[0]?.id}`)
    expect(body[0]?.body).toBe(`<p>Thanks @deleted-${ann}. Not @${CANARY}.user2</p>`)
    const [link] = await rows(`select email, remind_at from payment_link`)
    expect(link).toEqual({ email: `deleted-${ann}@deleted.invalid`, remind_at: null })
    const files = await storedFiles()
    expect(files.filter((name) => name.startsWith('own-data-'))).toEqual([])
    // The other person's picture.
    expect(files.filter((name) => name.startsWith('face-'))).toHaveLength(1)
    expect(await columnsWith(server.db, OTHER)).toContain('lesson_note.body')
    expect((await actions()).at(-1)).toBe('ownData.account_erased')
  })

  it('control: finds a text and a hash that were forgotten', async () => {
    await rows(`update client set support_email = '${CANARY}@example.test' where client_id = ${CLIENT}`)
    await rows(`update user_session set cur_hash = convert_to('${CANARY}', 'UTF8') where user_id = ${ben}`)
    const left = await columnsWith(server.db, CANARY)
    expect(left.filter((column) => !STAYS.test(column))).toEqual([
      'client.support_email',
      'user_session.cur_hash',
    ])
  })

  it('leaves posts under the name of a deleted member, and nobody who can sign in', async () => {
    const [account] =
      await rows(`select full_name, email, username, password_hash, phone_number, profile_picture,
      disabled_at is not null as disabled from app_user where id = ${ann}`)
    expect(account).toEqual({
      full_name: 'Deleted member',
      email: `deleted-${ann}@deleted.invalid`,
      username: `deleted-${ann}`,
      password_hash: null,
      phone_number: null,
      profile_picture: null,
      disabled: true,
    })
    const [posts] = await rows(`select count(*)::int as n from forum_thread where author_id = ${ann}`)
    expect(posts).toEqual({ n: 2 })
    const [sessions] = await rows(`select count(*)::int as n from user_session where user_id = ${ann}`)
    expect(sessions).toEqual({ n: 0 })
  })
})

/** What people wrote in the community, payments, and the log of security events. */
const STAYS =
  /^(forum_(thread|comment|revision|report|bookmark|thread_vote|comment_vote)|course_rating|course_purchase|ledger_entry|programme_order|programme_refund_request|payment_checkout|payment_document|coupon_use|course_coupon_use|referral|referral_payout|audit_event|certificate)\./
