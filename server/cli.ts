/** Commands for the operator: `npm run tenant`, `backup`, `restore`, `client:export`, `client:import` and `keys`. */
import { BackupError } from './core/backup/backup-error.ts'
import { ConfigError, readConfig } from './core/config.ts'
import type { TenantCommandTools } from './features/client-info/index.ts'

type CreateAdmin = TenantCommandTools['createAdmin']

// Without a password: the person sets one with the code that "forgot password" sends to this address.
const createAdmin: CreateAdmin = async (db, { email, language }) => {
  const { createUser } = await import('./features/auth/index.ts')
  const now = new Date()
  await createUser(db, {
    email,
    fullName: email.split('@', 1)[0] ?? email,
    role: 'admin',
    language,
    passwordHash: null,
    emailVerifiedAt: now,
  })
}

// Loaded when needed: most commands need little of the product and answer at once.
const tenant = async (args: readonly string[]): Promise<void> => {
  const [{ openProduct }, { tenantCommand, UsageError }] = await Promise.all([
    import('./start.ts'),
    import('./features/client-info/index.ts'),
  ])
  const { core, close } = await openProduct({ ...readConfig(), logLevel: 'warn' }, { join: true })
  try {
    await tenantCommand({ core, createAdmin, print: (line) => console.log(line) }, args)
  } catch (error) {
    throw error instanceof UsageError ? new ConfigError(error.message, { cause: error }) : error
  } finally {
    await close()
  }
}

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  tenant,
  backup: async (args) => (await import('./commands/backup-command.ts')).backupCommand(args),
  restore: async (args) => (await import('./commands/backup-command.ts')).restoreCommand(args),
  'client:export': async (args) =>
    (await import('./commands/client-archive-command.ts')).exportClientCommand(args),
  'client:import': async (args) =>
    (await import('./commands/client-archive-command.ts')).importClientCommand(args),
  keys: async (args) => (await import('./commands/keys-command.ts')).keysCommand(args),
}

const run = async ([name = '', ...args]: readonly string[]): Promise<void> => {
  const command = commands[name]
  if (!command)
    throw new ConfigError('npm run tenant | backup | restore | client:export | client:import | keys')
  await command(args)
}

run(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    // These messages are everything that the operator needs.
    const isForOperator = error instanceof ConfigError || error instanceof BackupError
    console.error(isForOperator ? error.message : error)
    process.exit(1)
  },
)
