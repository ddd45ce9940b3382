/** `npm run keys -- status | rotate | reset`. */
import { systemClock } from '../core/clock.ts'
import { ConfigError, readConfig } from '../core/config.ts'
import { connectDatabase } from '../core/db/connect.ts'
import { createLog } from '../core/log/log.ts'
import { readInstallationSecret, replaceInstallationSecret } from '../core/security/installation-secret.ts'
import { keyId, readKeyring } from '../core/security/keyring.ts'
import { createVault } from '../core/security/vault.ts'

const USAGE = `npm run keys -- status   names the master keys (never shows them)
npm run keys -- rotate   makes a new master key and encrypts every stored secret again
npm run keys -- reset    after the master key was lost: gives up what it encrypted`

const printStatus = async (): Promise<void> => {
  const { current, former } = await readKeyring(readConfig())
  console.log(`current  ${keyId(current).toString('hex')}`)
  for (const key of former) console.log(`former   ${keyId(key).toString('hex')}`)
}

const rotate = async (): Promise<void> => {
  const [{ encryptedColumns }, { openProduct }, { rotateKeys }] = await Promise.all([
    import('../app.ts'),
    import('../start.ts'),
    import('./rotate-keys.ts'),
  ])
  const { core, close } = await openProduct({ ...readConfig(), logLevel: 'warn' }, { join: true })
  try {
    await rotateKeys({ core, columns: encryptedColumns, print: (line) => console.log(line) })
  } finally {
    await close()
  }
}

/** Signing keys and the push key replace themselves when nobody can read them. */
const reset = async (): Promise<void> => {
  const config = readConfig()
  const { current } = await readKeyring(config)
  const vault = createVault(config)
  const { database, engine } = await connectDatabase(config, createLog('warn'), { join: true })
  try {
    const isReadable = await readInstallationSecret({ database, clock: systemClock }, vault, current).then(
      () => true,
      () => false,
    )
    if (isReadable) throw new ConfigError('The master key fits this database: there is nothing to reset')
    await database.withoutTenant((db) => replaceInstallationSecret(db, vault, systemClock.now()))
  } finally {
    await database.close()
    await engine?.stop()
  }
  console.log('Done. Restart every server. Everybody signs in again; links in mails sent so far do not work.')
}

export const keysCommand = async ([command, ...rest]: readonly string[]): Promise<void> => {
  const run = { status: printStatus, rotate, reset }[command ?? '']
  if (!run || rest.length > 0) throw new ConfigError(USAGE)
  await run()
}
