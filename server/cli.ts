/** Commands for the operator: `npm run tenant -- create|list|on|off`. */
import { ConfigError, readConfig } from './core/config.ts'
import { createUser } from './features/auth/index.ts'
import { tenantCommand, UsageError, type TenantCommandTools } from './features/client-info/index.ts'
import { openProduct } from './start.ts'

type CreateAdmin = TenantCommandTools['createAdmin']

// Without a password: the person sets one with the code that "forgot password" sends to this address.
const createAdmin: CreateAdmin = async (db, { email, language }) => {
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

const run = async (args: readonly string[]): Promise<void> => {
  const [command, ...rest] = args
  if (command !== 'tenant') throw new UsageError('npm run tenant -- create | list | on | off')
  const { core, close } = await openProduct({ ...readConfig(), logLevel: 'warn' }, { join: true })
  try {
    await tenantCommand({ core, createAdmin, print: (line) => console.log(line) }, rest)
  } finally {
    await close()
  }
}

run(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof UsageError || error instanceof ConfigError ? error.message : error)
    process.exit(1)
  },
)
