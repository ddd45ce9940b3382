/** The operator's commands on the private PostgreSQL, as processes. */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const PASSPHRASE = 'a passphrase of an operator'
const CREATE = ['--name', 'Northlight', '--slug', 'northlight', '--admin-email', 'head@example.test']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lms-commands-'))
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (dataDir: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/cli.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: join(folder, dataDir),
      BACKUP_PASSPHRASE: PASSPHRASE,
      INIT_CWD: folder,
      ...env,
    },
  })
  return { status, out: stdout.trim(), error: stderr.trim() }
}
const refusedLine = (dataDir: string, args: readonly string[], env?: Record<string, string>) => {
  const { status, error } = run(dataDir, args, env)
  expect(status).toBe(1)
  expect(error.split('\n')).toHaveLength(1)
  return error
}

// Each step is a process, some with a new PostgreSQL: slow on a busy machine.
describe('npm run backup and npm run restore', { timeout: 240_000 }, () => {
  let list: string
  beforeAll(() => {
    const created = run('one', ['tenant', 'create', '--id', '3', ...CREATE])
    if (created.status !== 0) throw new Error(created.error)
    list = run('one', ['tenant', 'list']).out
  }, 240_000)

  it('restores into a new DATA_DIR what another one held', async () => {
    expect(run('one', ['backup', 'saved.backup'])).toMatchObject({
      status: 0,
      out: expect.stringMatching(/saved\.backup: \d+ rows of \d+ tables and 0 files \(0 MB\)$/),
    })
    expect(run('none', ['restore', 'saved.backup', '--check']).out).toContain('is complete, made at 20')
    expect(run('two', ['restore', 'saved.backup'])).toMatchObject({
      status: 0,
      out: expect.stringContaining('Restored the backup of 20'),
    })

    expect(list).toContain('Northlight')
    expect(run('two', ['tenant', 'list'])).toMatchObject({ status: 0, out: list })
    const [key, copy] = await Promise.all(
      ['one', 'two'].map((dir) => readFile(join(folder, dir, 'master.key'))),
    )
    expect(copy).toEqual(key)
  })

  it('refuses in one line, and creates nothing for a file that is not right', async () => {
    await writeFile(join(folder, 'holiday.jpg'), 'a picture')
    expect(refusedLine('three', ['restore', 'holiday.jpg'])).toContain('is not a backup of this product')
    expect(
      refusedLine('three', ['restore', 'saved.backup'], { BACKUP_PASSPHRASE: 'not this one at all' }),
    ).toContain('passphrase is wrong')
    expect(refusedLine('three', ['restore', 'missing.backup'])).toContain('no such file')
    expect(await readdir(folder)).not.toContain('three')
    expect(refusedLine('two', ['restore', 'saved.backup'])).toContain('has a master key already')
    expect(refusedLine('one', ['backup', 'saved.backup'])).toContain('exists already')
    expect(refusedLine('none', ['backup', 'other.backup'])).toContain('nothing to back up')
    expect(refusedLine('one', ['backup', 'x.backup'], { BACKUP_PASSPHRASE: 'short' })).toContain(
      'at least 12 characters',
    )
    expect(refusedLine('one', ['backup', 'x.backup'], { BACKUP_PASSPHRASE: '' })).toContain(
      'set the passphrase',
    )
    const otherKey = Buffer.alloc(32, 5).toString('base64')
    expect(refusedLine('four', ['restore', 'saved.backup'], { MASTER_KEY: otherKey })).toContain(
      'MASTER_KEY is not the key of this backup',
    )
  })

  it('rotates the master key, and takes a lost one for a reason to stop', async () => {
    const former = await readFile(join(folder, 'one', 'master.key'))
    const status = run('one', ['keys', 'status']).out
    expect(run('one', ['keys', 'rotate'])).toMatchObject({
      status: 0,
      out: expect.stringContaining('secrets were encrypted again'),
    })
    expect(await readFile(join(folder, 'one', 'master.key'))).not.toEqual(former)
    expect(run('one', ['keys', 'status']).out).not.toBe(status)
    expect(run('one', ['tenant', 'list'])).toMatchObject({ status: 0, out: list })
    expect(refusedLine('one', ['keys', 'reset'])).toContain('there is nothing to reset')

    await writeFile(join(folder, 'one', 'master.key'), former)
    expect(refusedLine('one', ['tenant', 'list'])).toContain('belongs to another master key')
    expect(run('one', ['keys', 'reset'])).toMatchObject({ status: 0 })
    expect(run('one', ['tenant', 'list'])).toMatchObject({ status: 0, out: list })
  })
})
