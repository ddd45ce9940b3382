/** `npm run client:export -- ID FILE` and `npm run client:import -- FILE`. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exportClient } from '../core/backup/client/export-client.ts'
import { importClient } from '../core/backup/client/import-client.ts'
import type { ClientTotals } from '../core/backup/client/shapes.ts'
import { systemClock } from '../core/clock.ts'
import { ConfigError, readConfig } from '../core/config.ts'
import { openOwnerLogin } from '../core/db/connect.ts'
import { migrate } from '../core/db/migrate.ts'
import { createLog } from '../core/log/log.ts'
import { fileStore } from '../features/files/index.ts'
import { LEFT_OUT } from './left-out-tables.ts'

const USAGE = `npm run client:export -- ID FILE   writes everything of one client into FILE (.tar.gz); the product may run
npm run client:import -- FILE [--host HOST]…   brings it into an installation of the same release without a client of
                                   this id; HOST leads to it from then on
The file is not encrypted and holds personal data: keep it as safe as a backup.`

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

// npm runs scripts in the project's folder; the path is meant from where the person is.
const pathOf = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path)

const wholeNumber = new Intl.NumberFormat('en')
const described = ({ tables, files }: ClientTotals): string => {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${wholeNumber.format(rows)} rows and ${wholeNumber.format(files)} files`
}

export const exportClientCommand = async (args: readonly string[]): Promise<void> => {
  const [id = '', path, ...rest] = args
  if (!/^[1-9]\d{0,8}$/.test(id) || path === undefined || rest.length > 0) throw new ConfigError(USAGE)
  const config = readConfig()
  const login = await openOwnerLogin(config, createLog('warn'), { create: false })
  try {
    const totals = await exportClient(
      {
        connection: login.connection,
        files: fileStore(config),
        leftOut: LEFT_OUT,
        now: systemClock.now(),
      },
      Number(id),
      pathOf(path),
    )
    console.log(`${pathOf(path)}: ${described(totals)} of client ${id}`)
    console.log(`Left out, and why:`)
    for (const [table, reason] of Object.entries(LEFT_OUT)) console.log(`  ${table}: ${reason}`)
  } finally {
    await login.close()
  }
}

export const importArguments = (args: readonly string[]): { path: string; hosts: string[] } => {
  const { values, positionals } = parsed(args)
  const [path, ...rest] = positionals
  const hosts = (values.host ?? []).map((host) => host.trim().toLowerCase())
  if (path === undefined || rest.length > 0 || !hosts.every((host) => HOST.test(host)))
    throw new ConfigError(USAGE)
  return { path, hosts }
}
const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: { host: { type: 'string', multiple: true } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new ConfigError(USAGE, { cause: error })
  }
}

export const importClientCommand = async (args: readonly string[]): Promise<void> => {
  const { path, hosts } = importArguments(args)
  const config = readConfig()
  const login = await openOwnerLogin(config, createLog('warn'), { create: true })
  try {
    await migrate({ connection: login.connection, appMayLogIn: login.appMayLogIn })
    const imported = await importClient(pathOf(path), {
      connection: login.connection,
      files: fileStore(config),
      dataDir: config.dataDir,
      leftOut: LEFT_OUT,
      hosts,
    })
    console.log(`Client ${imported.clientId} as it was at ${imported.createdAt}: ${described(imported)}`)
    if (imported.loweredSuperadmins > 0)
      console.log(`Superadmins of the archive who are admins here: ${imported.loweredSuperadmins}`)
    if (hosts.length === 0)
      console.log('No host name leads to it. The archive brings none: give it one with --host.')
    console.log('Start the product again, so that it knows the client.')
  } finally {
    await login.close()
  }
}
