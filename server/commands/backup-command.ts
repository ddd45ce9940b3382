/** `npm run backup -- FILE` and `npm run restore -- FILE`. */
import { resolve } from 'node:path'
import { writeBackup, type Totals } from '../core/backup/backup.ts'
import { noteBackup } from '../core/backup/note-backup.ts'
import { checkBackup, checkBackupStart, restoreBackup } from '../core/backup/restore.ts'
import { systemClock } from '../core/clock.ts'
import { ConfigError, readConfig, type Config } from '../core/config.ts'
import { openOwnerLogin } from '../core/db/connect.ts'
import { migrate, migrationNames } from '../core/db/migrate.ts'
import { createLog } from '../core/log/log.ts'
import { findKeyring, removeKeyFiles, writeKeyFiles } from '../core/security/keyring.ts'
import { fileStore } from '../features/files/index.ts'
import { readPassphrase } from './passphrase.ts'

const USAGE = `npm run backup -- FILE             makes an encrypted backup; the product may run
npm run restore -- FILE            restores it into an empty DATA_DIR and database
npm run restore -- FILE --check    only checks that the file is complete and undamaged
The passphrase comes from BACKUP_PASSPHRASE, or is asked for.`

const fileFrom = (args: readonly string[]): string => {
  const [path, ...rest] = args
  if (path === undefined || path.startsWith('-') || rest.length > 0) throw new ConfigError(USAGE)
  // npm runs scripts in the project's folder; the path is meant from where the person is.
  return resolve(process.env['INIT_CWD'] ?? '.', path)
}

const MEGABYTE = 1_000_000
const wholeNumber = new Intl.NumberFormat('en')
const described = ({ tables, rows, files, bytes }: Totals): string =>
  `${wholeNumber.format(rows)} rows of ${tables} tables and ${wholeNumber.format(files)} files (${wholeNumber.format(Math.ceil(bytes / MEGABYTE))} MB)`

export const backupCommand = async (args: readonly string[]): Promise<void> => {
  const path = fileFrom(args)
  const config = readConfig()
  const keyring = findKeyring(config)
  if (!keyring)
    throw new ConfigError(`DATA_DIR: there is no master key in ${config.dataDir}, so nothing to back up`)
  const passphrase = await readPassphrase({ isNew: true })
  const login = await openOwnerLogin(config, createLog('warn'), { create: false })
  try {
    const totals = await writeBackup(
      {
        connection: login.connection,
        files: fileStore(config),
        dataDir: config.dataDir,
        keys: [keyring.current, ...keyring.former],
        now: systemClock.now(),
      },
      path,
      passphrase,
    )
    await noteBackup(login.connection, { at: systemClock.now(), bytes: Math.ceil(totals.bytes) })
    console.log(`${path}: ${described(totals)}`)
  } finally {
    await login.close()
  }
}

const keysTarget = (config: Config) => ({
  check: async (keys: readonly Buffer[]) => {
    const found = findKeyring(config)
    if (config.masterKey === null && found)
      throw new ConfigError(`DATA_DIR: ${config.dataDir} has a master key already: restore into an empty one`)
    if (config.masterKey !== null && !(keys[0] && found?.current.equals(keys[0])))
      throw new ConfigError(
        'MASTER_KEY is not the key of this backup: remove the setting, and the key is restored into DATA_DIR',
      )
  },
  write: (keys: readonly Buffer[]) =>
    config.masterKey === null ? writeKeyFiles(config.dataDir, keys) : Promise.resolve(),
  remove: () => (config.masterKey === null ? removeKeyFiles(config.dataDir) : Promise.resolve()),
})

export const restoreCommand = async (args: readonly string[]): Promise<void> => {
  const isCheck = args.includes('--check')
  const path = fileFrom(args.filter((arg) => arg !== '--check'))
  const config = readConfig()
  const passphrase = await readPassphrase({ isNew: false })
  if (isCheck) {
    const { createdAt, ...totals } = await checkBackup(path, passphrase)
    console.log(`${path} is complete, made at ${createdAt}: ${described(totals)}`)
    return
  }
  // Before a database is created.
  await checkBackupStart(path, passphrase)
  const login = await openOwnerLogin(config, createLog('warn'), { create: true })
  try {
    const { createdAt, ...totals } = await restoreBackup(path, passphrase, {
      connection: login.connection,
      files: fileStore(config),
      dataDir: config.dataDir,
      knownMigrations: await migrationNames(),
      migrate: async (only) => {
        await migrate({ connection: login.connection, appMayLogIn: login.appMayLogIn, only })
      },
      keys: keysTarget(config),
    })
    console.log(`Restored the backup of ${createdAt}: ${described(totals)}`)
  } finally {
    await login.close()
  }
}
