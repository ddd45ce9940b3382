import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptedColumns } from '#server/app.ts'
import { rotateKeys } from '#server/commands/rotate-keys.ts'
import { systemClock } from '#server/core/clock.ts'
import { ConfigError } from '#server/core/config.ts'
import { decrypt, encrypt } from '#server/core/security/encrypt.ts'
import { readInstallationSecret } from '#server/core/security/installation-secret.ts'
import { keyId } from '#server/core/security/keyring.ts'
import { createVault, secretsFrom } from '#server/core/security/vault.ts'
import { createSigningKeys } from '#server/features/auth/sessions/signing-keys.ts'
import { createPushKeys } from '#server/features/notifications/push/push-keys.ts'
import { addressOf } from '#tests/support/server/several-processes.ts'
import { addClient } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const CHILD = join(import.meta.dirname, '..', '..', '..', 'support', 'server', 'rotate-child.ts')

/** Ciphertexts under other keys, each with its key. */
const WITHOUT_MASTER_KEY: Readonly<Record<string, string>> = {
  'user_session.succ_enc': 'the refresh token before, which only its holder has',
}

let server: TestServer
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lms-rotate-'))
  server = await startTestServer({ env: { MASTER_KEY: '', DATA_DIR: dataDir } })
  for (const id of [7, 8]) await addClient(server.db, { id })
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const settings = () => ({ dataDir, masterKey: null, formerMasterKey: null })
/** What a server that starts now reads: its signatures, signing keys and push key. */
const readAll = async () => {
  const vault = createVault(settings())
  const secret = await readInstallationSecret(
    { database: server.db.database, clock: systemClock },
    vault,
    Buffer.alloc(32),
  )
  const parts = { db: server.db.database, clock: systemClock, vault }
  const kids = []
  for (const clientId of [7, 8]) kids.push((await createSigningKeys(parts).current(clientId)).kid)
  return { secret: secret.toString('hex'), kids, push: (await createPushKeys(parts).current()).privateKey }
}
const encryptedUnder = async () => {
  const rows = await server.db.asSuperuser<{ bytes: Buffer }>(
    `select private_enc as bytes from signing_key union all select private_enc from push_key
     union all select secret_enc from installation_secret`,
  )
  return [...new Set(rows.map(({ bytes }) => bytes.subarray(1, 9).toString('hex')))]
}
const currentKey = () => readFile(join(dataDir, 'master.key'))
const rotate = (core = server.core) =>
  rotateKeys({ core, columns: encryptedColumns, print: () => undefined, settleMs: 0 })

describe('a new master key', () => {
  it('encrypts every stored secret again, keeps what they say, and drops the former key', async () => {
    const before = await readAll()
    const former = await currentKey()

    await rotate()

    expect(await currentKey()).not.toEqual(former)
    expect(await encryptedUnder()).toEqual([keyId(await currentKey()).toString('hex')])
    expect(await readAll()).toEqual(before)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('master'))).toEqual(['master.key'])
  })

  it('records the change in the log of every client', async () => {
    const rotations = () =>
      server.db.asSuperuser<{ client_id: number; n: number }>(
        `select client_id, count(*)::integer as n from audit_event where action = 'security.keys_rotated'
         group by client_id order by client_id`,
      )
    const before = await rotations()
    await rotate()
    expect(await rotations()).toEqual(before.map(({ client_id, n }) => ({ client_id, n: n + 1 })))
    expect(before.map(({ client_id }) => client_id)).toEqual(expect.arrayContaining([7, 8]))
  })

  it('reaches a running server without a restart', async () => {
    const running = createVault(settings())
    const stored = running.encrypt('test', Buffer.from('a secret'), 'place')
    expect(running.isCurrent(stored)).toBe(true)
    await rotate()

    expect(running.isCurrent(stored)).toBe(false)
    expect(running.isCurrent(running.encrypt('test', Buffer.from('another'), 'place'))).toBe(true)
    expect(() => running.decrypt('test', stored, 'place')).toThrow('unknown master key')
  })

  it.each([
    ['next key written', 1],
    ['current key kept as the former', 1],
    ['next key made current', 1],
    ['column encrypted', 1],
    ['column encrypted', 3],
    ['former key dropped', 1],
  ])('keeps every secret readable when it is killed at "%s", occurrence %i', async (step, occurrence) => {
    const before = await readAll()
    const former = await currentKey()
    const { signal, stderr } = spawnSync(process.execPath, [CHILD, step, String(occurrence)], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: addressOf(server.db.superuser), DATA_DIR: dataDir },
    })
    expect([signal, stderr]).toEqual(['SIGKILL', ''])
    expect(await readAll()).toEqual(before)

    await rotate()

    expect(await readAll()).toEqual(before)
    expect(await currentKey()).not.toEqual(former)
    expect(await encryptedUnder()).toEqual([keyId(await currentKey()).toString('hex')])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('master.key.'))).toEqual([])
  })

  it('reaches every column of the schema that holds ciphertexts', async () => {
    const columns = await server.db.asSuperuser<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_enc'`,
    )
    const listed = encryptedColumns.map(({ table, column }) => `${table}.${column}`)
    expect(
      columns
        .map(({ name }) => name)
        .filter((name) => !(name in WITHOUT_MASTER_KEY))
        .toSorted(),
    ).toEqual(listed.toSorted())
  })

  it('keeps the former key as long as something is encrypted under neither', async () => {
    await server.db.asSuperuser(
      "update signing_key set private_enc = '\\x0102030405060708091011121314151617181920' where client_id = 8",
    )
    await expect(rotate()).rejects.toThrow('no key decrypts 1 others (signing_key.private_enc)')
    expect(await readdir(dataDir)).toContain('master.key.former')
    await server.db.asSuperuser('delete from signing_key where client_id = 8')
    await rotate()
    expect(await readdir(dataDir)).not.toContain('master.key.former')
  })

  it('control: a secret that no list names is unreadable after a rotation', async () => {
    const before = await readAll()
    await rotateKeys({
      core: server.core,
      columns: encryptedColumns.filter(({ table }) => table !== 'push_key'),
      print: () => undefined,
      settleMs: 0,
    })
    expect((await readAll()).push).not.toBe(before.push)
  })
})

describe('master keys in the settings', () => {
  it('changes from MASTER_KEY_FORMER to MASTER_KEY, and asks for both', async () => {
    const [former, next] = [(await currentKey()).toString('base64'), Buffer.alloc(32, 3).toString('base64')]
    const before = await readAll()
    const withKeys = (masterKey: string, formerMasterKey: string | null) => {
      const config = { ...server.config, masterKey, formerMasterKey }
      return { ...server.core, config, vault: createVault(config) }
    }
    await expect(rotate(withKeys(next, null))).rejects.toBeInstanceOf(ConfigError)
    await rotate(withKeys(next, former))

    expect(await encryptedUnder()).toEqual([keyId(Buffer.from(next, 'base64')).toString('hex')])
    await expect(readAll()).rejects.toThrow('belongs to another master key')
    await writeFile(join(dataDir, 'master.key'), Buffer.from(next, 'base64'))
    expect(await readAll()).toEqual(before)
  })
})

describe('an installation of an earlier release', () => {
  it('keeps its signatures and reads what it encrypted without naming a key', async () => {
    const masterKey = await currentKey()
    await server.db.asSuperuser('delete from installation_secret')
    const secret = secretsFrom(
      await readInstallationSecret(
        { database: server.db.database, clock: systemClock },
        createVault(settings()),
        masterKey,
      ),
    )
    // As the releases before did it: HKDF of the master key itself.
    const stored = encrypt(secretsFrom(masterKey)('old.purpose'), Buffer.from('old'), 'place')

    expect(secret('auth.codes')).toEqual(secretsFrom(masterKey)('auth.codes'))
    const vault = createVault(settings(), secret)
    expect(vault.decrypt('old.purpose', stored, 'place').toString()).toBe('old')
    expect(vault.isCurrent(stored)).toBe(false)
    expect(() => decrypt(secret('old.purpose'), stored, 'another place')).toThrow('authenticate')
  })
})
