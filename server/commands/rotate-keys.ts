/** Replaces the master key, next to a running product. Safe to stop and to repeat at any point. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, type Config } from '../core/config.ts'
import type { Core } from '../core/core.ts'
import { advanceKeyFiles, dropFormerKeyFile, keyFilesState } from '../core/security/keyring.ts'
import { listClientIds, reencryptAll, type EncryptedColumn } from '../core/security/reencrypt.ts'

/** A server that read the keys just before they changed has stored by then what it encrypted with them. */
const SETTLE_MS = 1_000

export interface RotateTools {
  readonly core: Pick<Core, 'audit' | 'config' | 'db' | 'vault'>
  readonly columns: readonly EncryptedColumn[]
  readonly print: (line: string) => void
  /** For tests, which kill the process here. */
  readonly onStep?: (step: string) => void
  readonly settleMs?: number
}

/** In DATA_DIR a new key is made; with MASTER_KEY the operator has made it. Finishes a rotation that was stopped. */
const makeCurrent = async (config: Config, onStep: (step: string) => void) => {
  if (config.masterKey !== null) {
    if (config.formerMasterKey === null)
      throw new ConfigError(
        'MASTER_KEY is in the settings: set MASTER_KEY to a new key and MASTER_KEY_FORMER to the one before, restart every server, then run this again',
      )
    return
  }
  const { hasNext, hasFormer } = await keyFilesState(config.dataDir)
  if (hasNext || !hasFormer) await advanceKeyFiles(config.dataDir, onStep)
}

export const rotateKeys = async ({
  core,
  columns,
  print,
  onStep = () => undefined,
  settleMs = SETTLE_MS,
}: RotateTools): Promise<void> => {
  await makeCurrent(core.config, onStep)
  const first = await reencryptAll(core.db, core.vault, columns, onStep)
  await sleep(settleMs)
  const second = await reencryptAll(core.db, core.vault, columns, onStep)
  const changed = first.changed + second.changed
  if (second.unreadable.length > 0)
    throw new ConfigError(
      `${changed} secrets are under the new key; no key decrypts ${second.unreadable.length} others (${[...new Set(second.unreadable)].join(', ')}). The former key stays`,
    )
  await recordRotation(core, changed)
  if (core.config.masterKey === null) {
    await dropFormerKeyFile(core.config.dataDir)
    onStep('former key dropped')
    print(`A new master key is in ${core.config.dataDir}; ${changed} secrets were encrypted again.`)
    print('Running servers use it already. Make a backup: older ones hold the former key.')
  } else {
    print(`${changed} secrets were encrypted again under MASTER_KEY.`)
    print('Remove MASTER_KEY_FORMER from the settings of every server and restart them.')
  }
}

/** In the log of every client, because the key protects the secrets of all. */
const recordRotation = async ({ audit, db: database }: RotateTools['core'], changed: number) => {
  for (const clientId of await listClientIds(database))
    await database.withTenant(clientId, (db) =>
      audit.record(db, { action: 'security.keys_rotated', result: 'ok', actorId: null, detail: { changed } }),
    )
}
