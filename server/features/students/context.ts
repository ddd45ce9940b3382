import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/core/clock.ts'
import type { Audit, Outbox } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { RequestFacts } from '#server/core/http/scope.ts'

export type EnrolResult = 'done' | 'already' | 'full' | 'premium' | 'closed' | 'not_allowed'

/** Staff in a request, or a job that acts in their name. */
export interface Acting {
  readonly tenant: { readonly clientId: number }
  readonly clock: Clock
  readonly actor: { readonly userId: number; readonly role: Role }
  readonly request?: Pick<RequestFacts, 'id' | 'ip'>
}

/** What other features do with one person. */
export interface ActionDependencies {
  /** Whether the client's plan has room for a mail that can wait. */
  readonly hasMailRoom: (db: TenantDb) => Promise<boolean>
  readonly enrol: (by: Acting, db: TenantDb, courseId: number, userId: number) => Promise<EnrolResult>
  readonly unenrol: (
    by: Acting,
    db: TenantDb,
    courseId: number,
    userId: number,
  ) => Promise<'done' | 'already' | 'not_allowed'>
  /** Until when people work in a course; null: no end. */
  readonly accessEnd: {
    readonly of: (
      db: TenantDb,
      courseId: number,
      userId: number,
    ) => Promise<{ readonly until: string | null } | undefined>
    readonly set: (
      by: Acting,
      db: TenantDb,
      wanted: { courseId: number; userId: number; until: string | null },
    ) => Promise<'done' | 'already' | 'not_allowed' | 'not_enrolled'>
  }
  /** Both end the person's sessions. */
  readonly changeRole: (
    db: TenantDb,
    by: Acting,
    actorId: number,
    userId: number,
    role: Role,
  ) => Promise<void>
  readonly setDisabled: (
    db: TenantDb,
    by: Acting,
    actorId: number,
    userId: number,
    isDisabled: boolean,
  ) => Promise<void>
}

export interface ActionContext extends ActionDependencies {
  readonly outbox: Outbox
  readonly site: { readonly publicUrl: string | null; readonly demo: boolean }
}

/** What other features do for this one. */
export interface StudentsDependencies extends ActionDependencies {
  readonly findByEmail: (db: TenantDb, email: string) => Promise<{ id: number } | undefined>
  readonly createUser: (
    db: TenantDb,
    person: { email: string; fullName: string; passwordHash: null; language: Language; createdAt: Date },
  ) => Promise<number>
}

export interface StudentsContext extends StudentsDependencies, ActionContext {
  readonly audit: Audit
}
