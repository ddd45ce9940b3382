import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { EnrolResult } from '../context.ts'

export interface NewPerson {
  readonly email: string
  readonly fullName: string
  readonly phone: string | null
  readonly language: Language
  readonly passwordHash: null
  readonly createdAt: Date
}

/** Whoever began an import, and where: the courses feature decides what they may do. */
export interface Enroller {
  readonly tenant: { readonly clientId: number }
  readonly clock: Core['clock']
  readonly actor: { readonly userId: number; readonly role: Role }
}

/** What other features do for imports. */
export interface ImportDependencies {
  /** The result of each person. */
  readonly enrolMany: (
    by: Enroller,
    db: TenantDb,
    courseId: number,
    userIds: readonly number[],
  ) => Promise<Map<number, EnrolResult>>
  readonly endEnrolments: (
    by: Omit<Enroller, 'actor'>,
    db: TenantDb,
    courseId: number,
    userIds: readonly number[],
  ) => Promise<unknown>
  /** How many more people the client's plan allows; Infinity without a limit. */
  readonly roomForPeople: (db: TenantDb) => Promise<number>
  /** The ids in the order of the people; every address must be free. */
  readonly createUsers: (db: TenantDb, people: readonly NewPerson[]) => Promise<number[]>
  readonly foldDigits: (text: string) => string
  /** Those of the people who have rows in any table besides the named ones. */
  readonly peopleWithRows: (
    db: TenantDb,
    userIds: readonly number[],
    besides: readonly string[],
  ) => Promise<Set<number>>
}

export interface ImportContext extends ImportDependencies {
  readonly core: Pick<Core, 'db' | 'clock' | 'log' | 'audit' | 'outbox' | 'changes' | 'config'>
}

/** One batch of one import, in the transaction that holds the import. */
export interface Batch {
  readonly db: TenantDb
  readonly clientId: number
  readonly limit: number
}
