import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'
import type { Audit, Outbox } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { AdminScope, StaffScope } from '#server/core/http/scope.ts'

export type EnrolResult = 'done' | 'already' | 'full' | 'premium' | 'closed' | 'not_allowed'

/** What other features do for this one. */
export interface StudentsDependencies {
  readonly enrol: (scope: StaffScope, db: TenantDb, courseId: number, userId: number) => Promise<EnrolResult>
  /** Both end the person's sessions. */
  readonly changeRole: (
    db: TenantDb,
    scope: AdminScope,
    actorId: number,
    userId: number,
    role: Role,
  ) => Promise<void>
  readonly setDisabled: (
    db: TenantDb,
    scope: AdminScope,
    actorId: number,
    userId: number,
    isDisabled: boolean,
  ) => Promise<void>
  readonly findByEmail: (db: TenantDb, email: string) => Promise<{ id: number } | undefined>
  readonly createUser: (
    db: TenantDb,
    person: { email: string; fullName: string; passwordHash: null; language: Language; createdAt: Date },
  ) => Promise<number>
}

export interface StudentsContext extends StudentsDependencies {
  readonly audit: Audit
  readonly outbox: Outbox
  readonly site: { readonly publicUrl: string | null; readonly demo: boolean }
}
