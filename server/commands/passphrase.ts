/** The passphrase of a backup: from BACKUP_PASSPHRASE, or typed without being shown. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ConfigError } from '../core/config.ts'

const MIN_CHARS = 12

const ask = async (question: string): Promise<string> => {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

export const readPassphrase = async ({ isNew }: { isNew: boolean }): Promise<string> => {
  const given = process.env['BACKUP_PASSPHRASE']
  if (!given && !process.stdin.isTTY)
    throw new ConfigError('BACKUP_PASSPHRASE: set the passphrase of the backup, or run this in a terminal')
  const passphrase = given || (await ask('Passphrase of the backup: '))
  if (!isNew) return passphrase
  if (passphrase.length < MIN_CHARS)
    throw new ConfigError(`The passphrase must have at least ${MIN_CHARS} characters`)
  if (!given && (await ask('Once more: ')) !== passphrase)
    throw new ConfigError('The two passphrases are different')
  return passphrase
}
