import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { email as emailSchema } from '#contract/auth/auth.ts'
import type { FieldIssue } from '#contract/errors.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { SetupProblem, SetupValues } from './setup-page.ts'
import type { SetupField } from './setup-texts.ts'

/** What the accounts and the clients do here; handed over in app.ts. */
export interface SetupDependencies {
  readonly defaultClientId: number
  readonly clients: {
    readonly listIds: (db: TenantDb) => Promise<number[]>
    /** Undefined if the client of the transaction does not exist. */
    readonly find: (
      db: TenantDb,
      clientId: number,
    ) => Promise<{ name: string; isDemo: boolean; isSetUp: boolean } | undefined>
    readonly create: (
      db: TenantDb,
      client: { clientId: number; name: string; email: string; languages: [Language, ...Language[]] },
    ) => Promise<void>
    readonly markSetUp: (db: TenantDb, clientId: number, now: Date) => Promise<void>
  }
  readonly accounts: {
    /** Administrators, without the accounts of the demo. */
    readonly hasAdministrator: (db: TenantDb) => Promise<boolean>
    readonly isTaken: (db: TenantDb, email: string) => Promise<boolean>
    readonly judgePassword: (password: string, ownTexts: readonly string[]) => Promise<FieldIssue | null>
    readonly hashPassword: (password: string) => Promise<string>
    readonly create: (
      db: TenantDb,
      person: { email: string; fullName: string; passwordHash: string; language: Language; now: Date },
    ) => Promise<number>
  }
}

export type SetupOutcome =
  | { status: 'done' }
  | { status: 'closed' }
  | { status: 'invalid'; problems: Partial<Record<SetupField, SetupProblem>> }

/** Serializes uses of the link over all processes; the second number is no client's. */
const LOCK = sql`select pg_advisory_xact_lock(7233, 0)`

const PASSWORD_PROBLEMS: Partial<Record<FieldIssue['code'], SetupProblem>> = {
  too_short: 'tooShort',
  too_long: 'tooLong',
  common_password: 'common',
  personal_password: 'personal',
}

type Problems = Partial<Record<SetupField, SetupProblem>>

const formProblems = (values: SetupValues, fields: readonly SetupField[]): Problems => {
  const problems: Problems = {}
  for (const field of fields) if (!values[field]?.trim()) problems[field] = 'required'
  if ((values.organisation?.length ?? 0) > 80) problems.organisation = 'tooLong'
  if ((values.full_name?.length ?? 0) > 120) problems.full_name = 'tooLong'
  if (!problems.email && !emailSchema.safeParse(values.email).success) problems.email = 'email'
  return problems
}

/**
 * The link for the first administrator. Its key derives from the installation's master key: it is the same after a
 * restart and in every process, nothing secret is stored, and it opens nothing once an administrator exists.
 */
export const createSetup = (core: Core, dependencies: SetupDependencies) => {
  const { clients, accounts, defaultClientId } = dependencies
  const key = core.secret('setup.first-administrator').toString('base64url')

  const isRightKey = (text: string): boolean => {
    const [given, right] = [Buffer.from(text), Buffer.from(key)]
    return given.length === right.length && timingSafeEqual(given, right)
  }

  /** A client that is in real use, or that somebody administers, needs no link. */
  const isInUse = async (db: TenantDb, clientId: number): Promise<boolean> => {
    const client = await clients.find(db, clientId)
    if (!client) return false
    return !client.isDemo || client.isSetUp || accounts.hasAdministrator(db)
  }

  const isOpen = async (): Promise<boolean> => {
    if (core.config.demo) return false
    for (const clientId of await core.db.withoutTenant(clients.listIds))
      if (await core.db.withTenant(clientId, (db) => isInUse(db, clientId))) return false
    return true
  }

  const fieldsNow = async (): Promise<readonly SetupField[]> => {
    const client = await core.db.withTenant(defaultClientId, (db) => clients.find(db, defaultClientId))
    return client ? ['full_name', 'email', 'password'] : ['organisation', 'full_name', 'email', 'password']
  }

  const problemsOf = async (values: SetupValues, fields: readonly SetupField[]) => {
    const problems = formProblems(values, fields)
    const { organisation = '', full_name: name = '', email = '', password = '' } = values
    const own = [organisation, name, email]
    const issue = problems.password ? null : await accounts.judgePassword(password, own)
    if (issue) problems.password = PASSWORD_PROBLEMS[issue.code] ?? 'common'
    return problems
  }

  const create = (values: SetupValues, passwordHash: string, language: Language) =>
    core.db.withTenant(defaultClientId, async (db): Promise<SetupOutcome> => {
      await LOCK.execute(db)
      if (await isInUse(db, defaultClientId)) return { status: 'closed' }
      const now = core.clock.now()
      const email = emailSchema.parse(values.email)
      const isNew = (await clients.find(db, defaultClientId)) === undefined
      if (isNew)
        await clients.create(db, {
          clientId: defaultClientId,
          name: values.organisation?.trim() ?? '',
          email,
          languages: [language, ...languages.filter((other) => other !== language)],
        })
      else if (await accounts.isTaken(db, email)) return { status: 'invalid', problems: { email: 'taken' } }
      const fullName = values.full_name ?? ''
      const userId = await accounts.create(db, { email, fullName, passwordHash, language, now })
      await clients.markSetUp(db, defaultClientId, now)
      await core.audit.record(db, {
        action: 'setup.first_administrator',
        result: 'ok',
        actorId: userId,
        object: `user:${userId}`,
      })
      await core.changes.announce(db, { kind: 'client', clientId: defaultClientId })
      return { status: 'done' }
    })

  return {
    /** Null when nobody needs it. */
    link: async (address: string): Promise<string | null> =>
      (await isOpen()) ? `${address}/setup/?key=${key}` : null,

    /** Whether the first administrator is still to come. */
    isOpen,

    /** The fields of the form; null for a wrong key, and once there is an administrator. */
    open: async (givenKey: string): Promise<readonly SetupField[] | null> =>
      isRightKey(givenKey) && (await isOpen()) ? fieldsNow() : null,

    submit: async (
      values: SetupValues,
      fields: readonly SetupField[],
      language: Language,
    ): Promise<SetupOutcome> => {
      const problems = await problemsOf(values, fields)
      if (Object.keys(problems).length > 0) return { status: 'invalid', problems }
      // Hashing is slow on purpose: not inside the transaction.
      return create(values, await accounts.hashPassword(values.password ?? ''), language)
    },
  }
}

export type Setup = ReturnType<typeof createSetup>
